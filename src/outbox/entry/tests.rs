use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn entry() -> Entry {
    Entry {
        key: name("default"),
        section: name("CI/test (ubuntu, 20)"),
        order: Order::DEFAULT,
        mode: Mode::Upsert,
        content: "All **12** tests pass.\n".to_owned(),
        hints: Hints {
            number: Some(7),
            head: Sha::parse(&"a".repeat(40)).ok(),
            run: Some(100),
        },
    }
}

fn json_of(entry: &Entry) -> Value {
    serde_json::from_str(&entry.to_json().unwrap()).unwrap()
}

fn read(value: &Value) -> Result<Entry, EntryError> {
    Entry::read(value.to_string().as_bytes())
}

/// The entry of the tests, with one field replaced, or taken away by null.
fn with(pointer: &str, value: Value) -> Value {
    let mut file = json_of(&entry());
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = file.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    match value {
        Value::Null => parent.remove(field),
        value => parent.insert(field.to_owned(), value),
    };
    file
}

fn append_is_null() -> Value {
    let mut file = json_of(&entry());
    file["append"] = Value::Null;
    file
}

fn append(entry: Value, limit: Value) -> Value {
    let mut file = with("/mode", json!("append"));
    file["append"] = json!({ "entry": entry, "limit": limit });
    file
}

/// Files of the right shape, and what is wrong with each of the others.
fn files() -> Vec<(Value, Result<(), EntryError>)> {
    let malformed = Err(EntryError::Malformed);
    let unseen = |field| Err(EntryError::Unseen(field));
    vec![
        (json_of(&entry()), Ok(())),
        (with("/mode", json!("once")), Ok(())),
        (append(json!("build"), json!(20)), Ok(())),
        (with("/hints", json!({})), Ok(())),
        (with("/order", json!("100000")), Ok(())),
        (with("/section", json!("日".repeat(100))), Ok(())),
        (with("/version", json!(2)), Err(EntryError::Version)),
        (with("/version", json!("1")), malformed),
        (with("/version", Value::Null), malformed),
        (with("/order", json!("099999")), Err(EntryError::Order)),
        (with("/order", json!("000000")), Err(EntryError::Order)),
        (with("/order", json!("1000000")), malformed),
        (with("/order", json!(500_000)), malformed),
        (with("/key", json!("")), malformed),
        (with("/key", json!("a\u{1b}[31mb")), unseen("key")),
        (with("/key", Value::Null), malformed),
        (with("/section", json!("x".repeat(101))), malformed),
        (
            with("/section", json!("a\n::add-mask::b")),
            unseen("section"),
        ),
        (with("/section", json!(["a"])), malformed),
        (with("/section", json!("a\u{202e}b")), unseen("section")),
        (with("/section", json!("a\u{2028}b")), unseen("section")),
        (with("/key", json!("a\u{2066}b")), unseen("key")),
        (with("/key", json!("a\u{200f}b")), unseen("key")),
        (
            append(json!("a\u{61c}b"), json!(20)),
            unseen("append.entry"),
        ),
        (with("/section", json!("👩\u{200d}💻 ❤\u{fe0f}")), Ok(())),
        (with("/section", json!("a\u{200b}")), unseen("section")),
        (with("/section", json!("a\u{ad}")), unseen("section")),
        (with("/section", json!("a\u{3164}")), unseen("section")),
        (with("/section", json!("a\u{e0041}")), unseen("section")),
        (with("/hints", json!({"number": null})), malformed),
        (with("/hints", json!({"head": null})), malformed),
        (with("/hints", json!({"run": null})), malformed),
        (append_is_null(), malformed),
        (with("/mode", json!("recreate")), malformed),
        (with("/mode", json!("append")), malformed),
        (
            with("/append", json!({"entry": "a", "limit": 1})),
            malformed,
        ),
        (append(json!(""), json!(20)), malformed),
        (append(json!("build"), json!(0)), malformed),
        (append(json!("build"), json!(1001)), malformed),
        (append(json!("build"), json!(-1)), malformed),
        (with("/content", Value::Null), malformed),
        (with("/content", json!("")), Err(EntryError::Empty)),
        (with("/digest", json!("short")), malformed),
        (with("/hints/number", json!(0)), malformed),
        (with("/hints/number", json!("7")), malformed),
        (with("/hints/head", json!("main")), malformed),
        (with("/hints/run", json!(-1)), malformed),
        (with("/hints/repository", json!("a/b")), malformed),
        (with("/hints", Value::Null), malformed),
        (with("/command", json!("delete")), malformed),
        (json!([]), malformed),
        (json!(null), malformed),
    ]
}

