//! Whether `examples/bench` runs to its end. What it measures is not looked at: a busy machine would change it.

#![allow(clippy::unwrap_used, reason = "a test stops at what it cannot read")]

use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_one-comment");

/// The rows of the table, each with its cells, by the debug build: every scenario once, without latency.
fn table(arguments: &[&str]) -> Vec<Vec<String>> {
    // Builds it where this test was built alone.
    let mut command = Command::new(env!("CARGO"));
    // Those of this package would let build scripts run again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
        .args(["run", "--quiet", "--example", "bench", "--"])
        .args(["--runs", "1", "--latency", "0", "--settle", "20ms"])
        .args(["--binary", BINARY])
        .args(arguments);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    let cells = |line: &str| {
        let line = line.trim_matches(['|', ' ']);
        line.split(" | ").map(str::to_owned).collect()
    };
    // Below the names and the rule.
    said.lines().skip(2).map(cells).collect()
}

#[test]
fn the_bench_measures_every_scenario() {
    let table = table(&[]);
    let names: Vec<_> = table.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(
        names,
        [
            "create",
            "update",
            "unchanged",
            "8 legs at once",
            "deliver 8 entries"
        ]
    );
    // Requests, round trips and points of an update are the same on any machine.
    assert_eq!(table[1][5..], ["2", "3", "6"]);
}

#[test]
fn the_bench_compares_with_a_peer_what_a_peer_can_do() {
    let peer = format!("'{BINARY}' publish --apply --settle 20ms");
    let table = table(&["--peer", &peer]);
    // Each figure has two columns more: the peer's, and the ratio of both.
    let requests = |row: usize| &table[row][11..14];
    assert_eq!(requests(0), ["3", "3", "1.00"]);
    assert_eq!(requests(1), ["2", "2", "1.00"]);
    assert_eq!(requests(4)[1..], ["–", "–"]);
}
