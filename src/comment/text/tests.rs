//! Tests of `text.rs`.

use super::*;

fn text(lines: &[&str]) -> Text {
    Text::outside_markers(lines.iter().copied())
}

fn beyond(text: &Text, known: &Text) -> String {
    text.beyond(&mut Lines::of([known])).lines().join("/")
}

#[test]
fn a_text_has_no_blank_lines_around_it_nor_white_space_behind_its_lines() {
    let lines = ["", " ", "  a  ", "", "b", "\t", ""];
    assert_eq!(text(&lines).lines(), ["  a", "", "b"]);
    assert!(text(&["", " "]).is_empty());
}

#[test]
fn a_blank_line_stands_between_two_texts_and_not_beside_none() {
    let appended = |first: &[&str], second: &[&str]| {
        let mut first = text(first);
        first.append(text(second));
        first.lines().join("/")
    };
    assert_eq!(appended(&["a"], &["b", "c"]), "a//b/c");
    assert_eq!(appended(&["a"], &[]), "a");
    assert_eq!(appended(&[], &["b"]), "b");
}

#[test]
fn beyond_what_is_known_is_each_line_as_often_as_it_is_not_known() {
    let twice = text(&["a", "a", "b"]);
    assert_eq!(beyond(&twice, &text(&[])), "a/a/b");
    assert_eq!(beyond(&twice, &text(&["b", "a"])), "a");
    assert_eq!(beyond(&twice, &text(&["a", "b", "a", "c"])), "");
    assert_eq!(beyond(&text(&["a", "a", "a"]), &text(&["a", "a"])), "a");
}

#[test]
fn blank_lines_are_layout_and_stay_between_new_lines() {
    assert_eq!(beyond(&text(&["a", "", "b"]), &text(&["c"])), "a//b");
    assert_eq!(beyond(&text(&["a", "", "b"]), &text(&["a", "", "d"])), "b");
}

#[test]
fn equal_lines_are_counted_over_several_texts() {
    let (a, b) = (text(&["x", "", "y"]), text(&["x"]));
    assert_eq!(Lines::of([&a, &b]), Lines::of([&text(&["y", "x", "x"])]));
    assert_ne!(Lines::of([&a, &b]), Lines::of([&text(&["y", "x"])]));
}
