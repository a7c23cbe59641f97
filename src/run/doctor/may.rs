//! Whether the token may write, as far as that is told without writing. Asks nobody.

use std::fmt;

use super::answers::Answers;
use crate::converge::Head;
use crate::github::Standing;
use crate::workflow::Event;

/// Whether the token may write comments.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum May {
    /// As far as its scopes tell.
    Yes(String),
    /// For certain.
    No(String),
    /// GitHub tells only by refusing a write.
    Unknown(String),
}

impl fmt::Display for May {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes(why) => write!(f, "yes: {why}"),
            Self::No(why) => write!(f, "no: {why}"),
            Self::Unknown(why) => write!(
                f,
                "unknown, since GitHub tells only by refusing a write; {why}"
            ),
        }
    }
}

/// The scopes of a classic personal token are all that GitHub tells (fact 110); an event tells how a job's token was
/// made (facts 71, 72).
pub(super) fn may_write(answers: &Answers, event: &Event, of_the_job: bool) -> May {
    if answers.rejected {
        return May::No("GitHub does not take it for valid".to_owned());
    }
    let allowance = answers.allowance.as_ref().ok();
    if let Some(scopes) = allowance.and_then(|it| it.scopes.as_ref()) {
        return by_scopes(scopes, answers.standing.as_ref().ok());
    }
    let is_issue = answers.sight.as_ref().map(|it| &it.subject.head) == Ok(&Head::None);
    May::Unknown(match (of_the_job, event.fork, event.dependabot) {
        (true, true, _) => "a fork's event, whose job token is read-only".to_owned(),
        (true, _, true) => {
            "Dependabot's event or its pull request's, whose job token is read-only unless `permissions` of the job raise it".to_owned()
        }
        (true, ..) => {
            let permission = if is_issue { "issues" } else { "pull-requests" };
            format!("the job needs `permissions: {permission}: write`")
        }
        (false, ..) => {
            let what = if is_issue { "issues" } else { "pull requests" };
            format!("it needs write access to {what}")
        }
    })
}

fn by_scopes(scopes: &str, standing: Option<&Standing>) -> May {
    let has = |scope| scopes.split(',').any(|own| own.trim() == scope);
    let told = format!("its scopes are {scopes}");
    match standing.map(|standing| standing.private) {
        _ if has("repo") => May::Yes(told),
        _ if !has("public_repo") => May::No(format!(
            "{told}; a comment needs repo, or public_repo in a public repository"
        )),
        Some(false) => May::Yes(told),
        Some(true) => May::No(format!(
            "{told}; in a private repository a comment needs repo"
        )),
        None => May::Unknown(format!(
            "{told}, which is enough if the repository is public"
        )),
    }
}
