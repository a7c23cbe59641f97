//! From how a command ended to its outcome, its exit code and a word on what to do. The one place that decides codes.

use std::path::{Path, PathBuf};

use super::error::{DeliverError, StageError};
use crate::cli::{Api, DEFAULT_KEY, OnError, Options, Stale, UsageError};
use crate::comment::Name;
use crate::converge::{Call, Comment, Failure, Outcome, Trouble, Verdict};
use crate::github::{NotAToken, SetupError};
use crate::message::{DataError, MessageError};
use crate::template::TemplateError;
use crate::workflow::{Event, NoNumber};

/// Exit codes, the contract with scripts.
pub(super) mod code {
    /// Done, or rightly nothing to do.
    pub(crate) const DONE: u8 = 0;
    /// Failed for a reason that has no code of its own.
    pub(crate) const FAILED: u8 = 1;
    /// Wrong usage.
    pub(crate) const USAGE: u8 = 2;
    /// Refused: the data is wrong.
    pub(crate) const DATA: u8 = 65;
    /// Not now: nothing was harmed, run it again.
    pub(crate) const RETRY: u8 = 75;
    /// Not permitted.
    pub(crate) const PERMISSION: u8 = 77;
}

/// The token is in what was to be published, where everybody could read it.
#[derive(Debug, thiserror::Error)]
#[error(
    "the message, its title, or the name of its key or section contains the token: refused, so that nobody can read it"
)]
pub(super) struct TokenInComment;

/// Nobody gave a token.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoToken {
    /// A step has one unless its workflow takes it away.
    #[error(
        "there is no token: leave out `token`, whose default is the job's own, or give one; a step that starts the program itself sets ONE_COMMENT_TOKEN"
    )]
    InActions,
    /// On a person's machine.
    #[error(
        "there is no token: set ONE_COMMENT_TOKEN, GITHUB_TOKEN or GH_TOKEN, or log in with `gh auth login`"
    )]
    Elsewhere,
}

/// What a command has to say at its end.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) code: u8,
    /// The word of the contract; `None` where there is none for it.
    pub(super) outcome: Option<&'static str>,
    pub(super) reason: String,
    /// The user should see the reason although nothing failed.
    pub(super) warns: bool,
    /// Of a dry run.
    pub(super) plan: Option<Call>,
    /// Of `show`.
    pub(super) shown: Vec<Comment>,
    /// Where the message waits for a run that may write.
    pub(super) staged: Option<Staged>,
    /// Of a dry run that would stage: the entry.
    pub(super) entry: Option<String>,
    /// Of a delivery: what became of each entry.
    pub(super) entries: Option<serde_json::Value>,
    /// Of `doctor`.
    pub(super) findings: Vec<Finding>,
}

/// An entry in an outbox.
#[derive(Debug)]
pub(super) struct Staged {
    /// The outbox.
    pub(super) folder: PathBuf,
    /// What the entry, and the artifact that the action makes of it, is called.
    pub(super) label: String,
}

/// One thing that `doctor` looked into.
#[derive(Debug)]
pub(super) struct Finding {
    /// In a word or two.
    pub(super) what: &'static str,
    /// What is known of it, or that it is not known and why.
    pub(super) text: String,
}

impl Ending {
    /// Nothing to publish, and the user allows that.
    pub(super) fn empty_message() -> Self {
        Self::new(
            code::DONE,
            Some("skipped"),
            "the message is empty".to_owned(),
        )
    }

    /// The page of a preview is written.
    pub(super) fn previewed(reason: String) -> Self {
        Self::new(code::DONE, Some("planned"), reason)
    }

    /// The event leads to no pull request, and rightly so; a green step that did nothing says why (case 35).
    pub(super) fn no_pull_request(why: String) -> Self {
        Self {
            warns: true,
            ..Self::new(code::DONE, Some("skipped"), why)
        }
    }

    /// A fork's or Dependabot's run may not write, and the user lets that pass.
    pub(super) fn powerless() -> Self {
        let why = "the token of a fork's or Dependabot's run may not write, and `on-fork` is skip";
        Self::new(code::DONE, Some("skipped"), why.to_owned())
    }

    /// A fork's or Dependabot's run was only to remove what is there, which nobody can do for it later.
    pub(super) fn not_removed() -> Self {
        let why = "the token of a fork's or Dependabot's run may not write: nothing was removed, and what stands there stays until the next message for it is delivered";
        Self {
            warns: true,
            ..Self::skipped(why)
        }
    }

    /// The message waits for a run that may write.
    pub(super) fn staged(staged: Staged, key: &Name) -> Self {
        let mut why = "the message waits in the outbox for a workflow that delivers it".to_owned();
        if key.as_str() != DEFAULT_KEY {
            why = format!("{why}, which it does only where its `allow` names the key `{key}`");
        }
        Self {
            staged: Some(staged),
            ..Self::new(code::DONE, Some("staged"), why)
        }
    }

