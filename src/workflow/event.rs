//! Which pull request and which commit an event is about, from its name and payload alone.
//!
//! Never from `GITHUB_SHA`, which is a merge commit or the default branch (fact 36). Asks nobody: where the
//! payload does not say, the answer is that it does not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::comment::Sha;

use super::environment::Environment;
use super::payload::{Payload, PullRequest};

/// What an event says. It is read leniently: what is missing is unknown, and nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The pull request or issue, or why there is none.
    pub number: Result<u64, NoNumber>,
    /// The commit the run is about.
    pub commit: Commit,
    /// The head before the push that this event tells of.
    pub before: Option<Sha>,
    /// The head is in another repository, or in none that is left: the job token is read-only (fact 71).
    pub fork: bool,
    /// Dependabot started it: the job token is read-only unless raised (fact 72).
    pub dependabot: bool,
    /// `OWNER/NAME` of the repository it happened in.
    pub repository: Option<String>,
}

/// The commit that a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commit {
    /// This one.
    Known(Sha),
    /// The payload does not say: whatever GitHub says is the head, or that there is none.
    FromApi,
    /// A plain issue has no commits.
    NotAPullRequest,
}

/// Where the comment goes, after what the user gave has had its say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The pull request or issue.
    pub number: u64,
    /// The commit the message is about.
    pub commit: Commit,
    /// The head before this commit was pushed: GitHub still shows it for a while.
    pub before: Option<Sha>,
}

/// Why no number follows from the event. Exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumber {
    /// No runner, no event.
    #[error("there is no event to take the pull request from: give `number`")]
    NoEvent,
    /// Such events are not about one pull request.
    #[error("the event {0:?} names no pull request: give `number`")]
    NotNamed(String),
    /// Not what GitHub sends.
    #[error("the payload of the event {0:?} holds no pull request that can be read: give `number`")]
    Malformed(String),
    /// The file with the payload cannot be read.
    #[error("the event's payload {path} cannot be read ({why}): give `number`")]
    Unreadable {
        /// File.
        path: String,
        /// The system's words.
        why: String,
    },
    /// A number means nothing in another repository.
    #[error("the event is about {event}, the comment goes to {asked}: give `number`")]
    OtherRepository {
        /// Repository of the event.
        event: String,
        /// Repository of the comment.
        asked: String,
    },
}

/// GitHub sends at most 25 MB.
const LARGEST_PAYLOAD: u64 = 32 * 1024 * 1024;

impl Event {
    /// The event that started this run. A payload that cannot be read is an event without a number.
    pub fn of_this_run(environment: &Environment) -> Self {
        match (&environment.event_name, &environment.event_path) {
            (Some(name), Some(path)) => match read(path) {
                Ok(payload) => Self::parse(name, &payload),
                Err(why) => Self::without_number(NoNumber::Unreadable {
                    path: path.display().to_string(),
                    why: why.to_string(),
                }),
            },
            (Some(name), None) => Self::without_number(NoNumber::NotNamed(name.clone())),
            (None, _) => Self::without_number(NoNumber::NoEvent),
        }
    }

    /// Reads an event from its name and its payload in JSON.
    pub fn parse(name: &str, payload: &str) -> Self {
        let payload = serde_json::from_str::<Payload>(payload).ok();
        let event = match name {
            "pull_request"
            | "pull_request_target"
            | "pull_request_review"
            | "pull_request_review_comment" => payload.and_then(of_pull_request),
            "issue_comment" => payload.and_then(of_issue),
            _ => return Self::without_number(NoNumber::NotNamed(name.into())),
        };
        event.unwrap_or_else(|| Self::without_number(NoNumber::Malformed(name.into())))
    }

    /// What the user gave always wins (case 34); the event's commit counts only for the event's own pull
    /// request.
    ///
    /// # Errors
    /// [`NoNumber`] where neither the user nor the event names one.
    pub fn target(
        &self,
        repository: &str,
        number: Option<u64>,
        commit: Option<Commit>,
    ) -> Result<Target, NoNumber> {
        let own = self.number_in(repository);
        let number = number.map_or_else(|| own.clone(), Ok)?;
        let told = if own == Ok(number) {
            self.commit.clone()
        } else {
            Commit::FromApi
        };
        let commit = commit.unwrap_or_else(|| told.clone());
        let before = self
            .before
            .clone()
            .filter(|_| own == Ok(number) && commit == told);
        Ok(Target {
            number,
            commit,
            before,
        })
    }

    /// GitHub's names do not differ by case.
    fn number_in(&self, asked: &str) -> Result<u64, NoNumber> {
        match &self.repository {
            Some(event) if self.number.is_ok() && !event.eq_ignore_ascii_case(asked) => {
                Err(NoNumber::OtherRepository {
                    event: event.clone(),
                    asked: asked.into(),
                })
            }
            _ => self.number.clone(),
        }
    }

