//! The section's name where nobody gave one: who this job is among its siblings, so that each leg of a matrix
//! has a part of its own (case 2).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::comment::Name;

use super::error::UsageError;

/// `<workflow>/<job>`, and `/<leg>` in a matrix, shortened where it is too long.
pub(super) fn of_job(workflow: &str, job: &str, leg: &str) -> Result<Name, UsageError> {
    let mut name = format!("{workflow}/{job}");
    if !leg.is_empty() {
        name.push('/');
        name.push_str(leg);
    }
    Name::shortened(&name).map_err(|_| UsageError::NoSection)
}

/// The values of a leg, joined as in the job's own name. `leg` is the matrix context as JSON; empty for `null`, which
/// is what there is outside of a matrix.
pub(super) fn values_of(leg: &str) -> Result<String, UsageError> {
    let leg: Option<Leg> = serde_json::from_slice(leg.as_bytes()).map_err(|_| {
        UsageError::invalid(
            "leg",
            leg,
            "the matrix as a JSON object, nor null: give `section`",
        )
    })?;
    let values = leg.into_iter().flat_map(|leg| leg.0);
    let text = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(values.map(text).collect::<Vec<_>>().join(", "))
}

/// The values of a JSON object in the order of the text, which is the order in the job's own name.
/// `serde_json`'s map would sort them.
struct Leg(Vec<Value>);

impl<'de> Deserialize<'de> for Leg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Leg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Leg, A::Error> {
        let mut values = Vec::new();
        while let Some((_, value)) = map.next_entry::<String, Value>()? {
            values.push(value);
        }
        Ok(Leg(values))
    }
}

#[cfg(test)]
mod tests;
