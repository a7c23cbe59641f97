//! The client against a server that misbehaves on purpose: what is sent, how often, to whom, and what a lost, broken
//! or foreign answer is taken for. Not what GitHub would say: that is the sandbox's part.

mod scripted;

use std::time::Duration;

use one_comment::converge::{AccountKind, Call, CommentRef, Failure, Head, Reply, Sight};
use one_comment::github::{Api, Client, Settings, Target, Timeouts, Token};
use scripted::{Line, Scripted, answer};
use serde_json::{Value, json};

const TOKEN: &str = "ghs_nobodys";
const HEAD: &str = "1111111111111111111111111111111111111111";
const NO_WORDS: &str = r#"{"message":"Not Found"}"#;
const DENIED: &str = r#"{"message":"Resource not accessible by integration"}"#;

fn settings(url: &str, api: Api) -> Settings {
    Settings {
        api_url: url.to_owned(),
        graphql_url: format!("{url}/graphql"),
        api,
        job_token: true,
        timeouts: Timeouts::default(),
        trace: true,
    }
}

fn client_with(settings: Settings) -> Client {
    let target = Target {
        owner: "octo-org".into(),
        repository: "hello".into(),
        number: 7,
    };
    Client::new(target, Token::new(TOKEN).unwrap(), settings).unwrap()
}

fn client(server: &Scripted, api: Api) -> Client {
    client_with(settings(&server.url, api))
}

fn ok(body: &Value) -> Line {
    answer(200, &[], &body.to_string())
}

fn comment(id: u64) -> Value {
    json!({
        "id": id,
        "node_id": format!("IC_{id}"),
        "html_url": format!("https://github.com/octo-org/hello/pull/7#issuecomment-{id}"),
        "user": { "login": "github-actions[bot]", "id": 41_898_282, "type": "Bot" },
        "updated_at": "1970-01-01T00:00:09Z",
        "body": format!("body {id}"),
        "performed_via_github_app": null,
        "minimized": if id == 2 { json!({ "reason": "OUTDATED" }) } else { Value::Null },
    })
}

fn list(ids: impl IntoIterator<Item = u64>) -> Value {
    ids.into_iter().map(comment).collect()
}

fn pull(comments: u32) -> Value {
    json!({
        "node_id": "PR_7", "number": 7, "state": "open", "locked": false, "merged_at": null,
        "comments": comments, "head": { "sha": HEAD },
    })
}

fn looked() -> Value {
    json!({ "data": {
        "viewer": { "login": "octo-app[bot]" },
        "repository": { "issueOrPullRequest": {
            "id": "PR_7", "url": "https://github.com/octo-org/hello/pull/7", "locked": false,
            "pullRequestState": "OPEN", "headRefOid": HEAD, "commits": { "nodes": [] },
            "oldest": { "totalCount": 0, "nodes": [], "pageInfo": { "hasNextPage": false, "endCursor": null } },
            "recent": { "totalCount": 0, "nodes": [] },
        } },
    } })
}

fn at(id: u64) -> CommentRef {
    CommentRef {
        id,
        node: format!("IC_{id}"),
    }
}

fn create() -> Call {
    Call::Create {
        subject: "PR_7".into(),
        body: "hello".into(),
    }
}

const LOOK: Call = Call::Observe { comment: None };

fn seen(reply: Reply) -> Sight {
    match reply {
        Reply::Seen(sight) => *sight,
        other => panic!("{other:?}"),
    }
}

/// `GET` of the list and of the pull request, as the server hears them.
fn list_line(page: u32) -> String {
    format!("GET /repos/octo-org/hello/issues/7/comments?per_page=100&page={page}")
}

const PULL_LINE: &str = "GET /repos/octo-org/hello/pulls/7";

