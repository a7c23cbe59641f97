//! What goes wrong, as a client sees it.

use std::time::Duration;

use one_comment_sandbox::state::{Change, Effect, FalseAnswer, Fault, Lag, Operation, Transport};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{Setup, json_of, pull_request};

impl Setup {
    fn once(&self, operation: Operation, effect: Effect) {
        self.with(|state| state.add_fault(Fault::once(&[operation], effect)));
    }
}

#[tokio::test]
async fn an_answer_can_be_lost_although_the_comment_was_created() {
    let setup = Setup::new().await;
    setup.once(Operation::Create, Effect::Lose(FalseAnswer::Closed));
    assert!(setup.post_comment("a").await.is_err());
    assert_eq!(setup.bodies(), ["a"]);
    for status in [502, 504] {
        setup.once(Operation::Create, Effect::Lose(FalseAnswer::Status(status)));
        assert_eq!(setup.post_comment("b").await.unwrap().status(), status);
    }
    assert_eq!(setup.bodies(), ["a", "b", "b"]);
    let statuses: Vec<u16> = setup.with(|state| {
        let requests = state.journal().requests.iter();
        requests.map(|request| request.status).collect()
    });
    assert_eq!(statuses, [0, 502, 504]);
}

#[tokio::test]
async fn a_server_error_or_a_closed_connection_can_come_before_anything_is_done() {
    let setup = Setup::new().await;
    setup.once(Operation::Create, Effect::Refuse(FalseAnswer::Status(503)));
    assert_eq!(setup.post_comment("a").await.unwrap().status(), 503);
    setup.once(Operation::Create, Effect::Refuse(FalseAnswer::Closed));
    assert!(setup.post_comment("a").await.is_err());
    assert!(setup.bodies().is_empty());
    assert_eq!(setup.post_comment("a").await.unwrap().status(), 201);
}

#[tokio::test]
async fn what_a_client_sent_is_carried_out_although_it_hangs_up() {
    let setup = Setup::new().await;
    setup.once(Operation::Create, Effect::Delay(1_000));
    let mut versions = setup.sandbox.hub().watch();
    let impatient = setup.request(Method::POST, "/issues/7/comments");
    let impatient = impatient
        .timeout(Duration::from_millis(50))
        .json(&json!({ "body": "a" }));
    assert!(impatient.send().await.unwrap_err().is_timeout());
    let landed = tokio::time::timeout(Duration::from_secs(10), versions.changed()).await;
    landed.expect("the comment is created in the end").unwrap();
    assert_eq!(setup.bodies(), ["a"]);
}

#[tokio::test]
async fn a_write_can_be_done_long_before_it_is_answered() {
    let setup = Setup::new().await;
    setup.once(Operation::Create, Effect::DelayAnswer(30_000));
    let mut versions = setup.sandbox.hub().watch();
    let impatient = setup.request(Method::POST, "/issues/7/comments");
    let impatient = impatient
        .timeout(Duration::from_millis(300))
        .json(&json!({ "body": "a" }));
    let (answer, landed) = tokio::join!(impatient.send(), versions.changed());
    landed.unwrap();
    assert!(answer.unwrap_err().is_timeout());
    assert_eq!(setup.bodies(), ["a"]);
}

#[tokio::test]
async fn half_of_an_answer_is_no_json() {
    let setup = Setup::new().await;
    setup.once(Operation::Read, Effect::HalfAnswer);
    let response = setup.request(Method::GET, "/pulls/7").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.json::<Value>().await.is_err());
}

