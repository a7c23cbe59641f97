//! What can happen in a world, and what can go wrong in it.

use one_comment::converge::Millis;
use one_comment_sandbox::state::{CommentId, Effect, Fault as StateFault, Lag, Operation, State};

use crate::writer::{Doing, Writer};

/// Longer than a base may be old, and than a settle wait without slow answers.
const SLOW: Millis = 3_000;
/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// A writer ends in the middle.
    Crash,
    /// A write is carried out, or is not, or lands later, and nobody tells its writer.
    LostAnswer,
    /// A look shows the world as it was some changes ago.
    StaleRead,
    /// A look lists fewer comments than it counts.
    ShortList,
    /// A look's answer takes longer than a settle wait.
    SlowAnswer,
    /// A person adds a line between the sections of a comment of ours.
    EditText,
    /// A person changes what the section `old` says.
    EditSection,
    /// A person deletes a comment of ours.
    Delete,
    /// A commit is pushed.
    Push,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// A writer's call arrives, is carried out and answered at once.
    Step(usize),
    /// A wait ends.
    Wake(usize),
    Crash(usize),
    /// Its answer is lost, after it was carried out or before.
    Lose(usize, bool),
    /// Its answer is lost, and it lands later.
    Late(usize),
    Land(usize),
    /// It reads the world as it was so many changes ago.
    Stale(usize, usize),
    Short(usize),
    /// It is carried out, and the answer is slow.
    Slow(usize),
    Deliver(usize),
    EditText(CommentId),
    EditSection(CommentId),
    Delete(CommentId),
    Push,
}

impl Move {
    /// The writer that it happens to.
    pub(crate) fn writer(self) -> Option<usize> {
        match self {
            Self::Step(n) | Self::Wake(n) | Self::Crash(n) | Self::Lose(n, _) | Self::Late(n) => {
                Some(n)
            }
            Self::Land(n) | Self::Stale(n, _) | Self::Short(n) | Self::Slow(n) => Some(n),
            Self::Deliver(n) => Some(n),
            Self::EditText(_) | Self::EditSection(_) | Self::Delete(_) | Self::Push => None,
        }
    }

    /// What goes wrong in it.
    pub(crate) fn fault(self) -> Option<Fault> {
        match self {
            Self::Step(_) | Self::Wake(_) | Self::Land(_) | Self::Deliver(_) => None,
            Self::Crash(_) => Some(Fault::Crash),
            Self::Lose(..) | Self::Late(_) => Some(Fault::LostAnswer),
            Self::Stale(..) => Some(Fault::StaleRead),
            Self::Short(_) => Some(Fault::ShortList),
            Self::Slow(_) => Some(Fault::SlowAnswer),
            Self::EditText(_) => Some(Fault::EditText),
            Self::EditSection(_) => Some(Fault::EditSection),
            Self::Delete(_) => Some(Fault::Delete),
            Self::Push => Some(Fault::Push),
        }
    }
}

/// What happens to one writer's call. Answers whether a write of it can no longer land.
pub(crate) fn deal(
    writer: &mut Writer,
    happens: Move,
    state: &mut State,
    former: Option<State>,
) -> bool {
    let call = match &writer.doing {
        Doing::Call(call) | Doing::Hearing(call, _) => Some(call.clone()),
        _ => None,
    };
    match (happens, call) {
        (Move::Land(_), _) => {
            if let Some((call, _)) = writer.ghost.take() {
                writer.execute(state, &call);
            }
            return true;
        }
        (Move::Crash(_), _) => {
            writer.doing = Doing::Crashed;
            return writer.ghost.is_none();
        }
        (Move::Lose(_, done), Some(call)) => {
            if done {
                writer.execute(state, &call);
            }
            writer.lose(&call);
        }
        (Move::Late(_), Some(call)) => {
            writer.ghost = Some((call.clone(), writer.clock));
            writer.lose(&call);
            return false;
        }
        (Move::Stale(..), Some(call)) => {
            let reply = writer.execute(&mut former.unwrap(), &call);
            writer.hear(&call, reply);
        }
        (Move::Slow(_), Some(call)) => {
            let reply = writer.execute(state, &call);
            writer.doing = Doing::Hearing(call, reply);
        }
        (Move::Deliver(_), _) => {
            if let Doing::Hearing(call, reply) = writer.doing.clone() {
                writer.clock += SLOW;
                writer.hear(&call, reply);
            }
        }
        (Move::Short(_), Some(call)) => {
            let lag = Lag {
                comments: 1,
                ..Lag::default()
            };
            state.add_fault(StateFault::once(&[Operation::Read], Effect::Lag(lag)));
            let reply = writer.execute(state, &call);
            writer.hear(&call, reply);
        }
        (_, Some(call)) => {
            let reply = writer.execute(state, &call);
            writer.hear(&call, reply);
        }
        (_, None) => {}
    }
    writer.ghost.is_none()
}
