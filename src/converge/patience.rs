//! How long to ask again where GitHub does not answer. Only for reads: a write that failed may have happened.

use std::ops::ControlFlow;

use super::call::{Failure, Millis};
use super::pace::Pace;

/// One reader's patience.
#[derive(Clone, Debug)]
pub struct Patience {
    pace: Pace,
    deadline: Millis,
    failures: u32,
}

impl Patience {
    /// From `now` until the pace's timeout.
    pub fn new(pace: Pace, now: Millis) -> Self {
        Self {
            deadline: now.saturating_add(pace.timeout),
            pace,
            failures: 0,
        }
    }

    /// When it ends.
    pub(super) fn deadline(&self) -> Millis {
        self.deadline
    }

    /// An answer came.
    pub fn rest(&mut self) {
        self.failures = 0;
    }

    /// Judges a failure that came at `now`: breaks with it, or goes on by asking again at a later time.
    pub fn judge(&mut self, failure: Failure, now: Millis) -> ControlFlow<Failure, Millis> {
        self.failures += 1;
        let wait = match &failure {
            Failure::Unavailable(_) => self.pace.unavailable(self.failures),
            Failure::RateLimited { wait, .. } => {
                wait.unwrap_or_else(|| self.pace.limited(self.failures))
            }
            _ => return ControlFlow::Break(failure),
        };
        let again = now.saturating_add(wait);
        if again < self.deadline {
            ControlFlow::Continue(again)
        } else {
            ControlFlow::Break(failure)
        }
    }
}

#[cfg(test)]
mod tests;
