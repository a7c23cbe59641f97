//! The sandbox over HTTP, as a client of GitHub sees it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a helper of a test fails the test"
)]

mod admin;
mod faults;
mod graphql;
mod rest;

use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{CommentId, Identity, State, Subject};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};

/// A sandbox whose clock stands still, and a client that holds one of its tokens.
struct Setup {
    sandbox: Sandbox,
    client: Client,
    token: &'static str,
}

impl Setup {
    async fn new() -> Self {
        Self {
            sandbox: Sandbox::start(State::seeded(), Clock::Manual)
                .await
                .unwrap(),
            client: Client::builder().user_agent("test").build().unwrap(),
            token: "job-token",
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        self.sandbox.hub().with(act)
    }

    /// A comment by the job token, made directly in the state.
    fn comment(&self, body: &str) -> CommentId {
        let created =
            self.with(|state| state.create_comment(&Identity::job(), &pull_request(), body));
        created.unwrap().id
    }

    fn bodies(&self) -> Vec<String> {
        self.with(|state| {
            let comments = state.world().comments(&pull_request()).unwrap();
            comments.map(|comment| comment.body.to_string()).collect()
        })
    }

    /// A request below `/repos/octo-org/hello`.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = format!("{}/repos/octo-org/hello{path}", self.sandbox.api_url());
        self.client.request(method, address).bearer_auth(self.token)
    }

    async fn get(&self, path: &str) -> Value {
        json_of(self.request(Method::GET, path).send().await.unwrap()).await
    }

    async fn post_comment(&self, body: &str) -> reqwest::Result<Response> {
        self.request(Method::POST, "/issues/7/comments")
            .json(&json!({ "body": body }))
            .send()
            .await
    }

    async fn query_raw(&self, query: &str) -> Response {
        let request = self.client.post(self.sandbox.graphql_url());
        let request = request
            .bearer_auth(self.token)
            .json(&json!({ "query": query }));
        request.send().await.unwrap()
    }

    async fn query(&self, query: &str) -> Value {
        let response = self.query_raw(query).await;
        assert_eq!(response.status(), 200);
        json_of(response).await
    }
}

async fn json_of(response: Response) -> Value {
    response.json().await.unwrap()
}

fn pull_request() -> Subject {
    Subject::new("octo-org", "hello", 7)
}
