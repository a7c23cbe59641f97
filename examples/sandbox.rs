//! The main job on a GitHub that lives in this process: no token, no configuration, no network.
//!
//! Eight jobs publish at the same time, a commit is pushed, a late run for the old commit tries, and a person quotes
//! the comment, marker and all. Prints what each decided, then serves the conversation as a page until Ctrl-C;
//! with `--once` it ends at once.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;

use one_comment::comment::{Frame, Name, Parsed, Sha, input_digest};
use one_comment::converge::{
    Intent, Message, Outcome, Overflow, Pace, Rules, Run, Session, Settings, Verdict,
};
use one_comment::github::{self, Api, Client, Target, Timeouts, Token};
use one_comment::{Clock, drive};
use one_comment_sandbox::face::{self, Sandbox};
use one_comment_sandbox::state::{Change, Deed, State, Subject};
use tokio::task::JoinSet;

const JOBS: [(&str, &str); 8] = [
    ("ci/test (ubuntu, 20)", "✅ 412 passed"),
    ("ci/test (ubuntu, 22)", "✅ 412 passed"),
    ("ci/test (macos, 20)", "✅ 409 passed, 3 skipped"),
    ("ci/test (windows, 20)", "❌ **2 failed**, 410 passed"),
    (
        "ci/coverage",
        "| file | lines |\n|---|---:|\n| parse.rs | 98.4 % |\n| plan.rs | 100 % |",
    ),
    ("ci/size", "```diff\n- 4.31 MB\n+ 4.08 MB\n```"),
    (
        "ci/lint",
        "<details><summary>1 warning</summary>\n\n`needless_borrow` in `src/state.rs`\n\n</details>",
    ),
    ("docs/preview", "> [!NOTE]\n> The preview is ready."),
];

type Failure = Box<dyn Error + Send + Sync>;

/// One job of one run, for one commit.
#[derive(Clone)]
struct Job {
    run: u64,
    section: &'static str,
    text: String,
    commit: Sha,
    legs: u32,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let once = std::env::args().any(|argument| argument == "--once");
    let sandbox = Sandbox::start(State::seeded(), face::Clock::System).await?;
    let (old, new) = (Sha::parse(&"1".repeat(40))?, Sha::parse(&"2".repeat(40))?);
    println!(
        "{:<10} {:<22} {:<8} {:<11} requests",
        "run", "section", "commit", "outcome"
    );

    person(&sandbox, "Thanks for the pull request! CI will tell.")?;
    let crowd = JOBS.iter().map(|&(section, text)| Job {
        run: 1001,
        section,
        text: format!("### {section}\n\n{text}"),
        commit: old.clone(),
        legs: 8,
    });
    let mut outcomes = together(&sandbox, crowd.collect()).await?;

    let quote = ours(&sandbox).remove(0);
    person(&sandbox, &quote)?;
    sandbox
        .hub()
        .with(|state| {
            state.change(Change::Push {
                on: on(),
                sha: new.as_str().to_owned().into(),
            })
        })
        .map_err(|refusal| refusal.to_string())?;

    let job = |run, text: &str, commit: &Sha| Job {
        run,
        section: JOBS[3].0,
        text: format!("### {}\n\n{text}", JOBS[3].0),
        commit: commit.clone(),
        legs: 1,
    };
    outcomes.extend(together(&sandbox, vec![job(1003, "✅ 412 passed", &new)]).await?);
    outcomes.extend(
        together(
            &sandbox,
            vec![job(1002, "late news of the old commit", &old)],
        )
        .await?,
    );

    let stale = outcomes
        .last()
        .is_some_and(|outcome| outcome.verdict == Verdict::Superseded);
    conclude(&sandbox, &quote, stale)?;
    println!(
        "\nThe conversation: {}/octo-org/hello/pull/7",
        sandbox.url()
    );
    if !once {
        println!("Ctrl-C ends it.");
        tokio::signal::ctrl_c().await?;
    }
    Ok(())
}

fn on() -> Subject {
    Subject::new("octo-org", "hello", 7)
}

fn person(sandbox: &Sandbox, body: &str) -> Result<(), Failure> {
    let does = Deed::Comment {
        body: body.to_owned(),
    };
    let change = Change::Person {
        by: "octocat".to_owned(),
        on: on(),
        does,
    };
    sandbox
        .hub()
        .with(|state| state.change(change))
        .map_err(|refusal| refusal.to_string())?;
    Ok(())
}

