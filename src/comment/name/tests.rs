//! Names, their spelling, their order, and what becomes of long ones.

use proptest::prelude::*;

use super::*;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

// Case 25.
#[test]
fn names_are_spelled_so_that_they_cannot_end_a_marker() {
    for (text, spelled) in [
        ("default", "default"),
        ("test (ubuntu, 20)", "test%20(ubuntu,%2020)"),
        ("c++(", "c++("),
        ("a-->b", "a-%2D%3Eb"),
        ("---", "-%2D-"),
        ("日本", "%E6%97%A5%E6%9C%AC"),
        ("50%", "50%25"),
        ("a:start", "a%3Astart"),
    ] {
        assert_eq!(name(text).spelled(), spelled);
        assert_eq!(Name::from_spelled(spelled), Some(name(text)));
    }
}

#[test]
fn a_spelling_that_is_not_the_canonical_one_is_no_name() {
    for spelled in ["", "a b", "--", "%2d", "%41", "%", "%4", "%FF", "a:b", "日"] {
        assert_eq!(Name::from_spelled(spelled), None, "{spelled}");
    }
}

#[test]
fn a_name_has_1_to_100_characters() {
    assert_eq!(Name::new(""), Err(NameError::Empty));
    assert!(Name::new("é".repeat(100)).is_ok());
    assert_eq!(Name::new("é".repeat(101)), Err(NameError::Long(101)));
}

#[test]
fn a_text_that_is_too_long_is_shortened_and_stays_different() {
    let text = |last: char| format!("{}{last}", "日".repeat(200));
    let names = [text('a'), text('b')].map(|text| Name::shortened(&text).unwrap());
    assert_ne!(names[0], names[1]);
    for name in names {
        assert_eq!(name.as_str().chars().count(), 100);
        assert_eq!(name.as_str().chars().rev().nth(12), Some('~'));
    }
    assert_eq!(Name::shortened("a"), Ok(name("a")));
}

#[test]
fn an_entry_is_below_its_list_however_long_both_are() {
    let (list, entry) = name("log").with_entry("7.test.");
    assert_eq!((list.as_str(), entry.as_str()), ("log", "log/7.test."));
    let long = name(&"é".repeat(100));
    let entry_of = |leg: char| long.with_entry(&format!("7.test.{}{leg}", "x".repeat(100)));
    let ((list, a), (same, b)) = (entry_of('a'), entry_of('b'));
    assert_eq!(list, same);
    assert_ne!(a, b);
    assert!(a.as_str().starts_with(&format!("{list}/7.test.")));
    assert_eq!(a.as_str().chars().count(), 100);
}

#[test]
fn digits_in_names_compare_as_numbers() {
    let mut names = ["leg 10", "leg 9", "leg 009", "leg", "Leg 1"].map(name);
    names.sort();
    let texts: Vec<_> = names.iter().map(Name::as_str).collect();
    assert_eq!(texts, ["Leg 1", "leg", "leg 009", "leg 9", "leg 10"]);
    // Only with each other.
    assert!(name("leg 10") < name("leg a"));
    assert!(name("leg 10") > name("leg  "));
}

proptest! {
    #[test]
    fn every_name_is_read_back_from_its_spelling(text in ".{1,100}") {
        let name = name(&text);
        let spelled = name.spelled();
        prop_assert!(!spelled.contains("--") && !spelled.contains([' ', ':', '>', '\n']));
        prop_assert_eq!(Name::from_spelled(&spelled), Some(name));
    }

    #[test]
    fn the_order_of_names_is_total(a in "[a0-9é]{1,6}", b in "[a0-9é]{1,6}", c in "[a0-9é]{1,6}") {
        let (a, b, c) = (name(&a), name(&b), name(&c));
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }
}
