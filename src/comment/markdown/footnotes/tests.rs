//! Tests of `footnotes.rs`.

use super::super::tests::page::page;
use super::*;

#[test]
fn notes_and_what_refers_to_them_get_a_name_of_their_own() {
    assert_eq!(
        apart("a[^1] b[^X] c[^2]\n\n[^1]: one\n\n[^x]: `[^1]`", "t"),
        "a[^1-t] b[^X-t] c[^2]\n\n[^1-t]: one\n\n[^x-t]: `[^1]`"
    );
}

#[test]
fn without_notes_a_text_stays_as_it_is() {
    for text in ["", "a[^1]", "`[^1]`\n\n    [^1]: code", "[a]: x\n\n[a]"] {
        assert_eq!(apart(text, "t"), text);
    }
}

#[test]
fn notes_by_one_name_take_nothing_in() {
    let one = apart("x[^1]\n\n[^1]: note of a\n\n[^1]: again", "a");
    let other = apart("y[^1]\n\n[^1]: note of b", "b");
    let html = page(&format!("{one}\n\n{other}\n\nwhat-follows\n"));
    let (before, notes) = html.split_once("class=\"footnotes\"").expect("notes");
    assert!(before.contains("<p>what-follows</p>"), "{html}");
    assert!(
        notes.contains("note of a") && notes.contains("note of b"),
        "{html}"
    );
    assert!(before.contains("[^1]: again"), "{html}");
}

#[test]
fn notes_of_two_sections_by_one_name_are_two_notes() {
    let of = |section: &str| {
        let section = Name::new(section).expect("a name");
        own_footnotes("see[^1]\n\n[^1]: note", &section)
    };
    let own = of("a");
    let (before, after) = own.split_once("]\n\n").expect("a note");
    let name = before.strip_prefix("see[").expect("a reference");
    assert!(name.starts_with("^1-") && name.len() == "^1-".len() + 8);
    assert_eq!(after, format!("[{name}]: note"));
    assert_eq!(of("a"), own);
    assert_ne!(of("b"), own);
    let section = Name::new("a").expect("a name");
    assert_eq!(own_footnotes("no note", &section), "no note");
}

#[test]
fn names_that_are_one_for_githubs_reader_are_one() {
    for (one, other) in [("ß", "SS"), ("s", "ſ"), ("a[", "a[")] {
        let text = apart(&format!("[^{one}]: a\n\n[^{other}]: b"), "t");
        let html = page(&format!("x[^{one}-t]\n\n{text}\n\nwhat-follows\n"));
        let (before, _) = html
            .split_once("class=\"footnotes\"")
            .unwrap_or((&html, ""));
        assert!(before.contains("<p>what-follows</p>"), "{text}: {html}");
    }
}
