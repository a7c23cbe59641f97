//! One run in this process instead of in the binary's, whose 30 s for a request no flag shortens: the same loop and
//! the same client, told to wait less. It has no exit code.

use std::time::Duration;

use one_comment::comment::{Frame, Name, Sha};
use one_comment::converge::{
    Intent, Message, Overflow, Pace, Rules, Run, Session, Settings, Verdict,
};
use one_comment::github::{self, Api, Client, Target, Timeouts, Token};
use one_comment::{Clock, drive};

use crate::setup::{HEAD, JOB_TOKEN, NEXT_HEAD, NUMBER, Runner};

/// GitHub's number of it.
const RUN: u64 = 101;
/// For one request; the sandbox answers in a few milliseconds.
const REQUEST: Duration = Duration::from_millis(500);
/// A write whose answer is lost may still land within five times as long.
const SETTLE: u64 = 300;

/// Publishes; answers the outcome.
pub(super) async fn publish(runner: &Runner, text: &str, api: &str) -> String {
    let access = github::Settings {
        api_url: runner.sandbox.api_url(),
        graphql_url: runner.sandbox.graphql_url(),
        api: match api {
            "rest" => Api::Rest,
            _ => Api::Auto,
        },
        job_token: true,
        timeouts: Timeouts {
            request: REQUEST,
            ..Timeouts::default()
        },
        trace: false,
    };
    let target = Target {
        owner: "octo-org".into(),
        repository: "hello".into(),
        number: NUMBER,
    };
    let mut client = Client::new(target, Token::new(JOB_TOKEN).unwrap(), access).unwrap();
    let clock = Clock::start();
    let session = Session::new(settings(text, clock), clock.now());
    let driven = drive(session, &mut client, clock).await;
    match driven.outcome.verdict {
        Verdict::Created => "created".to_owned(),
        Verdict::Updated => "updated".to_owned(),
        other => format!("{other:?}"),
    }
}

fn settings(text: &str, clock: Clock) -> Settings {
    Settings {
        key: Name::new("default").unwrap(),
        intent: Intent::Publish(Box::new(Message::new(Name::new("CI/build").unwrap(), text))),
        run: Run {
            id: RUN,
            attempt: 1,
            start: clock.now(),
            nonce: RUN,
            writer: "CI/build".into(),
            runner: None,
        },
        frame: Frame {
            server: "https://github.example".into(),
            repository: "octo-org/hello".into(),
            run: RUN,
            attempt: 1,
            footer: true,
            marks_stale: true,
        },
        commit: Some(Sha::parse(NEXT_HEAD).unwrap()),
        before: Some(Sha::parse(HEAD).unwrap()),
        author: None,
        adopt: Vec::new(),
        hint: None,
        legs: 1,
        dry: false,
        pace: Pace {
            settle: SETTLE,
            timeout: 60_000,
            seed: RUN,
        },
        overflow: Overflow::default(),
        rules: Rules::default(),
    }
}
