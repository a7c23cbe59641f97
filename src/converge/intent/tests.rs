//! Tests of `intent.rs`.

use super::*;

fn message(text: &str) -> Message {
    Message::new(Name::new("a").unwrap(), text)
}

#[test]
fn a_section_was_made_of_the_same_text_if_its_record_says_so() {
    let section = message("text").to_section(Origin::default());
    let edited = Section {
        content: Content::new("by hand"),
        ..section
    };
    assert!(message("text\n").made(&edited));
    assert!(!message("by hand").made(&edited));
}

#[test]
fn where_the_record_is_lost_what_a_section_shows_tells_what_it_was_made_of() {
    let lost = Section::new(Name::new("a").unwrap(), Content::new("text"));
    assert!(message("text").made(&lost));
    assert!(!message("other").made(&lost));
}

#[test]
fn a_section_stands_where_its_message_says() {
    let order = Order::parse("000007").unwrap();
    let message = Message {
        order,
        ..message("text")
    };
    assert_eq!(message.to_section(Origin::default()).order, order);
}
