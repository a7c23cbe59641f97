//! Tests of `sha.rs`.

use super::*;

#[test]
fn a_full_id_is_taken_in_any_case_and_kept_in_lower() {
    let sha = Sha::parse(&"AB".repeat(20)).unwrap();
    assert_eq!(sha.as_str(), "ab".repeat(20));
    assert_eq!(sha.short(), "abababa");
}

#[test]
fn an_abbreviation_or_a_branch_name_is_not_a_commit_id() {
    for text in ["", "abababa", "main", &"g".repeat(40), &"a".repeat(41)] {
        assert_eq!(Sha::parse(text), Err(NotASha), "{text}");
    }
}

#[test]
fn zeros_are_no_commit() {
    assert!(Sha::parse(&"0".repeat(40)).unwrap().is_zero());
    assert!(!Sha::parse(&"01".repeat(20)).unwrap().is_zero());
}