#[tokio::test]
async fn a_request_says_who_asks_and_carries_the_token_once() {
    let server = Scripted::start(vec![answer(201, &[], &comment(1).to_string())]);
    let reply = client(&server, Api::Rest).execute(&create()).await;
    assert!(matches!(reply, Reply::Written { .. }), "{reply:?}");
    let heard = server.heard().concat();
    let count = |text: &str| heard.to_lowercase().matches(text).count();
    assert!(
        heard.starts_with("POST /repos/octo-org/hello/issues/7/comments HTTP/1.1\r\n"),
        "{heard}"
    );
    assert!(heard.ends_with(r#"{"body":"hello"}"#), "{heard}");
    assert_eq!(count("\r\nuser-agent: one-comment/"), 1);
    assert_eq!(count("\r\nuser-agent:"), 1);
    assert_eq!(count(&format!("\r\nauthorization: bearer {TOKEN}\r\n")), 1);
    assert_eq!(count(TOKEN), 1);
    assert_eq!(
        count("\r\nif-"),
        0,
        "conditions on writes do harm (fact 15)"
    );
}

#[tokio::test]
async fn on_an_enterprise_server_each_transport_has_its_own_path() {
    let server = Scripted::start(vec![ok(&looked()), answer(204, &[], "")]);
    let mut settings = settings(&server.url, Api::Graphql);
    settings.api_url = format!("{}/api/v3", server.url);
    settings.graphql_url = format!("{}/api/graphql", server.url);
    client_with(settings.clone()).execute(&LOOK).await;
    settings.api = Api::Rest;
    let delete = Call::Delete { comment: at(1) };
    client_with(settings).execute(&delete).await;
    let expected = [
        "POST /api/graphql",
        "DELETE /api/v3/repos/octo-org/hello/issues/comments/1",
    ];
    assert_eq!(server.lines(), expected);
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_token_goes_nowhere_else() {
    let elsewhere = Scripted::start(vec![ok(&pull(0))]);
    let to = format!("location: {}/repos/new/name", elsewhere.url);
    let server = Scripted::start(vec![answer(
        301,
        &[&to],
        r#"{"message":"Moved Permanently"}"#,
    )]);
    let reply = client(&server, Api::Rest).execute(&LOOK).await;
    assert!(
        matches!(reply, Reply::Failed(Failure::NoSubject(_))),
        "{reply:?}"
    );
    assert_eq!(elsewhere.heard().len(), 0);
}

#[tokio::test]
async fn a_write_that_found_no_server_was_not_done() {
    // Bound, so that nobody else gets the port, but not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    for api in [Api::Auto, Api::Graphql, Api::Rest] {
        let reply = client_with(settings(&url, api)).execute(&create()).await;
        assert!(
            matches!(reply, Reply::Failed(Failure::Unavailable(_))),
            "{reply:?}"
        );
    }
}

#[tokio::test]
async fn a_write_whose_answer_is_lost_is_unknown_and_is_sent_once() {
    let half = "HTTP/1.1 201 Created\r\ncontent-length: 999\r\n\r\n{\"id\": 1,".to_owned();
    for api in [Api::Auto, Api::Graphql, Api::Rest] {
        let script = vec![
            Line::HangUp,
            Line::Send(half.clone()),
            answer(502, &[], "<html>"),
            answer(200, &[], "{\"data\":{\"re"),
        ];
        let times = script.len();
        let server = Scripted::start(script);
        let mut client = client(&server, api);
        for _ in 0..times {
            let reply = client.execute(&create()).await;
            assert!(
                matches!(reply, Reply::Failed(Failure::Unknown(_))),
                "{reply:?}"
            );
        }
        assert_eq!(
            (server.heard().len(), client.requests()),
            (times, 4),
            "{api:?}"
        );
    }
}

#[tokio::test]
async fn a_write_that_is_met_with_silence_is_unknown_once_the_time_is_over() {
    let server = Scripted::start(vec![Line::Silence]);
    let mut settings = settings(&server.url, Api::Auto);
    settings.timeouts.request = Duration::from_millis(200);
    let reply = client_with(settings).execute(&create()).await;
    match reply {
        Reply::Failed(Failure::Unknown(text)) => {
            assert_eq!(text, "GraphQL Create: no answer within 200 ms");
        }
        other => panic!("{other:?}"),
    }
}

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

#[tokio::test]
async fn the_trace_is_a_line_a_request_and_tells_no_secret() {
    let headers = ["x-ratelimit-remaining: 41"];
    let server = Scripted::start(vec![
        answer(404, &headers, NO_WORDS),
        answer(201, &[], &comment(1).to_string()),
    ]);
    let mut client = client(&server, Api::Auto);
    client.execute(&create()).await;
    let trace = client.take_trace();
    assert_eq!(client.take_trace(), [""; 0]);
    assert_eq!(trace.len(), 3, "{trace:?}");
    assert!(
        trace[0].starts_with("GraphQL Create: 404, x-ratelimit-remaining 41, "),
        "{trace:?}"
    );
    assert!(trace[1].ends_with(": REST from here on"), "{trace:?}");
    assert!(
        trace[2].starts_with("POST /repos/octo-org/hello/issues/7/comments: 201, "),
        "{trace:?}"
    );
    let all = trace.concat();
    assert!(!all.contains(TOKEN) && !all.contains("hello\""), "{all}");
}
