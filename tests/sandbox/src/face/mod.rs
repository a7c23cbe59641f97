//! The state served over HTTP on the loopback interface: REST, GraphQL, the page, and what steers
//! them.
//! Decides nothing about GitHub: it translates between the wire and the state.

mod admin;
mod answer;
mod call;
mod conversations;
mod gate;
mod graphql;
mod headers;
mod hub;
mod lens;
mod node_id;
mod plan;
mod rest;
mod time;
mod wire;

use std::io;
use std::net::Ipv4Addr;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::page;
use crate::state::State;

pub use hub::{Clock, Hub};
use wire::{CuttableListener, Wire};

/// A running server. Dropping it ends it.
#[derive(Debug)]
pub struct Sandbox {
    hub: Hub,
    server: JoinHandle<io::Result<()>>,
}

impl Sandbox {
    /// Serves `state` on a free port.
    pub async fn start(state: State, clock: Clock) -> io::Result<Self> {
        Self::start_on(0, state, clock).await
    }

    /// Serves `state` on `port` of the loopback interface; 0 is any free one.
    pub async fn start_on(port: u16, state: State, clock: Clock) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let hub = Hub::new(state, clock, origin);
        let service = router(hub.clone()).into_make_service_with_connect_info::<Wire>();
        let serving = axum::serve(CuttableListener::new(listener), service);
        let server = tokio::spawn(async { serving.await });
        Ok(Self { hub, server })
    }

    /// Scheme, host and port, without a slash at the end.
    pub fn url(&self) -> &str {
        self.hub.origin()
    }

    /// What a runner has as `GITHUB_API_URL`.
    pub fn api_url(&self) -> String {
        format!("{}/api/v3", self.url())
    }

    /// What a runner has as `GITHUB_GRAPHQL_URL`.
    pub fn graphql_url(&self) -> String {
        format!("{}/api/graphql", self.url())
    }

    /// The state behind it, to read and to change while it is served.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Everything that is served.
fn router(hub: Hub) -> Router {
    let api = Router::new()
        .merge(graphql::router())
        .nest("/api/v3", rest::router())
        .merge(rest::router().fallback(rest::no_such_endpoint))
        .layer(from_fn_with_state(hub.clone(), gate::pass));
    api.merge(admin::router(hub.clone()))
        .merge(page::router(hub))
}
