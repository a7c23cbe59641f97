//! When REST takes over from GraphQL, and when not.

use crate::scripted::{Line, Scripted, answer};
use crate::setup::*;
use one_comment::converge::{AccountKind, Call, Failure, Reply};
use one_comment::github::Api;
use serde_json::json;

#[tokio::test]
async fn graphql_that_is_missing_gives_way_to_rest_at_once_even_for_a_write_and_for_good() {
    let server = Scripted::start(vec![
        answer(404, &[], NO_WORDS),
        answer(201, &[], &comment(1).to_string()),
        answer(204, &[], ""),
    ]);
    let mut client = client(&server, Api::Auto);
    let reply = client.execute(&create()).await;
    assert!(
        matches!(reply, Reply::Written { glance: None, .. }),
        "{reply:?}"
    );
    assert_eq!(
        client.execute(&Call::Delete { comment: at(1) }).await,
        Reply::Deleted
    );
    let lines = [
        "POST /graphql",
        "POST /repos/octo-org/hello/issues/7/comments",
        "DELETE /repos/octo-org/hello/issues/comments/1",
    ];
    assert_eq!(server.lines(), lines);
}

#[tokio::test]
async fn reads_that_fail_twice_in_a_row_go_to_rest_which_knows_the_viewer_already() {
    let server = Scripted::start(vec![
        answer(502, &[], ""),
        ok(&looked()),
        answer(502, &[], ""),
        Line::HangUp,
        ok(&list([])),
        ok(&pull(0)),
        ok(&list([])),
        ok(&pull(0)),
    ]);
    let mut settings = settings(&server.url, Api::Auto);
    settings.job_token = false;
    let mut client = client_with(settings);
    let unavailable = |reply| matches!(reply, Reply::Failed(Failure::Unavailable(_)));
    assert!(unavailable(client.execute(&LOOK).await));
    seen(client.execute(&LOOK).await);
    assert!(
        unavailable(client.execute(&LOOK).await),
        "a success between starts the count anew"
    );
    let viewer = seen(client.execute(&LOOK).await).viewer.unwrap();
    assert_eq!(
        (viewer.login.as_str(), viewer.kind),
        ("octo-app[bot]", AccountKind::Bot)
    );
    seen(client.execute(&LOOK).await);
    let mut expected = vec!["POST /graphql".to_owned(); 4];
    for line in [
        list_line(1),
        PULL_LINE.to_owned(),
        list_line(1),
        PULL_LINE.to_owned(),
    ] {
        expected.push(line);
    }
    assert_eq!(server.lines(), expected);
}

#[tokio::test]
async fn a_write_between_two_failed_reads_neither_counts_nor_makes_them_forgotten() {
    let server = Scripted::start(vec![
        answer(502, &[], ""),
        ok(&json!({ "data": { "result": { "clientMutationId": null } } })),
        answer(502, &[], ""),
        ok(&list([])),
        ok(&pull(0)),
    ]);
    let mut client = client(&server, Api::Auto);
    client.execute(&LOOK).await;
    let delete = Call::Delete { comment: at(1) };
    assert_eq!(client.execute(&delete).await, Reply::Deleted);
    seen(client.execute(&LOOK).await);
}

#[tokio::test]
async fn where_rest_fails_as_well_graphql_is_not_given_up() {
    let server = Scripted::start(vec![
        Line::HangUp,
        Line::HangUp,
        Line::HangUp,
        ok(&looked()),
    ]);
    let mut client = client(&server, Api::Auto);
    client.execute(&LOOK).await;
    client.execute(&LOOK).await;
    seen(client.execute(&LOOK).await);
    let lines = server.lines();
    let routes: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split(['/', '?']).nth(1))
        .collect();
    assert_eq!(routes, ["graphql", "graphql", "repos", "graphql"]);
}

#[tokio::test]
async fn graphql_alone_never_falls_back() {
    let script = vec![
        answer(404, &[], NO_WORDS),
        answer(502, &[], ""),
        answer(502, &[], ""),
        answer(502, &[], ""),
    ];
    let server = Scripted::start(script);
    let mut client = client(&server, Api::Graphql);
    let reply = client.execute(&LOOK).await;
    assert!(
        matches!(reply, Reply::Failed(Failure::Refused(_))),
        "{reply:?}"
    );
    for _ in 0..3 {
        client.execute(&LOOK).await;
    }
    assert_eq!(server.lines(), ["POST /graphql"; 4]);
}

#[tokio::test]
async fn a_page_that_graphql_began_is_not_continued_by_rest() {
    let server = Scripted::start(vec![answer(404, &[], NO_WORDS)]);
    let call = Call::Page {
        after: one_comment::converge::Cursor("c".into()),
    };
    let reply = client(&server, Api::Auto).execute(&call).await;
    assert!(
        matches!(reply, Reply::Failed(Failure::Unavailable(_))),
        "{reply:?}"
    );
}
