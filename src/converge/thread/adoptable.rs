//! Comments of other tools that may be taken over.

use super::{Own, Thread};
use crate::comment::{Document, Name, Parsed, is_retired, normalise};
use crate::converge::adopt::ToolMarker;
use crate::converge::call::CommentRef;

impl Thread {
    /// Comments by our accounts that are of no key and carry one of the markers. What they say is to be replaced, so
    /// they count as empty.
    pub(in crate::converge) fn adoptable(&self, markers: &[ToolMarker], key: &Name) -> Vec<Own> {
        let others = self.by_us().filter_map(|(known, parsed)| {
            let body = normalise(known.comment.body.as_deref()?);
            let is_free = *parsed == Parsed::Foreign && !is_retired(&body);
            let is_meant = is_free && markers.iter().any(|marker| marker.marks(&body));
            is_meant.then(|| Own {
                at: known.comment.at.clone(),
                url: known.comment.url.clone(),
                body,
                document: Document::new(key.clone()),
                intact: false,
                hidden: known.comment.hidden.clone(),
                asked: known.asked,
            })
        });
        others.collect()
    }

    /// What a comment says, normalised, as it was seen last.
    pub(in crate::converge) fn body(&self, at: &CommentRef) -> Option<String> {
        let known = self.comments.get(&at.id)?;
        known.comment.body.as_deref().map(normalise)
    }
}
