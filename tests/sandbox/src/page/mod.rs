//! The web page of the sandbox: one conversation as GitHub would show it, always current.
//!
//! It reads conversations from a [`ConversationSource`] and changes nothing. It knows comments as
//! Markdown text; what their markers mean is not its concern.
//!
//! ```text
//! server    routes and live updates      guard     who may ask, what a browser may load
//! view      the page, around             comment   one comment            revision  what an edit changed
//! markdown  Markdown -> safe HTML        reference @mention, #123      sanitise  what HTML may stay
//! ```

mod comment;
mod conversation;
mod guard;
mod markdown;
mod raw_html;
mod reference;
mod revision;
#[cfg(test)]
mod sample;
mod sanitise;
mod server;
mod time;
mod view;

pub use conversation::{
    Author, AuthorKind, CommentView, Conversation, ConversationKind, ConversationSource,
    ConversationState, EditView,
};
pub use server::router;
