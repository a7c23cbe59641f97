//! One view of the world through the eyes of one identity, and the addresses of what it shows.
//! Both APIs render from it, so that they cannot disagree.

use std::sync::Arc;

use crate::state::{
    Action, Comment, Identity, Missing, Refusal, RepositoryName, Subject, View, World,
};

/// What one request sees. Cloning is cheap.
#[derive(Clone, Debug)]
pub(super) struct Lens {
    view: Arc<View>,
    viewer: Arc<Identity>,
    origin: Arc<str>,
}

impl Lens {
    pub(super) fn new(view: View, viewer: Arc<Identity>, origin: Arc<str>) -> Self {
        Self {
            view: Arc::new(view),
            viewer,
            origin,
        }
    }

    pub(super) fn world(&self) -> &World {
        self.view.world()
    }

    pub(super) fn view(&self) -> &View {
        &self.view
    }

    pub(super) fn viewer(&self) -> &Identity {
        &self.viewer
    }

    /// Whether the viewer may do this to the comment.
    pub(super) fn may(
        &self,
        action: Action,
        subject: &Subject,
        comment: &Comment,
    ) -> Result<(), Refusal> {
        self.world()
            .authorize(&self.viewer, action, subject, Some(comment))
    }

    /// The conversation's place as its repository spells it.
    pub(super) fn subject(&self, name: &RepositoryName, number: u64) -> Result<Subject, Refusal> {
        let subject = Subject {
            repository: self.world().repository(name)?.name.clone(),
            number,
        };
        self.world().conversation(&subject)?;
        Ok(subject)
    }

    /// The pull request's place; an issue of that number is refused.
    pub(super) fn pull_request(
        &self,
        name: &RepositoryName,
        number: u64,
    ) -> Result<Subject, Refusal> {
        let missing = Refusal::NotFound(Missing::PullRequest(number));
        let subject = self.subject(name, number).map_err(|_| missing)?;
        self.world().pull_request(&subject)?;
        Ok(subject)
    }

    /// An address for browsers.
    pub(super) fn html(&self, path: &str) -> String {
        format!("{}/{path}", self.origin)
    }

    /// An address of the REST API.
    pub(super) fn api(&self, path: &str) -> String {
        format!("{}/api/v3/{path}", self.origin)
    }

    /// The conversation's page.
    pub(super) fn page(&self, subject: &Subject) -> String {
        let kind = match self.world().pull_request(subject) {
            Ok(_) => "pull",
            Err(_) => "issues",
        };
        self.html(&format!("{}/{kind}/{}", subject.repository, subject.number))
    }

    /// The comment's place on the conversation's page.
    pub(super) fn comment_page(&self, subject: &Subject, comment: &Comment) -> String {
        format!("{}#issuecomment-{}", self.page(subject), comment.id.0)
    }
}
