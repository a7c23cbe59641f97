//! Who calls: actors as GitHub shows them, and the identities that stand behind tokens.
//! Does not decide what an identity may do to a comment: that is `permission`.

use std::sync::Arc;

use serde::Serialize;

/// A person or a program. GitHub tells them apart by kind, not by name (fact 4, case 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum ActorKind {
    /// A person's account.
    User,
    /// The account behind a GitHub App, `github-actions` included.
    Bot,
}

/// The GitHub App behind a bot (fact 3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct App {
    /// The app's own number, not its bot user's.
    pub id: u64,
    /// The app's name in addresses; its bot's login is `<slug>[bot]`.
    pub slug: Arc<str>,
}

/// An account that writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Actor {
    /// As REST gives it: a bot's ends in `[bot]` (fact 3).
    pub login: Arc<str>,
    /// The account's number.
    pub id: u64,
    /// Person or program.
    pub kind: ActorKind,
    /// The app, for a bot.
    pub app: Option<App>,
}

impl Actor {
    /// A person. The number follows from the login, so that one person is always the same one.
    pub fn person(login: &str) -> Self {
        Self {
            login: login.into(),
            id: number_of(login),
            kind: ActorKind::User,
            app: None,
        }
    }

    /// The bot of the GitHub App `slug`.
    pub fn bot(slug: &str) -> Self {
        Self::bot_numbered(slug, number_of(slug), number_of(slug) % 1_000_000)
    }

    /// Whom REST shows in the place of an account that was deleted.
    pub(crate) fn ghost() -> Self {
        Self {
            id: 10_137,
            ..Self::person("ghost")
        }
    }

    /// The account of the job token (facts 1 and 3).
    pub fn github_actions() -> Self {
        Self::bot_numbered("github-actions", 41_898_282, 15_368)
    }

    fn bot_numbered(slug: &str, id: u64, app_id: u64) -> Self {
        Self {
            login: format!("{slug}[bot]").into(),
            id,
            kind: ActorKind::Bot,
            app: Some(App {
                id: app_id,
                slug: slug.into(),
            }),
        }
    }

    /// As GraphQL gives it for the author of a comment: without `[bot]` (fact 4).
    pub fn short_login(&self) -> &str {
        self.login.strip_suffix("[bot]").unwrap_or(&self.login)
    }
}

fn number_of(login: &str) -> u64 {
    let mixed = login.bytes().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    1_000_000 + mixed % 99_000_000
}

/// One line of a job's `permissions:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Access {
    /// Neither read nor write.
    None,
    /// Read only.
    Read,
    /// Read and write.
    Write,
}

/// What stands behind a token: an actor, and what this token lets it do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Identity {
    /// The name by which faults and logs speak of it; never the token.
    pub label: Arc<str>,
    /// The account that writes; absent for a request without a token.
    pub actor: Option<Actor>,
    /// Permission for conversations that are pull requests (facts 12 and 13).
    pub pull_requests: Access,
    /// Permission for conversations that are plain issues.
    pub issues: Access,
    /// Permission for workflow runs and their artifacts (fact 73).
    pub actions: Access,
    /// May edit, delete and hide what others wrote.
    pub moderates: bool,
}

impl Identity {
    /// The job token with `pull-requests: write`. It may touch comments of others, as on GitHub.
    pub fn job() -> Self {
        Self::writer("job", Actor::github_actions())
    }

    /// The job token of a fork's or Dependabot's run: reads only (facts 71 and 72).
    pub fn read_only_job() -> Self {
        Self {
            pull_requests: Access::Read,
            issues: Access::Read,
            moderates: false,
            ..Self::writer("read-only-job", Actor::github_actions())
        }
    }

    /// A job token with `pull-requests: write` and nothing else: no artifact can be read with it (fact 73).
    pub fn comments_only_job() -> Self {
        Self {
            actions: Access::None,
            ..Self::writer("comments-only-job", Actor::github_actions())
        }
    }

    /// A job token with `issues: write` but `pull-requests: read`, which does not do (fact 12).
    pub fn issues_job() -> Self {
        Self {
            pull_requests: Access::Read,
            ..Self::writer("issues-job", Actor::github_actions())
        }
    }

    /// An installation token of the GitHub App `slug`.
    pub fn app(slug: &str) -> Self {
        Self::writer(slug, Actor::bot(slug))
    }

    /// A maintainer's personal token.
    pub fn person(login: &str) -> Self {
        Self::writer(login, Actor::person(login))
    }

    /// A person without rights in the repository: comments, and edits only what is their own.
    pub fn outsider(login: &str) -> Self {
        Self {
            moderates: false,
            ..Self::person(login)
        }
    }

    /// A request without a token.
    pub fn anonymous() -> Self {
        Self {
            label: "anonymous".into(),
            actor: None,
            pull_requests: Access::Read,
            issues: Access::Read,
            actions: Access::None,
            moderates: false,
        }
    }

    fn writer(label: &str, actor: Actor) -> Self {
        Self {
            label: label.into(),
            actor: Some(actor),
            pull_requests: Access::Write,
            issues: Access::Write,
            actions: Access::Write,
            moderates: true,
        }
    }

    /// Whether the token is an installation's: the job token or an App's (fact 2).
    pub fn is_installation(&self) -> bool {
        self.actor
            .as_ref()
            .is_some_and(|actor| actor.kind == ActorKind::Bot)
    }

    /// Whether this identity's account wrote what `author` wrote.
    pub fn is(&self, author: &Actor) -> bool {
        self.actor
            .as_ref()
            .is_some_and(|actor| actor.id == author.id)
    }
}
