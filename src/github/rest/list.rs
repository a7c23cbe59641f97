//! The list of comments and the head, in this order: a head that moved meanwhile is seen then. A list of several pages
//! is read whole once; later looks ask for what was updated since, and for all of it only where that does not add up.

use super::wire::{WireComment, WireSubject};
use crate::converge::{Comment, Failure, Seconds};
use crate::github::answer::Answer;
use crate::github::failure::About;
use crate::github::request::{decode, get};
use crate::github::settings::Target;
use crate::github::time;
use crate::github::transport::Transport;

/// Comments on one page, GitHub's most.
const PAGE: u32 = 100;
/// Pages that are read before giving up: four times what a conversation can hold (fact 94).
const PAGES: u32 = 100;
/// A list may be this much behind the clock of its own answer.
const LAG: Seconds = 60;

/// What one look shows.
pub(super) struct Look {
    /// By ascending id.
    pub(super) comments: Vec<Comment>,
    /// How many GitHub counts.
    pub(super) total: u32,
    pub(super) subject: WireSubject,
    /// 0 where unknown.
    pub(super) server_time: Seconds,
}

/// A list of several pages, and since when it may be out of date.
struct Listed {
    comments: Vec<Comment>,
    since: Seconds,
}

/// The list of one conversation.
pub(super) struct List {
    target: Target,
    /// As the last look showed it, where it has more than one page.
    last: Option<Listed>,
}

/// One page.
struct Page {
    comments: Vec<Comment>,
    has_next: bool,
    server_time: Option<Seconds>,
}

impl List {
    /// Asks nothing yet.
    pub(super) fn new(target: Target) -> Self {
        Self { target, last: None }
    }

    /// Everything that there is to see.
    pub(super) async fn look(&mut self, transport: &mut Transport) -> Result<Look, Failure> {
        match self.look_again(transport).await? {
            Some(look) => Ok(look),
            None => self.look_at_all(transport).await,
        }
    }

    /// `None` where the updates do not make the last list this one: a deletion shows in the count.
    async fn look_again(&mut self, transport: &mut Transport) -> Result<Option<Look>, Failure> {
        let Some(listed) = self.last.take() else {
            return Ok(None);
        };
        let since = time::to_json(listed.since);
        let page = self.page(transport, 1, since.as_deref()).await?;
        if page.has_next {
            return Ok(None);
        }
        let mut comments = page.comments;
        comments.extend(listed.comments);
        let look = self.conclude(transport, comments, 0).await?;
        if u32::try_from(look.comments.len()) != Ok(look.total) {
            return Ok(None);
        }
        self.remember_list(&look, page.server_time);
        Ok(Some(look))
    }

    async fn look_at_all(&mut self, transport: &mut Transport) -> Result<Look, Failure> {
        let page = self.page(transport, 1, None).await?;
        if !page.has_next {
            return self.conclude(transport, page.comments, 0).await;
        }
        // A comment deleted between two pages moves another one out of sight; the count before tells.
        let total = self.subject(transport).await?.0.comments;
        let comments = self.all_pages(transport).await?;
        let look = self.conclude(transport, comments, total).await?;
        self.remember_list(&look, page.server_time);
        Ok(look)
    }

    /// Sorts the list, where the first of two versions of a comment counts, and asks for the head.
    async fn conclude(
        &self,
        transport: &mut Transport,
        mut comments: Vec<Comment>,
        total: u32,
    ) -> Result<Look, Failure> {
        comments.sort_by_key(|comment| comment.at.id);
        comments.dedup_by_key(|comment| comment.at.id);
        let (subject, answer) = self.subject(transport).await?;
        Ok(Look {
            comments,
            total: subject.comments.max(total),
            subject,
            server_time: answer.headers.date.unwrap_or(0),
        })
    }

    /// `begun`: when the first page was answered.
    fn remember_list(&mut self, look: &Look, begun: Option<Seconds>) {
        self.last = begun.map(|begun| Listed {
            comments: look.comments.clone(),
            since: begun.saturating_sub(LAG),
        });
    }

    /// The pull request, or the issue where there is no such pull request.
    async fn subject(&self, transport: &mut Transport) -> Result<(WireSubject, Answer), Failure> {
        let pull_request = self.target.path(&format!("/pulls/{}", self.target.number));
        let answer = match get(transport, &pull_request, About::READ).await {
            Err(Failure::NoSubject(_)) => {
                let issue = self.target.path(&format!("/issues/{}", self.target.number));
                get(transport, &issue, About::READ).await?
            }
            other => other?,
        };
        Ok((decode(&answer, About::READ)?, answer))
    }

    async fn all_pages(&self, transport: &mut Transport) -> Result<Vec<Comment>, Failure> {
        let mut all = Vec::new();
        for number in 1..=PAGES {
            let page = self.page(transport, number, None).await?;
            all.extend(page.comments);
            if !page.has_next {
                return Ok(all);
            }
        }
        Err(Failure::Unavailable(format!(
            "the list of comments does not end after {PAGES} pages"
        )))
    }

    /// One page of the list, in ascending order of ids (fact 10).
    async fn page(
        &self,
        transport: &mut Transport,
        number: u32,
        since: Option<&str>,
    ) -> Result<Page, Failure> {
        let since = since.map_or_else(String::new, |since| format!("&since={since}"));
        let path = self.target.path(&format!(
            "/issues/{}/comments?per_page={PAGE}&page={number}{since}",
            self.target.number
        ));
        let answer = get(transport, &path, About::READ).await?;
        let page: Vec<WireComment> = decode(&answer, About::READ)?;
        Ok(Page {
            comments: page.into_iter().map(WireComment::into_comment).collect(),
            has_next: answer.headers.next_page,
            server_time: answer.headers.date,
        })
    }
}
