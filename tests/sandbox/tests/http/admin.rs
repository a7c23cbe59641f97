//! `/_sandbox`, as a script of another language uses it.

use reqwest::Response;
use serde_json::{Value, json};

use crate::{Setup, json_of};

impl Setup {
    async fn tell(&self, path: &str, message: Value) -> Response {
        let address = format!("{}/_sandbox/{path}", self.sandbox.url());
        let response = self
            .client
            .post(address)
            .json(&message)
            .send()
            .await
            .unwrap();
        assert!(
            response.status().is_success(),
            "{:?}",
            response.text().await
        );
        response
    }

    async fn ask(&self, path: &str) -> Value {
        let address = format!("{}/_sandbox/{path}", self.sandbox.url());
        json_of(self.client.get(address).send().await.unwrap()).await
    }
}

#[tokio::test]
async fn a_script_lets_people_act_and_reads_the_outcome() {
    let setup = Setup::new().await;
    let on = json!({ "repository": "octo-org/hello", "number": 7 });
    let changes = json!([
        { "person": { "by": "alice", "on": on, "does": { "comment": { "body": "hi" } } } },
        { "push": { "on": on, "sha": "abc" } },
    ]);
    let done = json_of(setup.tell("changes", changes).await).await;
    assert_eq!(done["comments"], json!([3_500_000_001_u64, null]));
    let state = setup.ask("state").await;
    let conversation = &state["world"]["repositories"]["octo-org/hello"]["conversations"]["7"];
    assert_eq!(
        conversation["comments"]["3500000001"]["author"]["login"],
        "alice"
    );
    assert_eq!(conversation["pull_request"]["pushes"][1][1], "abc");
}

#[tokio::test]
async fn a_script_adds_a_fault_and_withdraws_it() {
    let setup = Setup::new().await;
    let fault = json!({ "times": null, "effect": { "refuse": { "status": 500 } } });
    let id = json_of(setup.tell("faults", fault).await).await["id"]
        .as_u64()
        .unwrap();
    assert_eq!(setup.post_comment("a").await.unwrap().status(), 500);
    let address = format!("{}/_sandbox/faults/{id}", setup.sandbox.url());
    assert_eq!(
        setup.client.delete(&address).send().await.unwrap().status(),
        204
    );
    assert_eq!(setup.post_comment("a").await.unwrap().status(), 201);
    assert_eq!(
        setup.client.delete(&address).send().await.unwrap().status(),
        404
    );
}

#[tokio::test]
async fn requests_are_counted_by_kind_and_by_their_points() {
    let setup = Setup::new().await;
    setup.post_comment("a").await.unwrap();
    setup.get("/pulls/7").await;
    setup.query("{ viewer { login } }").await;
    let counters = setup.ask("counters").await;
    let expected = json!({
        "rest_reads": 1,
        "rest_writes": 1,
        "graphql_queries": 1,
        "graphql_mutations": 0,
        "points": 7,
    });
    assert_eq!(counters, expected);
}

#[tokio::test]
async fn a_reset_brings_the_seeded_world_back_and_a_clock_that_stands_still_can_be_moved() {
    let setup = Setup::new().await;
    setup.comment("a");
    setup.tell("clock", json!(5_000)).await;
    let now = setup.ask("state").await["now_ms"].as_u64().unwrap();
    setup.tell("reset", Value::Null).await;
    assert!(setup.bodies().is_empty());
    assert_eq!(setup.ask("state").await["now_ms"], now - 5_000);
}
