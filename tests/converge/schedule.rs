//! Runs several sessions against one state, in an order that a seed decides, on a virtual clock.

use one_comment::comment::{Document, Parsed};
use one_comment::converge::{Call, Outcome, Session, Settings, Step, Verdict};
use one_comment_sandbox::state::{
    Change, CommentId, Deed, Effect, Fault, HideReason, Identity, Operation, State, Transport,
};

use crate::command::on;
use crate::memory::Memory;

pub(crate) fn by_a_person(does: Deed) -> Change {
    Change::Person {
        by: "octocat".to_owned(),
        on: on(),
        does,
    }
}

/// A world and the sessions in it.
#[derive(Clone)]
pub(crate) struct Schedule {
    pub(crate) state: State,
    writers: Vec<(Session, Memory)>,
    seed: u64,
    /// Calls executed, by all sessions together.
    pub(crate) made: Vec<Call>,
    /// Milliseconds that every call takes beyond the usual.
    pub(crate) slowness: u64,
}

impl Schedule {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            state: State::seeded(),
            writers: Vec::new(),
            seed,
            made: Vec::new(),
            slowness: 0,
        }
    }

    pub(crate) fn add(&mut self, settings: Settings) -> &mut Self {
        self.add_as(settings, Identity::job(), Transport::Graphql)
    }

    pub(crate) fn add_as(
        &mut self,
        settings: Settings,
        who: Identity,
        transport: Transport,
    ) -> &mut Self {
        let mut settings = settings;
        settings.run.start = self.state.now_ms();
        let session = Session::new(settings, self.state.now_ms());
        self.writers.push((
            session,
            Memory {
                who,
                on: on(),
                transport,
            },
        ));
        self
    }

    /// Lets all sessions go on until each is done, and answers how they ended, in the order in which they were added.
    pub(crate) fn run(&mut self) -> Vec<Outcome> {
        let mut ended: Vec<Option<Outcome>> = vec![None; self.writers.len()];
        for _ in 0..100_000 {
            let now = self.state.now_ms();
            let mut ready = Vec::new();
            let mut soonest = u64::MAX;
            for (n, (session, _)) in self.writers.iter_mut().enumerate() {
                match session.next(now) {
                    Step::Done(outcome) => ended[n] = Some(*outcome),
                    Step::Wait(until) => soonest = soonest.min(until),
                    Step::Call(call) => ready.push((n, call)),
                }
            }
            if ended.iter().all(Option::is_some) {
                self.writers.clear();
                return ended.into_iter().flatten().collect();
            }
            if ready.is_empty() {
                self.state.set_clock(soonest);
                continue;
            }
            let pick = usize::try_from(self.random()).unwrap_or(0) % ready.len();
            let (n, call) = ready.swap_remove(pick);
            self.state.advance(self.slowness + self.seed % 40);
            let (session, memory) = &mut self.writers[n];
            let reply = memory.execute(&mut self.state, &call);
            self.made.push(call);
            self.state.advance(self.seed % 60);
            session.answer(reply, self.state.now_ms());
        }
        panic!("the sessions do not end");
    }

    /// Carries out the next call of the `n`th writer, whatever it waits for.
    pub(crate) fn step(&mut self, n: usize) {
        self.step_while(n, |_| ());
    }

    /// The same, and `meanwhile` happens while the answer is on its way.
    pub(crate) fn step_while(&mut self, n: usize, meanwhile: impl FnOnce(&mut Self)) {
        let call = loop {
            match self.writers[n].0.next(self.state.now_ms()) {
                Step::Done(_) => return,
                Step::Wait(until) => self.state.set_clock(until),
                Step::Call(call) => break call,
            }
        };
        let reply = self.writers[n].1.execute(&mut self.state, &call);
        self.made.push(call);
        self.state.advance(1);
        meanwhile(self);
        self.writers[n].0.answer(reply, self.state.now_ms());
    }

    /// Runs one session alone, an hour after whatever was before.
    pub(crate) fn alone(&mut self, settings: Settings) -> Outcome {
        self.state.advance(3_600_000);
        self.add(settings);
        self.run().remove(0)
    }

    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed >> 8
    }

    pub(crate) fn person(&mut self, does: Deed) -> CommentId {
        self.state.change(by_a_person(does)).unwrap().unwrap()
    }

    /// What a person does between the read and the write of the next update.
    pub(crate) fn meanwhile(&mut self, does: Deed) {
        let meanwhile = Effect::Meanwhile(vec![by_a_person(does)]);
        self.state
            .add_fault(Fault::once(&[Operation::Update], meanwhile));
    }

    pub(crate) fn push(&mut self, digit: &str) {
        self.state
            .change(Change::Push {
                on: on(),
                sha: digit.repeat(40).into(),
            })
            .unwrap();
    }

    /// Why the first comment is hidden, if it is.
    pub(crate) fn hidden(&self) -> Option<HideReason> {
        let mut comments = self.state.world().comments(&on()).unwrap();
        comments.next().unwrap().hidden
    }

    pub(crate) fn bodies(&self) -> Vec<String> {
        self.state
            .world()
            .comments(&on())
            .unwrap()
            .map(|comment| comment.body.to_string())
            .collect()
    }

    /// The one comment of ours.
    pub(crate) fn document(&self) -> Document {
        let mut ours: Vec<_> = self
            .bodies()
            .iter()
            .filter_map(|body| match Parsed::read(body) {
                Parsed::Ours { document, .. } => Some(document),
                _ => None,
            })
            .collect();
        assert_eq!(ours.len(), 1, "{:#?}", self.bodies());
        ours.remove(0)
    }

    /// Names and contents of the sections, as `name=content`.
    pub(crate) fn sections(&self) -> Vec<String> {
        let document = self.document();
        document
            .sections()
            .iter()
            .map(|s| format!("{}={}", s.name, s.content.as_str()))
            .collect()
    }

    /// No write touched a comment that its writer had not created.
    pub(crate) fn assert_nothing_foreign_was_touched(&self) {
        let touched = self
            .state
            .journal()
            .audit
            .iter()
            .filter(|entry| entry.is_foreign() && &*entry.who != "octocat");
        assert!(touched.count() == 0, "{:#?}", self.state.journal().audit);
    }
}

pub(crate) fn words(outcomes: &[Outcome]) -> Vec<String> {
    outcomes
        .iter()
        .map(|outcome| word(&outcome.verdict))
        .collect()
}

pub(crate) fn word(verdict: &Verdict) -> String {
    let text = format!("{verdict:?}").to_lowercase();
    text.split(['(', ' ']).next().unwrap().to_owned()
}
