//! The data of a template: from JSON to values, which keep the order of their fields.

use minijinja::value::Value;
use minijinja::{Error, ErrorKind};

use super::error::TemplateError;

/// Reads JSON; the path is the one to name in errors.
pub(super) fn parse(path: &str, json: &str) -> Result<Value, TemplateError> {
    let json = json.trim_start_matches('\u{feff}');
    serde_json::from_slice(json.as_bytes()).map_err(|why| TemplateError::Data {
        path: path.to_owned(),
        why,
    })
}

/// The value with each text in it cleaned; names of fields stay, for templates name them.
pub(super) fn cleaned(value: Value, clean: &impl Fn(&str) -> String) -> Value {
    use minijinja::value::ValueKind::{Map, Seq, String};
    match value.kind() {
        String => Value::from(clean(value.as_str().unwrap_or_default())),
        Seq => items(&value).map(|item| cleaned(item, clean)).collect(),
        Map => {
            let field = |name: Value| {
                let value = value.get_item(&name).unwrap_or_default();
                (name, cleaned(value, clean))
            };
            Value::from_pairs(items(&value).map(field))
        }
        _ => value,
    }
}

/// Of a list the items, of an object the names; nothing of what is neither.
pub(super) fn items(value: &Value) -> impl Iterator<Item = Value> {
    value.try_iter().into_iter().flatten()
}

/// The value, or the error that a name which does not exist is.
pub(super) fn defined(value: &Value) -> Result<&Value, Error> {
    if value.is_undefined() {
        return Err(Error::from(ErrorKind::UndefinedError));
    }
    Ok(value)
}
