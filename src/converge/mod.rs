//! PURE. How any number of runs end with one comment: no lease, no compare-and-swap, no clock of its own.
//!
//! A [`Session`] observes, plans and applies, learns from the answer to each write what it has overwritten, and
//! is done when an answer shows a body in which everything that it owes is in place. It performs no I/O: it says
//! which [`Call`] it wants next and is told the [`Reply`], so that the same state machine runs over HTTP and, by
//! the thousand, in memory.
//!
//! **Architecture Invariant:** nothing in here is async, reads a clock, the environment or a file, or draws a
//! random number. Time and seeds come in as values.

mod adopt;
mod call;
mod head;
mod history;
mod intent;
mod join;
mod lookup;
mod outcome;
mod owner;
mod pace;
mod patience;
mod plan;
mod removal;
mod rules;
mod session;
mod stamp;
mod thread;

pub use adopt::ToolMarker;
pub use call::{
    Account, AccountKind, Call, Classifier, Comment, CommentRef, Cursor, Failure, Glance, Head,
    History, Millis, Reply, Seconds, Sight, Subject,
};
pub use intent::{Clearing, Emptied, Intent, Message, Mode, Overflow, Predecessor, Settings};
pub use join::{holds, join};
pub use lookup::{Candidate, Candidates, Clue, Found, Lookup, Sought};
pub use outcome::{Fate, Outcome, Trouble, Verdict};
pub use pace::Pace;
pub use patience::Patience;
pub use removal::Selector;
pub use rules::Rules;
pub use session::{LONGEST_BODY, Session, Step};
pub use stamp::Run;
