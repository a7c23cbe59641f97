//! Tests of `conversation.rs`; `plain.rs` and `defuse.rs` have more.

use super::*;

const NONE: [usize; 0] = [];

#[test]
fn what_is_decoded_knows_where_it_comes_from() {
    let (shown, places) = decoded("é\\/&#47;\\a&sol");
    assert_eq!(shown, "é//\\a&sol");
    assert_eq!(places, [0, 0, 3, 4, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn a_number_behind_two_names_is_a_conversation_of_ours() {
    let at = |text: &str| obscure(text, "https://ghes.example:8443");
    assert_eq!(at("/a/b/issues/1"), [12]);
    assert_eq!(at("https://ghes.example:1/a/b/pull/1"), [32]);
    assert_eq!(at("redirect.github.com/a/b/pull/1"), NONE);
    assert_eq!(at("//issues/1 b/issues/1 /a//issues/1 /a/b/issues/"), NONE);
    let long = "n".repeat(LONGEST_NAME + 1);
    assert_eq!(at(&format!("/a/{long}/issues/1")), NONE);
}
