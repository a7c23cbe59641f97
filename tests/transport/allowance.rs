//! What a token may, as far as GitHub says.

use crate::scripted::{Scripted, answer};
use crate::setup::{NO_WORDS, client, ok};
use one_comment::converge::Failure;
use one_comment::github::{Api, Budget};
use serde_json::json;

#[tokio::test]
async fn both_budgets_and_the_scopes_come_in_one_answer() {
    let budget = |limit| json!({ "limit": limit, "used": 1, "remaining": limit - 1, "reset": 9 });
    let limits = json!({ "resources": { "core": budget(60), "graphql": budget(100) } });
    let scopes = ["x-oauth-scopes: repo, workflow"];
    let server = Scripted::start(vec![answer(200, &scopes, &limits.to_string())]);
    let allowance = client(&server, Api::Auto).allowance().await.unwrap();
    assert_eq!(server.lines(), ["GET /rate_limit"]);
    assert_eq!(allowance.scopes.as_deref(), Some("repo, workflow"));
    let left = |limit| {
        Some(Budget {
            limit,
            remaining: limit - 1,
            reset: 9,
        })
    };
    assert_eq!((allowance.rest, allowance.graphql), (left(60), left(100)));
}

#[tokio::test]
async fn empty_scopes_tell_nothing() {
    let limits = json!({ "resources": {} }).to_string();
    for headers in [&["x-oauth-scopes: "][..], &[]] {
        let server = Scripted::start(vec![answer(200, headers, &limits)]);
        let allowance = client(&server, Api::Auto).allowance().await.unwrap();
        assert_eq!(allowance.scopes, None);
    }
}

#[tokio::test]
async fn a_server_that_limits_nobody_counts_nothing() {
    let server = Scripted::start(vec![answer(404, &[], NO_WORDS)]);
    let allowance = client(&server, Api::Auto).allowance().await.unwrap();
    assert_eq!((allowance.rest, allowance.graphql), (None, None));
}

#[tokio::test]
async fn an_answer_of_another_shape_is_a_failure() {
    let server = Scripted::start(vec![ok(&json!({ "rate": 1 }))]);
    let answer = client(&server, Api::Auto).allowance().await;
    assert!(matches!(answer, Err(Failure::Unavailable(_))), "{answer:?}");
}
