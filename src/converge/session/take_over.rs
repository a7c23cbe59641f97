//! Where a comment would be made: whether one of another tool is there to be written into instead.

use super::Session;
use crate::comment::Document;
use crate::converge::call::Millis;
use crate::converge::outcome::Trouble;
use crate::converge::plan::Plan;
use crate::converge::thread::Own;

impl Session {
    /// Creates, or takes over the one comment of another tool. Of several nobody could say which is meant, and none
    /// is ever deleted.
    pub(super) fn create_or_take_over(&mut self, document: Document, now: Millis) {
        let settings = &self.settings;
        let adoptable = self.thread.adoptable(&settings.adopt, &settings.key);
        let plan = match adoptable.as_slice() {
            [] => Plan::Create(document),
            [one] => Plan::Update(one.at.clone(), document),
            several => return self.refuse_several(several),
        };
        self.follow(plan, &adoptable, now);
    }

    fn refuse_several(&mut self, several: &[Own]) {
        let links: Vec<&str> = several.iter().map(|own| own.url.as_str()).collect();
        let reason = format!(
            "several comments carry a marker of `adopt`: {}; delete all but one of them, or name a single marker",
            links.join(", ")
        );
        self.fail(Trouble::SeveralToAdopt, reason);
    }

    /// Whether a body is one that another tool wrote, which nobody owes anything.
    pub(super) fn is_of_another_tool(&self, body: &str) -> bool {
        self.settings.adopt.iter().any(|tool| tool.marks(body))
    }
}
