//! Which requests a call becomes by REST.

use crate::scripted::{Line, Scripted, answer};
use crate::setup::*;
use one_comment::converge::{AccountKind, Call, Failure, Head, Reply};
use one_comment::github::Api;
use serde_json::{Value, json};

#[tokio::test]
async fn by_rest_the_list_is_read_to_its_end_and_the_head_last() {
    let next = ["link: <https://h/x?page=2>; rel=\"next\""];
    let server = Scripted::start(vec![
        answer(200, &next, &list(1..=2).to_string()),
        ok(&pull(3)),
        answer(200, &next, &list(1..=2).to_string()),
        ok(&list([3])),
        answer(
            200,
            &["date: Thu, 01 Jan 1970 00:00:10 GMT"],
            &pull(3).to_string(),
        ),
    ]);
    let mut client = client(&server, Api::Rest);
    let sight = seen(
        client
            .execute(&Call::Observe {
                comment: Some(at(2)),
            })
            .await,
    );
    let lines = [
        &list_line(1),
        PULL_LINE,
        &list_line(1),
        &list_line(2),
        PULL_LINE,
    ];
    assert_eq!(server.lines(), lines);
    let ids: Vec<u64> = sight.oldest.iter().map(|comment| comment.at.id).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!((sight.total, sight.server_time, sight.next), (3, 10, None));
    assert!(matches!(sight.subject.head, Head::Confirmed(sha) if sha.as_str() == HEAD));
    let asked = sight.asked.unwrap();
    assert_eq!(asked.body.as_deref(), Some("body 2"));
    assert_eq!(asked.hidden.as_deref(), Some("outdated"));
    assert_eq!(sight.history, None);
}

#[tokio::test]
async fn a_comment_deleted_while_the_pages_are_read_leaves_a_count_that_does_not_fit() {
    let next = ["link: <https://h/x?page=2>; rel=\"next\""];
    let server = Scripted::start(vec![
        answer(200, &next, &list(1..=2).to_string()),
        ok(&pull(4)),
        answer(200, &next, &list(1..=2).to_string()),
        // 1 is deleted here, so 3 slides onto the first page.
        ok(&list([4])),
        ok(&pull(3)),
    ]);
    let sight = seen(client(&server, Api::Rest).execute(&LOOK).await);
    assert_eq!((sight.oldest.len(), sight.total), (3, 4));
}

/// A long list, as it is read first, answered at second 100.
fn first_look(deleted: bool) -> Vec<Line> {
    let date = "date: Thu, 01 Jan 1970 00:01:40 GMT";
    let next = [date, "link: <https://h/x?page=2>; rel=\"next\""];
    vec![
        answer(200, &next, &list(1..=2).to_string()),
        ok(&pull(3)),
        answer(200, &next, &list(1..=2).to_string()),
        ok(&list([3])),
        ok(&pull(3)),
        // Updated since: 2, and 4 is new.
        ok(&json!([edited(2), comment(4)])),
        ok(&pull(if deleted { 3 } else { 4 })),
    ]
}

fn edited(id: u64) -> Value {
    let mut edited = comment(id);
    edited["body"] = json!("edited");
    edited
}

#[tokio::test]
async fn the_second_look_at_a_long_list_asks_for_what_was_updated_since_the_first() {
    let server = Scripted::start(first_look(false));
    let mut client = client(&server, Api::Rest);
    seen(client.execute(&LOOK).await);
    let sight = seen(client.execute(&LOOK).await);
    let since = format!("{}&since=1970-01-01T00:00:40Z", list_line(1));
    assert_eq!(server.lines()[5..], [&since, PULL_LINE]);
    let ids: Vec<u64> = sight.oldest.iter().map(|comment| comment.at.id).collect();
    assert_eq!(ids, [1, 2, 3, 4]);
    assert_eq!(sight.oldest[1].body.as_deref(), Some("edited"));
    assert_eq!(sight.total, 4);
}