    fn without_number(why: NoNumber) -> Self {
        Self {
            number: Err(why),
            commit: Commit::FromApi,
            before: None,
            fork: false,
            dependabot: false,
            repository: None,
        }
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut payload = String::new();
    File::open(path)?
        .take(LARGEST_PAYLOAD)
        .read_to_string(&mut payload)?;
    Ok(payload)
}

fn of_pull_request(payload: Payload) -> Option<Event> {
    let PullRequest { number, head, base } = payload.pull_request?;
    let repository = payload.repository.map(|repository| repository.full_name);
    let of_base = base
        .and_then(|base| base.repo)
        .map(|repo| repo.full_name)
        .or(repository.clone());
    let of_head = head.repo.map(|repo| repo.full_name);
    // Other actions carry a leftover of the last push.
    let pushed = payload.action.as_deref() == Some("synchronize");
    let before = payload
        .before
        .filter(|_| pushed)
        .and_then(|before| Sha::parse(&before).ok());
    Some(Event {
        number: Ok(number),
        commit: Commit::Known(head.sha),
        before: before.filter(|before| !before.is_zero()),
        fork: of_head != of_base,
        dependabot: payload
            .sender
            .is_some_and(|sender| sender.login == "dependabot[bot]"),
        repository,
    })
}

fn of_issue(payload: Payload) -> Option<Event> {
    let issue = payload.issue?;
    Some(Event {
        number: Ok(issue.number),
        commit: match issue.pull_request {
            Some(_) => Commit::FromApi,
            None => Commit::NotAPullRequest,
        },
        before: None,
        fork: false,
        dependabot: false,
        repository: payload.repository.map(|repository| repository.full_name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "octo-org/hello";

    fn sha(digit: &str) -> Sha {
        Sha::parse(&digit.repeat(40)).unwrap()
    }

    fn pushed() -> Event {
        let payload = format!(
            r#"{{"action":"synchronize","before":"{}","repository":{{"full_name":"{HERE}"}},
                "pull_request":{{"number":7,"head":{{"sha":"{}","repo":{{"full_name":"{HERE}"}}}}}}}}"#,
            sha("a"),
            sha("b"),
        );
        Event::parse("pull_request", &payload)
    }

    #[test]
    fn without_further_word_the_event_decides() {
        let expected = Target {
            number: 7,
            commit: Commit::Known(sha("b")),
            before: Some(sha("a")),
        };
        assert_eq!(
            pushed().target("Octo-Org/Hello", None, None),
            Ok(expected.clone())
        );
        assert_eq!(pushed().target(HERE, Some(7), None), Ok(expected));
    }

    #[test]
    fn another_pull_request_does_not_get_the_events_commit() {
        let expected = Target {
            number: 8,
            commit: Commit::FromApi,
            before: None,
        };
        assert_eq!(pushed().target(HERE, Some(8), None), Ok(expected));
    }

    #[test]
    fn another_repository_does_not_get_the_events_number() {
        let error = pushed().target("octo-org/other", None, None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the event is about octo-org/hello, the comment goes to octo-org/other: give `number`"
        );
        let expected = Target {
            number: 7,
            commit: Commit::FromApi,
            before: None,
        };
        assert_eq!(
            pushed().target("octo-org/other", Some(7), None),
            Ok(expected)
        );
    }

    #[test]
    fn another_commit_was_not_pushed_onto_the_events_former_head() {
        let commit = Commit::Known(sha("c"));
        let expected = Target {
            number: 7,
            commit: commit.clone(),
            before: None,
        };
        assert_eq!(pushed().target(HERE, None, Some(commit)), Ok(expected));
    }

    #[test]
    fn an_event_about_no_pull_request_asks_for_a_number() {
        let event = Event::parse("schedule", r#"{"schedule":"0 0 * * *"}"#);
        assert_eq!(
            event.target(HERE, None, None).unwrap_err().to_string(),
            r#"the event "schedule" names no pull request: give `number`"#
        );
        let expected = Target {
            number: 9,
            commit: Commit::FromApi,
            before: None,
        };
        assert_eq!(event.target(HERE, Some(9), None), Ok(expected));
    }

    #[test]
    fn a_payload_that_is_not_githubs_names_nothing() {
        let payloads = [
            "",
            "null",
            "[]",
            "{}",
            r#"{"pull_request":null,"issue":null}"#,
            r#"{"pull_request":{"number":-1},"issue":{"number":"7"}}"#,
            r#"{"pull_request":{"number":7,"head":{"sha":"main"}},"issue":{}}"#,
        ];
        for payload in payloads {
            for name in ["pull_request", "issue_comment"] {
                let number = Event::parse(name, payload).number;
                assert_eq!(number, Err(NoNumber::Malformed(name.into())), "{payload}");
            }
        }
    }

    #[test]
    fn a_payload_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("event.json").display().to_string();
        let environment = Environment::read(|name| match name {
            "GITHUB_EVENT_NAME" => Some("pull_request".into()),
            "GITHUB_EVENT_PATH" => Some(path.clone()),
            _ => None,
        });
        let message = Event::of_this_run(&environment)
            .number
            .unwrap_err()
            .to_string();
        assert!(
            message.contains(&path) && message.contains("give `number`"),
            "{message}"
        );
    }

    #[test]
    fn outside_of_a_run_there_is_no_event() {
        let event = Event::of_this_run(&Environment::read(|_| None));
        assert_eq!(event.number, Err(NoNumber::NoEvent));
    }
}
