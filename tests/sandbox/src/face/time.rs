//! Times as the APIs show them, in whole seconds.

use chrono::{DateTime, SecondsFormat, Utc};

/// A time in JSON, as both APIs have it.
pub(super) fn timestamp(ms: u64) -> String {
    utc(ms).to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A time in a header.
pub(super) fn http_date(ms: u64) -> String {
    utc(ms).format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

fn utc(ms: u64) -> DateTime<Utc> {
    let seconds = i64::try_from(ms / 1_000).unwrap_or_default();
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{http_date, timestamp};

    #[test]
    fn a_time_is_cut_to_whole_seconds() {
        assert_eq!(timestamp(1_767_225_600_999), "2026-01-01T00:00:00Z");
        assert_eq!(
            http_date(1_767_225_600_999),
            "Thu, 01 Jan 2026 00:00:00 GMT"
        );
    }
}
