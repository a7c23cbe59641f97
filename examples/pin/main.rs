//! The second step of a release: writes `action/pins`, by which the action knows the bytes of its binary, and says
//! which tags to set on the commit that holds it.
//!
//! ```sh
//! git tag --list | cargo run --example pin -- FOLDER --repository OWNER/REPO
//! ```
//!
//! FOLDER holds what the first step released: cargo-dist's `dist-manifest.json`, the archives and their `.sha256`.
//! Existing tags come in on standard input. Sets no tag, commits nothing, asks no network; whether the archives were
//! really built from this repository is for `gh attestation verify` to say.

#![allow(clippy::print_stdout, reason = "the tags are its result")]

mod pins;
mod release;
mod tags;

use std::fs;
use std::io::read_to_string;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;

use release::Release;
use tags::Tags;

/// Pin the binaries of a release, and say which tags to set.
#[derive(Parser)]
struct Arguments {
    /// The folder that the release was downloaded to.
    folder: PathBuf,
    /// The repository that holds the release, as OWNER/REPO.
    #[arg(long)]
    repository: String,
    /// Where to write the pins.
    #[arg(long, default_value = "action/pins")]
    pins: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let release = Release::read(&arguments.folder)?;
    let pins = pins::render(&release, &arguments.repository)?;
    let existing = read_to_string(std::io::stdin()).context("cannot read the existing tags")?;
    let tags = Tags::of(&release.version, existing.lines())?;

    fs::write(&arguments.pins, pins)
        .with_context(|| format!("cannot write {}", arguments.pins.display()))?;
    println!("set {}", tags.version);
    for tag in tags.moving {
        println!("move {tag}");
    }
    Ok(())
}
