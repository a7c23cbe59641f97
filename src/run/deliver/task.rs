//! What a delivery is told. Decides nothing.

use crate::cli::Options;
use crate::run::drive::Clock;
use crate::workflow::{Environment, Event};

/// A delivery to be made.
pub(in crate::run) struct Task<'a> {
    pub(in crate::run) options: &'a Options,
    pub(in crate::run) environment: &'a Environment,
    pub(in crate::run) event: &'a Event,
    pub(in crate::run) clock: Clock,
}
