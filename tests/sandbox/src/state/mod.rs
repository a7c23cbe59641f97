//! An in-memory GitHub: what it holds, what it allows, what goes wrong in it.
//! No I/O, no wall clock, no randomness: time is a value, and a clone is a branch of history.

mod change;
mod comment;
mod fault;
mod happening;
mod identity;
mod journal;
mod permission;
mod refusal;
mod repository;
mod rules;
mod run;
mod seed;
mod server;
mod view;
mod world;
mod writing;

pub use change::{Archive, Change, Deed};
pub use comment::{Comment, CommentId, Edit, HideReason};
pub use fault::{Effect, FalseAnswer, Fault, FaultId, Faults, Lag, Matcher, Operation, Transport};
pub use identity::{Access, Actor, ActorKind, App, Identity};
pub use journal::{AuditEntry, Counters, Journal, RequestEntry};
pub use permission::Action;
pub use refusal::{Missing, Refusal};
pub use repository::{
    Conversation, Progress, PullRequest, Repository, RepositoryName, Sha, Subject,
};
pub use rules::{BodyLimit, History, Rules};
pub use run::{Artifact, Run};
pub use server::State;
pub use view::View;
pub use world::World;
