//! PURE. How any number of runs end with one comment.

mod call;
mod join;
mod stamp;

pub use call::{
    Account, AccountKind, Call, Classifier, Comment, CommentRef, Cursor, Failure, Glance, Head,
    History, Millis, Reply, Seconds, Sight, Subject,
};
pub use join::{holds, join};
pub use stamp::Run;
