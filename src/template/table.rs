//! Filters for tables. `table` writes a whole one, of plain text; `cell` is for rows that a template writes itself,
//! whose cells may be Markdown.

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind};

use super::data::{defined, items};
use super::text::{escape_markdown, shown};

/// A table of a list of objects or of a list of lists, nothing of an empty one.
///
/// `columns` are the fields to show in order, or an object from fields to their headings; without it all fields. Of
/// lists it is the headings; without it the first list is. Columns of numbers stand to the right.
pub(super) fn table(rows: &Value, columns: Option<&Value>) -> Result<String, Error> {
    let mut rows: Vec<Value> = defined(rows)?.try_iter()?.collect();
    if rows.is_empty() {
        return Ok(String::new());
    }
    let (headings, rows): (Vec<Value>, Vec<Vec<Value>>) = if are(&rows, ValueKind::Seq) {
        let headings = match columns {
            Some(columns) => columns.clone(),
            None => rows.remove(0),
        };
        let rows = rows.iter().map(|row| items(row).collect());
        (items(&headings).collect(), rows.collect())
    } else if are(&rows, ValueKind::Map) {
        let fields = fields(&rows, columns);
        let values = |row: &Value| {
            let fields = fields.iter();
            fields.map(|(field, _)| row.get_item(field)).collect()
        };
        let values: Result<_, Error> = rows.iter().map(values).collect();
        (
            fields.iter().map(|(_, title)| title.clone()).collect(),
            values?,
        )
    } else {
        let why = "a table is made of a list of objects, or of a list of lists";
        return Err(Error::new(ErrorKind::InvalidOperation, why));
    };
    Ok(print(&headings, &rows))
}

/// The text for one cell of a table, with its Markdown: it neither ends the cell nor the row.
pub(super) fn cell(value: &Value) -> Result<String, Error> {
    let text = shown(defined(value)?);
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

fn are(rows: &[Value], kind: ValueKind) -> bool {
    rows.iter().all(|row| row.kind() == kind)
}

/// Fields of objects in the order in which they first appear, each with its heading.
fn fields(rows: &[Value], columns: Option<&Value>) -> Vec<(Value, Value)> {
    if let Some(columns) = columns {
        let heading = |field: Value| {
            let heading = columns.get_item(&field).ok();
            let heading = heading.filter(|_| columns.kind() == ValueKind::Map);
            (field.clone(), heading.unwrap_or(field))
        };
        return items(columns).map(heading).collect();
    }
    let mut fields: Vec<(Value, Value)> = Vec::new();
    for field in rows.iter().flat_map(items) {
        if !fields.iter().any(|(known, _)| *known == field) {
            fields.push((field.clone(), field));
        }
    }
    fields
}

fn print(headings: &[Value], rows: &[Vec<Value>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let columns = 0..headings.len().max(width);
    let plain = |value: Option<&Value>| {
        let text = value.map(shown).unwrap_or_default();
        let lines: Vec<_> = text.trim().lines().map(escape_markdown).collect();
        lines.join("<br>").replace('\r', " ")
    };
    let row = |cells: &[Value]| {
        let cells: Vec<_> = columns.clone().map(|n| plain(cells.get(n))).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule = columns.clone().map(|n| {
        let values = || {
            rows.iter()
                .filter_map(|row| row.get(n))
                .filter(|v| is_given(v))
        };
        let numbers = values().next().is_some() && values().all(Value::is_number);
        if numbers { "---:" } else { "---" }
    });
    let rule = format!("| {} |", rule.collect::<Vec<_>>().join(" | "));
    let mut lines = vec![row(headings), rule];
    lines.extend(rows.iter().map(|cells| row(cells)));
    lines.join("\n")
}

fn is_given(value: &Value) -> bool {
    !value.is_none() && !value.is_undefined()
}

#[cfg(test)]
mod tests;
