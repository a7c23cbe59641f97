//! What the user asks for, checked: every default of the contract is in [`Options::resolve`].

use std::path::PathBuf;
use std::time::Duration;

use crate::comment::{Name, Order, Sha};
use crate::converge::{Account, Classifier, Overflow, Selector, ToolMarker};

use super::choice::{
    Api, Collapse, Command, Empty, Mode, OnError, OnFork, Stale, StaleSections, choose,
};
use super::error::UsageError;
use super::raw::Raw;
use super::section;
use super::value::{self, Repository};

/// The key of whoever names none.
pub const DEFAULT_KEY: &str = "default";

/// What the runner says, for what the user left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults<'a> {
    /// `OWNER/NAME` of the workflow's repository.
    pub repository: Option<&'a str>,
    /// The workflow's name, or its path where it has none.
    pub workflow: Option<&'a str>,
    /// The job's id.
    pub job: Option<&'a str>,
    /// The run is being debugged.
    pub verbose: bool,
}

/// The commit that a message is about, as the user gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadSha {
    /// A commit.
    Commit(Sha),
    /// `none`: a plain issue, which has no commits.
    None,
}

/// Checked flags and inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// Markdown as given; `None` where empty.
    pub message: Option<String>,
    /// Paths and patterns as given, `-` for standard input.
    pub message_paths: Vec<String>,
    /// Path of the template as given.
    pub template_path: Option<String>,
    /// Path of the template's data as given, `-` for standard input; only with a template.
    pub data_path: Option<String>,
    /// Heading of the section.
    pub title: Option<String>,
    /// How the section is folded; `None` where it is not.
    pub collapse: Option<Collapse>,
    /// How the job stands so far, in GitHub's word, where the runner knows.
    pub job_status: Option<String>,
    /// What an empty message does.
    pub empty: Empty,
    /// Sections to remove.
    pub clear: Vec<Selector>,
    /// Whether the escape sequences of terminals are taken out.
    pub strip_ansi: bool,
    /// Whether mentions and references become plain text.
    pub plain_mentions: bool,
    /// What becomes of a message that there is no room for.
    pub overflow: Overflow,
    /// Whether the comment ends with a footer.
    pub footer: bool,
    /// Which comment.
    pub key: Name,
    /// Which part of it.
    pub section: Name,
    /// The values of this job's leg of a matrix, joined; empty outside of one.
    pub leg: String,
    /// Jobs that are known to write the comment at the same time; 1 for a lone one.
    pub legs: u32,
    /// The values of the matrix as JSON, where the runner knows.
    pub matrix: Option<String>,
    /// Where the section stands.
    pub order: Order,
    /// The pull request or issue; `None` to take the event's.
    pub number: Option<u64>,
    /// Where the pull request is.
    pub repository: Repository,
    /// The commit that the message is about; `None` to take the event's.
    pub head_sha: Option<HeadSha>,
    /// The comment's REST id, where somebody remembers it.
    pub comment_id: Option<u64>,
    /// When `publish` writes.
    pub mode: Mode,
    /// Entries that `append` keeps.
    pub append_limit: usize,
    /// Whether `recreate` hides the old comment instead of deleting it.
    pub hide_old: bool,
    /// What a superseded run does.
    pub stale: Stale,
    /// How sections of another commit look.
    pub stale_sections: StaleSections,
    /// What `publish` does where the token of a fork's or Dependabot's run may not write.
    pub on_fork: OnFork,
    /// The folder of entries; `None` for the usual place.
    pub outbox: Option<PathBuf>,
    /// Keys that `deliver` may write to.
    pub allow: Vec<Name>,
    /// The run whose entries `deliver` delivers; `None` to take the event's.
    pub run_id: Option<u64>,
    /// What a failed comment does.
    pub on_error: OnError,
    /// A further account whose comments are ours.
    pub author: Option<Account>,
    /// Comments of other tools that may be taken over.
    pub adopt: Vec<ToolMarker>,
    /// Why `hide` hides.
    pub hide_as: Classifier,
    /// When to give up.
    pub timeout: Duration,
    /// Whether anything may be written: `--apply`, and no `dry-run`.
    pub write: bool,
    /// How long to watch after a write.
    pub settle: Duration,
    /// Which of GitHub's interfaces to use.
    pub api: Api,
    /// Where `preview` writes its page.
    pub out: PathBuf,
    /// Whether the result is data.
    pub json: bool,
    /// Whether to tell what was seen and planned.
    pub verbose: bool,
}

