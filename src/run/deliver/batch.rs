//! What is to be delivered, and where GitHub says that it belongs. Believes nothing of what it brings.

use std::path::Path;

use super::post::Post;
use super::stop::Stop;
use super::task::Task;
use crate::comment::Sha;
use crate::converge::{Candidate, Clue, Failure, Found as Lookup, Sought};
use crate::github::{Artifact, Run};
use crate::outbox::{
    self, DELIVERED_EVENT, Destination, Entry, Filed, Found, MAX_ENTRY, Refusal, Upload, file_of,
    is_label,
};
use crate::run::access::Access;
use crate::run::ending::Ending;
use crate::run::error::DeliverError;
use crate::run::place::Place;
use crate::run::request;
use crate::workflow::{Log, triggering_run};

/// Entries, and where they go.
pub(super) struct Batch {
    pub(super) destination: Destination,
    /// Of the run that staged.
    pub(super) attempt: u32,
    pub(super) parcels: Vec<Parcel>,
}

/// One entry, and where it was found.
pub(super) struct Parcel {
    pub(super) artifact: Option<u64>,
    pub(super) filed: Option<Filed>,
    pub(super) found: Found,
}

impl Batch {
    /// From the folder that was given, or else from the artifacts of the run.
    pub(super) fn gather(
        task: &Task<'_>,
        access: &Access<'_>,
        log: &mut Log<'_>,
    ) -> Result<Self, Stop> {
        let filed = match &task.options.outbox {
            Some(folder) => Some(read(folder)?),
            None => None,
        };
        match (filed, task.options.run_id) {
            (Some(filed), None) => of_pull_request(task, access, filed, log),
            (Some(filed), Some(run)) => of_folder(task, access, run, filed, log),
            (None, given) => {
                let run = given.or_else(|| triggering_run(task.environment));
                of_run(task, access, run.ok_or(DeliverError::NoRun)?, log)
            }
        }
    }

    fn new(task: &Task<'_>, candidate: Candidate, run: Option<&Run>, parcels: Vec<Parcel>) -> Self {
        Self {
            destination: Destination {
                server: task.environment.server_url.clone(),
                number: candidate.number,
                head: candidate.head,
                run: run.map(|run| run.id),
            },
            attempt: run.map_or(0, |run| run.attempt),
            parcels,
        }
    }
}

fn read(folder: &Path) -> Result<Vec<Filed>, Stop> {
    let entries = outbox::entries(folder).map_err(|why| DeliverError::Folder {
        folder: folder.to_owned(),
        why,
    })?;
    match entries.as_slice() {
        [] => Err(Ending::skipped("there is no entry in the outbox").into()),
        _ => Ok(entries),
    }
}

/// What the artifacts of a run hold.
fn of_run(task: &Task<'_>, access: &Access<'_>, id: u64, log: &mut Log<'_>) -> Result<Batch, Stop> {
    let mut post = Post::open(task, access)?;
    let run = access.wait_for(post.run(id))?;
    let mut artifacts = access.wait_for(post.artifacts(id))?;
    artifacts.retain(|artifact| is_label(&artifact.name));
    if artifacts.is_empty() {
        return Err(Ending::skipped("the run left nothing in an outbox").into());
    }
    let candidate = pull_request_of(task, access, &run, log)?;
    let parcels = access.wait_for(download(&mut post, run.id, artifacts))?;
    log.group("Fetching the entries", &post.trace());
    Ok(Batch::new(task, candidate, Some(&run), parcels))
}

/// A folder that a person says is what a run left.
fn of_folder(
    task: &Task<'_>,
    access: &Access<'_>,
    id: u64,
    filed: Vec<Filed>,
    log: &mut Log<'_>,
) -> Result<Batch, Stop> {
    let run = access.wait_for(Post::open(task, access)?.run(id))?;
    let candidate = pull_request_of(task, access, &run, log)?;
    Ok(Batch::new(task, candidate, Some(&run), in_folder(filed)))
}

