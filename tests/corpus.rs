//! Replays the fuzzer's corpus with the stable compiler: what was once interesting stays right.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "../fuzz/laws.rs"]
mod laws;

use std::fs;
use std::path::Path;

#[test]
fn the_corpus_of_every_target_keeps_its_law() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (target, law) in laws::LAWS {
        let mut inputs = 0;
        for entry in fs::read_dir(corpus.join(target)).expect(target) {
            law(&fs::read(entry.unwrap().path()).unwrap());
            inputs += 1;
        }
        assert!(inputs > 0, "{target} has no corpus");
    }
}
