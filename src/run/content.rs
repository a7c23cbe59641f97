//! What a section is to say: from the message and the inputs that say how it looks.

use crate::cli::{Collapse, Options};
use crate::comment::{Content, Digest, Fold, Layout, input_digest};

/// What the section says, and the digest of what the user gave for it.
pub(super) fn of(options: &Options, text: &str) -> (Content, Digest) {
    let layout = Layout {
        title: options.title.clone(),
        fold: options.collapse.map(|collapse| match collapse {
            Collapse::Open => Fold::Open,
            Collapse::Closed => Fold::Closed,
            Collapse::Auto => {
                let failed = options.job_status.as_deref() == Some("failure");
                Fold::automatic(text, failed)
            }
        }),
    };
    let name = options.section.as_str();
    // Closed first, so that nothing of it stays open beyond the fold.
    let whole = layout.apply(Content::new(text).as_str(), name);
    let content = if options.plain_mentions {
        Content::plain(&whole)
    } else {
        Content::new(&whole)
    };
    (content, input_digest(&layout.apply(text, name)))
}
