//! What leaves this machine, how often and to whom, and what a lost answer means.

use std::time::Duration;

use crate::scripted::{Line, Scripted, answer};
use crate::setup::*;
use one_comment::converge::{Call, Failure, Reply};
use one_comment::github::Api;

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
