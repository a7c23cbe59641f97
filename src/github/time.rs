//! GitHub's two spellings of a moment, in whole seconds. No clock in here.

use chrono::DateTime;

use crate::converge::Seconds;

/// Of JSON: `2026-11-30T10:00:00Z`.
pub(super) fn from_json(text: &str) -> Option<Seconds> {
    seconds(DateTime::parse_from_rfc3339(text).ok()?.timestamp())
}

/// Of the `date` header: `Mon, 30 Nov 2026 10:00:00 GMT`.
pub(super) fn from_header(text: &str) -> Option<Seconds> {
    seconds(DateTime::parse_from_rfc2822(text).ok()?.timestamp())
}

/// As JSON and queries spell it; `None` beyond the calendar.
pub(super) fn to_json(at: Seconds) -> Option<String> {
    let at = DateTime::from_timestamp(i64::try_from(at).ok()?, 0)?;
    Some(at.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// For serde's `deserialize_with`.
pub(super) fn deserialize<'de, D>(deserializer: D) -> Result<Seconds, D::Error>
where
    D: serde::Deserializer<'de>,
{
    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
    from_json(&text).ok_or_else(|| serde::de::Error::custom(format!("not a time: {text:?}")))
}

fn seconds(timestamp: i64) -> Option<Seconds> {
    Seconds::try_from(timestamp).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_give_the_same_second() {
        let second = Some(1_796_032_800);
        assert_eq!(from_json("2026-11-30T10:00:00Z"), second);
        assert_eq!(from_json("2026-11-30T11:00:00.5+01:00"), second);
        assert_eq!(from_header("Mon, 30 Nov 2026 10:00:00 GMT"), second);
        let spelled = to_json(1_796_032_800);
        assert_eq!(spelled.as_deref(), Some("2026-11-30T10:00:00Z"));
    }

    #[test]
    fn what_is_no_time_or_before_the_epoch_is_none() {
        assert_eq!(from_json("yesterday"), None);
        assert_eq!(from_json("1969-12-31T23:59:59Z"), None);
        assert_eq!(from_header(""), None);
    }
}
