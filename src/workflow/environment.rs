//! The runner's variables, read once. Not the token, and not the inputs: those are the flags' own.

use std::path::PathBuf;

/// What the runner says about this run; on a machine without a runner, GitHub's own addresses and little else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Whether a runner started us.
    pub in_actions: bool,
    /// Name of the event; in a called workflow the caller's (fact 36).
    pub event_name: Option<String>,
    /// File with the event's payload.
    pub event_path: Option<PathBuf>,
    /// `OWNER/NAME` of the workflow's repository.
    pub repository: Option<String>,
    /// Id of the run, which orders runs.
    pub run_id: Option<u64>,
    /// Attempt of the run, from 1.
    pub run_attempt: Option<u32>,
    /// The workflow's name, or its path where it has none.
    pub workflow: Option<String>,
    /// The job's id.
    pub job: Option<String>,
    /// Base of the REST interface, without a slash at its end.
    pub api_url: String,
    /// Address of the GraphQL interface.
    pub graphql_url: String,
    /// Base of links for people, without a slash at its end.
    pub server_url: String,
    /// File to write the step's outputs to.
    pub output: Option<PathBuf>,
    /// File to write the step's summary to.
    pub step_summary: Option<PathBuf>,
    /// The job's working copy.
    pub workspace: Option<PathBuf>,
    /// A folder that the runner empties for each job.
    pub runner_temp: Option<PathBuf>,
    /// The runner's name.
    pub runner_name: Option<String>,
    /// Somebody asked the runner for a debug log.
    pub debug: bool,
}

impl Environment {
    /// Reads the variables through `variable`; an empty one counts as unset.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| variable(name).filter(|value| !value.is_empty());
        let path = |name: &str| text(name).map(PathBuf::from);
        let url = |name: &str| text(name).map(|url| url.trim_end_matches('/').to_owned());
        let api_url = url("GITHUB_API_URL").unwrap_or_else(|| "https://api.github.com".into());
        Self {
            in_actions: text("GITHUB_ACTIONS").as_deref() == Some("true"),
            event_name: text("GITHUB_EVENT_NAME"),
            event_path: path("GITHUB_EVENT_PATH"),
            repository: text("GITHUB_REPOSITORY"),
            run_id: number(text("GITHUB_RUN_ID")),
            run_attempt: number(text("GITHUB_RUN_ATTEMPT")),
            workflow: text("GITHUB_WORKFLOW"),
            job: text("GITHUB_JOB"),
            graphql_url: url("GITHUB_GRAPHQL_URL").unwrap_or_else(|| graphql_beside(&api_url)),
            server_url: public(&url("GITHUB_SERVER_URL").unwrap_or_else(|| server_of(&api_url))),
            api_url,
            output: path("GITHUB_OUTPUT"),
            step_summary: path("GITHUB_STEP_SUMMARY"),
            workspace: path("GITHUB_WORKSPACE"),
            runner_temp: path("RUNNER_TEMP"),
            runner_name: text("RUNNER_NAME"),
            debug: text("RUNNER_DEBUG").as_deref() == Some("1"),
        }
    }
}

fn number<T: std::str::FromStr>(text: Option<String>) -> Option<T> {
    text.and_then(|text| text.parse().ok())
}

/// Of a GitHub Enterprise Server, whose REST interface is versioned by path and whose GraphQL interface is not.
const ENTERPRISE_REST: &str = "/api/v3";

fn graphql_beside(api_url: &str) -> String {
    match api_url.strip_suffix(ENTERPRISE_REST) {
        Some(host) => format!("{host}/api/graphql"),
        None => format!("{api_url}/graphql"),
    }
}

fn server_of(api_url: &str) -> String {
    match api_url.strip_suffix(ENTERPRISE_REST) {
        Some(host) => host.to_owned(),
        None => api_url.replacen("://api.", "://", 1),
    }
}

/// Links are published: nobody's name or password goes with them.
fn public(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests;