    /// The same, in a dry run.
    pub(super) fn would_stage(folder: &Path, entry: String) -> Self {
        let why = format!(
            "nothing was staged in {}: this is a dry run",
            folder.display()
        );
        Self {
            entry: Some(entry),
            ..Self::new(code::DONE, Some("planned"), why)
        }
    }

    /// There is rightly nothing to do.
    pub(super) fn skipped(why: &str) -> Self {
        Self::new(code::DONE, Some("skipped"), why.to_owned())
    }

    /// Nobody comments there any more.
    pub(super) fn archived() -> Self {
        let why = "the repository is archived".to_owned();
        Self::new(code::DONE, Some("archived"), why)
    }

    /// Only people with write access comment there.
    pub(super) fn locked() -> Self {
        let why = "the conversation is locked".to_owned();
        Self::new(code::DONE, Some("locked"), why)
    }

    /// A newer commit is there.
    pub(super) fn superseded(why: String) -> Self {
        Self::new(code::DONE, Some("superseded"), why)
    }

    /// What is asked for could do harm.
    pub(super) fn refused(why: String) -> Self {
        Self::new(code::DATA, Some("refused"), why)
    }

    /// Of a failure before there was a session.
    pub(super) fn of_failure(failure: &Failure, event: &Event) -> Self {
        let (code, word) = of_failure(failure);
        let mut ending = Self::new(code, word, failure.to_string());
        ending.advise(failure, event);
        ending
    }

    /// With a word of the contract, if there is one for it.
    pub(super) fn new(code: u8, outcome: Option<&'static str>, reason: String) -> Self {
        Self {
            code,
            outcome,
            reason,
            warns: matches!(outcome, Some("locked" | "archived")),
            plan: None,
            shown: Vec::new(),
            staged: None,
            entry: None,
            entries: None,
            findings: Vec::new(),
        }
    }

    /// Of a session. `signal` is the one that stopped it, where one did.
    pub(super) fn of(
        outcome: &Outcome,
        options: &Options,
        event: &Event,
        signal: Option<u8>,
    ) -> Self {
        let (code, word) = match &outcome.verdict {
            Verdict::Created => (code::DONE, Some("created")),
            Verdict::Updated => (code::DONE, Some("updated")),
            Verdict::Unchanged | Verdict::Shown(_) => (code::DONE, Some("unchanged")),
            Verdict::Superseded if options.stale == Stale::Fail => {
                (code::RETRY, Some("superseded"))
            }
            Verdict::Superseded => (code::DONE, Some("superseded")),
            Verdict::Skipped => (code::DONE, Some("skipped")),
            Verdict::Locked => (code::DONE, Some("locked")),
            Verdict::Archived => (code::DONE, Some("archived")),
            Verdict::Hidden => (code::DONE, Some("hidden")),
            Verdict::Deleted => (code::DONE, Some("deleted")),
            Verdict::Current => (code::DONE, Some("current")),
            Verdict::Planned(_) => (code::DONE, Some("planned")),
            // By REST an App's token cannot tell who it is; where REST was only fallen back to, GraphQL can, later.
            Verdict::Failed(Trouble::UnknownIdentity) if options.api != Api::Rest => {
                (code::RETRY, None)
            }
            Verdict::Failed(trouble) => of_trouble(trouble),
        };
        // A signal is answered with its own code, whatever could still be finished.
        let code = signal.map_or(code, |signal| signal.saturating_add(128));
        let mut reason = outcome.reason.clone();
        if signal.is_some() && outcome.verdict != Verdict::Failed(Trouble::Interrupted) {
            reason = format!("stopped by a signal; {reason}");
        }
        let mut ending = Self::new(code, word, reason);
        match &outcome.verdict {
            Verdict::Planned(call) => ending.plan = Some(call.clone()),
            Verdict::Shown(comments) if comments.is_empty() => ending.outcome = Some("skipped"),
            Verdict::Shown(comments) => ending.shown.clone_from(comments),
            Verdict::Failed(Trouble::GitHub(failure)) => ending.advise(failure, event),
            _ => {}
        }
        ending
    }

    /// Of a run or its artifacts that cannot be read.
    pub(super) fn of_unread(failure: &Failure) -> Self {
        let (code, word) = of_failure(failure);
        let advice = match failure {
            Failure::Denied(_) => "; give the job `permissions: actions: read`",
            Failure::NoSubject(_) => "; check `repository` and `run-id`",
            Failure::BadCredentials(_) => "; give a valid `token`",
            Failure::Unavailable(_) | Failure::RateLimited { .. } => "; run it again",
            _ => "",
        };
        let what = match failure {
            Failure::NoSubject(why) => format!("no such run: {why}"),
            _ => failure.to_string(),
        };
        Self::new(code, word, format!("{what}{advice}"))
    }

