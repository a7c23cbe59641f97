//! The server's state: the world with its past, the clock, the tokens, the faults, the journal.
//! What can be done to it is in the files that add to `State`: writing, happening, view, seed.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde_json::{Value, json};

use super::fault::{Fault, FaultId, Faults};
use super::identity::Identity;
use super::journal::{Journal, RequestEntry};
use super::refusal::Refusal;
use super::rules::Rules;
use super::world::World;

/// How many former worlds a lagging read can reach.
const REMEMBERED: usize = 100;

/// A world that was, and when it ended.
#[derive(Clone, Debug)]
pub(super) struct Former {
    pub(super) until_ms: u64,
    pub(super) world: Arc<World>,
}

/// The whole server. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct State {
    now_ms: u64,
    version: u64,
    pub(super) world: Arc<World>,
    pub(super) past: VecDeque<Former>,
    tokens: Arc<BTreeMap<Arc<str>, Arc<Identity>>>,
    pub(super) faults: Faults,
    pub(super) journal: Journal,
}

impl State {
    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Lets time pass.
    pub fn advance(&mut self, ms: u64) {
        self.now_ms += ms;
    }

    /// Sets the clock; it never goes back.
    pub fn set_clock(&mut self, now_ms: u64) {
        self.now_ms = self.now_ms.max(now_ms);
    }

    /// Grows with every change of the world.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What clients see. Together with the clock and the faults it decides everything to come.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Equal for states from which the same can happen, whatever has happened before.
    /// Former worlds do not count: a search that lets reads lag keeps older clones instead.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.world, self.now_ms, &self.faults).hash(&mut hasher);
        hasher.finish()
    }

    /// The settings, to be changed.
    pub fn rules_mut(&mut self) -> &mut Rules {
        &mut self.world_mut().rules
    }

    /// Makes `token` stand for `identity`.
    pub fn add_token(&mut self, token: &str, identity: Identity) {
        Arc::make_mut(&mut self.tokens).insert(token.into(), Arc::new(identity));
    }

    /// Who stands behind a token; no token is an anonymous reader.
    pub fn identify(&self, token: Option<&str>) -> Result<Arc<Identity>, Refusal> {
        match token {
            None => Ok(Arc::new(Identity::anonymous())),
            Some(token) => self
                .tokens
                .get(token)
                .cloned()
                .ok_or(Refusal::BadCredentials),
        }
    }

    /// Adds a fault behind those that are pending.
    pub fn add_fault(&mut self, fault: Fault) -> FaultId {
        self.faults.add(fault)
    }

    /// Withdraws a fault; false where it has run out or was never there.
    pub fn withdraw_fault(&mut self, id: FaultId) -> bool {
        self.faults.withdraw(id)
    }

    /// The faults that are still to come.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// What has happened.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Notes a request that was answered.
    pub fn note_request(&mut self, entry: RequestEntry) {
        self.journal.requests.push(entry);
    }

    /// Everything but the tokens.
    pub fn dump(&self) -> Value {
        json!({
            "now_ms": self.now_ms,
            "version": self.version,
            "world": *self.world,
            "faults": self.faults,
            "journal": self.journal,
            "counters": self.journal.counters(),
        })
    }

    /// The world, to be changed: the one before is remembered.
    pub(super) fn world_mut(&mut self) -> &mut World {
        self.version += 1;
        self.past.push_back(Former {
            until_ms: self.now_ms,
            world: self.world.clone(),
        });
        if self.past.len() > REMEMBERED {
            self.past.pop_front();
        }
        Arc::make_mut(&mut self.world)
    }
}
