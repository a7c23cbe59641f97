//! One comment per pull request.

pub mod comment;
pub mod converge;
pub mod github;
