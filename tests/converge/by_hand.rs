//! One session whose every step a test sees, at times that the test names: milliseconds since it began.

use one_comment::converge::{Call, Millis, Outcome, Reply, Session, Settings, Step};
use one_comment_sandbox::state::{Change, Deed, Identity, State, Transport};

use crate::command::on;
use crate::memory::Memory;

/// A session in a world of its own, by GraphQL.
pub(crate) struct ByHand {
    pub(crate) session: Session,
    pub(crate) state: State,
    memory: Memory,
    begin: Millis,
}

impl ByHand {
    pub(crate) fn new(settings: Settings, state: State) -> Self {
        let begin = state.now_ms();
        let mut settings = settings;
        settings.run.start = begin;
        Self {
            session: Session::new(settings, begin),
            state,
            memory: Memory {
                who: Identity::job(),
                on: on(),
                transport: Transport::Graphql,
            },
            begin,
        }
    }

    pub(crate) fn next(&mut self, now: Millis) -> Step {
        self.state.set_clock(self.begin + now);
        match self.session.next(self.begin + now) {
            Step::Wait(until) => Step::Wait(until - self.begin),
            step => step,
        }
    }

    /// The call that the session wants now.
    pub(crate) fn call(&mut self, now: Millis) -> Call {
        match self.next(now) {
            Step::Call(call) => call,
            other => panic!("no call: {other:?}"),
        }
    }

    /// Until when it waits.
    pub(crate) fn waits(&mut self, now: Millis) -> Millis {
        match self.next(now) {
            Step::Wait(until) => until,
            other => panic!("does not wait: {other:?}"),
        }
    }

    pub(crate) fn outcome(&mut self, now: Millis) -> Outcome {
        match self.next(now) {
            Step::Done(outcome) => *outcome,
            other => panic!("not done: {other:?}"),
        }
    }

    /// What the server says to a call.
    pub(crate) fn reply(&mut self, call: &Call) -> Reply {
        self.memory.execute(&mut self.state, call)
    }

    pub(crate) fn answer(&mut self, reply: Reply, now: Millis) {
        self.session.answer(reply, self.begin + now);
    }

    /// Sends the next call, which is answered truthfully.
    pub(crate) fn turn(&mut self, sent: Millis, answered: Millis) -> Call {
        let call = self.call(sent);
        let reply = self.reply(&call);
        self.answer(reply, answered);
        call
    }

    /// Answers the next call with this, at once.
    pub(crate) fn told(&mut self, reply: Reply, now: Millis) -> Call {
        let call = self.call(now);
        self.answer(reply, now);
        call
    }

    /// When the session gives up.
    pub(crate) fn deadline(&self) -> Millis {
        self.session.deadline() - self.begin
    }

    /// A person does this now.
    pub(crate) fn person(&mut self, does: Deed) {
        let by = "octocat".to_owned();
        let change = Change::Person { by, on: on(), does };
        self.state.change(change).unwrap();
    }
}
