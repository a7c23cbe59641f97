//! An in-memory GitHub to test against, strict where GitHub is strict.
//!
//! Two halves: [`state`] is what a server holds and allows, without I/O; the face serves it over
//! HTTP, and the page shows a conversation to people. It knows comments as text and never imports
//! the product that is tested against it.
//!
//! In memory, where a clone is a branch of history:
//!
//! ```
//! use one_comment_sandbox::state::{Identity, Refusal, State, Subject};
//!
//! let mut state = State::seeded();
//! let pull_request = Subject::new("octo-org", "hello", 7);
//! let comment = state.create_comment(&Identity::job(), &pull_request, "hello")?;
//!
//! let mut branch = state.clone();
//! branch.update_comment(&Identity::job(), comment.id, "hello again")?;
//! assert_eq!(&*branch.world().comment(comment.id)?.1.body, "hello again");
//! assert_eq!(&*state.world().comment(comment.id)?.1.body, "hello");
//! # Ok::<(), Refusal>(())
//! ```
//!
//! Over HTTP, with an answer that is lost although the comment was created:
//!
//! ```
//! use one_comment_sandbox::face::{Clock, Sandbox};
//! use one_comment_sandbox::state::{Effect, FalseAnswer, Fault, Operation, State};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::io::Result<()> {
//! let sandbox = Sandbox::start(State::seeded(), Clock::System).await?;
//! let lost = Fault::once(&[Operation::Create], Effect::Lose(FalseAnswer::Closed));
//! sandbox.hub().with(|state| state.add_fault(lost));
//! assert!(sandbox.api_url().ends_with("/api/v3"));
//! # Ok(())
//! # }
//! ```

pub mod face;
pub mod page;
pub mod state;
