//! From options and files to the text that is published: a message, or a template that may put it in. A template is
//! read before GitHub is asked anything, and followed when it is known what the message is about.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::access::Access;
use super::ending::TokenInComment;
use crate::cli::Options;
use crate::comment::{Sha, escape_markdown};
use crate::converge::Selector;
use crate::github::Token;
use crate::message::{self, MessageError, Places, Sources};
use crate::template::{Facts, Template};
use crate::workflow::{Commit, Environment, Target};

/// What a template is told of.
pub(super) struct ThisRun<'a> {
    pub(super) options: &'a Options,
    pub(super) environment: &'a Environment,
    pub(super) target: &'a Target,
    pub(super) access: &'a Access<'a>,
}

/// What the inputs and files say; `None` where they say nothing.
pub(super) fn message(
    options: &Options,
    environment: &Environment,
) -> Result<Option<String>, MessageError> {
    let sources = Sources {
        text: options.message.as_deref(),
        paths: &options.message_paths,
        strip_ansi: options.strip_ansi,
    };
    message::read(&sources, &places(environment), &mut io::stdin().lock())
}

/// Whether a template says what is published.
pub(super) fn is_templated(options: &Options) -> bool {
    options.command.publishes() && options.template_path.is_some()
}

/// What is not lost where a template says nothing: the message, and where the data is.
pub(super) fn untold(options: &Options, message: Option<String>) -> Option<String> {
    let Some(data) = options.data_path.as_ref().filter(|path| *path != "-") else {
        return message;
    };
    let data = format!("The template's data is in {}.", escape_markdown(data));
    Some(message.map_or(data.clone(), |message| format!("{message}\n\n{data}")))
}

/// The template with its data, where it says what is published, which must be done by `until`.
pub(super) fn template(
    options: &Options,
    environment: &Environment,
    until: Instant,
) -> anyhow::Result<Option<Template>> {
    let path = options.template_path.as_ref();
    let Some(path) = path.filter(|_| is_templated(options)) else {
        return Ok(None);
    };
    let places = places(environment);
    let read =
        |input, path: &str| message::read_file(input, path, &places, &mut io::stdin().lock());
    let source = read("template-path", path)?;
    let data = match &options.data_path {
        Some(path) => Some((path.as_str(), read("data-path", path)?)),
        None => None,
    };
    let data = data.as_ref().map(|(path, json)| (*path, json.as_str()));
    let clean = |text: &str| message::clean(text, options.strip_ansi);
    let template = Template::new(path, clean(&source), data, &clean, until)?;
    Ok(Some(template))
}

/// What the template says; `None` where it says nothing.
pub(super) fn rendered(
    template: Template,
    content: &str,
    run: &ThisRun<'_>,
) -> anyhow::Result<Option<String>> {
    let ThisRun {
        options,
        environment,
        target,
        access,
    } = run;
    let repository = options.repository.to_string();
    let run_url = environment.run_id.map(|run| {
        let server = &environment.server_url;
        let own = environment.repository.as_ref().unwrap_or(&repository);
        format!("{server}/{own}/actions/runs/{run}")
    });
    let head = match &target.commit {
        Commit::Known(sha) => Some(sha.clone()),
        Commit::FromApi => head(access, target.number),
        Commit::NotAPullRequest => None,
    };
    let text = template.render(&Facts {
        content,
        event: environment.event_name.as_deref(),
        repository: &repository,
        number: target.number,
        sha: head.as_ref().map(Sha::as_str),
        run: environment.run_id,
        attempt: environment.run_attempt,
        run_url: run_url.as_deref(),
        workflow: environment.workflow.as_deref(),
        job: environment.job.as_deref(),
        matrix: options.matrix.as_deref(),
        status: options.job_status.as_deref(),
    });
    let text = access.keep_secret(text.map_err(anyhow::Error::from))?;
    if access.is_secret(&text) {
        return Err(TokenInComment.into());
    }
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}

/// The newest commit, by GitHub. A token that may not ask is for the template to miss: it need not name the commit.
fn head(access: &Access<'_>, number: u64) -> Option<Sha> {
    let found = access.pull_request(number).ok()?.ok()?;
    found.map(|pull_request| pull_request.head)
}

fn places(environment: &Environment) -> Places {
    let allowed = || {
        [&environment.workspace, &environment.runner_temp]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    };
    Places {
        working_folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
        only_within: environment.in_actions.then(allowed),
    }
}

/// Whether the token would be in the comment. Names are written into it too.
pub(super) fn is_published(options: &Options, message: Option<&str>, token: &Token) -> bool {
    let (key, section) = (options.key.as_str(), options.section.as_str());
    let names = [
        Some(key),
        Some(section),
        Some(options.leg.as_str()),
        options.title.as_deref(),
        message,
    ];
    let cleared = options.clear.iter().map(Selector::as_str);
    let mut public = names.into_iter().flatten().chain(cleared);
    public.any(|text| token.is_in(text))
}
