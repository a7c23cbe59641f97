//! The one loop with effects: asks a session for its next step, executes it, waits, hears signals. Decides nothing.

use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::converge::{Failure, Millis, Outcome, Reply, Session, Step};
use crate::github::Client;

/// After a signal, what is in flight and what is owed must be done by then: the runner kills after 7.5 s (fact 51).
/// A read that was sent before the timeout may still be answered for as long.
const GRACE: Duration = Duration::from_secs(5);

/// Unix time that never goes back: the machine's clock is read once.
#[derive(Clone, Copy)]
pub struct Clock {
    epoch: Millis,
    started: Instant,
}

impl Clock {
    /// From now on.
    pub fn start() -> Self {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            epoch: Millis::try_from(since.as_millis()).unwrap_or(0),
            started: Instant::now(),
        }
    }

    /// Milliseconds since the Unix epoch.
    pub fn now(self) -> Millis {
        let elapsed = Millis::try_from(self.started.elapsed().as_millis()).unwrap_or(Millis::MAX);
        self.epoch.saturating_add(elapsed)
    }

    /// When it was started.
    pub(super) fn started(self) -> Millis {
        self.epoch
    }

    /// Waits until then.
    pub(super) async fn sleep_until(self, time: Millis) {
        tokio::time::sleep_until(self.at(time)).await;
    }

    /// The moment by which what may take this long must be done.
    pub(super) fn after(self, length: Duration) -> std::time::Instant {
        (self.started + length).into_std()
    }

    fn at(self, time: Millis) -> Instant {
        self.started + Duration::from_millis(time.saturating_sub(self.epoch))
    }
}

/// How a session went.
pub struct Driven {
    /// What became of it.
    pub outcome: Outcome,
    /// The signal that stopped it, where one did.
    pub signal: Option<u8>,
    /// What was done, a line each, where the client keeps a trace.
    pub trace: Vec<String>,
}

/// Runs the session to its end.
pub async fn drive(mut session: Session, client: &mut Client, clock: Clock) -> Driven {
    let mut signals = Signals::listen();
    let mut trace = Vec::new();
    let mut signal: Option<(u8, Instant)> = None;
    loop {
        let limit = signal.map(|(_, limit)| limit);
        match session.next(clock.now()) {
            Step::Done(outcome) => {
                return Driven {
                    outcome: *outcome,
                    signal: signal.map(|(number, _)| number),
                    trace,
                };
            }
            Step::Wait(until) => {
                trace.push(format!("wait {} ms", until.saturating_sub(clock.now())));
                tokio::select! {
                    () = clock.sleep_until(until) => {}
                    number = signals.next(), if signal.is_none() => {
                        signal = Some((number, Instant::now() + GRACE));
                        session.interrupt();
                    }
                }
            }
            Step::Call(call) => {
                if call.is_write() && limit.is_some_and(|limit| limit <= Instant::now()) {
                    let late = "no time is left after the signal".to_owned();
                    session.answer(Reply::Failed(Failure::Unavailable(late)), clock.now());
                    continue;
                }
                let answer = client.execute(&call);
                let mut stopped = None;
                let heard = hear(answer, &mut signals, limit, &mut stopped);
                // What a write did must be known; a read that takes too long need not be waited for.
                let reply = if call.is_write() {
                    heard.await
                } else {
                    let deadline = clock.at(session.deadline()) + GRACE;
                    let late = Failure::Unavailable("no answer within the timeout".to_owned());
                    let heard = tokio::time::timeout_at(deadline, heard).await;
                    heard.unwrap_or(Reply::Failed(late))
                };
                signal = signal.or(stopped);
                if stopped.is_some() {
                    session.interrupt();
                }
                trace.append(&mut client.take_trace());
                session.answer(reply, clock.now());
            }
        }
    }
}

/// Awaits an answer. A signal does not break it off, but bounds it: a write in flight may have happened.
async fn hear(
    answer: impl Future<Output = Reply>,
    signals: &mut Signals,
    mut limit: Option<Instant>,
    stopped: &mut Option<(u8, Instant)>,
) -> Reply {
    tokio::pin!(answer);
    loop {
        let far = Instant::now() + Duration::from_secs(24 * 60 * 60);
        tokio::select! {
            reply = &mut answer => return reply,
            () = tokio::time::sleep_until(limit.unwrap_or(far)), if limit.is_some() => {
                return Reply::Failed(Failure::Unknown("stopped while waiting for it".to_owned()));
            }
            number = signals.next(), if limit.is_none() => {
                let until = Instant::now() + GRACE;
                limit = Some(until);
                *stopped = Some((number, until));
            }
        }
    }
}

/// The signals by which a runner, a terminal or a person stops a program.
#[cfg(unix)]
struct Signals {
    streams: Vec<(u8, tokio::signal::unix::Signal)>,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [
            (1, SignalKind::hangup()),
            (2, SignalKind::interrupt()),
            (15, SignalKind::terminate()),
        ];
        // Where listening is not possible, the signal ends the process as it always did.
        let listening = |(number, kind)| Some((number, signal(kind).ok()?));
        Self {
            streams: kinds.into_iter().filter_map(listening).collect(),
        }
    }

    async fn next(&mut self) -> u8 {
        std::future::poll_fn(|context| {
            for (number, stream) in &mut self.streams {
                if stream.poll_recv(context).is_ready() {
                    return std::task::Poll::Ready(*number);
                }
            }
            std::task::Poll::Pending
        })
        .await
    }
}

/// Windows knows Ctrl-C only.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Self {
        Self
    }

    async fn next(&mut self) -> u8 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
