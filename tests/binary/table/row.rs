//! One row of the fault table as data: what goes wrong, with which request, and when it is over. Runs nothing.

use one_comment_sandbox::state::{Deed, Effect, Fault, Matcher, Operation, Transport};

use crate::setup::{Runner, by_person};

/// What goes wrong in one run.
pub(super) struct Row {
    /// With which request, for the reader.
    pub(super) request: &'static str,
    /// What goes wrong, for the reader.
    pub(super) what: &'static str,
    pub(super) wrong: Wrong,
    /// Whether a run before it has left a comment of ours.
    pub(super) begun: bool,
    /// Whether it can befall REST at all.
    pub(super) by_rest: bool,
    /// `--timeout`, where not the default.
    pub(super) timeout: Option<&'static str>,
    /// The binary waits 30 s for an answer; the library is told to wait less, and runs in this process.
    pub(super) impatient: bool,
}

/// What goes wrong.
pub(super) enum Wrong {
    /// With single requests.
    Requests(Fault),
    /// With the conversation or the server: true to begin it, false when it is over.
    World(fn(&Runner, bool)),
}

impl Row {
    /// The next request that asks for this suffers this effect.
    pub(super) fn once(on: Operation, what: &'static str, effect: Effect) -> Self {
        let request = match on {
            Operation::Create => "create",
            Operation::Update => "update",
            _ => "look",
        };
        let wrong = Wrong::Requests(Fault::once(&[on], effect));
        Self {
            begun: on != Operation::Create,
            ..Self::new(request, what, wrong)
        }
    }

    /// Something holds for the whole run, in a conversation with a comment of ours.
    pub(super) fn world(what: &'static str, switch: fn(&Runner, bool)) -> Self {
        Self::new("update", what, Wrong::World(switch))
    }

    fn new(request: &'static str, what: &'static str, wrong: Wrong) -> Self {
        Self {
            request,
            what,
            wrong,
            begun: true,
            by_rest: true,
            timeout: None,
            impatient: false,
        }
    }

    /// There is no comment of ours yet.
    pub(super) fn with_nothing_before(self) -> Self {
        Self {
            begun: false,
            request: "create",
            ..self
        }
    }

    /// The next `times` such requests; none for all of this run.
    pub(super) fn times(mut self, times: Option<u32>) -> Self {
        if let Wrong::Requests(fault) = &mut self.wrong {
            fault.times = times;
        }
        self
    }

    /// Whatever the request asks for, so long as it is GraphQL.
    pub(super) fn of_all_graphql(mut self) -> Self {
        if let Wrong::Requests(fault) = &mut self.wrong {
            fault.when = Matcher {
                transport: Some(Transport::Graphql),
                ..Matcher::default()
            };
        }
        self.graphql_only()
    }

    /// Whatever the request asks for.
    pub(super) fn of_all(mut self) -> Self {
        if let Wrong::Requests(fault) = &mut self.wrong {
            fault.when = Matcher::default();
        }
        self.request = "any";
        self
    }

    /// REST knows no such thing.
    pub(super) fn graphql_only(self) -> Self {
        Self {
            by_rest: false,
            ..self
        }
    }

    pub(super) fn timeout(self, timeout: &'static str) -> Self {
        Self {
            timeout: Some(timeout),
            ..self
        }
    }

    pub(super) fn impatient(self) -> Self {
        Self {
            impatient: true,
            ..self
        }
    }
}

impl Wrong {
    /// From now on; answers how it is made to end.
    pub(super) fn begin<'a>(&self, runner: &'a Runner) -> Box<dyn FnOnce() + Send + 'a> {
        match self {
            Self::Requests(fault) => {
                let hub = runner.sandbox.hub();
                let id = hub.with(|state| state.add_fault(fault.clone()));
                let lasting = fault.times.is_none();
                Box::new(move || {
                    let pending = hub.with(|state| state.withdraw_fault(id));
                    // A fault that did not happen was not tested.
                    assert_eq!(pending, lasting, "the fault did not happen");
                })
            }
            Self::World(switch) => {
                let switch = *switch;
                switch(runner, true);
                Box::new(move || switch(runner, false))
            }
        }
    }
}

/// A person does this just before the request is carried out.
pub(super) fn meanwhile(does: Deed) -> Effect {
    Effect::Meanwhile(vec![by_person(does)])
}
