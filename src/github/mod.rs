//! EDGE. The only folder that names octocrab: executes one [`Call`](crate::converge::Call), answers one
//! [`Reply`](crate::converge::Reply).
//!
//! It decides nothing about comments, retries no write and waits for no rate limit: that is the session's.
//! What it does decide is the transport: GraphQL, and REST where GraphQL is not to be had.

mod allowance;
mod answer;
mod artifact;
mod client;
mod failure;
mod graphql;
mod markdown;
mod pull_request;
mod redact;
mod repository;
mod request;
mod rest;
mod roots;
mod settings;
mod stack;
mod time;
mod token;
mod transport;

pub use allowance::{Allowance, Budget};
pub use artifact::{Artifact, Named, Run};
pub use client::Client;
pub use redact::redacted;
pub use repository::{Repository, Standing};
pub use settings::{Api, Settings, SetupError, Target, Timeouts};
pub use token::{NotAToken, Token};
