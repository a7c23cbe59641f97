//! The REST API.

use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{Identity, Rules, State};
use reqwest::{Method, header};
use serde_json::{Value, json};

use crate::{Setup, json_of};

#[tokio::test]
async fn a_created_comment_is_shown_in_githubs_shape() {
    let setup = Setup::new().await;
    let response = setup.post_comment("hello").await.unwrap();
    assert_eq!(response.status(), 201);
    assert!(response.headers().contains_key(header::LOCATION));
    let comment = json_of(response).await;
    let url = setup.sandbox.url();
    assert_eq!(comment["id"], 3_500_000_001_u64);
    assert_eq!(comment["body"], "hello");
    assert_eq!(comment["user"]["login"], "github-actions[bot]");
    assert_eq!(comment["user"]["type"], "Bot");
    assert_eq!(comment["user"]["id"], 41_898_282);
    assert_eq!(comment["performed_via_github_app"]["id"], 15_368);
    assert_eq!(comment["created_at"], "2026-01-01T00:00:00Z");
    assert_eq!(comment["minimized"], Value::Null);
    assert_eq!(
        comment["html_url"],
        format!("{url}/octo-org/hello/pull/7#issuecomment-3500000001")
    );
}

#[tokio::test]
async fn a_comment_lives_from_post_over_patch_to_delete() {
    let mut setup = Setup::new().await;
    let id = setup.comment("a").0;
    let path = format!("/issues/comments/{id}");
    let patch = setup
        .request(Method::PATCH, &path)
        .json(&json!({ "body": "b" }));
    assert_eq!(patch.send().await.unwrap().status(), 200);
    assert_eq!(setup.get(&path).await["body"], "b");
    let delete = setup.request(Method::DELETE, &path);
    assert_eq!(delete.send().await.unwrap().status(), 204);
    let gone = setup.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(gone.status(), 404);
    assert_eq!(json_of(gone).await["message"], "Not Found");
    setup.token = "person-token";
    assert_eq!(setup.get(&path).await["status"], "404");
}

#[tokio::test]
async fn a_comment_of_another_repository_is_not_found() {
    let setup = Setup::new().await;
    let id = setup.comment("a").0;
    let api = setup.sandbox.api_url();
    let address = format!("{api}/repos/contributor/hello/issues/comments/{id}");
    let elsewhere = setup.client.delete(address).bearer_auth("job-token");
    assert_eq!(elsewhere.send().await.unwrap().status(), 404);
    assert_eq!(setup.bodies(), ["a"]);
}

#[tokio::test]
async fn the_paths_of_github_com_and_of_an_enterprise_server_lead_to_the_same() {
    let setup = Setup::new().await;
    let address = format!("{}/repos/octo-org/hello/pulls/7", setup.sandbox.url());
    let plain = setup.client.get(address).send().await.unwrap();
    assert_eq!(json_of(plain).await, setup.get("/pulls/7").await);
}

#[tokio::test]
async fn an_installation_token_has_no_user_and_a_person_has() {
    let setup = Setup::new().await;
    let user = |token: &'static str| {
        let address = format!("{}/user", setup.sandbox.api_url());
        setup.client.get(address).bearer_auth(token).send()
    };
    let refused = user("job-token").await.unwrap();
    assert_eq!(refused.status(), 403);
    assert_eq!(
        json_of(refused).await["message"],
        "Resource not accessible by integration"
    );
    assert_eq!(
        json_of(user("person-token").await.unwrap()).await["login"],
        "octocat"
    );
    let unknown = user("guessed").await.unwrap();
    assert_eq!(unknown.status(), 401);
    assert_eq!(json_of(unknown).await["message"], "Bad credentials");
}

#[tokio::test]
async fn a_read_only_token_is_refused_with_the_missing_permission() {
    let mut setup = Setup::new().await;
    setup.token = "read-only-token";
    let refused = setup.post_comment("a").await.unwrap();
    assert_eq!(refused.status(), 403);
    assert_eq!(
        json_of(refused).await["message"],
        "Resource not accessible by integration"
    );
}

