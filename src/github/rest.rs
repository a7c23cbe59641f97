//! The fallback transport: the same calls by REST, without edit history, without hiding, and with more requests.

mod list;
mod wire;

use http::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answer::Answer;
use super::failure::{self, About};
use super::settings::Target;
use super::transport::Transport;
use crate::converge::{Account, AccountKind, Call, Comment, CommentRef, Failure, Reply, Sight};
use list::Listed;
use wire::{User, WireComment, WireSubject};

/// The conversation by REST.
pub(super) struct Rest {
    target: Target,
    viewer: Viewer,
    /// Of a list that has more than one page, as the last look showed it.
    listed: Option<Listed>,
}

/// Who the token writes as.
enum Viewer {
    Unasked,
    /// `None`: the token may not ask.
    Told(Option<Account>),
}

impl Rest {
    /// `job_token`: the token is the job's own, which may not ask who it is (fact 2).
    pub(super) fn new(target: Target, job_token: bool) -> Self {
        let mut rest = Self {
            target,
            viewer: Viewer::Unasked,
            listed: None,
        };
        if job_token {
            rest.remember(Account {
                login: "github-actions[bot]".to_owned(),
                kind: AccountKind::Bot,
            });
        }
        rest
    }

    /// The other transport was told who the token writes as.
    pub(super) fn remember(&mut self, viewer: Account) {
        self.viewer = Viewer::Told(Some(viewer));
    }

    /// All requests that one call needs, one reply.
    pub(super) async fn execute(&mut self, transport: &mut Transport, call: &Call) -> Reply {
        let comment_path =
            |comment: &CommentRef| self.path(&format!("/issues/comments/{}", comment.id));
        let result = match call {
            Call::Observe { comment } => self.observe(transport, comment.as_ref()).await,
            Call::Page { .. } => Err(Failure::Unavailable(
                "a list begun by GraphQL cannot go on by REST: look again".to_owned(),
            )),
            Call::Read { comments } => self.read(transport, comments).await,
            Call::Revisions { .. } => Ok(Reply::Revisions(None)),
            Call::Create { body, .. } => {
                let path = self.path(&format!("/issues/{}/comments", self.target.number));
                write(transport, call, Method::POST, &path, body).await
            }
            Call::Update { comment, body } => {
                write(transport, call, Method::PATCH, &comment_path(comment), body).await
            }
            Call::Delete { comment } => delete(transport, call, &comment_path(comment)).await,
            Call::Hide { .. } | Call::Show { .. } => Err(Failure::Unsupported(
                "a comment can be hidden or shown by GraphQL only".to_owned(),
            )),
        };
        result.unwrap_or_else(Reply::Failed)
    }

    async fn observe(
        &mut self,
        transport: &mut Transport,
        asked: Option<&CommentRef>,
    ) -> Result<Reply, Failure> {
        let viewer = self.viewer(transport).await?;
        let look = self.look(transport).await?;
        let asked = look
            .comments
            .iter()
            .find(|comment| Some(comment.at.id) == asked.map(|at| at.id))
            .cloned();
        Ok(Reply::Seen(Box::new(Sight {
            viewer,
            total: look.total,
            subject: look.subject.into_subject(),
            server_time: look.server_time,
            oldest: look.comments,
            next: None,
            recent: Vec::new(),
            asked,
            history: None,
        })))
    }

    /// The pull request, or the issue where there is no such pull request.
    async fn subject(&self, transport: &mut Transport) -> Result<(WireSubject, Answer), Failure> {
        let pull_request = self.path(&format!("/pulls/{}", self.target.number));
        let answer = match get(transport, &pull_request, About::READ).await {
            Err(Failure::NoSubject(_)) => {
                let issue = self.path(&format!("/issues/{}", self.target.number));
                get(transport, &issue, About::READ).await?
            }
            other => other?,
        };
        Ok((decode(&answer, About::READ)?, answer))
    }

    /// Asked once; a token that may not ask is told so by a 403 (fact 2).
    async fn viewer(&mut self, transport: &mut Transport) -> Result<Option<Account>, Failure> {
        if let Viewer::Told(viewer) = &self.viewer {
            return Ok(viewer.clone());
        }
        let viewer = match get(transport, "/user", About::READ).await {
            Ok(answer) => Some(decode::<User>(&answer, About::READ)?.into_account()),
            Err(Failure::Denied(_) | Failure::NoSubject(_)) => None,
            Err(failure) => return Err(failure),
        };
        self.viewer = Viewer::Told(viewer.clone());
        Ok(viewer)
    }

    async fn read(
        &self,
        transport: &mut Transport,
        comments: &[CommentRef],
    ) -> Result<Reply, Failure> {
        let mut bodies = Vec::new();
        for comment in comments {
            let path = self.path(&format!("/issues/comments/{}", comment.id));
            match get(transport, &path, About::READ_COMMENT).await {
                Ok(answer) => {
                    let comment: WireComment = decode(&answer, About::READ_COMMENT)?;
                    bodies.extend(self.on_target(comment.into_comment()));
                }
                Err(Failure::Gone) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(Reply::Bodies(bodies))
    }

    /// Only where it hangs on the subject: a number may be that of any comment in the repository.
    fn on_target(&self, comment: Comment) -> Option<Comment> {
        let number = comment.url.split('#').next()?.rsplit('/').next()?;
        (number.parse() == Ok(self.target.number)).then_some(comment)
    }

    fn path(&self, below: &str) -> String {
        let Target {
            owner, repository, ..
        } = &self.target;
        format!("/repos/{owner}/{repository}{below}")
    }
}

async fn write(
    transport: &mut Transport,
    call: &Call,
    method: Method,
    path: &str,
    body: &str,
) -> Result<Reply, Failure> {
    let about = About::call(call);
    let answer = send(
        transport,
        method,
        path,
        Some(&json!({ "body": body })),
        about,
    )
    .await?;
    let comment: WireComment = decode(&answer, about)?;
    Ok(Reply::Written {
        comment: Box::new(comment.into_comment()),
        glance: None,
        history: None,
    })
}

async fn delete(transport: &mut Transport, call: &Call, path: &str) -> Result<Reply, Failure> {
    send(transport, Method::DELETE, path, None, About::call(call)).await?;
    Ok(Reply::Deleted)
}

pub(super) async fn get(
    transport: &mut Transport,
    path: &str,
    about: About,
) -> Result<Answer, Failure> {
    send(transport, Method::GET, path, None, about).await
}

/// An answer that says that it was done, or why not.
async fn send(
    transport: &mut Transport,
    method: Method,
    path: &str,
    body: Option<&Value>,
    about: About,
) -> Result<Answer, Failure> {
    match transport.rest(method, path, body).await {
        Ok(answer) if answer.is_success() => Ok(answer),
        Ok(answer) => Err(failure::of_status(&answer, about)),
        Err(lost) => Err(failure::of_lost(lost, about)),
    }
}

pub(super) fn decode<T: DeserializeOwned>(answer: &Answer, about: About) -> Result<T, Failure> {
    let broken = |error: serde_json::Error| failure::of_broken(answer, &error.to_string(), about);
    answer.json().map_err(broken)
}
