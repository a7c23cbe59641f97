//! The second step of a release: writes `action/pins`, by which the action knows the bytes of its binary.
//!
//! ```sh
//! cargo run --example pin -- FOLDER --tag binaries/v1.2.3 --repository OWNER/REPO
//! ```
//!
//! FOLDER holds what the first step released: cargo-dist's `dist-manifest.json`, the archives and their `.sha256`.
//! Sets no tag, commits nothing, asks no network; whether the archives were really built from this repository is for
//! `gh attestation verify` to say, and it has to say so first.

mod pins;
mod release;

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;

use release::{Release, TARGETS};

/// Pin the binaries of a release.
#[derive(Parser)]
struct Arguments {
    /// The folder that the release was downloaded to.
    folder: PathBuf,
    /// The tag of the release that was asked for.
    #[arg(long)]
    tag: String,
    /// The repository that holds the release, as OWNER/REPO.
    #[arg(long)]
    repository: String,
    /// The targets that the release has to hold, and no others.
    #[arg(long, value_delimiter = ',', default_values_t = TARGETS.map(str::to_owned))]
    targets: Vec<String>,
    /// Where to write the pins.
    #[arg(long, default_value = "action/pins")]
    pins: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let release = Release::read(&arguments.folder, &arguments.tag, &arguments.targets)?;
    let pins = pins::render(&release, &arguments.repository)?;
    fs::write(&arguments.pins, pins)
        .with_context(|| format!("cannot write {}", arguments.pins.display()))
}