    /// Of an error before GitHub was asked anything.
    pub(super) fn of_error(error: &anyhow::Error) -> Self {
        let code = if error.is::<UsageError>()
            || error.is::<NoNumber>()
            || error.is::<NoToken>()
            || error.is::<NotAToken>()
            || error.is::<SetupError>()
            || matches!(error.downcast_ref(), Some(MessageError::Usage(_)))
            || matches!(
                error.downcast_ref(),
                Some(StageError::NoFolder | StageError::Mode(_) | StageError::Template)
            )
            || error.is::<DeliverError>()
        {
            code::USAGE
        } else if error.is::<TokenInComment>()
            || error.is::<DataError>()
            || error.is::<TemplateError>()
            || matches!(error.downcast_ref(), Some(MessageError::Data(_)))
            || matches!(
                error.downcast_ref(),
                Some(StageError::Entry(_) | StageError::TooLong)
            )
        {
            code::DATA
        } else {
            code::FAILED
        };
        let outcome = (code == code::DATA).then_some("refused");
        Self::new(code, outcome, format!("{error:#}"))
    }

    /// The code that the process ends with: a failed comment need not redden a build, wrong usage still does.
    pub(super) fn exit_code(&self, on_error: OnError) -> u8 {
        let forgivable = matches!(
            self.code,
            code::FAILED | code::DATA | code::RETRY | code::PERMISSION
        );
        if forgivable && on_error == OnError::Warn {
            code::DONE
        } else {
            self.code
        }
    }

    /// Adds what a person can do about it.
    fn advise(&mut self, failure: &Failure, event: &Event) {
        let advice = match failure {
            Failure::Denied(_) => {
                let who = match (event.fork, event.dependabot, &event.subject) {
                    (true, ..) => {
                        " (the pull request comes from a fork, whose job token is read-only)"
                    }
                    (_, true, _) => {
                        " (Dependabot started this run or opened the pull request, and its job token is read-only unless the workflow raises it)"
                    }
                    (.., Ok(_)) => " (GitHub does not lower the token of such a run)",
                    (.., Err(_)) => "",
                };
                format!(
                    "give the token or the job `permissions: pull-requests: write`, on a plain issue `issues: write`{who}"
                )
            }
            Failure::BadCredentials(_) => "give a valid `token`".to_owned(),
            Failure::NoSubject(_) => {
                "check `repository` and `number`, and that the token may read them".to_owned()
            }
            Failure::Full(_) => {
                "GitHub takes no more than 2,500 comments; existing ones can still be updated"
                    .to_owned()
            }
            Failure::TooLong(_) => {
                "publish less, or attach the report as an artifact and link to it".to_owned()
            }
            Failure::Unavailable(_) | Failure::Unknown(_) | Failure::RateLimited { .. } => {
                "run it again".to_owned()
            }
            Failure::Unsupported(_) => "allow GraphQL: `--api auto`".to_owned(),
            Failure::Gone | Failure::Locked(_) | Failure::Archived(_) | Failure::Refused(_) => {
                return;
            }
        };
        self.reason = format!("{}; {advice}", self.reason);
    }

    /// The same, with one more thing to know.
    pub(super) fn with_advice(mut self, advice: &str) -> Self {
        self.reason = format!("{}; {advice}", self.reason);
        self
    }
}

fn of_failure(failure: &Failure) -> (u8, Option<&'static str>) {
    match failure {
        Failure::Unknown(_) | Failure::Unavailable(_) | Failure::RateLimited { .. } => {
            (code::RETRY, None)
        }
        Failure::BadCredentials(_) | Failure::Denied(_) => (code::PERMISSION, None),
        Failure::TooLong(_) => (code::DATA, Some("refused")),
        Failure::Locked(_) => (code::DONE, Some("locked")),
        Failure::Archived(_) => (code::DONE, Some("archived")),
        Failure::Gone
        | Failure::NoSubject(_)
        | Failure::Full(_)
        | Failure::Unsupported(_)
        | Failure::Refused(_) => (code::FAILED, None),
    }
}

fn of_trouble(trouble: &Trouble) -> (u8, Option<&'static str>) {
    match trouble {
        Trouble::GitHub(failure) => of_failure(failure),
        Trouble::HeadUnconfirmed | Trouble::NotConverged => (code::RETRY, None),
        Trouble::UnknownIdentity => (code::USAGE, None),
        Trouble::NotRecognised | Trouble::Interrupted => (code::FAILED, None),
        Trouble::NewerVersion | Trouble::OtherText | Trouble::SeveralToAdopt => {
            (code::DATA, Some("refused"))
        }
    }
}
