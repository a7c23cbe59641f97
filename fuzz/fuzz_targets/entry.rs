//! See `laws.rs`.
#![no_main]

#[path = "../laws.rs"]
#[allow(dead_code, reason = "each target uses one law")]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::entry(bytes));
