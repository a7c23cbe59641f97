//! What is left of a comment that has no key any more.

use super::*;
use crate::comment::{Document, Parsed};

#[test]
fn a_retired_comment_shows_the_same_and_belongs_to_no_key() {
    let key = Name::new("default").unwrap();
    let mut document = Document::new(key.clone());
    document.footer = Some("<sub>footer</sub>".to_owned());
    let body = retired(&key, &document.print());
    assert!(body.starts_with("<!-- one-comment:retired default -->\n"));
    assert!(body.contains("<sub>footer</sub>") && !body.contains("one-comment:state"));
    assert!(is_retired(&body));
    assert_eq!(Parsed::read(&body), Parsed::Foreign);
}

#[test]
fn what_had_no_root_of_ours_keeps_its_first_line() {
    let key = Name::new("a").unwrap();
    let body = retired(&key, "of another tool\r\nmore");
    assert_eq!(
        body,
        "<!-- one-comment:retired a -->\nof another tool\nmore"
    );
}

#[test]
fn only_the_first_line_can_have_been_the_root() {
    let key = Name::new("a").unwrap();
    let root = marker::root(&key);
    let body = retired(&key, &format!("{root}\ntext\n{root}"));
    assert_eq!(
        body,
        format!("<!-- one-comment:retired a -->\ntext\n{root}")
    );
}
