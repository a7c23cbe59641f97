//! Tests of `digest.rs`.

use super::*;

#[test]
fn a_digest_is_twelve_characters_and_read_back() {
    let text = String::from(Digest::of("x"));
    assert_eq!(text.len(), 12);
    assert_eq!(Digest::try_from(text), Ok(Digest::of("x")));
    assert!(Digest::try_from("short".to_owned()).is_err());
}

#[test]
fn the_lines_that_make_up_a_digested_text_are_found() {
    let digest = Digest::of("a\nb");
    assert_eq!(digest.length_in(&["a", "b", "by a person"]), Some(2));
    assert_eq!(digest.length_in(&["a", "edited"]), None);
}

#[test]
fn a_digest_shows_itself_as_text_in_messages_for_developers() {
    let digest = Digest::of("x");
    assert_eq!(format!("{digest:?}"), format!("Digest({digest})"));
}
