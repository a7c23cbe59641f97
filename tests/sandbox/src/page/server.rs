//! The addresses of the page, and its live updates.
//!
//! A page listens to `…/events` (server-sent events) and asks for `…/fragment` after each; so an
//! event needs no content, and a lost one costs nothing.

use std::convert::Infallible;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::middleware::from_fn;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::Markup;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::conversation::ConversationSource;
use super::guard::{content_security_policy, guard, nonce};
use super::view;

/// The pages of all conversations of `source`, at GitHub's addresses:
/// `/{owner}/{repository}/pull/{number}` and `…/issues/{number}`. As on GitHub, either finds both.
///
/// Answers only requests to a loopback host.
pub fn router<S: ConversationSource>(source: S) -> Router {
    let mut router = Router::new();
    for kind in ["pull", "issues"] {
        let page = format!("/{{owner}}/{{repository}}/{kind}/{{number}}");
        router = router
            .route(&format!("{page}/events"), get(events::<S>))
            .route(&format!("{page}/fragment"), get(fragment::<S>))
            .route(&page, get(show::<S>));
    }
    router.layer(from_fn(guard)).with_state(source)
}

/// Owner, repository and number.
type Address = Path<(String, String, u64)>;

async fn show<S: ConversationSource>(
    State(source): State<S>,
    Path((owner, repository, number)): Address,
) -> Response {
    let nonce = match nonce() {
        Ok(nonce) => nonce,
        Err(error) => {
            let message = format!("The system gave no random bytes for the page: {error}\n");
            return (StatusCode::INTERNAL_SERVER_ERROR, message).into_response();
        }
    };
    let policy = [(CONTENT_SECURITY_POLICY, content_security_policy(&nonce))];
    match source.conversation(&owner, &repository, number) {
        Some(conversation) => (policy, html(view::page(&conversation, &nonce))).into_response(),
        None => {
            let page = view::missing(&format!("{owner}/{repository}"), number, &nonce);
            (StatusCode::NOT_FOUND, policy, html(page)).into_response()
        }
    }
}

async fn fragment<S: ConversationSource>(
    State(source): State<S>,
    Path((owner, repository, number)): Address,
) -> Result<Html<String>, StatusCode> {
    source
        .conversation(&owner, &repository, number)
        .map(|conversation| html(view::fragment(&conversation)))
        .ok_or(StatusCode::NOT_FOUND)
}

/// One event at once, for what changed while the page was loading, and one after each change.
async fn events<S: ConversationSource>(
    State(source): State<S>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = WatchStream::new(source.changes());
    let events = changes.map(|change| Ok(Event::default().data(change.to_string())));
    Sse::new(events).keep_alive(KeepAlive::default())
}

fn html(markup: Markup) -> Html<String> {
    Html(markup.into_string())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use http_body_util::BodyExt;
    use tokio::sync::watch;
    use tower::ServiceExt;

    use super::super::conversation::Conversation;
    use super::super::sample;
    use super::*;

    /// Holds one conversation, `octo/cat` #7.
    #[derive(Clone)]
    struct One(watch::Receiver<u64>);

    impl ConversationSource for One {
        fn conversation(&self, owner: &str, repository: &str, number: u64) -> Option<Conversation> {
            ((owner, repository, number) == ("octo", "cat", 7)).then(sample::conversation)
        }

        fn changes(&self) -> watch::Receiver<u64> {
            self.0.clone()
        }
    }

    async fn ask(path: &str, host: &str) -> Response {
        let (_sender, changes) = watch::channel(0);
        ask_of(One(changes), path, host).await
    }

    async fn ask_of(source: One, path: &str, host: &str) -> Response {
        let request = Request::get(path).header("host", host);
        let request = request.body(Body::empty()).unwrap();
        router(source).oneshot(request).await.unwrap()
    }

    async fn text(response: Response) -> String {
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_pull_request_is_found_under_both_of_its_addresses() {
        for path in ["/octo/cat/pull/7", "/octo/cat/issues/7"] {
            let response = ask(path, "localhost").await;
            assert_eq!(response.status(), StatusCode::OK);
            assert!(text(response).await.contains("Teach the cat to fetch"));
        }
    }

    #[tokio::test]
    async fn an_unknown_number_is_not_found_and_the_page_says_where() {
        let response = ask("/octo/cat/pull/8", "localhost").await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert!(
            text(response)
                .await
                .contains("no pull request or issue 8 in octo/cat")
        );
    }

    #[tokio::test]
    async fn a_request_to_a_foreign_host_learns_nothing() {
        for path in [
            "/octo/cat/pull/7",
            "/octo/cat/pull/7/fragment",
            "/octo/cat/pull/7/events",
        ] {
            let response = ask(path, "rebound.example").await;
            assert_eq!(response.status(), StatusCode::MISDIRECTED_REQUEST);
            assert!(!text(response).await.contains("cat"));
        }
    }

    #[tokio::test]
    async fn only_the_style_and_the_script_of_the_page_may_run() {
        let response = ask("/octo/cat/pull/7", "localhost").await;
        let policy = response.headers()[CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        let nonce = policy.split("'nonce-").nth(1).unwrap();
        let nonce = nonce.split('\'').next().unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        let page = text(response).await;
        assert_eq!(page.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
    }

    #[tokio::test]
    async fn the_fragment_is_what_the_page_holds() {
        let fragment = text(ask("/octo/cat/pull/7/fragment", "localhost").await).await;
        let page = text(ask("/octo/cat/pull/7", "localhost").await).await;
        assert!(page.contains(&format!("<main>{fragment}</main>")));
    }

    #[tokio::test]
    async fn a_change_reaches_an_open_page_and_the_end_of_the_source_ends_it() {
        let (sender, changes) = watch::channel(3);
        let response = ask_of(One(changes), "/octo/cat/pull/7/events", "localhost").await;
        let mut body = response.into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first, "data: 3\n\n");
        sender.send(4).unwrap();
        let second = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(second, "data: 4\n\n");
        drop(sender);
        assert!(body.frame().await.is_none());
    }
}
