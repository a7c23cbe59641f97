//! The one state behind all connections, its clock, and who wants to hear of changes.
//! Holds the lock for as long as a closure runs, and never across an await.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::state::{Identity, State, View};

use super::lens::Lens;

/// What the server's clock follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// Nothing: time passes when a test says so.
    Manual,
}

/// A handle to the state; clones share it.
#[derive(Clone, Debug)]
pub struct Hub {
    state: Arc<Mutex<State>>,
    version: Arc<watch::Sender<u64>>,
    clock: Clock,
    origin: Arc<str>,
}

impl Hub {
    pub(super) fn new(state: State, clock: Clock, origin: String) -> Self {
        let version = Arc::new(watch::Sender::new(state.version()));
        Self {
            state: Arc::new(Mutex::new(state)),
            version,
            clock,
            origin: origin.into(),
        }
    }

    /// Scheme, host and port, without a slash at the end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Reads or changes the state; whoever watches hears of a changed world.
    pub fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // A test that panicked in here has failed already; the others may go on.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.clock == Clock::System {
            let now = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            state.set_clock(u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
        }
        let result = act(&mut state);
        self.version.send_if_modified(|known| {
            let changed = *known != state.version();
            *known = state.version();
            changed
        });
        result
    }

    /// Starts over from another state.
    pub fn replace(&self, other: State) {
        self.with(|state| *state = other);
    }

    /// The world's version, and word of every new one.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// A view through the eyes of `viewer`.
    pub(super) fn lens(&self, view: View, viewer: Arc<Identity>) -> Lens {
        Lens::new(view, viewer, self.origin.clone())
    }
}
