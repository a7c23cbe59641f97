//! Sends one HTTP request and brings back one answer. Never resends, follows no redirect by itself, caches nothing,
//! logs nothing.

use std::error::Error as StdError;
use std::future::Future;
use std::time::Instant;

use http::header::LOCATION;
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Limited};
use hyper_util::client::legacy::Error as HyperError;
use hyper_util::client::proxy::matcher::Matcher;
use octocrab::Octocrab;
use serde::Serialize;

use super::answer::{self, Answer, Headers};
use super::settings::{self, Endpoints, SetupError, Timeouts};
use super::stack;
use super::token::Token;

/// Largest answer that is read: a page of 100 of the longest bodies (262,144 bytes, fact 20), doubled for JSON's escapes.
const BODY: usize = 64 << 20;

/// No answer, by whether the request can have arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// No connection came about.
    NotSent(String),
    /// It was on its way: it may have been carried out.
    NoAnswer(String),
}

/// One host, one token.
pub(super) struct Transport {
    octocrab: Octocrab,
    /// The host that an answer led to last.
    elsewhere: Option<(Uri, Octocrab)>,
    endpoints: Endpoints,
    timeouts: Timeouts,
    requests: u32,
    trace: Option<Vec<String>>,
}

impl Transport {
    /// Must be called inside a tokio runtime: octocrab starts a task that hands requests on.
    pub(super) fn new(
        endpoints: Endpoints,
        token: Token,
        timeouts: Timeouts,
        trace: bool,
    ) -> Result<Self, SetupError> {
        Ok(Self {
            octocrab: stack::lay(
                &endpoints.origin,
                Some(token),
                timeouts,
                &Matcher::from_env(),
            )?,
            elsewhere: None,
            endpoints,
            timeouts,
            requests: 0,
            trace: trace.then(Vec::new),
        })
    }

    /// `path` begins with a slash and is below the REST root.
    pub(super) async fn rest<B: Serialize>(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&B>,
    ) -> Result<Answer, Lost> {
        let label = format!("{method} {path}");
        let path = format!("{}{path}", self.endpoints.rest);
        self.send(label, method, path, body).await
    }

    /// `operation` is the name of the one that `body` holds, for messages.
    pub(super) async fn graphql<B: Serialize>(
        &mut self,
        operation: &str,
        body: &B,
    ) -> Result<Answer, Lost> {
        let label = format!("GraphQL {operation}");
        let path = self.endpoints.graphql.clone();
        self.send(label, Method::POST, path, Some(body)).await
    }

    /// How many requests were sent.
    pub(super) fn requests(&self) -> u32 {
        self.requests
    }

    /// The lines since the last call; no headers, bodies or token in them.
    pub(super) fn take_trace(&mut self) -> Vec<String> {
        self.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds a line to the trace, where one is kept.
    pub(super) fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(line());
        }
    }

    /// Reads at most `limit` bytes from where an answer led, as anybody: the token stays here. The address may be a
    /// secret, so only `label` is ever shown.
    pub(super) async fn fetch(
        &mut self,
        label: &str,
        address: &str,
        limit: usize,
    ) -> Result<Answer, Lost> {
        self.requests = self.requests.saturating_add(1);
        let start = Instant::now();
        let unusable = |error: SetupError| Lost::NotSent(format!("{label}: {error}"));
        let (origin, path) = settings::elsewhere(address).map_err(unusable)?;
        let octocrab = self.elsewhere(origin).map_err(unusable)?;
        let exchange = exchange(&octocrab, label, Method::GET, path, None::<&()>, limit);
        let result = self.in_time(label, exchange).await;
        let elapsed = start.elapsed().as_millis();
        self.note(|| trace_line(label, &result, elapsed));
        result
    }

    /// A client for another host; its connection serves for the next address there.
    fn elsewhere(&mut self, origin: Uri) -> Result<Octocrab, SetupError> {
        if let Some((known, octocrab)) = &self.elsewhere
            && *known == origin
        {
            return Ok(octocrab.clone());
        }
        let octocrab = stack::lay(&origin, None, self.timeouts, &Matcher::from_env())?;
        self.elsewhere = Some((origin, octocrab.clone()));
        Ok(octocrab)
    }

    async fn send<B: Serialize>(
        &mut self,
        label: String,
        method: Method,
        path: String,
        body: Option<&B>,
    ) -> Result<Answer, Lost> {
        self.requests = self.requests.saturating_add(1);
        let start = Instant::now();
        let exchange = exchange(&self.octocrab, &label, method, path, body, BODY);
        let result = self.in_time(&label, exchange).await;
        let elapsed = start.elapsed().as_millis();
        self.note(|| trace_line(&label, &result, elapsed));
        result
    }

    async fn in_time(
        &self,
        label: &str,
        exchange: impl Future<Output = Result<Answer, Lost>>,
    ) -> Result<Answer, Lost> {
        match tokio::time::timeout(self.timeouts.request, exchange).await {
            Ok(result) => result,
            Err(_) => Err(Lost::NoAnswer(format!(
                "{label}: no answer within {} ms",
                self.timeouts.request.as_millis()
            ))),
        }
    }
}

fn trace_line(label: &str, result: &Result<Answer, Lost>, elapsed: u128) -> String {
    let (status, remaining) = match result {
        Ok(answer) => (answer.status.to_string(), answer.headers.remaining),
        Err(Lost::NotSent(_)) => ("not sent".to_owned(), None),
        Err(Lost::NoAnswer(_)) => ("no answer".to_owned(), None),
    };
    let remaining = remaining.map_or_else(|| "-".to_owned(), |left| left.to_string());
    format!("{label}: {status}, x-ratelimit-remaining {remaining}, {elapsed} ms")
}

/// The path alone, without a host: the only host that can be reached is the one of the base URI.
async fn exchange<B: Serialize>(
    octocrab: &Octocrab,
    label: &str,
    method: Method,
    path: String,
    body: Option<&B>,
    limit: usize,
) -> Result<Answer, Lost> {
    let unsent = |error: &octocrab::Error| Lost::NotSent(format!("{label}: {}", chain(error)));
    let request = octocrab
        .build_request(Request::builder().method(method).uri(path), body)
        .map_err(|error| unsent(&error))?;
    let response = octocrab
        .execute(request)
        .await
        .map_err(|error| lost(label, &error))?;
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, limit).collect().await.map_err(|error| {
        Lost::NoAnswer(format!("{label}: the answer broke off: {}", chain(&*error)))
    })?;
    let location = parts.headers.get(LOCATION);
    let location = location.and_then(|value| value.to_str().ok());
    Ok(Answer {
        request: label.to_owned(),
        status: parts.status.as_u16(),
        headers: Headers::read(&parts.headers),
        location: location.map(str::to_owned),
        scopes: answer::scopes(&parts.headers),
        body: body.to_bytes().to_vec(),
    })
}

/// Only a failure to connect proves that nothing was sent.
fn lost(label: &str, error: &octocrab::Error) -> Lost {
    let text = format!("{label}: {}", chain(error));
    let unconnected = causes(error)
        .filter_map(|cause| cause.downcast_ref::<HyperError>())
        .any(HyperError::is_connect);
    if unconnected {
        Lost::NotSent(text)
    } else {
        Lost::NoAnswer(text)
    }
}

fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}

/// What happened, down to the operating system's word.
fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut texts: Vec<String> = causes(error).skip(1).map(ToString::to_string).collect();
    if texts.is_empty() {
        texts.push(error.to_string());
    }
    texts.dedup();
    texts.join(": ")
}

#[cfg(test)]
mod tests;
