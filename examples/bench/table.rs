//! The table of medians. Measures nothing itself.

use std::mem;
use std::time::Duration;

use crate::program::Program;
use crate::scenario::{Sample, Scenario};

/// One kind of what a run took.
struct Figure {
    name: &'static str,
    unit: &'static str,
    decimals: usize,
    /// None where it is not known.
    of: fn(&Sample) -> Option<f64>,
}

const FIGURES: [Figure; 6] = [
    figure("wall", " ms", 0, |sample| Some(millis(sample.usage.wall))),
    figure("CPU", " ms", 1, |sample| Some(millis(sample.usage.cpu))),
    figure("peak memory", " MiB", 1, |sample| {
        sample.usage.peak.map(|kib| number(kib) / 1_024.0)
    }),
    figure("requests", "", 0, |sample| {
        Some(number(sample.asked.requests))
    }),
    figure("round trips", "", 0, |sample| {
        Some(number(sample.asked.round_trips))
    }),
    figure("points", "", 0, |sample| Some(number(sample.asked.points))),
];

const fn figure(
    name: &'static str,
    unit: &'static str,
    decimals: usize,
    of: fn(&Sample) -> Option<f64>,
) -> Figure {
    Figure {
        name,
        unit,
        decimals,
        of,
    }
}

/// The same scenario by the one and by the other, soon after each other.
struct Pair {
    own: Sample,
    peer: Option<Sample>,
}

/// Lets everything happen so many times, and prints a row for each latency and scenario.
pub(crate) async fn print(
    own: &Program,
    peer: Option<&Program>,
    runs: u32,
    latencies: &[u64],
) -> anyhow::Result<()> {
    print!("{}", header(peer.is_some()));
    for latency in latencies {
        for scenario in Scenario::ALL {
            let able = peer.filter(|peer| scenario.suits(peer));
            let mut pairs = Vec::new();
            for run in 0..runs {
                pairs.push(pair(scenario, own, able, *latency, run % 2 == 1).await?);
            }
            let start = format!("| {latency} ms | {} |", scenario.name());
            println!("{start}{}", cells(&pairs, peer.is_some()));
        }
    }
    Ok(())
}

/// Whoever is first every other time is second the other times: what the machine does else befalls both.
async fn pair(
    scenario: Scenario,
    own: &Program,
    peer: Option<&Program>,
    latency: u64,
    peer_first: bool,
) -> anyhow::Result<Pair> {
    let Some(peer) = peer else {
        let own = scenario.happen(own, latency).await?;
        return Ok(Pair { own, peer: None });
    };
    let (mut first, mut second) = (own, peer);
    if peer_first {
        mem::swap(&mut first, &mut second);
    }
    let mut own = scenario.happen(first, latency).await?;
    let mut peer = scenario.happen(second, latency).await?;
    if peer_first {
        mem::swap(&mut own, &mut peer);
    }
    Ok(Pair {
        own,
        peer: Some(peer),
    })
}

fn header(with_peer: bool) -> String {
    let (mut names, mut rule) = ("| latency | what |".to_owned(), "|---:|---|".to_owned());
    for figure in FIGURES {
        names += &format!(" {} |", figure.name);
        rule += "---:|";
        if with_peer {
            names += " peer | ratio |";
            rule += "---:|---:|";
        }
    }
    format!("{names}\n{rule}\n")
}

/// The ratio is the median of the pairs' own, and says how many times as much the peer takes.
fn cells(pairs: &[Pair], with_peer: bool) -> String {
    let mut cells = String::new();
    for figure in FIGURES {
        let own = |pair: &Pair| (figure.of)(&pair.own);
        let peer = |pair: &Pair| pair.peer.as_ref().and_then(figure.of);
        let ratio = |pair: &Pair| Some(peer(pair)? / own(pair)?);
        cells += &cell(median(pairs, own), figure.decimals, figure.unit);
        if with_peer {
            cells += &cell(median(pairs, peer), figure.decimals, figure.unit);
            cells += &cell(median(pairs, ratio), 2, "");
        }
    }
    cells
}

fn cell(value: Option<f64>, decimals: usize, unit: &str) -> String {
    value.map_or(" – |".to_owned(), |value| {
        format!(" {value:.decimals$}{unit} |")
    })
}

/// Of an even number the higher of the two in the middle.
fn median(pairs: &[Pair], of: impl Fn(&Pair) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = pairs.iter().filter_map(of).collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Exact for all that is counted here.
fn number(count: u64) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}
