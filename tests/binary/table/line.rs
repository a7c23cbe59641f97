//! Lets one row of the fault table happen, and looks at what is left. Judges nothing but what holds for every run.

use std::fmt;
use std::sync::Arc;

use one_comment_sandbox::state::{Deed, Journal, RequestEntry, Transport};

use super::impatient;
use super::row::Row;
use crate::setup::{HEAD, NEXT_HEAD, Runner};

/// By a person, and no comment of ours for all that it begins like one.
const REMARK: &str = "<!-- one-comment:root default -->\n\nA remark.";
/// What the runs publish: before, when something goes wrong, after.
const TEXTS: [&str; 3] = ["old", "new", "next"];

/// One line of the table.
pub(super) struct Line {
    row: Arc<Row>,
    /// The APIs that were asked.
    by: String,
    /// None where it was no process.
    code: Option<i32>,
    outcome: String,
    after_this: String,
    pub(super) after_next: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or_else(String::new, |code| code.to_string());
        for cell in [
            self.row.request,
            self.row.what,
            &self.by,
            &code,
            &self.outcome,
            &self.after_this,
            &self.after_next,
        ] {
            write!(f, "| {} ", if cell.is_empty() { "–" } else { cell })?;
        }
        writeln!(f, "|")
    }
}

/// A run before, where the row begins with one; one that something goes wrong for; one for which nothing does.
pub(super) async fn happens(row: Arc<Row>, api: &str) -> Line {
    let runner = Runner::new().await;
    let body = REMARK.to_owned();
    runner.person(Deed::Comment { body });
    if row.begun {
        let first = runner.publish(TEXTS[0]).run_id(100);
        first.arg("--api").arg(api).run().await.is("created");
    }
    runner.push(NEXT_HEAD);

    let over = row.wrong.begin(&runner);
    let requests_before = journal(&runner).requests.len();
    let (code, outcome) = suffers(&row, &runner, api).await;
    let by = by(&journal(&runner).requests[requests_before..]);
    over();
    let after_this = left(&runner);

    let next = runner.publish(TEXTS[2]).pushed(HEAD, NEXT_HEAD).run_id(102);
    next.arg("--api").arg(api).run().await.exits(0);
    let after_next = left(&runner);
    Line {
        row,
        by,
        code,
        outcome,
        after_this,
        after_next,
    }
}

/// The run that something goes wrong for.
async fn suffers(row: &Row, runner: &Runner, api: &str) -> (Option<i32>, String) {
    if row.impatient {
        return (None, impatient::publish(runner, TEXTS[1], api).await);
    }
    let step = runner.publish(TEXTS[1]).pushed(HEAD, NEXT_HEAD).run_id(101);
    let step = match row.timeout {
        Some(timeout) => step.env("ONE_COMMENT_TIMEOUT", timeout),
        None => step,
    };
    let end = step.arg("--api").arg(api).run().await;
    (end.code, end.outcome())
}

fn journal(runner: &Runner) -> Journal {
    runner.sandbox.hub().with(|state| state.journal().clone())
}

/// In the order in which they were first asked.
fn by(requests: &[RequestEntry]) -> String {
    let mut names = Vec::new();
    for request in requests {
        let name = match request.transport {
            Transport::Graphql => "GraphQL",
            Transport::Rest => "REST",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// How many comments of ours there are, and which texts they say; the remark is as it was.
#[track_caller]
fn left(runner: &Runner) -> String {
    let (theirs, ours): (Vec<_>, Vec<_>) = runner
        .comments()
        .into_iter()
        .partition(|comment| &*comment.author.login == "octocat");
    assert!(
        theirs.len() == 1 && &*theirs[0].body == REMARK,
        "{theirs:#?}"
    );
    let said = |text: &&str| {
        let says = |body: &str| body.lines().any(|line| line == *text);
        ours.iter().any(|comment| says(&comment.body))
    };
    let texts: Vec<_> = TEXTS.into_iter().filter(said).collect();
    format!("{} {}", ours.len(), texts.join(", "))
        .trim()
        .to_owned()
}
