//! What a section is to say: from the message and the inputs that say how it looks.

use crate::cli::{Collapse, Mode, Options};
use crate::comment::{Content, Digest, Fold, Layout, input_digest, own_footnotes};

/// What the section says, and the digest of what the user gave for it. `server` is the base of its addresses.
pub(super) fn of(options: &Options, server: &str, text: &str) -> (Content, Digest) {
    let whole = own_footnotes(&laid_out(options, text), &options.section);
    let content = if options.plain_mentions {
        Content::plain(&whole, server)
    } else {
        Content::new(&whole)
    };
    // Said once is said, whether its fold was open or not.
    let given = match options.mode {
        Mode::Once => text.to_owned(),
        _ => layout(options, text).apply(text, options.section.as_str()),
    };
    (content, input_digest(&given))
}

/// The text under its title and in its fold.
pub(super) fn laid_out(options: &Options, text: &str) -> String {
    let layout = layout(options, text);
    if layout == Layout::default() {
        return text.to_owned();
    }
    // Closed first, so that nothing of it stays open beyond the fold.
    let closed = Content::new(text);
    layout.apply(closed.as_str(), options.section.as_str())
}

fn layout(options: &Options, text: &str) -> Layout {
    Layout {
        title: options.title.clone(),
        fold: options.collapse.map(|collapse| match collapse {
            Collapse::Open => Fold::Open,
            Collapse::Closed => Fold::Closed,
            Collapse::Auto => {
                let failed = options.job_status.as_deref() == Some("failure");
                Fold::automatic(text, failed)
            }
        }),
    }
}