#[tokio::test]
async fn a_deletion_that_updates_cannot_show_has_the_long_list_read_again() {
    let mut script = first_look(true);
    script.extend([ok(&list([2, 3, 4])), ok(&pull(3))]);
    let server = Scripted::start(script);
    let mut client = client(&server, Api::Rest);
    seen(client.execute(&LOOK).await);
    let sight = seen(client.execute(&LOOK).await);
    assert_eq!(server.lines()[7..], [&list_line(1), PULL_LINE]);
    let ids: Vec<u64> = sight.oldest.iter().map(|comment| comment.at.id).collect();
    assert_eq!(ids, [2, 3, 4]);
}

#[tokio::test]
async fn where_there_is_no_pull_request_the_issue_is_asked() {
    let issue = json!({ "node_id": "I_7", "state": "closed", "locked": true, "comments": 0 });
    let server = Scripted::start(vec![ok(&list([])), answer(404, &[], NO_WORDS), ok(&issue)]);
    let subject = seen(client(&server, Api::Rest).execute(&LOOK).await).subject;
    assert_eq!((subject.head, subject.locked), (Head::None, true));
}

#[tokio::test]
async fn a_pull_request_that_the_token_may_only_see_as_an_issue_has_no_confirmed_head() {
    let issue = json!({
        "node_id": "I_7", "state": "open", "comments": 0, "pull_request": { "url": "x" },
    });
    let server = Scripted::start(vec![ok(&list([])), answer(404, &[], NO_WORDS), ok(&issue)]);
    let subject = seen(client(&server, Api::Rest).execute(&LOOK).await).subject;
    assert_eq!(subject.head, Head::Unconfirmed);
}

#[tokio::test]
async fn by_rest_a_token_is_asked_once_who_it_is_and_may_refuse() {
    let user = json!({ "login": "octocat", "type": "User" });
    let table = [
        (ok(&user), Some("octocat")),
        (answer(403, &[], DENIED), None),
    ];
    for (first, expected) in table {
        let server = Scripted::start(vec![
            first,
            ok(&list([])),
            ok(&pull(0)),
            ok(&list([])),
            ok(&pull(0)),
        ]);
        let mut settings = settings(&server.url, Api::Rest);
        settings.job_token = false;
        let mut client = client_with(settings);
        for _ in 0..2 {
            let viewer = seen(client.execute(&LOOK).await).viewer;
            assert_eq!(
                viewer.as_ref().map(|viewer| viewer.login.as_str()),
                expected
            );
        }
        let asked = server
            .lines()
            .iter()
            .filter(|line| *line == "GET /user")
            .count();
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn by_rest_the_jobs_own_token_is_known_without_asking() {
    let server = Scripted::start(vec![ok(&list([])), ok(&pull(0))]);
    let viewer = seen(client(&server, Api::Rest).execute(&LOOK).await)
        .viewer
        .unwrap();
    assert_eq!(
        (viewer.login.as_str(), viewer.kind),
        ("github-actions[bot]", AccountKind::Bot)
    );
    assert_eq!(server.lines(), [&list_line(1), PULL_LINE]);
}

#[tokio::test]
async fn by_rest_bodies_are_read_one_by_one_and_a_deleted_comment_is_left_out() {
    let server = Scripted::start(vec![
        ok(&comment(1)),
        answer(404, &[], NO_WORDS),
        ok(&comment(3)),
    ]);
    let call = Call::Read {
        comments: vec![at(1), at(2), at(3)],
    };
    match client(&server, Api::Rest).execute(&call).await {
        Reply::Bodies(comments) => {
            let ids: Vec<u64> = comments.iter().map(|comment| comment.at.id).collect();
            assert_eq!(ids, [1, 3]);
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn rest_alone_cannot_hide_and_sends_nothing_in_the_attempt() {
    let server = Scripted::start(vec![]);
    let mut client = client(&server, Api::Rest);
    let reply = client.execute(&Call::Show { comment: at(1) }).await;
    assert!(
        matches!(reply, Reply::Failed(Failure::Unsupported(_))),
        "{reply:?}"
    );
    assert_eq!(client.requests(), 0);
}
