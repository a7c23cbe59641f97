//! One repository by REST, for what is not in a conversation: its paths, and how its lists go on. What can be asked
//! stands in `artifact.rs` and `pull_request.rs`.

use http::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::answer::Answer;
use super::failure::About;
use super::request::{decode, get};
use super::settings::{self, Settings, SetupError};
use super::token::Token;
use super::transport::{Lost, Transport};
use crate::converge::Failure;

/// Entries on one page of a list, GitHub's most.
const PAGE: u32 = 100;

/// A repository, and the connection by which it is asked.
pub struct Repository {
    transport: Transport,
    path: String,
}

/// How a repository stands, as it is told to all who may read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Standing {
    /// Nobody may write any more (fact 19).
    pub archived: bool,
    /// Not everybody may read it.
    pub private: bool,
}

/// What a list says, as far as it was read.
pub(super) struct Listed<T> {
    pub(super) entries: Vec<T>,
    /// Whether that is all.
    pub(super) complete: bool,
}

impl Repository {
    /// Checks the settings; sends nothing. Must be called inside a tokio runtime with time and I/O.
    ///
    /// # Errors
    /// [`SetupError`] where the URLs, the names or this machine's certificates cannot be used.
    pub fn new(
        owner: &str,
        repository: &str,
        token: Token,
        settings: &Settings,
    ) -> Result<Self, SetupError> {
        settings::check_repository(owner, repository)?;
        let endpoints = settings::check(settings)?;
        Ok(Self {
            transport: Transport::new(endpoints, token, settings.timeouts, settings.trace)?,
            path: format!("/repos/{owner}/{repository}"),
        })
    }

    /// How it stands.
    ///
    /// # Errors
    /// The [`Failure`] of the request.
    pub async fn standing(&mut self) -> Result<Standing, Failure> {
        self.get("").await
    }

    /// What stands at a path below the repository's.
    pub(super) async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Failure> {
        let path = format!("{}{path}", self.path);
        let answer = get(&mut self.transport, &path, About::READ).await?;
        decode(&answer, About::READ)
    }

    /// The list at a path, which may have a query: at most so many pages, in the order of `number`, each entry once.
    pub(super) async fn list<P: DeserializeOwned, I: Iterator<Item = T>, T>(
        &mut self,
        path: &str,
        pages: u32,
        entries: impl Fn(P) -> I,
        number: impl Fn(&T) -> u64,
    ) -> Result<Listed<T>, Failure> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let mut found = Vec::new();
        let mut complete = false;
        for page in 1..=pages {
            let path = format!("{}{path}{joint}per_page={PAGE}&page={page}", self.path);
            let answer = get(&mut self.transport, &path, About::READ).await?;
            found.extend(entries(decode(&answer, About::READ)?));
            complete = !answer.headers.next_page;
            if complete {
                break;
            }
        }
        // One that came meanwhile has moved another one onto the next page as well.
        found.sort_by_key(&number);
        found.dedup_by_key(|entry| number(entry));
        Ok(Listed {
            entries: found,
            complete,
        })
    }

    /// The answer itself, whatever it says.
    pub(super) async fn ask(&mut self, path: &str) -> Result<Answer, Lost> {
        let path = format!("{}{path}", self.path);
        self.transport.rest(Method::GET, &path, None::<&()>).await
    }

    /// What another host has under an address that GitHub gave, at most `limit` bytes of it. Asked without the token.
    pub(super) async fn fetch(
        &mut self,
        label: &str,
        location: &str,
        limit: usize,
    ) -> Result<Answer, Lost> {
        self.transport.fetch(label, location, limit).await
    }

    /// What was sent since the last call, a line a request, for people. Empty unless [`Settings::trace`].
    pub fn take_trace(&mut self) -> Vec<String> {
        self.transport.take_trace()
    }
}
