//! The section's name where nobody gave one: who this job is among its siblings, so that each leg of a matrix
//! has a part of its own (case 2).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::error::UsageError;
use super::value::NAME_LIMIT;

/// `<workflow>/<job>`, and `/<leg>` in a matrix. `leg` is the matrix context as JSON; `null` outside of one.
pub(super) fn of_job(workflow: &str, job: &str, leg: &str) -> Result<String, UsageError> {
    let leg: Option<Leg> = serde_json::from_str(leg).map_err(|_| {
        UsageError::invalid(
            "leg",
            leg,
            "the matrix as a JSON object, nor null: give `section`",
        )
    })?;
    let mut name = format!("{workflow}/{job}");
    for (index, value) in leg.iter().flat_map(|leg| &leg.0).enumerate() {
        name.push_str(if index == 0 { "/" } else { ", " });
        match value {
            Value::String(text) => name.push_str(text),
            other => name.push_str(&other.to_string()),
        }
    }
    Ok(cut(name))
}

/// Two long names that differ only beyond the limit stay two.
fn cut(name: String) -> String {
    /// Hexadecimal digits of the digest.
    const DIGEST: usize = 8;
    if name.chars().count() <= NAME_LIMIT {
        return name;
    }
    let digest = Sha256::digest(name.as_bytes());
    let kept: String = name.chars().take(NAME_LIMIT - DIGEST - 1).collect();
    let hex: String = digest
        .iter()
        .take(DIGEST / 2)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{kept}~{hex}")
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
mod tests {
    use super::*;

    #[test]
    fn a_job_without_a_matrix_is_named_by_workflow_and_job() {
        for leg in ["null", "{}"] {
            assert_eq!(of_job("CI", "test", leg).unwrap(), "CI/test");
        }
    }

    #[test]
    fn a_leg_adds_its_values_in_their_order() {
        let leg = "{\n  \"os\": \"ubuntu\",\n  \"node\": 20,\n  \"lts\": true\n}";
        assert_eq!(
            of_job("CI", "test", leg).unwrap(),
            "CI/test/ubuntu, 20, true"
        );
        assert_eq!(
            of_job("CI", "test", r#"{"z":"1","a":"2"}"#).unwrap(),
            "CI/test/1, 2"
        );
    }

    #[test]
    fn a_value_with_parts_is_written_as_compact_json() {
        let leg = "{ \"of\": { \"a\": [1, \"x\"] }, \"no\": null }";
        assert_eq!(
            of_job("CI", "test", leg).unwrap(),
            r#"CI/test/{"a":[1,"x"]}, null"#
        );
    }

    #[test]
    fn long_names_are_cut_and_stay_different() {
        let leg = |last: char| format!(r#"{{"of":"{}{last}"}}"#, "日".repeat(200));
        let names = [
            of_job("CI", "test", &leg('a')).unwrap(),
            of_job("CI", "test", &leg('b')).unwrap(),
        ];
        assert_ne!(names[0], names[1]);
        for name in names {
            assert_eq!(name.chars().count(), 100);
            assert_eq!(name.chars().rev().nth(8), Some('~'));
        }
    }

    #[test]
    fn a_name_of_exactly_the_limit_is_whole() {
        let job = "j".repeat(97);
        assert_eq!(of_job("CI", &job, "null").unwrap(), format!("CI/{job}"));
    }

    #[test]
    fn what_is_no_matrix_is_refused() {
        for leg in ["[1]", "\"x\"", "{", "os: linux"] {
            assert!(of_job("CI", "test", leg).is_err(), "{leg}");
        }
    }
}
