//! Tests of `unabridged.rs`.

use super::*;

#[test]
fn a_summary_that_fits_is_whole() {
    assert_eq!(fit("| a |\n", 6), "| a |\n");
}

#[test]
fn a_summary_is_cut_at_a_line_and_says_so() {
    let text = format!("first ✅\n{}", "é".repeat(100));
    assert_eq!(fit(&text, CUT.len() + 16), format!("first ✅{CUT}"));
    assert_eq!(fit(&text, 3), "");
}

#[test]
fn all_summaries_of_a_step_together_stay_below_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary");
    let text = "0123456789\n".repeat(60_000);
    for _ in 0..3 {
        append_summary(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.len() <= LARGEST_SUMMARY && written.len() > LARGEST_SUMMARY - 100);
    assert!(written.ends_with(CUT));
}

#[test]
fn a_summary_that_is_cut_leaves_nothing_open() {
    let text = format!("```\n{}", "é = 1\n".repeat(99));
    let cut = fit(&text, CUT.len() + 50);
    assert!(cut.len() <= CUT.len() + 50, "{cut}");
    assert!(cut.ends_with(&format!("é = 1\n```{CUT}")), "{cut}");
}

#[test]
fn a_file_in_the_way_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "whole", || 7).unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), "whole");
    assert!(save(folder.path(), "other", || 7).is_err());
}
