//! A GitHub with one open pull request, a runner's machine with a checked out repository, and short ways to act on
//! both and to look. Starts nothing itself: that is a [`Step`]'s.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http_body_util::{BodyExt as _, Empty};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{
    Change, Comment, Deed, Effect, Fault, Operation, RepositoryName, State, Subject,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::step::Step;

/// Of the job, with `pull-requests: write`.
pub(crate) const JOB_TOKEN: &str = "job-token";
/// Of the job of a fork or of Dependabot.
pub(crate) const READ_ONLY_TOKEN: &str = "read-only-token";
/// The pull request's only commit at the start.
pub(crate) const HEAD: &str = "1111111111111111111111111111111111111111";
/// Another one.
pub(crate) const NEXT_HEAD: &str = "2222222222222222222222222222222222222222";
/// The pull request that the events are about.
pub(crate) const NUMBER: u64 = 7;

/// A machine with a runner on it, and the GitHub that it belongs to.
pub(crate) struct Runner {
    pub(crate) sandbox: Sandbox,
    folder: TempDir,
}

impl Runner {
    pub(crate) async fn new() -> Self {
        let sandbox = Sandbox::start(State::seeded(), Clock::Manual);
        Self {
            sandbox: sandbox.await.unwrap(),
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// The checked out repository, where steps start.
    pub(crate) fn workspace(&self) -> &Path {
        self.folder.path()
    }

    /// Puts a file into the checked out repository.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.workspace().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// A step of a job for [`HEAD`]; nothing is written unless it says `--apply`.
    pub(crate) fn step(&self, command: &str) -> Step<'_> {
        Step::new(self).arg(command)
    }

    /// A step as the action starts it.
    pub(crate) fn publish(&self, message: &str) -> Step<'_> {
        self.step("publish")
            .arg("--apply")
            .env("ONE_COMMENT_MESSAGE", message)
    }

    /// The comments of the pull request, oldest first.
    pub(crate) fn comments(&self) -> Vec<Arc<Comment>> {
        self.sandbox.hub().with(|state| {
            let comments = state.world().comments(&pull_request()).unwrap();
            comments.cloned().collect()
        })
    }

    /// The comments that begin with our root marker, whoever wrote them.
    pub(crate) fn ours(&self) -> Vec<Arc<Comment>> {
        let mut comments = self.comments();
        comments.retain(|comment| comment.body.starts_with("<!-- one-comment:root "));
        comments
    }

    /// The only one of them.
    #[track_caller]
    pub(crate) fn the_comment(&self) -> Arc<Comment> {
        let ours = self.ours();
        assert_eq!(ours.len(), 1, "{ours:#?}");
        ours[0].clone()
    }

    #[track_caller]
    pub(crate) fn body(&self) -> String {
        self.the_comment().body.to_string()
    }

    #[track_caller]
    pub(crate) fn change(&self, change: Change) {
        self.sandbox
            .hub()
            .with(|state| state.change(change))
            .unwrap();
    }

    /// A maintainer does something to the newest comment, or writes one.
    #[track_caller]
    pub(crate) fn person(&self, does: Deed) {
        self.change(by_person(does));
    }

    /// A maintainer rewrites our comment.
    #[track_caller]
    pub(crate) fn rewrite(&self, rewritten: impl FnOnce(&str) -> String) {
        let comment = self.the_comment();
        let body = rewritten(&comment.body);
        assert_ne!(*body, *comment.body, "nothing was rewritten");
        let comment = Some(comment.id);
        self.person(Deed::Edit { comment, body });
    }

    /// A maintainer writes so many comments; that was an hour ago.
    pub(crate) fn talk(&self, comments: usize) {
        for number in 0..comments {
            let body = format!("Remark {number}");
            self.person(Deed::Comment { body });
        }
        self.sandbox.hub().with(|state| state.advance(3_600_000));
    }

    pub(crate) fn push(&self, sha: &str) {
        let (on, sha) = (pull_request(), sha.into());
        self.change(Change::Push { on, sha });
    }

    pub(crate) fn lock(&self) {
        let (on, locked) = (pull_request(), true);
        self.change(Change::SetLocked { on, locked });
    }

    pub(crate) fn archive(&self) {
        let (repository, archived) = (RepositoryName::new("octo-org", "hello"), true);
        self.change(Change::SetArchived {
            repository,
            archived,
        });
    }

    /// What goes wrong with the next request that asks for this.
    pub(crate) fn fault(&self, operation: Operation, effect: Effect) {
        let fault = Fault::once(&[operation], effect);
        self.sandbox.hub().with(|state| state.add_fault(fault));
    }

    /// A fault that did not happen was not tested.
    #[track_caller]
    pub(crate) fn all_faults_happened(&self) {
        let left = self.sandbox.hub().with(|state| state.faults().clone());
        assert!(left.is_empty(), "{left:?}");
    }

    /// The conversation as a reader sees it, in HTML.
    pub(crate) async fn page(&self) -> String {
        self.page_of(NUMBER).await
    }

    /// The same of another pull request.
    pub(crate) async fn page_of(&self, number: u64) -> String {
        let url = format!("{}/octo-org/hello/pull/{number}", self.sandbox.url());
        let client = Client::builder(TokioExecutor::new()).build_http::<Empty<&[u8]>>();
        let answer = client.get(url.parse().unwrap()).await.unwrap();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }
}

pub(crate) fn pull_request() -> Subject {
    Subject::new("octo-org", "hello", NUMBER)
}

pub(crate) fn by_person(does: Deed) -> Change {
    let (by, on) = ("octocat".into(), pull_request());
    Change::Person { by, on, does }
}

/// A recorded payload, made to be about the sandbox's pull request.
pub(crate) fn payload(file: &str, head: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/payloads")
        .join(file);
    let mut payload: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let own =
        payload["pull_request"]["head"]["repo"]["full_name"] == payload["repository"]["full_name"];
    payload["number"] = json!(NUMBER);
    payload["after"] = json!(head);
    payload["repository"]["full_name"] = json!("octo-org/hello");
    let pull_request = &mut payload["pull_request"];
    pull_request["number"] = json!(NUMBER);
    pull_request["head"]["sha"] = json!(head);
    pull_request["base"]["repo"]["full_name"] = json!("octo-org/hello");
    if own {
        pull_request["head"]["repo"]["full_name"] = json!("octo-org/hello");
    }
    payload
}
