//! Eight writers at once, in an order that a seed decides.

use one_comment::converge::{Settings, Verdict};
use one_comment_sandbox::state::{History, Identity, Transport};

use crate::command::{name, on, publish, settings};
use crate::schedule::{Schedule, words};

/// Eight writers with sections of their own, from nothing, from one comment, from duplicates.
fn crowd(history: History, transport: Transport, seeds: u64) {
    for start in ["nothing", "one", "duplicates"] {
        for seed in 1..=seeds {
            let mut s = Schedule::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            s.state.rules_mut().history = history;
            if start != "nothing" {
                s.alone(settings(1, publish("old", "before")));
            }
            if start == "duplicates" {
                let body = s.bodies()[0].replace("old", "other");
                s.state
                    .create_comment(&Identity::job(), &on(), &body)
                    .unwrap();
            }
            let legs = 8;
            for leg in 0..legs {
                let run = settings(
                    100 + leg,
                    publish(&format!("s{leg}"), &format!("text {leg}")),
                );
                let run = Settings {
                    legs: u32::try_from(legs).unwrap(),
                    ..run
                };
                s.add_as(run, Identity::job(), transport);
            }
            let outcomes = s.run();
            let written = outcomes
                .iter()
                .all(|o| matches!(o.verdict, Verdict::Created | Verdict::Updated));
            assert!(written, "{start}, seed {seed}: {outcomes:#?}");
            let document = s.document();
            for leg in 0..legs {
                let section = document.section(&name(&format!("s{leg}")));
                assert!(
                    section.is_some(),
                    "{start}, seed {seed}, leg {leg} is lost: {:#?}",
                    words(&outcomes)
                );
            }
            s.assert_nothing_foreign_was_touched();
        }
    }
}

// Cases 1 and 3.
#[test]
fn a_crowd_leaves_one_comment_with_every_section() {
    crowd(History::On, Transport::Graphql, 60);
}

#[test]
fn a_crowd_without_edit_history_settles() {
    crowd(History::Empty, Transport::Graphql, 20);
    crowd(History::Absent, Transport::Graphql, 20);
}

#[test]
fn a_crowd_by_rest_settles() {
    crowd(History::On, Transport::Rest, 20);
}
