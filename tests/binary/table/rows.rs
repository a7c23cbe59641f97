//! The rows of the fault table. What came of them is in `docs/faults.md`, which the test compares with.

use one_comment_sandbox::state::{
    Change, Deed, Effect, FalseAnswer, Lag, Operation, RepositoryName,
};

use super::row::{Row, meanwhile};
use crate::setup::{Runner, pull_request};

use Effect::{Delay, DelayAnswer, HalfAnswer, Lose, PartialData, Refuse};
use FalseAnswer::{BadCredentials, Closed, HtmlPage, MissingPermission, Status};
use Operation::{Create, Read, Update};

/// Milliseconds: later than the request timeout of an impatient client, earlier than the last moment at which a write
/// can land.
const LATE: u64 = 900;

/// All of them, in the order of the table.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(writes(Create));
    rows.extend(writes(Update));
    rows.push(Row::once(
        Update,
        "a person deletes the comment just before",
        meanwhile(Deed::Delete { comment: None }),
    ));
    rows.extend(looks());
    rows.extend(lists_and_heads());
    rows.extend(limits());
    rows.extend(worlds());
    rows.extend(rest_takes_over());
    rows
}

/// An answer is lost, late or unreadable: was it done?
fn writes(on: Operation) -> Vec<Row> {
    let once = |what, effect| Row::once(on, what, effect);
    vec![
        once("502, done", Lose(Status(502))),
        once("502, not done", Refuse(Status(502))),
        once("504, done", Lose(Status(504))),
        once("504, not done", Refuse(Status(504))),
        once("connection closed, done", Lose(Closed)),
        once("connection closed, not done", Refuse(Closed)),
        once("half a JSON, done", HalfAnswer),
        once("HTML page with 200, done", Lose(HtmlPage(200))),
        once("HTML page with 503, not done", Refuse(HtmlPage(503))),
        once("errors beside partial data, done", PartialData).graphql_only(),
        once("answer after the request timeout", DelayAnswer(LATE)).impatient(),
        once("done after the request timeout", Delay(LATE)).impatient(),
        once("401", Refuse(BadCredentials)),
        once("permission missing", Refuse(MissingPermission)),
    ]
}

fn looks() -> Vec<Row> {
    let once = |what, effect| Row::once(Read, what, effect);
    vec![
        once("502", Refuse(Status(502))),
        once("connection closed", Refuse(Closed)),
        once("half a JSON", HalfAnswer),
        once("HTML page with 200", Refuse(HtmlPage(200))),
        once("HTML page with 503", Refuse(HtmlPage(503))),
        once("errors beside partial data", PartialData).graphql_only(),
        once("answer after the request timeout", DelayAnswer(LATE)).impatient(),
        once("401", Refuse(BadCredentials)),
    ]
}

/// Answers that are older than the truth.
fn lists_and_heads() -> Vec<Row> {
    let short = Effect::Lag(Lag {
        comments: 1,
        ..Lag::default()
    });
    let old_head = Effect::Lag(Lag {
        pushes: 1,
        ..Lag::default()
    });
    vec![
        Row::once(Read, "list shorter than its count, once", short.clone()),
        Row::once(Read, "list shorter than its count, always", short).times(None),
        Row::once(Read, "head before the push, twice", old_head.clone()).times(Some(2)),
        Row::once(Read, "head before the push, always", old_head)
            .times(None)
            .timeout("300ms"),
    ]
}

/// Without advice it waits 30 times `--settle`, then 60 times: a minute and two by default.
fn limits() -> Vec<Row> {
    let secondary = |retry_after| {
        Refuse(FalseAnswer::SecondaryLimit {
            status: 403,
            retry_after,
        })
    };
    let primary = |resets_in| {
        Refuse(FalseAnswer::PrimaryLimit {
            status: 403,
            resets_in,
        })
    };
    let mut rows = Vec::new();
    for on in [Read, Create] {
        rows.extend([
            Row::once(on, "secondary limit without advice, twice", secondary(None)).times(Some(2)),
            Row::once(on, "secondary limit, retry after 1 s", secondary(Some(1))),
            Row::once(
                on,
                "secondary limit, retry after 1 h",
                secondary(Some(3_600)),
            ),
            Row::once(on, "primary limit that resets now", primary(0)),
            Row::once(on, "primary limit that resets in 1 h", primary(3_600)),
        ]);
    }
    rows
}

/// What holds until a person changes it.
fn worlds() -> Vec<Row> {
    let locked = |runner: &Runner, locked: bool| {
        let on = pull_request();
        runner.change(Change::SetLocked { on, locked });
    };
    let archived = |runner: &Runner, archived: bool| {
        let repository = RepositoryName::new("octo-org", "hello");
        runner.change(Change::SetArchived {
            repository,
            archived,
        });
    };
    // 2,500 comments on GitHub; here as many as there are.
    let full = |runner: &Runner, full: bool| {
        let limit = if full { runner.comments().len() } else { 2_500 };
        let hub = runner.sandbox.hub();
        hub.with(|state| state.rules_mut().comments_per_conversation = limit);
    };
    vec![
        Row::world("conversation locked", locked).with_nothing_before(),
        Row::world("conversation locked", locked),
        Row::world("repository archived", archived).with_nothing_before(),
        Row::world("repository archived", archived),
        Row::world("conversation full", full).with_nothing_before(),
        Row::world("conversation full", full),
    ]
}

fn rest_takes_over() -> Vec<Row> {
    let missing = |runner: &Runner, missing: bool| {
        let hub = runner.sandbox.hub();
        hub.with(|state| state.rules_mut().graphql = !missing);
    };
    let once = |what, effect| Row::once(Update, what, effect);
    vec![
        Row::world("GraphQL missing: 404", missing)
            .with_nothing_before()
            .graphql_only(),
        Row::world("GraphQL missing: 404", missing).graphql_only(),
        Row::once(Read, "502, twice", Refuse(Status(502)))
            .times(Some(2))
            .of_all_graphql(),
        Row::once(Read, "GraphQL answers 502 only", Refuse(Status(502)))
            .times(None)
            .of_all_graphql(),
        Row::once(Read, "GraphQL answers after the timeout only", Delay(LATE))
            .times(None)
            .of_all_graphql()
            .impatient(),
        once("502 only", Refuse(Status(502))).times(None).of_all(),
        once("connection closed, always", Refuse(Closed))
            .times(None)
            .of_all(),
    ]
}