/// A folder of a person's, for the pull request that the person or the event names.
fn of_pull_request(
    task: &Task<'_>,
    access: &Access<'_>,
    filed: Vec<Filed>,
    log: &mut Log<'_>,
) -> Result<Batch, Stop> {
    let mut event = task.event.clone();
    let place = Place::of(task.options, &event).map_err(anyhow::Error::from)?;
    let number = place
        .resolve(task.options, &mut event, access, task.clock, log)??
        .number;
    match access.pull_request(number)?? {
        Some(candidate) => Ok(Batch::new(task, candidate, None, in_folder(filed))),
        None => Err(Ending::refused(format!("#{number} is no pull request")).into()),
    }
}

/// The one open pull request that a run was for, as GitHub knows it.
fn pull_request_of(
    task: &Task<'_>,
    access: &Access<'_>,
    run: &Run,
    log: &mut Log<'_>,
) -> Result<Candidate, Stop> {
    let clue = sought(task, run).map_err(|why| Ending::refused(why.to_owned()))?;
    let clue = Clue::Head(clue);
    let (found, trace) = access.find(&clue, request::pace(task.options), task.clock)?;
    log.group("Looking for the pull request", &trace.join("\n"));
    match found {
        Lookup::One(candidate) => Ok(candidate),
        Lookup::Moved(why) => Err(Ending::superseded(why).into()),
        Lookup::None(why) => Err(Ending::no_pull_request(why).into()),
        Lookup::Unclear(why) => Err(Ending::refused(why).into()),
        Lookup::Failed(failure) => Err(failure.into()),
    }
}

/// What the run was about. It must have been a pull request's, in this repository, and all of it must be known.
fn sought(task: &Task<'_>, run: &Run) -> Result<Sought, &'static str> {
    let here = task.options.repository.to_string();
    if run.event != DELIVERED_EVENT {
        return Err("only runs of the event `pull_request` are delivered, and this is another's");
    }
    if !run.repository.full_name.eq_ignore_ascii_case(&here) {
        return Err("the run is of another repository");
    }
    match (
        &run.head_repository,
        &run.head_branch,
        Sha::parse(&run.head_sha),
    ) {
        (Some(repository), Some(branch), Ok(commit)) => Ok(Sought {
            commit,
            repository: Some(repository.full_name.clone()),
            branch: Some(branch.clone()),
            before: None,
        }),
        _ => Err(
            "GitHub does not say which repository, branch and commit the run was of, so its pull request cannot be confirmed",
        ),
    }
}

async fn download(
    post: &mut Post,
    run: u64,
    artifacts: Vec<Artifact>,
) -> Result<Vec<Parcel>, Failure> {
    let mut parcels = Vec::new();
    let age = |artifact: &Artifact| (artifact.created_at.unwrap_or(0), artifact.id);
    let ages: Vec<_> = artifacts.iter().map(age).collect();
    let newest = outbox::newest(&ages);
    for ((artifact, age), is_new) in artifacts.into_iter().zip(ages).zip(newest) {
        let upload = Upload {
            run: artifact.run,
            size: artifact.size,
            created_at: artifact.created_at,
            expired: artifact.expired,
        };
        let entry = match upload.check(run) {
            // What is too old to be delivered is not fetched.
            Ok(_) if !is_new => Err(Refusal::TooMany),
            Ok(_) => open(post.download(artifact.id).await?.as_deref(), &artifact.name),
            Err(refusal) => Err(refusal),
        };
        parcels.push(Parcel {
            artifact: Some(artifact.id),
            filed: None,
            found: Found { age, entry },
        });
    }
    Ok(parcels)
}

fn open(archive: Option<&[u8]>, label: &str) -> Result<Entry, Refusal> {
    let archive = archive.ok_or(Refusal::Expired)?;
    let file = outbox::only_member(archive, &file_of(label), MAX_ENTRY)?;
    Ok(Entry::read(&file)?)
}

fn in_folder(filed: Vec<Filed>) -> Vec<Parcel> {
    let parcel = |(place, filed): (u64, Filed)| Parcel {
        artifact: None,
        found: Found {
            age: (filed.modified, place),
            entry: filed.entry.clone(),
        },
        filed: Some(filed),
    };
    (0..).zip(filed).map(parcel).collect()
}