/// The bodies of all comments that begin with our marker, oldest first.
fn ours(sandbox: &Sandbox) -> Vec<String> {
    sandbox.hub().with(|state| {
        let comments = state.world().comments(&on()).into_iter().flatten();
        let bodies = comments.map(|comment| comment.body.to_string());
        bodies
            .filter(|body| matches!(Parsed::read(body), Parsed::Ours { .. }))
            .collect()
    })
}

/// Lets jobs publish at the same time, each with a client of its own, and prints what became of each.
async fn together(sandbox: &Sandbox, jobs: Vec<Job>) -> Result<Vec<Outcome>, Failure> {
    let mut running = JoinSet::new();
    for job in jobs {
        running.spawn(publish(sandbox.api_url(), sandbox.graphql_url(), job));
    }
    let mut outcomes = Vec::new();
    while let Some(ended) = running.join_next().await {
        let (job, outcome, requests) = ended??;
        let word = format!("{:?}", outcome.verdict).to_lowercase();
        println!(
            "{:<10} {:<22} {:<8} {word:<11} {requests}",
            job.run,
            job.section,
            job.commit.short()
        );
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

async fn publish(
    api_url: String,
    graphql_url: String,
    job: Job,
) -> Result<(Job, Outcome, u32), Failure> {
    let target = Target {
        owner: "octo-org".to_owned(),
        repository: "hello".to_owned(),
        number: 7,
    };
    let access = github::Settings {
        api_url,
        graphql_url,
        api: Api::Auto,
        job_token: true,
        timeouts: Timeouts::default(),
        trace: false,
    };
    let mut client = Client::new(target, Token::new("job-token")?, access)?;
    let clock = Clock::start();
    let session = Session::new(settings(&job, clock.now())?, clock.now());
    let driven = drive(session, &mut client, clock).await;
    Ok((job, driven.outcome, client.requests()))
}

fn settings(job: &Job, now: u64) -> Result<Settings, Failure> {
    let seed = now
        ^ input_digest(&job.text)
            .to_string()
            .bytes()
            .fold(0, |seed, byte| seed * 31 + u64::from(byte));
    let message = Message::new(Name::new(job.section)?, &job.text);
    let frame = Frame {
        server: "https://github.com".to_owned(),
        repository: "octo-org/hello".to_owned(),
        run: job.run,
        attempt: 1,
        footer: true,
        marks_stale: true,
    };
    let run = Run {
        id: job.run,
        attempt: 1,
        start: now,
        nonce: seed,
        writer: "ci".to_owned(),
        runner: None,
    };
    Ok(Settings {
        key: Name::new("default")?,
        intent: Intent::Publish(Box::new(message)),
        run,
        frame,
        commit: Some(job.commit.clone()),
        before: None,
        author: None,
        adopt: Vec::new(),
        hint: None,
        legs: job.legs,
        overflow: Overflow::default(),
        rules: Rules::default(),
        dry: false,
        pace: Pace {
            settle: 500,
            timeout: 60_000,
            seed,
        },
    })
}

/// Says what is left, and fails where it is not what it has to be.
fn conclude(sandbox: &Sandbox, quote: &str, stale: bool) -> Result<(), Failure> {
    let bodies = ours(sandbox);
    // The quotation is a whole copy: it carries the marker, but a person wrote it.
    let (quoted, mine): (Vec<_>, Vec<_>) = bodies.iter().partition(|body| *body == quote);
    let sections = mine.first().map_or(0, |body| match Parsed::read(body) {
        Parsed::Ours { document, .. } => document.sections().len(),
        _ => 0,
    });
    println!("\ncomments of ours: {}, sections: {sections}", mine.len());
    println!(
        "late run: {}",
        if stale {
            "superseded"
        } else {
            "NOT superseded"
        }
    );
    println!(
        "quoted comment: {}",
        if quoted.len() == 1 {
            "untouched"
        } else {
            "CHANGED"
        }
    );
    if (mine.len(), sections, quoted.len(), stale) == (1, JOBS.len(), 1, true) {
        Ok(())
    } else {
        Err("this is not one comment with eight sections".into())
    }
}
