//! What is to be delivered, and where GitHub says that it belongs. Believes nothing of what it brings.

use super::post::Post;
use super::task::Task;
use crate::comment::Sha;
use crate::converge::{Candidate, Clue, Failure, Found as Lookup, Patience, Sought};
use crate::github::{Artifact, Run};
use crate::outbox::{
    self, Destination, Entry, Filed, Found, MAX_ENTRY, Refusal, Upload, file_of, is_label,
};
use crate::run::access::Access;
use crate::run::ending::Ending;
use crate::run::error::DeliverError;
use crate::run::place::Place;
use crate::run::request;
use crate::workflow::{Log, triggering_run};

/// The only event whose runs may be delivered: what others staged could have written itself.
const EVENT: &str = "pull_request";

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

/// Why there is nothing to deliver.
type Nothing = Box<Ending>;

impl Batch {
    /// From the folder that was given, or else from the artifacts of the run.
    pub(super) fn gather(
        task: &Task<'_>,
        access: &Access<'_>,
        log: &mut Log<'_>,
    ) -> anyhow::Result<Result<Self, Nothing>> {
        let filed = match &task.options.outbox {
            Some(folder) => Some(read(folder)?),
            None => None,
        };
        let own = || triggering_run(task.environment);
        let run = task.options.run_id;
        match (filed, run) {
            (Some(filed), None) => of_pull_request(task, access, filed, log),
            (Some(filed), Some(run)) => of_run(task, access, run, Some(filed), log),
            (None, given) => {
                let run = given.or_else(own).ok_or(DeliverError::NoRun)?;
                of_run(task, access, run, None, log)
            }
        }
    }
}

fn read(folder: &std::path::Path) -> Result<Vec<Filed>, DeliverError> {
    outbox::entries(folder).map_err(|why| DeliverError::Folder {
        folder: folder.to_owned(),
        why,
    })
}

/// The entries of a run: its artifacts, or the folder that a person says is the run's.
fn of_run(
    task: &Task<'_>,
    access: &Access<'_>,
    id: u64,
    filed: Option<Vec<Filed>>,
    log: &mut Log<'_>,
) -> anyhow::Result<Result<Batch, Nothing>> {
    let mut post = Post {
        artifacts: access.artifacts()?,
        patience: Patience::new(request::pace(task.options), task.clock.started()),
        clock: task.clock,
    };
    let read = access.wait_for(async {
        let run = post.run(id).await?;
        let artifacts = match filed {
            Some(_) => Vec::new(),
            None => post.of_run(id).await?,
        };
        Ok((run, artifacts))
    });
    let (run, mut artifacts) = match read {
        Ok(read) => read,
        Err(failure) => return unread(&failure),
    };
    artifacts.retain(|artifact| is_label(&artifact.name));
    if artifacts.is_empty() && filed.as_ref().is_none_or(Vec::is_empty) {
        return nothing(Ending::skipped("the run left nothing in an outbox"));
    }
    let sought = match sought(task, &run) {
        Ok(sought) => sought,
        Err(why) => return nothing(Ending::refused(why.to_owned())),
    };
    let (found, trace) =
        access.find(&Clue::Head(sought), request::pace(task.options), task.clock)?;
    log.group("Looking for the pull request", &trace.join("\n"));
    let candidate = match found {
        Lookup::One(candidate) => candidate,
        Lookup::Moved(why) => return nothing(Ending::superseded(why)),
        Lookup::None(why) => return nothing(Ending::no_pull_request(why)),
        Lookup::Unclear(why) => return nothing(Ending::refused(why)),
        Lookup::Failed(failure) => return unread(&failure),
    };
    let parcels = match filed {
        Some(filed) => in_folder(filed),
        None => match access.wait_for(download(&mut post, run.id, artifacts)) {
            Ok(parcels) => parcels,
            Err(failure) => return unread(&failure),
        },
    };
    log.group(
        "Fetching the entries",
        &post.artifacts.take_trace().join("\n"),
    );
    Ok(Ok(Batch {
        destination: destination(candidate, Some(run.id)),
        attempt: run.attempt,
        parcels,
    }))
}

/// What the run was about. It must have been a pull request's, in this repository, and all of it must be known.
fn sought(task: &Task<'_>, run: &Run) -> Result<Sought, &'static str> {
    let here = task.options.repository.to_string();
    if run.event != EVENT {
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
    for artifact in artifacts {
        let upload = Upload {
            run: artifact.run,
            size: artifact.size,
            created_at: artifact.created_at,
            expired: artifact.expired,
        };
        let entry = match upload.check(run) {
            Ok(_) => open(post.download(artifact.id).await?.as_deref(), &artifact.name),
            Err(refusal) => Err(refusal),
        };
        parcels.push(Parcel {
            artifact: Some(artifact.id),
            filed: None,
            found: Found {
                age: (artifact.created_at.unwrap_or(0), artifact.id),
                entry,
            },
        });
    }
    Ok(parcels)
}

fn open(archive: Option<&[u8]>, label: &str) -> Result<Entry, Refusal> {
    let archive = archive.ok_or(Refusal::Expired)?;
    let file = outbox::only_member(archive, &file_of(label), MAX_ENTRY)?;
    Ok(Entry::read(&file)?)
}

/// A folder of a person's, for the pull request that the person or the event names.
fn of_pull_request(
    task: &Task<'_>,
    access: &Access<'_>,
    filed: Vec<Filed>,
    log: &mut Log<'_>,
) -> anyhow::Result<Result<Batch, Nothing>> {
    if filed.is_empty() {
        return nothing(Ending::skipped("there is no entry in the outbox"));
    }
    let mut event = task.event.clone();
    let place = Place::of(task.options, &event)?;
    let target = place.resolve(task.options, &mut event, access, task.clock, log)?;
    let number = match target {
        Ok(target) => target.number,
        Err(ending) => return nothing(ending),
    };
    Ok(match access.pull_request(number)? {
        Ok(Some(candidate)) => Ok(Batch {
            destination: destination(candidate, None),
            attempt: 0,
            parcels: in_folder(filed),
        }),
        Ok(None) => Err(Box::new(Ending::refused(format!(
            "#{number} is no pull request"
        )))),
        Err(failure) => return unread(&failure),
    })
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

fn destination(candidate: Candidate, run: Option<u64>) -> Destination {
    Destination {
        number: candidate.number,
        head: candidate.head,
        run,
    }
}

fn nothing(ending: Ending) -> anyhow::Result<Result<Batch, Nothing>> {
    Ok(Err(Box::new(ending)))
}

fn unread(failure: &Failure) -> anyhow::Result<Result<Batch, Nothing>> {
    nothing(Ending::of_unread(failure))
}
