//! One answer of GraphQL's endpoint, read as the reply to the call that it answers. Pure.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::comment::WireComment;
use super::wire::{
    Changed, Deleted, Envelope, Node, Observed, Paged, ReadNodes, Revised, WireSubject,
};
use crate::converge::{Call, Comment, Failure, History, Reply, Sight};
use crate::github::answer::Answer;
use crate::github::failure::{self, About, GraphqlError};

/// This server has no GraphQL, or not the one that is asked of it: for certain nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::github) struct Missing(pub(in crate::github) String);

/// Reads the answer to `call`.
pub(super) fn read(call: &Call, answer: &Answer) -> Result<Reply, Missing> {
    if matches!(answer.status, 404 | 405 | 410 | 501) {
        return Err(Missing(answer.describe("no GraphQL here")));
    }
    let about = About::call(call);
    if !answer.is_success() {
        return Ok(Reply::Failed(failure::of_status(answer, about)));
    }
    let envelope = match answer.json::<Envelope>() {
        Ok(envelope) => envelope,
        Err(error) => {
            let why = error.to_string();
            return Ok(Reply::Failed(failure::of_broken(answer, &why, about)));
        }
    };
    if let Some(error) = refused_document(&envelope) {
        return Err(Missing(answer.describe(&error.message)));
    }
    let read = Reading { answer, about };
    let reply = if call.is_write() {
        read.written(call, envelope)
    } else {
        read.looked(call, envelope)
    };
    Ok(reply.unwrap_or_else(Reply::Failed))
}

/// The document did not fit the server's schema, so no part of it was executed.
fn refused_document(envelope: &Envelope) -> Option<&GraphqlError> {
    let coded = |error: &&GraphqlError| {
        let extensions = error.extensions.as_ref();
        extensions.is_some_and(|extensions| extensions.code.is_some())
    };
    match envelope.data {
        Some(_) => None,
        None => envelope.errors.iter().find(coded),
    }
}

/// What is missing under a node that was asked for by name is an answer: it is not there, or not for us to see.
fn is_answer(error: &GraphqlError) -> bool {
    let absent = matches!(error.kind.as_deref(), Some("NOT_FOUND" | "FORBIDDEN"));
    let mut path = error.path.iter().flatten();
    let by_name = matches!(
        path.next().and_then(|first| first.as_str()),
        Some("asked" | "nodes")
    );
    absent && by_name
}

/// One answer while it is being read.
struct Reading<'a> {
    answer: &'a Answer,
    about: About,
}

impl Reading<'_> {
    /// A read counts only whole: half a look would be taken for all there is.
    fn looked(&self, call: &Call, envelope: Envelope) -> Result<Reply, Failure> {
        if let Some(error) = envelope.errors.iter().find(|error| !is_answer(error)) {
            return Err(failure::of_graphql(self.answer, error, self.about));
        }
        let data = envelope.data;
        match call {
            Call::Page { .. } => self.page(self.decode(data)?),
            Call::Read { .. } => Ok(bodies(self.decode(data)?)),
            Call::Revisions { .. } => revisions(self.decode(data)?),
            _ => self.sight(self.decode(data)?),
        }
    }

    /// A write that shows its result has happened, whatever else is missing from the answer.
    fn written(&self, call: &Call, envelope: Envelope) -> Result<Reply, Failure> {
        let done = if matches!(call, Call::Delete { .. }) {
            let deleted = self.decode::<Deleted>(envelope.data).ok();
            deleted
                .and_then(|deleted| deleted.result)
                .map(|_| Reply::Deleted)
        } else {
            self.decode(envelope.data).ok().and_then(change)
        };
        match (done, envelope.errors.first()) {
            (Some(reply), _) => Ok(reply),
            (None, Some(error)) => Err(failure::of_graphql(self.answer, error, self.about)),
            (None, None) => Err(self.broken("it shows no result")),
        }
    }

    fn sight(&self, observed: Observed) -> Result<Reply, Failure> {
        let subject = observed.repository.and_then(|it| it.issue_or_pull_request);
        let Some(wire) = subject else {
            return Err(self.no_subject());
        };
        let subject = wire.subject();
        let (asked, history) = asked(observed.asked, &wire);
        let total = wire.oldest.total_count;
        let (oldest, next) = wire.oldest.into_page();
        Ok(Reply::Seen(Box::new(Sight {
            viewer: observed.viewer.map(|viewer| viewer.into_account()),
            subject,
            total,
            server_time: self.answer.headers.date.unwrap_or(0),
            oldest,
            next,
            recent: wire.recent.into_comments(),
            asked,
            history,
        })))
    }

    fn page(&self, paged: Paged) -> Result<Reply, Failure> {
        let subject = paged.repository.and_then(|it| it.issue_or_pull_request);
        let Some(subject) = subject else {
            return Err(self.no_subject());
        };
        let total = subject.oldest.total_count;
        let (comments, next) = subject.oldest.into_page();
        Ok(Reply::Page {
            comments,
            next,
            total,
        })
    }

    fn decode<T: DeserializeOwned>(&self, data: Option<Box<RawValue>>) -> Result<T, Failure> {
        let data = data.as_ref().map_or("null", |data| data.get());
        let decoded = serde_json::from_slice(data.as_bytes());
        decoded.map_err(|error| self.broken(&error.to_string()))
    }

    fn broken(&self, why: &str) -> Failure {
        failure::of_broken(self.answer, why, self.about)
    }

    fn no_subject(&self) -> Failure {
        Failure::NoSubject(
            self.answer
                .describe("no such repository, pull request or issue"),
        )
    }
}

/// Only where it hangs on the subject: a node id may lead anywhere.
fn asked(
    node: Option<Node<WireComment>>,
    subject: &WireSubject,
) -> (Option<Comment>, Option<History>) {
    let Some(Node::IssueComment(comment)) = node else {
        return (None, None);
    };
    let (comment, history) = comment.into_parts();
    let rest = comment.url.strip_prefix(&subject.url);
    if rest.is_some_and(|rest| rest.starts_with('#')) {
        (Some(comment), history)
    } else {
        (None, None)
    }
}

fn bodies(read: ReadNodes) -> Reply {
    let comments = read
        .nodes
        .into_iter()
        .flatten()
        .filter_map(|node| match node {
            Node::IssueComment(comment) => Some(comment.into_comment()),
            Node::Other => None,
        });
    Reply::Bodies(comments.collect())
}

fn revisions(revised: Revised) -> Result<Reply, Failure> {
    match revised.node {
        Some(Node::IssueComment(comment)) => Ok(Reply::Revisions(comment.into_history())),
        Some(Node::Other) | None => Err(Failure::Gone),
    }
}

fn change(changed: Changed) -> Option<Reply> {
    let (comment, glance, history) = changed.result?.written()?.into_parts();
    Some(Reply::Written {
        comment: Box::new(comment),
        glance: glance.map(Box::new),
        history,
    })
}

#[cfg(test)]
mod tests;
