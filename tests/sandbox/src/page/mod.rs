//! The web page of the sandbox: one conversation as GitHub would show it, always current.
//!
//! It reads conversations from a [`ConversationSource`] and changes nothing. It knows comments as
//! Markdown text; what their markers mean is not its concern.
//!
//! ```text
//! server ─┬─ guard          who may ask, and what a browser may load
//!         └─ view           the page around the comments, with style.css and live.js
//!              └─ comment   one comment
//!                   ├─ revision              what an edit changed
//!                   └─ markdown              Markdown to safe HTML, in three steps:
//!                        ├─ raw_html         tags that appear as text
//!                        ├─ reference        @login and #123
//!                        └─ sanitise         what HTML may stay
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
pub use markdown::render;
pub use server::router;
