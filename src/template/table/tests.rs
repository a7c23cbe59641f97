//! Tests of `table.rs`.

use minijinja::Environment;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::*;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[track_caller]
fn table_of(rows: &str, columns: Option<&str>) -> String {
    shown(&json(rows), columns).unwrap()
}

/// The words of the error.
#[track_caller]
fn refusal(rows: &str, columns: Option<&str>) -> String {
    shown(&json(rows), columns).unwrap_err().to_string()
}

fn shown(rows: &Value, columns: Option<&str>) -> Result<String, Error> {
    let environment = Environment::empty();
    let columns = columns.map(json);
    table(&environment.empty_state(), rows, columns.as_ref())
}

#[track_caller]
fn cell_of(value: impl Into<Value>) -> String {
    let environment = Environment::empty();
    cell(&environment.empty_state(), &value.into()).unwrap()
}

#[test]
fn objects_become_rows_and_their_fields_columns() {
    assert_eq!(
        table_of(r#"[{"z": "a", "n": 1}, {"z": true, "more": null}]"#, None),
        "| z | n | more |\n| --- | ---: | --- |\n| a | 1 |  |\n| true |  |  |"
    );
}

#[test]
fn columns_are_chosen_ordered_and_named() {
    let rows = r#"[{"a": 1, "b": 2, "c": 3}]"#;
    assert_eq!(
        table_of(rows, Some(r#"["c", "a"]"#)),
        "| c | a |\n| ---: | ---: |\n| 3 | 1 |"
    );
    assert_eq!(
        table_of(rows, Some(r#"{"b": "The b", "a": "A"}"#)),
        "| The b | A |\n| ---: | ---: |\n| 2 | 1 |"
    );
    assert_eq!(table_of(rows, Some(r#""b""#)), "| b |\n| ---: |\n| 2 |");
}

#[test]
fn lists_become_rows_below_the_first() {
    assert_eq!(
        table_of(r#"[["a", "b"], ["x", 1], ["y"], ["z", 2, true]]"#, None),
        "| a | b |  |\n| --- | ---: | --- |\n| x | 1 |  |\n| y |  |  |\n| z | 2 | true |"
    );
}

#[test]
fn columns_of_lists_are_chosen_by_their_headings() {
    let rows = r#"[["a", "b"], ["x", 1]]"#;
    assert_eq!(table_of(rows, Some(r#"["b"]"#)), "| b |\n| ---: |\n| 1 |");
    assert_eq!(
        table_of(rows, Some(r#"{"b": "B", "a": "A"}"#)),
        "| B | A |\n| ---: | --- |\n| 1 | x |"
    );
}

#[test]
fn what_has_no_columns_is_no_table() {
    for rows in ["[]", "[{}, {}]", "[[]]", "[[], []]"] {
        assert_eq!(table_of(rows, None), "", "{rows}");
        assert_eq!(table_of(rows, Some(r#"["a"]"#)), "", "{rows}");
    }
}

#[test]
fn a_field_that_some_rows_lack_is_empty_there_and_one_that_all_lack_is_an_error() {
    let rows = r#"[{"a": 1}, {"b": 2}]"#;
    assert_eq!(
        table_of(rows, Some(r#"["b"]"#)),
        "| b |\n| ---: |\n|  |\n| 2 |"
    );
    let expected = "invalid operation: no row has the column c; there are a, b";
    for columns in [r#"["a", "c"]"#, r#""c""#, r#"{"c": "C"}"#] {
        assert_eq!(refusal(rows, Some(columns)), expected);
    }
    let lists = r#"[["a", "b"], [1, 2]]"#;
    assert_eq!(refusal(lists, Some(r#""c""#)), expected);
}

#[test]
fn what_names_no_columns_is_refused() {
    for columns in ["5", "[]", "{}", "true", "null"] {
        let why = refusal(r#"[{"a": 1}]"#, Some(columns));
        assert!(
            why.contains("the columns of a table are"),
            "{columns}: {why}"
        );
    }
}

#[test]
fn what_has_no_rows_is_refused() {
    for rows in ["[1, 2]", r#"[{"a": 1}, [2]]"#, "7"] {
        assert!(shown(&json(rows), None).is_err(), "{rows}");
    }
}

#[test]
fn a_cell_of_markdown_neither_ends_its_cell_nor_its_row() {
    for (text, expected) in [
        ("a | b", r"a \| b"),
        (r"a \| b", r"a \| b"),
        (r"a \\| b", r"a \\\| b"),
        ("**a**\nb\r\n", "**a**<br>b"),
        (r"ends \", r"ends \\"),
        ("", ""),
    ] {
        assert_eq!(cell_of(text), expected);
    }
    assert_eq!(cell_of(()), "");
}

/// The texts of the cells of the only table, row by row; nothing where something stands beside it.
fn cells(markdown: &str) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    if !matches!(events.next(), Some(Event::Start(Tag::Table(_)))) {
        return None;
    }
    for event in events.by_ref() {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => rows.last_mut()?.push(String::new()),
            Event::Text(text) => rows.last_mut()?.last_mut()?.push_str(&text),
            Event::InlineHtml(tag) if &*tag == "<br>" => {
                rows.last_mut()?.last_mut()?.push('\n');
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell) => {}
            Event::End(TagEnd::Table) => break,
            _ => return None,
        }
    }
    events.next().is_none().then_some(rows)
}

proptest! {
    #[test]
    fn a_table_shows_just_what_its_data_says(
        rows in prop::collection::vec(prop::collection::vec(r"[a|\\`*_<&>#\[\]\n!-]{0,6}", 2), 2..4)
    ) {
        let shown = shown(&Value::from(rows.clone()), None).unwrap();
        let lines = |cell: &String| cell.trim().to_owned();
        let expected: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(lines).collect()).collect();
        prop_assert_eq!(cells(&shown), Some(expected), "{}", shown);
    }

    #[test]
    fn a_row_of_markdown_cells_keeps_each_in_its_column(
        row in prop::collection::vec(r"[a|\\`*\n]{0,6}", 2)
    ) {
        let cell = |text: &str| cell_of(format!("x{text}y"));
        let table = format!("| 1 | 2 |\n| --- | --- |\n| {} | {} |", cell(&row[0]), cell(&row[1]));
        let mut ends = String::new();
        for event in Parser::new_ext(&table, Options::ENABLE_TABLES) {
            match event {
                Event::Text(text) | Event::Code(text) => {
                    ends.extend(text.chars().filter(|c| "xy".contains(*c)));
                }
                Event::End(TagEnd::TableCell) => ends.push('|'),
                _ => {}
            }
        }
        prop_assert_eq!(ends, "||xy|xy|", "{}", table);
    }
}
