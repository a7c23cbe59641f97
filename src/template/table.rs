//! Filters for tables. `table` writes a whole one, of plain text; `cell` is for rows that a template writes itself,
//! whose cells may be Markdown.

use std::collections::HashSet;

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, State};

use super::cost::shown;
use super::data::{defined, items};

/// Names of columns that an error lists.
const LISTED: usize = 10;

/// A column: where its cells are in a row, and what stands above them.
struct Column {
    key: Value,
    heading: Value,
}

/// A table of a list of objects, or of a list of lists whose first is the headings; nothing where there is no column.
///
/// `chosen` are the columns to show in order: one, a list, or an object from columns to their headings; without it all
/// of them. Columns of numbers stand to the right.
pub(super) fn table(
    state: &State<'_, '_>,
    rows: &Value,
    chosen: Option<&Value>,
) -> Result<String, Error> {
    let mut rows = list(state, defined(rows)?)?;
    let columns = if rows.is_empty() {
        Vec::new()
    } else if are(&rows, ValueKind::Seq) {
        let headings = rows.remove(0);
        of_lists(state, &headings, &rows)?
    } else if are(&rows, ValueKind::Map) {
        of_objects(state, &rows)?
    } else {
        return Err(invalid(
            "a table is made of a list of objects, or of a list of lists".to_owned(),
        ));
    };
    let columns = match chosen {
        Some(chosen) => choose(columns, chosen)?,
        None => columns,
    };
    if columns.is_empty() {
        return Ok(String::new());
    }
    print(state, &columns, &rows)
}

/// The text for one cell of a table, with its Markdown: it neither ends the cell nor the row.
pub(super) fn cell(state: &State<'_, '_>, value: &Value) -> Result<String, Error> {
    let text = shown(state, defined(value)?)?;
    let lines: Vec<_> = text.trim().lines().map(cell_line).collect();
    Ok(lines.join("<br>"))
}

fn cell_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    // Whether the next character stands for itself: a border needs a backslash, and only one.
    let mut escaped = false;
    for character in line.chars() {
        if character == '|' && !escaped {
            out.push('\\');
        }
        escaped = character == '\\' && !escaped;
        out.push(if character == '\r' { ' ' } else { character });
    }
    if escaped {
        out.push('\\');
    }
    out
}

/// The items, each paid for: a list can be written shorter than it is.
fn list(state: &State<'_, '_>, value: &Value) -> Result<Vec<Value>, Error> {
    let items = value.try_iter()?;
    items
        .map(|item| state.consume_fuel(1).map(|()| item))
        .collect()
}

fn are(rows: &[Value], kind: ValueKind) -> bool {
    rows.iter().all(|row| row.kind() == kind)
}

/// A column for each heading, and for what lies beyond the last.
fn of_lists(state: &State<'_, '_>, headings: &Value, rows: &[Value]) -> Result<Vec<Column>, Error> {
    let mut headings = list(state, headings)?;
    let width = rows.iter().filter_map(Value::len).max().unwrap_or(0);
    state.consume_fuel(width as u64)?;
    headings.resize(headings.len().max(width), Value::from(""));
    let column = |(at, heading)| Column {
        key: Value::from(at),
        heading,
    };
    Ok(headings.into_iter().enumerate().map(column).collect())
}

/// A column for each field, in the order in which they first appear.
fn of_objects(state: &State<'_, '_>, rows: &[Value]) -> Result<Vec<Column>, Error> {
    let mut known = HashSet::new();
    let mut columns = Vec::new();
    for row in rows {
        for field in list(state, row)? {
            if known.insert(field.clone()) {
                columns.push(Column {
                    key: field.clone(),
                    heading: field,
                });
            }
        }
    }
    Ok(columns)
}

/// Of the columns there are those named, in that order. Without any row there is none to look for.
fn choose(columns: Vec<Column>, chosen: &Value) -> Result<Vec<Column>, Error> {
    let names: Vec<Value> = match chosen.kind() {
        ValueKind::String => vec![chosen.clone()],
        ValueKind::Seq | ValueKind::Map => items(chosen).collect(),
        _ => Vec::new(),
    };
    if names.is_empty() {
        return Err(invalid(format!(
            "the columns of a table are a name, a list of names, or an object from names to headings, not {chosen}"
        )));
    }
    if columns.is_empty() {
        return Ok(columns);
    }
    let named = |name: Value| match columns.iter().find(|column| column.heading == name) {
        Some(column) => Ok(Column {
            key: column.key.clone(),
            heading: if chosen.kind() == ValueKind::Map {
                chosen.get_item(&name)?
            } else {
                name
            },
        }),
        None => {
            let known = columns.iter().take(LISTED);
            let known: Vec<_> = known.map(|column| column.heading.to_string()).collect();
            let known = known.join(", ");
            Err(invalid(format!(
                "no row has the column {name}; there are {known}"
            )))
        }
    };
    names.into_iter().map(named).collect()
}

fn print(state: &State<'_, '_>, columns: &[Column], rows: &[Value]) -> Result<String, Error> {
    let values = |row: &Value| {
        state.consume_fuel(columns.len() as u64)?;
        let cells = columns.iter().map(|column| row.get_item(&column.key));
        cells.collect::<Result<Vec<_>, Error>>()
    };
    let rows = rows.iter().map(values).collect::<Result<Vec<_>, Error>>()?;
    let headings: Vec<_> = columns
        .iter()
        .map(|column| column.heading.clone())
        .collect();
    let rules = (0..columns.len()).map(|at| {
        let mut values = rows
            .iter()
            .filter_map(|row| row.get(at))
            .filter(|v| is_given(v))
            .peekable();
        let numbers = values.peek().is_some() && values.all(Value::is_number);
        if numbers { "---:" } else { "---" }
    });
    let mut lines = vec![
        line(state, &headings)?,
        format!("| {} |", rules.collect::<Vec<_>>().join(" | ")),
    ];
    for row in &rows {
        lines.push(line(state, row)?);
    }
    Ok(lines.join("\n"))
}

/// A row of plain text.
fn line(state: &State<'_, '_>, cells: &[Value]) -> Result<String, Error> {
    let plain = |value: &Value| {
        let text = shown(state, value)?;
        let lines = text.trim().lines().map(crate::comment::escape_markdown);
        Ok(lines.collect::<Vec<_>>().join("<br>").replace('\r', " "))
    };
    let cells: Vec<_> = cells.iter().map(plain).collect::<Result<_, Error>>()?;
    Ok(format!("| {} |", cells.join(" | ")))
}

fn is_given(value: &Value) -> bool {
    !value.is_none() && !value.is_undefined()
}

fn invalid(why: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, why)
}

#[cfg(test)]
mod tests;
