//! What happens while a program is measured. Prints nothing.

use std::time::Instant;

use crate::job::Job;
use crate::program::Program;
use crate::server::{Asked, Server};
use crate::usage::{Usage, cpu_of_children};

/// Jobs of the matrix, and entries of the outbox.
const MANY: u32 = 8;
/// Comments of people on an ordinary conversation.
pub(crate) const ORDINARY: usize = 20;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scenario {
    /// There is no comment yet.
    Create,
    /// It says something else.
    Update,
    /// It says so already.
    Unchanged,
    /// A matrix publishes, and there is no comment yet.
    Legs,
    /// A fork's run has left entries.
    Deliver,
}

/// What one scenario took, all its jobs together.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) usage: Usage,
    pub(crate) asked: Asked,
}

impl Scenario {
    pub(crate) const ALL: [Self; 5] = [
        Self::Create,
        Self::Update,
        Self::Unchanged,
        Self::Legs,
        Self::Deliver,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Unchanged => "unchanged",
            Self::Legs => "8 legs at once",
            Self::Deliver => "deliver 8 entries",
        }
    }

    /// Whether the program can do what is asked of it.
    pub(crate) fn suits(self, program: &Program) -> bool {
        self.jobs().iter().all(|job| program.can(job))
    }

    /// Lets it happen on a fresh server that takes `latency` milliseconds for every request.
    pub(crate) async fn happen(self, program: &Program, latency: u64) -> anyhow::Result<Sample> {
        let server = Server::start().await?;
        self.prepare(&server, program).await?;
        server.slow_down(latency);
        measure(&server, program, &self.jobs()).await
    }

    async fn prepare(self, server: &Server, program: &Program) -> anyhow::Result<()> {
        server.talk(ORDINARY)?;
        match self {
            Self::Create => {}
            Self::Update | Self::Unchanged => {
                let earlier = Job::publish("98.4");
                program.hasty().run(server, &earlier).await?;
            }
            Self::Legs => (1..=MANY).for_each(|leg| server.add_job_token(&token(leg))),
            Self::Deliver => server.stage(MANY)?,
        }
        Ok(())
    }

    fn jobs(self) -> Vec<Job> {
        match self {
            Self::Create | Self::Unchanged => vec![Job::publish("98.4")],
            Self::Update => vec![Job::publish("98.5")],
            Self::Legs => (1..=MANY)
                .map(|leg| Job::leg(leg, &token(leg), MANY))
                .collect(),
            Self::Deliver => vec![Job::deliver()],
        }
    }
}

fn token(leg: u32) -> String {
    format!("token-of-leg-{leg}")
}

/// Runs jobs, all at once, to their ends.
pub(crate) async fn measure(
    server: &Server,
    program: &Program,
    jobs: &[Job],
) -> anyhow::Result<Sample> {
    let (requests, cpu, start) = (server.requests(), cpu_of_children()?, Instant::now());
    // All are started before the first is waited for.
    let started = jobs.iter().map(|job| program.start(server, job));
    let started = started.collect::<anyhow::Result<Vec<_>>>()?;
    let mut peak = None;
    for job in started {
        peak = peak.max(job.end().await?.peak);
    }
    let usage = Usage {
        wall: start.elapsed(),
        cpu: cpu_of_children()?.saturating_sub(cpu),
        peak,
    };
    let asked = server.asked_since(requests);
    Ok(Sample { usage, asked })
}
