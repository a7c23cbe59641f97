//! Where to write and how to get there. Values only; checked when a client is made, never read from the environment.

use std::time::Duration;

use http::Uri;

use super::redact::redacted;

/// One conversation: a pull request or an issue of one repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Account that holds the repository.
    pub owner: String,
    /// Name without the owner.
    pub repository: String,
    /// Of the pull request or issue.
    pub number: u64,
}

impl Target {
    /// A path below the repository's, as REST has it.
    pub(super) fn path(&self, below: &str) -> String {
        let Self {
            owner, repository, ..
        } = self;
        format!("/repos/{owner}/{repository}{below}")
    }
}

/// Letters, digits, `-`, `_` and `.` are all that GitHub allows, and all that may enter a path.
pub(super) fn check_repository(owner: &str, repository: &str) -> Result<(), SetupError> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    for name in [owner, repository] {
        let dots = name.bytes().all(|b| b == b'.');
        if dots || !name.bytes().all(allowed) {
            return Err(SetupError::Repository(format!("{owner}/{repository}")));
        }
    }
    Ok(())
}

/// Which transports may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// GraphQL, and REST once GraphQL is missing or fails twice in a row.
    #[default]
    Auto,
    /// GraphQL or nothing.
    Graphql,
    /// REST only: no edit history, no hiding.
    Rest,
}

/// How long to wait for GitHub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection alone. A write that ends here was not sent.
    pub connect: Duration,
    /// For one request from connecting to the last byte of its answer. GitHub itself cuts GraphQL at 10 s (fact 32).
    pub request: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            request: Duration::from_secs(30),
        }
    }
}

/// How to reach GitHub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Root of REST: `https://api.github.com`, on GHES `https://HOST/api/v3`.
    pub api_url: String,
    /// GraphQL's endpoint, of the same origin: `https://api.github.com/graphql`, on GHES `https://HOST/api/graphql`.
    pub graphql_url: String,
    /// Which transports may be used.
    pub api: Api,
    /// The token is the job's own, so by REST it writes as `github-actions[bot]`; such a token may not ask (fact 2).
    pub job_token: bool,
    /// How long to wait.
    pub timeouts: Timeouts,
    /// Keep one line a request for [`Client::take_trace`](super::Client::take_trace).
    pub trace: bool,
}

/// The client cannot be made as asked.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A URL that cannot be used.
    #[error("{url:?} is no URL of an API: {why}")]
    Url {
        /// As given, but for what may be a secret.
        url: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The token goes to one host only.
    #[error(
        "the GraphQL URL {graphql:?} is of another origin than the REST URL {api:?}: the token is sent to one host only"
    )]
    Origin {
        /// REST's, but for what may be a secret.
        api: String,
        /// GraphQL's, in the same way.
        graphql: String,
    },
    /// Not a name that GitHub gives.
    #[error("{0:?} is not a repository: expected OWNER/NAME of letters, digits, '-', '_' and '.'")]
    Repository(String),
    /// The certificates that the user named cannot be read.
    #[error("the certificates that SSL_CERT_FILE or SSL_CERT_DIR names cannot be used: {0}")]
    Certificates(String),
    /// This build knows no version of TLS that its cryptography can do.
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
    /// A proxy that cannot be used.
    #[error("the proxy given by HTTPS_PROXY cannot be used: only http:// proxies can")]
    Proxy,
}

/// The checked places of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoints {
    /// Scheme and authority, no path.
    pub(super) origin: Uri,
    /// Path before every REST path; empty on github.com.
    pub(super) rest: String,
    /// Path of GraphQL.
    pub(super) graphql: String,
}

/// Checks the addresses, without asking anybody.
pub(super) fn check(settings: &Settings) -> Result<Endpoints, SetupError> {
    let (origin, rest) = split(&settings.api_url)?;
    let (other, graphql) = split(&settings.graphql_url)?;
    if origin != other {
        return Err(SetupError::Origin {
            api: redacted(&settings.api_url),
            graphql: redacted(&settings.graphql_url),
        });
    }
    Ok(Endpoints {
        origin,
        rest,
        graphql,
    })
}

/// Origin and path, the path without its last slash. In the clear only on this machine, where the tests are.
fn split(url: &str) -> Result<(Uri, String), SetupError> {
    let uri = absolute(url)?;
    if uri.query().is_some() {
        return Err(wrong(url, "it must not hold a query"));
    }
    let path = uri.path().trim_end_matches('/').to_owned();
    Ok((origin(url, &uri)?, path))
}

/// Origin, and path with query, of where an answer led. The address is not repeated in an error: it may be a secret.
pub(super) fn elsewhere(address: &str) -> Result<(Uri, String), SetupError> {
    let secret = |_| wrong("", "it is where an answer led");
    let uri = absolute(address).map_err(secret)?;
    let path = uri.path_and_query().map(ToString::to_string);
    let origin = origin(address, &uri).map_err(secret)?;
    Ok((origin, path.unwrap_or_else(|| "/".to_owned())))
}

fn wrong(url: &str, why: &'static str) -> SetupError {
    SetupError::Url {
        url: redacted(url),
        why,
    }
}

fn absolute(url: &str) -> Result<Uri, SetupError> {
    let uri: Uri = url
        .trim()
        .parse()
        .map_err(|_| wrong(url, "it does not parse"))?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(wrong(url, "it must begin with https:// and a host"));
    };
    if authority.as_str().contains('@') {
        return Err(wrong(url, "it must not hold a user name or password"));
    }
    let here = matches!(authority.host(), "127.0.0.1" | "[::1]" | "localhost");
    if !(scheme == "https" || scheme == "http" && here) {
        return Err(wrong(
            url,
            "it must be https, or the token could be read on the way",
        ));
    }
    Ok(uri)
}

fn origin(url: &str, uri: &Uri) -> Result<Uri, SetupError> {
    let scheme = uri.scheme_str().unwrap_or_default();
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    Uri::builder()
        .scheme(scheme)
        .authority(authority)
        .path_and_query("/")
        .build()
        .map_err(|_| wrong(url, "it does not parse"))
}

#[cfg(test)]
mod tests;
