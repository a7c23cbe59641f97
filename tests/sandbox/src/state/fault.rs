//! Faults as plain data: which requests they befall and what goes wrong.
//! Says nothing about how a fault looks on the wire: that is the face's matter.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::identity::Identity;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Nothing changes.
    Read,
    /// A comment is created.
    Create,
    /// A comment is edited.
    Update,
    /// A comment is deleted.
    Delete,
    /// A comment is hidden.
    Minimize,
    /// A comment is shown again.
    Unminimize,
}

impl Operation {
    /// All operations that change something.
    pub const WRITES: [Self; 5] = [
        Self::Create,
        Self::Update,
        Self::Delete,
        Self::Minimize,
        Self::Unminimize,
    ];

    /// Whether it changes something.
    pub fn is_write(self) -> bool {
        self != Self::Read
    }
}

/// How a request comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// The REST API.
    Rest,
    /// The GraphQL API.
    Graphql,
}

/// Which requests a fault befalls. What is left out matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matcher {
    /// Any of these; empty for all.
    pub operations: Vec<Operation>,
    /// REST or GraphQL only.
    pub transport: Option<Transport>,
    /// The identity of this label only.
    pub identity: Option<String>,
}

impl Matcher {
    /// Requests that ask for one of these.
    pub fn operations(operations: &[Operation]) -> Self {
        Self {
            operations: operations.to_vec(),
            ..Self::default()
        }
    }

    fn matches(&self, who: &Identity, transport: Transport, asked: &[Operation]) -> bool {
        let operation = self.operations.is_empty()
            || asked
                .iter()
                .any(|operation| self.operations.contains(operation));
        let transport = self.transport.is_none_or(|wanted| wanted == transport);
        let identity = self
            .identity
            .as_ref()
            .is_none_or(|label| **label == *who.label);
        operation && transport && identity
    }
}

/// An answer that is not the true one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FalseAnswer {
    /// The connection is closed without a byte.
    Closed,
    /// This status, with a short JSON message.
    Status(u16),
    /// This status, with a page of HTML.
    HtmlPage(u16),
    /// 401.
    BadCredentials,
    /// The permission is missing (fact 14).
    MissingPermission,
    /// The secondary limit (fact 31, case 40).
    SecondaryLimit {
        /// 403 or 429.
        status: u16,
        /// Seconds; absent for no such header.
        retry_after: Option<u64>,
    },
    /// The primary limit: nothing remains until the reset (fact 31).
    PrimaryLimit {
        /// 403 or 429; GraphQL says 200 with an error.
        status: u16,
        /// Seconds from now.
        resets_in: u64,
    },
}

/// How what a request sees differs from the truth (facts 87 to 89).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lag {
    /// The whole world as it was so many changes ago. Reads only.
    pub versions: usize,
    /// The whole world as it was so many milliseconds ago. Reads only.
    pub ms: u64,
    /// Pull requests as they were so many pushes ago.
    pub pushes: usize,
    /// So many of the newest comments are missing from lists, but not from counts.
    pub comments: usize,
    /// So many of the newest entries are missing from every edit history.
    pub edits: usize,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The request waits so many milliseconds before anything is done.
    Delay(u64),
    /// It is done, and the answer waits so many milliseconds.
    DelayAnswer(u64),
    /// Others act just before the request is carried out.
    Meanwhile(Vec<Change>),
    /// Nothing is done, and this is answered.
    Refuse(FalseAnswer),
    /// It is done, but this is answered.
    Lose(FalseAnswer),
    /// It is done, but only half of the answer's JSON arrives.
    HalfAnswer,
    /// GraphQL: it is done, but the last field of the answer is null, with an error.
    PartialData,
    /// It sees an older state.
    Lag(Lag),
}

/// A fault's number, by which it can be withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FaultId(pub u64);

/// Something that goes wrong for some requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Which requests.
    #[serde(default)]
    pub when: Matcher,
    /// So many matching requests pass unharmed first.
    #[serde(default)]
    pub skip: u32,
    /// So many matching requests are befallen; absent for all until it is withdrawn.
    #[serde(default = "once")]
    pub times: Option<u32>,
    /// What goes wrong.
    pub effect: Effect,
}

fn once() -> Option<u32> {
    Some(1)
}

impl Fault {
    /// This effect, once, for the first request that asks for one of `operations`.
    pub fn once(operations: &[Operation], effect: Effect) -> Self {
        Self {
            when: Matcher::operations(operations),
            skip: 0,
            times: once(),
            effect,
        }
    }
}

/// The faults that are still to come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Faults {
    next: u64,
    pending: Vec<(FaultId, Fault)>,
}

impl Faults {
    /// Adds a fault behind those that are there.
    pub(crate) fn add(&mut self, fault: Fault) -> FaultId {
        let id = FaultId(self.next);
        self.next += 1;
        self.pending.push((id, fault));
        id
    }

    /// Withdraws a fault; false where it is not there any more.
    pub(crate) fn withdraw(&mut self, id: FaultId) -> bool {
        let before = self.pending.len();
        self.pending.retain(|(known, _)| *known != id);
        self.pending.len() < before
    }

    /// Whether nothing is left to go wrong. A test that ends otherwise tested less than it says.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The effects that befall a request, in the order in which they were added.
    pub(crate) fn befall(
        &mut self,
        who: &Identity,
        transport: Transport,
        asked: &[Operation],
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (_, fault) in &mut self.pending {
            if !fault.when.matches(who, transport, asked) {
                continue;
            }
            if fault.skip > 0 {
                fault.skip -= 1;
                continue;
            }
            fault.times = fault.times.map(|times| times.saturating_sub(1));
            effects.push(fault.effect.clone());
        }
        self.pending.retain(|(_, fault)| fault.times != Some(0));
        effects
    }
}