impl Options {
    /// Checks what was given and fills in the rest.
    ///
    /// # Errors
    /// [`UsageError`] for the first value that cannot be meant.
    pub fn resolve(raw: &Raw, defaults: &Defaults<'_>) -> Result<Self, UsageError> {
        let dry_run = read("dry-run", &raw.manner.dry_run, value::boolean)?.unwrap_or(false);
        let leg = given(&raw.place.leg).map(section::values_of).transpose();
        read_stdin_once(raw)?;
        Ok(Self {
            command: read("command", &raw.command, choose)?.unwrap_or(Command::Publish),
            message: raw.content.message.clone().filter(|text| !text.is_empty()),
            message_paths: lines(raw.content.message_path.as_deref().unwrap_or_default()),
            template_path: given(&raw.content.template_path).map(str::to_owned),
            data_path: data_path(raw)?,
            title: given(&raw.content.title).map(str::to_owned),
            collapse: read("collapse", &raw.content.collapse, choose)?,
            job_status: given(&raw.content.job_status).map(str::to_owned),
            empty: read("empty", &raw.content.empty, choose)?.unwrap_or(Empty::Fail),
            clear: lines(raw.content.clear.as_deref().unwrap_or_default())
                .iter()
                .map(|line| value::selector("clear", line))
                .collect::<Result<_, _>>()?,
            strip_ansi: read("strip-ansi", &raw.content.strip_ansi, value::boolean)?
                .unwrap_or(true),
            plain_mentions: read(
                "plain-mentions",
                &raw.content.plain_mentions,
                value::boolean,
            )?
            .unwrap_or(false),
            overflow: read("overflow", &raw.content.overflow, choose)?.unwrap_or_default(),
            footer: read("footer", &raw.content.footer, value::boolean)?.unwrap_or(true),
            key: value::name("key", given(&raw.place.key).unwrap_or(DEFAULT_KEY))?,
            section: section(raw, defaults, leg.as_ref())?,
            leg: leg.ok().flatten().unwrap_or_default(),
            legs: legs(raw),
            matrix: given(&raw.place.leg).map(str::to_owned),
            order: read("order", &raw.place.order, value::order)?.unwrap_or(Order::DEFAULT),
            number: read("number", &raw.place.number, value::number)?,
            repository: repository(raw, defaults)?,
            head_sha: read("head-sha", &raw.place.head_sha, head_sha)?,
            comment_id: read("comment-id", &raw.place.comment_id, value::number)?,
            mode: read("mode", &raw.manner.mode, choose)?.unwrap_or(Mode::Upsert),
            append_limit: read("append-limit", &raw.manner.append_limit, value::amount)?
                .unwrap_or(20),
            hide_old: read("hide-old", &raw.manner.hide_old, value::boolean)?.unwrap_or(false),
            stale: read("stale", &raw.manner.stale, choose)?.unwrap_or(Stale::Skip),
            stale_sections: read("stale-sections", &raw.manner.stale_sections, choose)?
                .unwrap_or(StaleSections::Mark),
            on_fork: read("on-fork", &raw.outbox.on_fork, choose)?.unwrap_or(OnFork::Stage),
            outbox: given(&raw.outbox.outbox).map(PathBuf::from),
            allow: allow(raw)?,
            run_id: read("run-id", &raw.outbox.run_id, value::number)?,
            on_error: read("on-error", &raw.manner.on_error, choose)?.unwrap_or(OnError::Fail),
            author: read("author", &raw.manner.author, value::account)?,
            adopt: lines(raw.manner.adopt.as_deref().unwrap_or_default())
                .iter()
                .map(|line| value::tool_marker("adopt", line))
                .collect::<Result<_, _>>()?,
            hide_as: read("hide-as", &raw.manner.hide_as, choose)?.unwrap_or(Classifier::Outdated),
            timeout: read("timeout", &raw.manner.timeout, value::timeout)?
                .unwrap_or(Duration::from_secs(4 * 60)),
            write: raw.terminal.apply && !dry_run,
            settle: read("settle", &raw.terminal.settle, value::duration)?
                .unwrap_or(Duration::from_secs(2)),
            api: read("api", &raw.terminal.api, choose)?.unwrap_or(Api::Auto),
            out: given(&raw.terminal.out)
                .unwrap_or("one-comment-preview.html")
                .into(),
            json: raw.terminal.json,
            verbose: raw.terminal.verbose || defaults.verbose,
        })
    }
}

