//! What a run may cost, in counts. Prints each beside its budget.

use std::process::ExitCode;

use crate::instructions;
use crate::job::Job;
use crate::program::Program;
use crate::scenario::{ORDINARY, Scenario};
use crate::server::Server;

/// Requests of a run that no other meets: each waits for the one before.
const REQUESTS: [(Scenario, u64); 3] = [
    (Scenario::Create, 3),
    (Scenario::Update, 2),
    (Scenario::Unchanged, 1),
];
/// KiB at any time.
const PEAK: u64 = 10 * 1_024;
/// All that a conversation holds beside ours (fact 94).
const LONGEST: usize = 2_499;
/// Of what an ordinary conversation takes, what the longest may take.
const PEAK_PERCENT: u64 = 110;
/// Instructions of an update by what `.ci/tools/static-build.sh` builds, as counted on 1 December 2026.
const INSTRUCTIONS: u64 = 8_410_000;
/// Of these, how many there may be.
const INSTRUCTIONS_PERCENT: u64 = 120;

/// Fails where one budget is exceeded, or nothing is there to measure it.
pub(crate) async fn check(own: &Program) -> anyhow::Result<ExitCode> {
    let own = &own.hasty();
    let kept = [
        requests(own).await?,
        memory(own).await?,
        instructions(own).await?,
    ];
    Ok(if kept.iter().all(|kept| *kept) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn requests(own: &Program) -> anyhow::Result<bool> {
    let mut all_kept = true;
    for (scenario, most) in REQUESTS {
        let asked = scenario.happen(own, 0).await?.asked;
        let name = scenario.name();
        all_kept &= is_kept(&format!("{name}: requests"), asked.requests, most);
        all_kept &= is_kept(&format!("{name}: connections"), asked.connections, 1);
    }
    Ok(all_kept)
}

async fn memory(own: &Program) -> anyhow::Result<bool> {
    let ordinary = Peaks::beside(ORDINARY, own).await?;
    let longest = Peaks::beside(LONGEST, own).await?;
    let (Some(ordinary), Some(longest)) = (ordinary, longest) else {
        println!("update: peak memory: not known, GNU time is not on this machine");
        return Ok(false);
    };
    let may_grow_to = PEAK.min(ordinary.later * PEAK_PERCENT / 100);
    let first = |others| format!("first update beside {others} comments: peak memory in KiB");
    let later = |others| format!("later update beside {others} comments: peak memory in KiB");
    let kept = [
        is_kept(&first(ORDINARY), ordinary.first, PEAK),
        is_kept(&first(LONGEST), longest.first, PEAK),
        is_kept(&later(ORDINARY), ordinary.later, PEAK),
        is_kept(&later(LONGEST), longest.later, may_grow_to),
    ];
    Ok(kept.iter().all(|kept| *kept))
}

/// The most memory of an update, in KiB.
struct Peaks {
    /// The first since others wrote.
    first: u64,
    /// One that knows the conversation.
    later: u64,
}

impl Peaks {
    /// None where they are not known.
    async fn beside(others: usize, own: &Program) -> anyhow::Result<Option<Self>> {
        let server = conversation(others, own).await?;
        let first = own.run(&server, &Job::publish("98.5")).await?.peak;
        let mut later = Vec::new();
        for coverage in ["98.6", "98.7", "98.8"] {
            later.push(own.run(&server, &Job::publish(coverage)).await?.peak);
        }
        // The system counts in steps of up to 256 KiB, upward or not.
        let later = later.into_iter().flatten().min();
        let peaks = first.zip(later);
        Ok(peaks.map(|(first, later)| Self { first, later }))
    }
}

async fn instructions(own: &Program) -> anyhow::Result<bool> {
    let server = conversation(ORDINARY, own).await?;
    own.run(&server, &Job::publish("98.5")).await?;
    let counted = instructions::count(own, &server, &Job::publish("98.6")).await?;
    let Some(counted) = counted else {
        println!("later update: instructions: not counted, valgrind is not on this machine");
        return Ok(false);
    };
    let most = INSTRUCTIONS * INSTRUCTIONS_PERCENT / 100;
    Ok(is_kept("later update: instructions", counted, most))
}

/// Ours is the first comment, and others have written since.
async fn conversation(others: usize, own: &Program) -> anyhow::Result<Server> {
    let server = Server::start().await?;
    own.run(&server, &Job::publish("98.4")).await?;
    server.talk(others)?;
    Ok(server)
}

fn is_kept(what: &str, is: u64, most: u64) -> bool {
    let over = if is > most { ": over the budget" } else { "" };
    println!("{what}: {is} of {most}{over}");
    is <= most
}
