//! What a run asks of GitHub on a conversation of any length, wherever our comment stands in it: the table of
//! `docs/performance.md`.

use std::fmt;

use one_comment_sandbox::state::Identity;

use crate::end::End;
use crate::setup::{Runner, pull_request};

const DOCUMENT: &str = include_str!("../../docs/performance.md");
const HEADER: &str = "\
| API | other comments | ours is | create | when others talked it out of sight | update | unchanged |
|---|---:|---|---|---|---|---|
";
/// With ours, the last is all that a conversation holds (fact 94).
const BY_GRAPHQL: &[usize] = &[0, 100, 1_000, 2_499];
/// Looks that take more than two seconds are repeated, so more pages would be a test of the machine.
const BY_REST: &[usize] = &[0, 100, 250];
/// What others write between two runs that are near to each other.
const MEANWHILE: usize = 5;

// Case 16.
#[tokio::test]
async fn a_run_asks_as_the_table_says_however_long_the_conversation_is() {
    let mut table = HEADER.to_owned();
    for (api, lengths) in [("graphql", BY_GRAPHQL), ("rest", BY_REST)] {
        for &others in lengths {
            for place in places(api, others) {
                let line = line(api, others, *place).await;
                if api == "graphql" {
                    assert_eq!(line.near, [Cost::new(1, 1), Cost::new(1, 0)], "{line}");
                }
                table += &line.to_string();
            }
        }
    }
    println!("{table}");
    let documented = DOCUMENT.find("| API |").map(|start| &DOCUMENT[start..]);
    assert!(
        documented.is_some_and(|documented| documented.starts_with(&table)),
        "docs/performance.md says otherwise than:\n{table}"
    );
}

/// Where our comment stands among the others.
#[derive(Clone, Copy)]
enum Place {
    Alone,
    First,
    InTheMiddle,
    Last,
}

/// REST reads everything, wherever ours is.
fn places(api: &str, others: usize) -> &'static [Place] {
    match (api, others) {
        (_, 0) => &[Place::Alone],
        ("rest", _) => &[Place::First],
        _ => &[Place::First, Place::InTheMiddle, Place::Last],
    }
}

/// Requests of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    reads: usize,
    writes: usize,
}

impl Cost {
    fn new(reads: usize, writes: usize) -> Self {
        Self { reads, writes }
    }
}

struct Line {
    api: &'static str,
    others: usize,
    place: Place,
    create: Cost,
    out_of_sight: Cost,
    /// An update and a run that changes nothing, each soon after another.
    near: [Cost; 2],
}

/// Lets it happen.
async fn line(api: &'static str, others: usize, place: Place) -> Line {
    let runner = Runner::new().await;
    let far = others.saturating_sub(2 * MEANWHILE);
    let before = match place {
        Place::Alone | Place::First => 0,
        Place::InTheMiddle => far / 2,
        Place::Last => far,
    };
    let near = (others - far) / 2;
    talk(&runner, before);
    let create = cost(&runner, api, "first", "created").await;
    talk(&runner, far - before);
    let out_of_sight = cost(&runner, api, "second", "updated").await;
    talk(&runner, near);
    let update = cost(&runner, api, "third", "updated").await;
    talk(&runner, near);
    let unchanged = cost(&runner, api, "third", "unchanged").await;
    assert_eq!(runner.comments().len(), others + 1);
    assert!(runner.body().contains("third"));
    Line {
        api,
        others,
        place,
        create,
        out_of_sight,
        near: [update, unchanged],
    }
}

/// People and other bots in turn; an hour ago.
fn talk(runner: &Runner, comments: usize) {
    let people = comments / 2;
    runner.sandbox.hub().with(|state| {
        for number in people..comments {
            let body = format!("Report {number}");
            let bot = Identity::app("octo-app");
            state.create_comment(&bot, &pull_request(), &body).unwrap();
        }
    });
    runner.talk(people);
}

async fn cost(runner: &Runner, api: &str, message: &str, outcome: &str) -> Cost {
    let step = runner.publish(message).arg(&format!("--api={api}"));
    let end: End = step.run().await;
    end.is(outcome);
    assert_eq!(end.connections(), 1, "{end:#?}");
    let counted = end.counters();
    Cost {
        reads: counted.graphql_queries + counted.rest_reads,
        writes: counted.graphql_mutations + counted.rest_writes,
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alone => "alone",
            Self::First => "first",
            Self::InTheMiddle => "in the middle",
            Self::Last => "last",
        })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.reads, self.writes)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let api = if self.api == "rest" {
            "REST"
        } else {
            "GraphQL"
        };
        let [update, unchanged] = self.near;
        writeln!(
            f,
            "| {api} | {} | {} | {} | {} | {update} | {unchanged} |",
            self.others, self.place, self.create, self.out_of_sight
        )
    }
}
