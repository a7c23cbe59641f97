//! One comment per pull request.

pub mod cli;
pub mod comment;
pub mod converge;
pub mod github;
pub mod message;
pub mod workflow;
