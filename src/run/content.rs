//! What a section is to say: from the message and the inputs that say how it looks.

use crate::cli::{Collapse, Mode, Options};
use crate::comment::{Content, Digest, Fold, Layout, Name, input_digest, own_footnotes};

/// What `section` says, which may be an entry of the one in the options, and the digest of what the user gave for it.
/// `server` is the base of its addresses.
pub(super) fn of(options: &Options, section: &Name, server: &str, text: &str) -> (Content, Digest) {
    let safe = |text: &str| {
        if options.plain_mentions {
            Content::plain(text, server)
        } else {
            Content::new(text)
        }
    };
    // What is made safe may become a footnote, and what a footnote was made of may have to be made safe again.
    let whole = safe(&laid_out(options, text));
    let noted = own_footnotes(whole.as_str(), section);
    let content = if noted == whole.as_str() {
        whole
    } else {
        safe(&noted)
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
