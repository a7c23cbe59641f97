//! One writer of an exploration: a real session with its token and a clock of its own.
//! Does not decide whose turn it is.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use one_comment::comment::{Name, Sha};
use one_comment::converge::{
    Call, Failure, Intent, Millis, Outcome, Reply, Session, Settings, Step,
};
use one_comment_sandbox::state::{Identity, State, Transport};

use crate::command::{clear, name, on, publish, settings, sha};
use crate::memory::Memory;
use crate::watch::{Violation, Watch};

/// However fast: an answer comes later than its call was sent.
const ROUND_TRIP: Millis = 1;

/// What must be so when a writer has finished.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// This section says this text, which no other job has.
    Says(Name, String),
    /// This section is gone.
    Clears(Name),
    Hides,
    Deletes,
}

/// What a writer is for.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) settings: Settings,
    pub(crate) goal: Goal,
    /// For the commit that is pushed during the exploration: there is no such run before.
    pub(crate) after_push: bool,
    pub(crate) may_write: bool,
    pub(crate) transport: Transport,
}

impl Job {
    /// Run `run` publishes into `section`.
    pub(crate) fn new(run: u64, attempt: u32, section: &str) -> Self {
        let text = format!("text-{run}-{attempt}.");
        let mut job = Self::saying(run, section, &text);
        job.settings.run.attempt = attempt;
        job.settings.pace.seed += u64::from(attempt) << 32;
        job
    }

    /// Run `run` publishes this text into `section`.
    pub(crate) fn saying(run: u64, section: &str, text: &str) -> Self {
        let goal = Goal::Says(name(section), text.to_owned());
        Self::asking(run, publish(section, text), goal)
    }

    /// Run `run` removes `section`.
    pub(crate) fn clearing(run: u64, section: &str) -> Self {
        let intent = clear(&[section]);
        Self::asking(run, intent, Goal::Clears(name(section)))
    }

    pub(crate) fn asking(run: u64, intent: Intent, goal: Goal) -> Self {
        Self {
            settings: settings(run, intent),
            goal,
            after_push: false,
            may_write: true,
            transport: Transport::Graphql,
        }
    }

    pub(crate) fn for_the_push(mut self) -> Self {
        self.after_push = true;
        self.settings.commit = Some(sha("2"));
        self
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.goal {
            Goal::Says(_, text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn commit(&self) -> Option<&Sha> {
        self.settings.commit.as_ref()
    }

    fn memory(&self) -> Memory {
        Memory {
            who: if self.may_write {
                Identity::job()
            } else {
                Identity::read_only_job()
            },
            on: on(),
            transport: self.transport,
        }
    }
}

/// What a writer does at the moment.
#[derive(Clone, Debug, Hash)]
pub(crate) enum Doing {
    /// The request is on its way.
    Call(Call),
    /// The answer is on its way.
    Hearing(Call, Reply),
    Waiting(Millis),
    Done(Box<Outcome>),
    Crashed,
}

/// A writer in the middle of its session.
#[derive(Clone)]
pub(crate) struct Writer {
    pub(crate) job: Arc<Job>,
    pub(crate) session: Session,
    pub(crate) clock: Millis,
    pub(crate) doing: Doing,
    /// A write whose answer was lost and that has not landed yet, and when it was sent.
    pub(crate) ghost: Option<(Call, Millis)>,
    pub(crate) watch: Watch,
}

impl Writer {
    /// One that has not asked its session for anything yet.
    pub(crate) fn new(job: Arc<Job>, now: Millis) -> Self {
        let mut settings = job.settings.clone();
        // Attempts of one run follow one another.
        settings.run.start = now + u64::from(settings.run.attempt);
        Self {
            session: Session::new(settings, now),
            job,
            clock: now,
            doing: Doing::Waiting(now),
            ghost: None,
            watch: Watch::default(),
        }
    }

    /// Asks the session for its next step.
    pub(crate) fn go_on(&mut self) -> Option<Violation> {
        self.doing = match self.session.next(self.clock) {
            Step::Done(outcome) => Doing::Done(outcome),
            Step::Wait(until) => Doing::Waiting(until),
            Step::Call(call) => {
                let violation = self.watch.sends(&call, &self.job);
                self.doing = Doing::Call(call);
                return violation;
            }
        };
        None
    }

    /// The call arrives and is carried out.
    pub(crate) fn execute(&mut self, state: &mut State, call: &Call) -> Reply {
        let reply = self.job.memory().execute(state, call);
        self.watch.landed |= call.is_write() && !matches!(reply, Reply::Failed(_));
        reply
    }

    /// The answer arrives.
    pub(crate) fn hear(&mut self, call: &Call, reply: Reply) {
        self.watch.hears(call, &reply, &self.job);
        self.clock += ROUND_TRIP;
        self.session.answer(reply, self.clock);
    }

    pub(crate) fn lose(&mut self, call: &Call) {
        let failure = if call.is_write() {
            Failure::Unknown("lost".to_owned())
        } else {
            Failure::Unavailable("lost".to_owned())
        };
        self.hear(call, Reply::Failed(failure));
    }

    /// Its calls that may be carried out at any moment.
    pub(crate) fn under_way(&self) -> impl Iterator<Item = &Call> {
        let late = self.ghost.as_ref().map(|(call, _)| call);
        let next = match &self.doing {
            Doing::Call(call) => Some(call),
            _ => None,
        };
        late.into_iter().chain(next)
    }

    /// Whether a write of it may land at any moment.
    pub(crate) fn is_writing(&self) -> bool {
        self.under_way().any(Call::is_write)
    }

    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.doing, Doing::Done(_) | Doing::Crashed)
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        match &self.doing {
            Doing::Done(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Equal for writers that do the same from now on, and are judged alike.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.ghost.hash(&mut hasher);
        match &self.doing {
            // Whatever it knew, only this is judged.
            Doing::Done(outcome) => {
                let watched = (self.watch.landed, &self.watch.mark);
                (&outcome.verdict, outcome.changed, watched).hash(&mut hasher);
                (self.watch.writes > 0).hash(&mut hasher);
            }
            Doing::Crashed => (self.watch.writes > 0).hash(&mut hasher),
            doing => (&self.session, self.clock, doing, &self.watch).hash(&mut hasher),
        }
        hasher.finish()
    }
}
