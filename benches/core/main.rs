//! How the work of the pure core grows with its input: instructions, counted by valgrind's callgrind, so that two runs
//! on any two busy machines agree. Fails where anything grows faster than its input.
//!
//! It starts itself under valgrind, once with the work done once and once with it done twice: the difference is the
//! work, without the start and the making of its input. `--quick` compares two sizes instead of four.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what it is for"
)]

mod work;

use std::error::Error;
use std::process::{Command, ExitCode};

use work::{Work, works};

/// Asks for some work instead of measuring: `--work NAME SIZE TIMES`.
const WORK: &str = "--work";
/// Growth that is in proportion: a sort and a map have a logarithm on top.
const LINEAR: f64 = 1.15;

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == WORK => work_on(rest).map(|()| true),
        _ => measure(arguments.iter().any(|argument| argument == "--quick")),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// In the process that valgrind counts.
fn work_on(arguments: &[String]) -> Result<(), Failure> {
    let [name, size, times] = arguments else {
        return Err(format!("{WORK} needs a name, a size and a number of times").into());
    };
    let all = works();
    let work = all.iter().find(|work| work.name == name);
    let work = work.ok_or_else(|| format!("there is no work named {name}"))?;
    let mut prepared = (work.prepare)(size.parse()?);
    (0..times.parse()?).for_each(|_: u32| prepared());
    Ok(())
}

/// Prints a table; false where something grows too fast.
fn measure(quick: bool) -> Result<bool, Failure> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Err("valgrind is not on this machine, and nothing else counts instructions".into());
    }
    println!("| work | largest input | instructions for it | exponent |");
    println!("|---|---|---:|---:|");
    let mut linear = true;
    for work in works() {
        let counts = counts(&work, quick)?;
        let exponent = exponent(&counts);
        let largest = counts.last().map_or(0.0, |(_, instructions)| *instructions);
        println!(
            "| {} | {} {} | {largest:.0} | {exponent:.2} |",
            work.name, work.largest, work.unit
        );
        linear &= exponent <= LINEAR;
    }
    if !linear {
        println!("an exponent above {LINEAR} means that something is done again for each part");
    }
    Ok(linear)
}

/// Sizes and the instructions that each takes, ascending.
fn counts(work: &Work, quick: bool) -> Result<Vec<(f64, f64)>, Failure> {
    let parts: &[u32] = if quick { &[4, 1] } else { &[8, 4, 2, 1] };
    let count = |part: &u32| {
        let size = work.largest / part;
        let once = instructions(work.name, size, 1)?;
        let twice = instructions(work.name, size, 2)?;
        Ok((f64::from(size), twice - once))
    };
    parts.iter().map(count).collect()
}

fn instructions(name: &str, size: u32, times: u32) -> Result<f64, Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args([WORK, name, &size.to_string(), &times.to_string()])
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    match collected {
        Some((_, count)) if output.status.success() => Ok(count.trim().parse()?),
        _ => Err(format!("valgrind did not count {name}:\n{said}").into()),
    }
}

/// The slope of a line through the logarithms, by least squares: 1 where twice the input is twice the work.
fn exponent(counts: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> = counts.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| {
        let sum: f64 = points.iter().map(of).sum();
        sum / points.iter().map(|_| 1.0).sum::<f64>()
    };
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let together: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let alone: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    together / alone
}