/// Blanks around a value mean nothing, and a value of blanks only was not given.
fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// The checked value of an input, where one was given.
fn read<T>(
    input: &'static str,
    text: &Option<String>,
    check: impl Fn(&'static str, &str) -> Result<T, UsageError>,
) -> Result<Option<T>, UsageError> {
    given(text).map(|text| check(input, text)).transpose()
}

fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn data_path(raw: &Raw) -> Result<Option<String>, UsageError> {
    let path = given(&raw.content.data_path);
    if path.is_some() && given(&raw.content.template_path).is_none() {
        return Err(UsageError::NoTemplate);
    }
    Ok(path.map(str::to_owned))
}

/// Whoever came second would find it empty.
fn read_stdin_once(raw: &Raw) -> Result<(), UsageError> {
    let content = &raw.content;
    let readers = [
        &content.template_path,
        &content.data_path,
        &content.message_path,
    ];
    let of_stdin = |paths: &&&Option<String>| {
        lines(paths.as_deref().unwrap_or_default())
            .iter()
            .any(|path| path == "-")
    };
    if readers.iter().filter(of_stdin).count() > 1 {
        return Err(UsageError::StdinTwice);
    }
    Ok(())
}

/// The action always gives a leg, if only `null`; the command line never does.
fn section(
    raw: &Raw,
    defaults: &Defaults<'_>,
    leg: Result<&Option<String>, &UsageError>,
) -> Result<Name, UsageError> {
    if let Some(name) = read("section", &raw.place.section, value::name)? {
        return Ok(name);
    }
    match (leg.map_err(Clone::clone)?, defaults.workflow, defaults.job) {
        (None, _, _) => value::name("section", "main"),
        (Some(leg), Some(workflow), Some(job)) => section::of_job(workflow, job, leg),
        (Some(_), _, _) => Err(UsageError::NoSection),
    }
}

/// A runner that does not say how many legs there are still says that this is one.
fn legs(raw: &Raw) -> u32 {
    let told = given(&raw.place.legs)
        .and_then(|legs| legs.parse().ok())
        .unwrap_or(1);
    let in_matrix = given(&raw.place.leg).is_some_and(|leg| !["null", "{}"].contains(&leg));
    told.max(if in_matrix { 2 } else { 1 })
}

fn allow(raw: &Raw) -> Result<Vec<Name>, UsageError> {
    let keys = given(&raw.outbox.allow).unwrap_or(DEFAULT_KEY);
    let keys = lines(keys);
    keys.iter().map(|key| value::name("allow", key)).collect()
}

fn repository(raw: &Raw, defaults: &Defaults<'_>) -> Result<Repository, UsageError> {
    let text = given(&raw.place.repository).or(defaults.repository);
    value::repository("repository", text.ok_or(UsageError::NoRepository)?)
}

fn head_sha(input: &'static str, text: &str) -> Result<HeadSha, UsageError> {
    match text {
        "none" => Ok(HeadSha::None),
        commit => value::sha(input, commit).map(HeadSha::Commit),
    }
}
