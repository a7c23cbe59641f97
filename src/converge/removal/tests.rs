//! Tests of `removal.rs`.

use super::*;

#[test]
fn a_star_behind_a_slash_or_alone_means_all_that_begin_so() {
    for (text, prefix) in [("CI/old/*", "CI/old/"), ("*", "")] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector, Selector::Below(prefix.to_owned()));
        assert_eq!(selector.as_str(), prefix);
    }
}

#[test]
fn every_other_word_is_one_name() {
    for text in ["CI/old", "CI*", "a b"] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector, Selector::Named(Name::new(text).unwrap()));
        assert_eq!(selector.as_str(), text);
    }
}
