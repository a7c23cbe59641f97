//! The fallback transport: the same calls by REST, without edit history, without hiding, and with more requests.

mod list;
mod wire;

use http::Method;
use serde_json::json;

use super::failure::About;
use super::request::{decode, get, send};
use super::settings::Target;
use super::transport::Transport;
use crate::converge::{Account, AccountKind, Call, Comment, CommentRef, Failure, Reply, Sight};
use list::List;
use wire::{User, WireComment};

/// The conversation by REST.
pub(super) struct Rest {
    target: Target,
    viewer: Viewer,
    list: List,
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
            list: List::new(target.clone()),
            target,
            viewer: Viewer::Unasked,
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
        let comment_path = |comment: &CommentRef| {
            self.target
                .path(&format!("/issues/comments/{}", comment.id))
        };
        let result = match call {
            Call::Observe { comment } => self.observe(transport, comment.as_ref()).await,
            Call::Page { .. } => Err(Failure::Unavailable(
                "a list begun by GraphQL cannot go on by REST: look again".to_owned(),
            )),
            Call::Read { comments } => self.read(transport, comments).await,
            Call::Revisions { .. } => Ok(Reply::Revisions(None)),
            Call::Create { body, .. } => {
                let path = self
                    .target
                    .path(&format!("/issues/{}/comments", self.target.number));
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
        let look = self.list.look(transport).await?;
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
            let path = self
                .target
                .path(&format!("/issues/comments/{}", comment.id));
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
