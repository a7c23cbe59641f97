//! What is known of a run when it ends, whichever way it ended.

use super::access::Access;
use super::drive::Driven;
use crate::workflow::Target;

/// Filled as the run goes on.
#[derive(Default)]
pub(super) struct Facts<'a> {
    pub(super) access: Option<Access<'a>>,
    pub(super) target: Option<Target>,
    /// What was to be published, unless it must not be shown.
    pub(super) message: Option<String>,
    pub(super) driven: Option<Driven>,
}
