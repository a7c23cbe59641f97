//! Why a delivery stops before anything is sent: it has ended, or something is wrong.

use crate::converge::Failure;
use crate::run::ending::Ending;
use crate::run::error::DeliverError;

/// Either way there is nothing to deliver.
pub(super) enum Stop {
    /// With an outcome of its own.
    Ended(Box<Ending>),
    /// Because of this.
    Wrong(anyhow::Error),
}

impl From<Ending> for Stop {
    fn from(ending: Ending) -> Self {
        Self::Ended(Box::new(ending))
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Ending::of_unread(&failure).into()
    }
}

impl From<DeliverError> for Stop {
    fn from(error: DeliverError) -> Self {
        Self::Wrong(error.into())
    }
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Self::Wrong(error)
    }
}
