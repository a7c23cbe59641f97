//! What stands on the pull request before an exploration begins.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use one_comment_sandbox::state::{Deed, History, State};

use crate::command::name;
use crate::happening::Move;
use crate::people::{Line, with_line};
use crate::world::{Waits, World};
use crate::writer::Job;

/// What the sections say that stand there.
pub(crate) const BEFORE: &str = "before";

/// Worlds that have begun before: many schedules begin alike.
static BEGUN: LazyLock<Mutex<HashMap<(Start, History), World>>> = LazyLock::new(Mutex::default);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Start {
    Nothing,
    One,
    /// Two comments of ours, the younger with a person's line: what crashes leave behind.
    Duplicates,
    /// A person quotes the whole of a comment of ours.
    Foreign,
}

impl Start {
    pub(crate) const ALL: [Self; 4] = [Self::Nothing, Self::One, Self::Duplicates, Self::Foreign];

    /// A world that starts so, where the sections that stand there are written by runs 50 and 51.
    pub(crate) fn world(self, history: History) -> World {
        let mut begun = BEGUN.lock().unwrap();
        let world = begun.entry((self, history));
        world.or_insert_with(|| self.begin(history)).clone()
    }

    fn begin(self, history: History) -> World {
        let mut state = State::seeded();
        state.rules_mut().history = history;
        let mut world = World::new(state, Waits::Freely, &[]);
        if self == Self::Nothing {
            return world;
        }
        world.add(&Arc::new(Job::saying(50, "old", BEFORE)));
        if self == Self::Duplicates {
            world.add(&Arc::new(Job::saying(51, "other", BEFORE)));
            // Both look before either creates, and neither looks again.
            for n in [0, 1, 0, 1] {
                world.apply(Move::Step(n));
            }
        } else {
            for n in [0, 0, 0] {
                world.apply(Move::Step(n));
            }
        }
        let ours = world.ours(&name("default"));
        let (oldest, youngest) = (ours[0].0, ours[ours.len() - 1].0);
        match self {
            Self::Duplicates => {
                let text = "A remark in the duplicate.";
                let body = with_line(&world.body(youngest), text);
                world.person(Deed::Edit {
                    comment: Some(youngest),
                    body,
                });
                world.lines.push(Line::new(name("default"), text));
            }
            Self::Foreign => {
                let body = world.body(oldest);
                world.person(Deed::Comment { body });
                world.person(Deed::Delete {
                    comment: Some(oldest),
                });
            }
            Self::Nothing | Self::One => {}
        }
        world.state.advance(3_600_000);
        let mut started = World::new(world.state, Waits::Freely, &[]);
        started.lines = world.lines;
        started
    }
}