#[tokio::test]
async fn a_body_that_is_too_long_is_worded_by_the_kind_of_write() {
    let setup = Setup::new().await;
    let id = setup.comment("a").0;
    let long = "x".repeat(65_537);
    let refused = setup.post_comment(&long).await.unwrap();
    assert_eq!(refused.status(), 422);
    let error = &json_of(refused).await["errors"][0];
    assert_eq!(
        error["message"],
        "Body is too long (maximum is 65536 characters)"
    );
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!("unprocessable"), &json!("data"))
    );
    let patch = setup.request(Method::PATCH, &format!("/issues/comments/{id}"));
    let refused = patch.json(&json!({ "body": long })).send().await.unwrap();
    assert_eq!(refused.status(), 422);
    let error = &json_of(refused).await["errors"][0];
    assert_eq!(
        error["message"],
        "body is too long (maximum is 65536 characters)"
    );
    assert_eq!(setup.bodies(), ["a"]);
}

#[tokio::test]
async fn a_request_without_a_body_is_told_from_one_without_json() {
    let setup = Setup::new().await;
    let post = |text: &'static str| {
        setup
            .request(Method::POST, "/issues/7/comments")
            .body(text)
            .send()
    };
    assert_eq!(post("{").await.unwrap().status(), 400);
    assert_eq!(post("{\"body\":1}").await.unwrap().status(), 422);
    assert_eq!(post("{\"body\":\"\"}").await.unwrap().status(), 422);
}

#[tokio::test]
async fn a_full_conversation_answers_403() {
    let setup = Setup::new().await;
    setup.with(|state| {
        *state.rules_mut() = Rules {
            comments_per_conversation: 0,
            ..Rules::default()
        };
    });
    let refused = setup.post_comment("a").await.unwrap();
    assert_eq!(refused.status(), 403);
    let message = json_of(refused).await["message"].to_string();
    assert!(message.contains("Commenting is disabled"), "{message}");
}

#[tokio::test]
async fn a_client_that_follows_the_links_sees_every_comment_once() {
    let setup = Setup::new().await;
    let ids: Vec<u64> = (0..205).map(|_| setup.comment("a").0).collect();
    let start = format!(
        "{}/repos/octo-org/hello/issues/7/comments",
        setup.sandbox.api_url()
    );
    let mut next = Some(format!("{start}?per_page=100"));
    let mut seen = Vec::new();
    while let Some(address) = next {
        let response = setup.client.get(address).send().await.unwrap();
        let link = response
            .headers()
            .get(header::LINK)
            .unwrap()
            .to_str()
            .unwrap();
        let forward = link.split(", ").find(|link| link.ends_with("rel=\"next\""));
        next = forward.map(|link| link.split(['<', '>']).nth(1).unwrap().to_owned());
        let page = json_of(response).await;
        seen.extend(
            page.as_array()
                .unwrap()
                .iter()
                .map(|one| one["id"].as_u64().unwrap()),
        );
    }
    assert_eq!(seen, ids);
}

#[tokio::test]
async fn since_keeps_what_was_updated_then_or_later() {
    let setup = Setup::new().await;
    let first = setup.comment("a");
    setup.comment("b");
    setup.with(|state| {
        state.advance(2_000);
        state.update_comment(&Identity::job(), first, "c").unwrap();
    });
    let since = "/issues/7/comments?since=2026-01-01T00:00:01Z";
    let listed = setup.get(since).await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["body"], "c");
}