#[tokio::test]
async fn an_error_can_be_a_page_of_html() {
    let setup = Setup::new().await;
    setup.once(Operation::Read, Effect::Refuse(FalseAnswer::HtmlPage(500)));
    let response = setup.request(Method::GET, "/pulls/7").send().await.unwrap();
    assert_eq!(response.status(), 500);
    assert!(
        response
            .text()
            .await
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
}

#[tokio::test]
async fn a_secondary_limit_comes_with_and_without_a_time_to_wait() {
    let setup = Setup::new().await;
    for (status, retry_after) in [(403, None), (429, Some(7))] {
        let answer = FalseAnswer::SecondaryLimit {
            status,
            retry_after,
        };
        setup.once(Operation::Create, Effect::Refuse(answer));
        let response = setup.post_comment("a").await.unwrap();
        assert_eq!(response.status(), status);
        let header = response.headers().get("retry-after");
        assert_eq!(
            header.map(|value| value.to_str().unwrap()),
            retry_after.map(|_| "7")
        );
        let message = json_of(response).await["message"].to_string();
        assert!(message.contains("secondary rate limit"), "{message}");
    }
}

#[tokio::test]
async fn a_primary_limit_says_when_it_ends() {
    let setup = Setup::new().await;
    let limit = || {
        setup.once(
            Operation::Read,
            Effect::Refuse(FalseAnswer::PrimaryLimit {
                status: 403,
                resets_in: 60,
            }),
        );
    };
    let resets = (setup.with(|state| state.now_ms()) / 1_000 + 60).to_string();
    limit();
    let rest = setup.request(Method::GET, "/pulls/7").send().await.unwrap();
    assert_eq!(rest.status(), 403);
    assert_eq!(rest.headers()["x-ratelimit-remaining"], "0");
    assert_eq!(rest.headers()["x-ratelimit-reset"], *resets);
    limit();
    let graphql = setup.query_raw("{ viewer { login } }").await;
    assert_eq!(graphql.status(), 200);
    assert_eq!(graphql.headers()["x-ratelimit-remaining"], "0");
    assert_eq!(json_of(graphql).await["errors"][0]["type"], "RATE_LIMITED");
}

#[tokio::test]
async fn graphql_can_answer_a_part_of_the_data_beside_an_error() {
    let setup = Setup::new().await;
    setup.once(Operation::Read, Effect::PartialData);
    let answer = setup
        .query("{ a: viewer { login } b: viewer { login } }")
        .await;
    assert_eq!(answer["data"]["b"], Value::Null);
    assert_eq!(answer["data"]["a"]["login"], "github-actions[bot]");
    assert_eq!(answer["errors"][0]["path"], json!(["b"]));
}

#[tokio::test]
async fn a_list_can_lag_and_be_shorter_than_the_count() {
    let setup = Setup::new().await;
    setup.comment("a");
    setup.comment("b");
    let path = "/issues/7/comments";
    setup.once(
        Operation::Read,
        Effect::Lag(Lag {
            versions: 1,
            ..Lag::default()
        }),
    );
    assert_eq!(setup.get(path).await.as_array().unwrap().len(), 1);
    let short = Lag {
        comments: 1,
        ..Lag::default()
    };
    setup.once(Operation::Read, Effect::Lag(short));
    assert_eq!(setup.get(path).await.as_array().unwrap().len(), 1);
    setup.once(Operation::Read, Effect::Lag(short));
    assert_eq!(setup.get("/issues/7").await["comments"], 2);
    assert_eq!(setup.get(path).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_head_can_lag_behind_a_push_until_it_is_released() {
    let setup = Setup::new().await;
    let fault = setup.with(|state| {
        let push = Change::Push {
            on: pull_request(),
            sha: "2".repeat(40).into(),
        };
        state.change(push).unwrap();
        let lag = Effect::Lag(Lag {
            pushes: 1,
            ..Lag::default()
        });
        state.add_fault(Fault {
            times: None,
            ..Fault::once(&[], lag)
        })
    });
    for _ in 0..2 {
        assert_eq!(setup.get("/pulls/7").await["head"]["sha"], "1".repeat(40));
        assert_eq!(
            setup
                .get("/pulls/7/commits")
                .await
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
    assert!(setup.with(|state| state.withdraw_fault(fault)));
    assert_eq!(setup.get("/pulls/7").await["head"]["sha"], "2".repeat(40));
}

#[tokio::test]
async fn a_fault_of_one_identity_spares_the_others() {
    let mut setup = Setup::new().await;
    setup.with(|state| {
        let mut fault = Fault::once(&[], Effect::Refuse(FalseAnswer::MissingPermission));
        fault.when.identity = Some("octo-app".to_owned());
        fault.when.transport = Some(Transport::Graphql);
        state.add_fault(fault)
    });
    let login = "{ viewer { login } }";
    assert_eq!(
        setup.query(login).await["data"]["viewer"]["login"],
        "github-actions[bot]"
    );
    setup.token = "app-token";
    assert_eq!(setup.query(login).await["errors"][0]["type"], "FORBIDDEN");
    assert_eq!(
        setup.query(login).await["data"]["viewer"]["login"],
        "octo-app[bot]"
    );
}
