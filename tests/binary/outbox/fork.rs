//! The fork's pull request, runs for it, and what such runs leave: short ways to act and to look. Starts nothing but
//! the two steps of the way.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use one_comment_sandbox::state::{Archive, Change, RepositoryName, Run, Subject};
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::{Value, json};

use crate::end::End;
use crate::setup::{READ_ONLY_TOKEN, Runner};
use crate::step::Step;

/// The fork's pull request.
pub(super) const FORKS_NUMBER: u64 = 9;
/// Its head.
pub(super) const FORKS_HEAD: &str = "9999999999999999999999999999999999999999";
/// The run that stages, unless a test says otherwise.
pub(super) const RUN: u64 = 500;

pub(super) fn hello() -> RepositoryName {
    RepositoryName::new("octo-org", "hello")
}

pub(super) fn forks_pull_request() -> Subject {
    Subject::new("octo-org", "hello", FORKS_NUMBER)
}

/// A push to the fork's pull request, as its workflow sees it.
pub(super) fn pull_request_event() -> Value {
    json!({
        "action": "synchronize",
        "number": FORKS_NUMBER,
        "pull_request": {
            "number": FORKS_NUMBER,
            "head": {"sha": FORKS_HEAD, "ref": "patch-1", "repo": {"full_name": "contributor/hello"}},
            "base": {"ref": "main", "repo": {"full_name": "octo-org/hello"}},
        },
        "repository": {"full_name": "octo-org/hello"},
        "sender": {"login": "contributor"},
    })
}

/// The end of the run that staged, as the workflow sees it that delivers.
fn workflow_run_event(run: u64) -> Value {
    json!({
        "action": "completed",
        "workflow_run": {
            "id": run,
            "event": "pull_request",
            "head_sha": FORKS_HEAD,
            "head_branch": "patch-1",
            "head_repository": {"full_name": "contributor/hello"},
            "pull_requests": [],
        },
        "repository": {"full_name": "octo-org/hello"},
    })
}

/// A run for the fork's pull request.
pub(super) fn run(id: u64) -> Run {
    Run {
        id,
        attempt: 1,
        event: "pull_request".into(),
        head_sha: FORKS_HEAD.into(),
        head_branch: Some("patch-1".into()),
        head_repository: Some(RepositoryName::new("contributor", "hello")),
    }
}

/// An archive as the upload makes it, of one file.
pub(super) fn archive(name: &str, content: &[u8]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    let path = EntryPath::verbatim(name.as_bytes());
    let builder = archive.new_file(path).unix_permissions(0o100_644);
    let builder = builder.compression_method(CompressionMethod::DEFLATE);
    let (mut entry, config) = builder.start().unwrap();
    let mut data = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
    data.write_all(content).unwrap();
    let (encoder, descriptor) = data.finish().unwrap();
    encoder.finish().unwrap();
    entry.finish(descriptor).unwrap();
    archive.finish().unwrap()
}

/// An entry as the action writes it, for the section `section`.
pub(super) fn entry(section: &str, content: &str) -> Value {
    json!({
        "version": 1,
        "key": "default",
        "section": section,
        "order": "500000",
        "mode": "upsert",
        "content": content,
        "digest": one_comment::comment::input_digest(content).to_string(),
        "hints": {"number": FORKS_NUMBER, "head": FORKS_HEAD, "run": RUN},
    })
}

impl Runner {
    /// A fork's run of this number has ended.
    pub(super) fn ended(&self, run: Run) {
        let repository = hello();
        self.change(Change::AddRun { repository, run });
    }

    pub(super) fn upload(&self, run: u64, name: &str, archive: Vec<u8>) {
        self.change(Change::Upload {
            repository: hello(),
            run,
            name: name.to_owned(),
            archive: Archive::from(archive),
        });
    }

    /// The run [`RUN`] has ended and left this, whatever it is.
    pub(super) fn left(&self, entries: &[Value]) {
        self.ended(run(RUN));
        for (number, entry) in entries.iter().enumerate() {
            let label = format!("one-comment-outbox-{number:016x}");
            let file = archive(&format!("{label}.json"), entry.to_string().as_bytes());
            self.upload(RUN, &label, file);
        }
    }

    /// A step of the fork's run, which may not write.
    pub(super) fn in_fork(&self, message: &str) -> Step<'_> {
        self.publish(message)
            .caused_by("pull_request", pull_request_event())
            .token(READ_ONLY_TOKEN)
            // Outlives the step here, as it does in a job.
            .env("RUNNER_TEMP", self.workspace().to_str().unwrap())
            .env("GITHUB_RUN_ID", &RUN.to_string())
    }

    /// What the action does with a staged entry: its second step uploads the file.
    pub(super) fn upload_staged(&self, run: u64, end: &End) {
        let outputs = end.outputs();
        let (folder, label) = (&outputs["outbox-path"], &outputs["outbox-artifact"]);
        let file = format!("{label}.json");
        let content = fs::read(Path::new(folder).join(&file)).unwrap();
        self.upload(run, label, archive(&file, &content));
    }

    /// The step of the workflow that delivers.
    pub(super) fn deliver(&self) -> Step<'_> {
        self.step("deliver")
            .arg("--apply")
            .caused_by("workflow_run", workflow_run_event(RUN))
            .without("ONE_COMMENT_LEG")
    }

    /// The bodies of the comments of the fork's pull request.
    pub(super) fn delivered(&self) -> Vec<String> {
        self.sandbox.hub().with(|state| {
            let comments = state.world().comments(&forks_pull_request()).unwrap();
            comments.map(|comment| comment.body.to_string()).collect()
        })
    }
}

/// Result and reason of each entry.
#[track_caller]
pub(super) fn results(end: &End) -> Vec<(String, String)> {
    let entries: Value = serde_json::from_str(&end.outputs()["entries"]).unwrap();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let entries = entries.as_array().unwrap().iter();
    entries
        .map(|entry| (text(entry, "result"), text(entry, "reason")))
        .collect()
}

/// The results alone.
#[track_caller]
pub(super) fn words(end: &End) -> Vec<String> {
    results(end).into_iter().map(|(result, _)| result).collect()
}