#[tokio::test]
async fn a_read_that_changed_nothing_is_304_and_costs_nothing() {
    let setup = Setup::new().await;
    setup.comment("a");
    let path = "/issues/7/comments";
    let first = setup.request(Method::GET, path).send().await.unwrap();
    let tag = first.headers()[header::ETAG].clone();
    let again = || {
        setup
            .request(Method::GET, path)
            .header(header::IF_NONE_MATCH, tag.clone())
    };
    let second = again().send().await.unwrap();
    assert_eq!(second.status(), 304);
    assert_eq!(
        second.headers()["x-ratelimit-remaining"],
        first.headers()["x-ratelimit-remaining"]
    );
    setup.comment("b");
    assert_eq!(again().send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_precondition_on_a_write_is_refused_and_nothing_is_written() {
    let setup = Setup::new().await;
    let id = setup.comment("a").0;
    let patch = setup.request(Method::PATCH, &format!("/issues/comments/{id}"));
    let patch = patch
        .header(header::IF_MATCH, "\"x\"")
        .json(&json!({ "body": "b" }));
    assert_eq!(patch.send().await.unwrap().status(), 400);
    assert_eq!(setup.bodies(), ["a"]);
}

#[tokio::test]
async fn the_base_repository_does_not_know_a_forks_commit_and_the_fork_does() {
    let setup = Setup::new().await;
    let sha = "9".repeat(40);
    assert_eq!(setup.get(&format!("/commits/{sha}/pulls")).await, json!([]));
    let api = setup.sandbox.api_url();
    let address = format!("{api}/repos/contributor/hello/commits/{sha}/pulls");
    let found = json_of(setup.client.get(address).send().await.unwrap()).await;
    assert_eq!(found[0]["number"], 9);
    assert_eq!(found[0]["base"]["repo"]["full_name"], "octo-org/hello");
}

#[tokio::test]
async fn a_pull_request_is_found_by_owner_and_branch() {
    let setup = Setup::new().await;
    let numbers = |found: Value| -> Vec<u64> {
        let found = found.as_array().unwrap().iter();
        found.map(|one| one["number"].as_u64().unwrap()).collect()
    };
    let found = setup
        .get("/pulls?state=open&head=contributor:patch-1")
        .await;
    assert_eq!(found[0]["head"]["sha"], "9".repeat(40));
    assert_eq!(numbers(found), [9]);
    assert_eq!(
        numbers(setup.get("/pulls?head=octo-org:patch-1").await),
        [0_u64; 0]
    );
    // A bare branch name is ignored.
    assert_eq!(numbers(setup.get("/pulls?head=patch-1").await), [9, 7]);
    assert_eq!(numbers(setup.get("/pulls?state=closed").await), [0_u64; 0]);
}

#[tokio::test]
async fn an_issue_is_no_pull_request_and_a_pull_request_is_an_issue() {
    let setup = Setup::new().await;
    assert_eq!(setup.get("/pulls/8").await["status"], "404");
    assert_eq!(setup.get("/issues/8").await["pull_request"], Value::Null);
    let issue = setup.get("/issues/7").await;
    assert!(issue["pull_request"]["url"].is_string());
    assert_eq!(issue["comments"], 0);
}

#[tokio::test]
async fn a_request_without_a_user_agent_is_forbidden() {
    let setup = Setup::new().await;
    let client = reqwest::Client::new();
    let response = client
        .get(format!("{}/meta", setup.sandbox.api_url()))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 403);
}

#[tokio::test]
async fn a_sandbox_on_the_systems_clock_shows_its_time() {
    let sandbox = Sandbox::start(State::seeded(), Clock::System)
        .await
        .unwrap();
    let seeded = State::seeded().now_ms();
    assert!(sandbox.hub().with(|state| state.now_ms()) > seeded);
}

#[tokio::test]
async fn a_link_to_a_comment_leads_to_a_page_that_shows_it() {
    let setup = Setup::new().await;
    let comment = json_of(setup.post_comment("**bold**").await.unwrap()).await;
    let page = setup.client.get(comment["html_url"].as_str().unwrap());
    let page = page.send().await.unwrap().text().await.unwrap();
    assert!(page.contains("<strong>bold</strong>"), "{page}");
    assert!(page.contains("issuecomment-3500000001"), "{page}");
}