#[test]
fn an_entry_is_read_back_as_it_was_written() {
    let mut modes = vec![Mode::Upsert, Mode::Once];
    let (list, limit) = (name("build.linux"), 20);
    modes.push(Mode::Append { entry: list, limit });
    for mode in modes {
        let entry = Entry { mode, ..entry() };
        let json = entry.to_json().unwrap();
        assert_eq!(Entry::read(json.as_bytes()), Ok(entry));
    }
}

#[test]
fn whatever_a_writer_would_not_write_is_refused_with_its_reason() {
    for (file, expected) in files() {
        assert_eq!(read(&file).map(|_| ()), expected, "{file}");
    }
}

#[test]
fn a_text_of_which_nothing_is_seen_is_empty() {
    let content = "\u{200b} \u{2060}\n\u{feff}".to_owned();
    assert_eq!(
        Entry { content, ..entry() }.to_json(),
        Err(EntryError::Empty)
    );
}

#[test]
fn the_published_schema_and_the_reader_agree() {
    let text = include_str!("../../../docs/outbox-entry.schema.json");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    let name = "outbox-entry.schema.json";
    compiler
        .add_resource(name, serde_json::from_str(text).unwrap())
        .unwrap();
    let schema = compiler.compile(name, &mut schemas).unwrap();
    for (file, expected) in files() {
        let valid = schemas.validate(&file, schema).is_ok();
        assert_eq!(valid, expected.is_ok(), "{file}");
    }
}

#[test]
fn a_content_that_was_changed_on_the_way_is_noticed() {
    let changed = with("/content", json!("All **13** tests pass.\n"));
    assert_eq!(read(&changed), Err(EntryError::Digest));
    // Other line ends are the same text.
    assert!(read(&with("/content", json!("\r\nAll **12** tests pass.\r\n"))).is_ok());
}

#[test]
fn size_is_judged_before_anything_is_read() {
    let large = vec![b' '; MAX_ENTRY + 1];
    assert_eq!(Entry::read(&large), Err(EntryError::Large));
    let content = "x".repeat(MAX_CONTENT);
    let fits = Entry { content, ..entry() };
    assert!(Entry::read(fits.to_json().unwrap().as_bytes()).is_ok());
    let content = "x".repeat(MAX_CONTENT + 1);
    let over = Entry { content, ..entry() };
    assert_eq!(over.to_json(), Err(EntryError::Large));
}

#[test]
fn a_field_given_twice_is_refused() {
    let twice = json_of(&entry())
        .to_string()
        .replacen('{', r#"{"key":"default","#, 1);
    assert_eq!(Entry::read(twice.as_bytes()), Err(EntryError::Malformed));
}

#[test]
fn a_nest_of_brackets_does_not_exhaust_the_stack() {
    let nest = "[".repeat(MAX_ENTRY);
    assert_eq!(Entry::read(nest.as_bytes()), Err(EntryError::Malformed));
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_an_entry_that_could_be_written(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(entry) = Entry::read(&bytes) {
            prop_assert!(entry.to_json().is_ok());
        }
    }

    #[test]
    fn an_entry_of_any_text_is_read_back(content in "\\PC{1,80}|[a-z\\r\\n\u{feff}\u{0}]{0,20}x", section in "\\PC{1,100}") {
        let entry = Entry { content, section: name(&section), ..entry() };
        if let Ok(json) = entry.to_json() {
            prop_assert_eq!(Entry::read(json.as_bytes()), Ok(entry));
        }
    }
}
