//! Times for readers: absolute here, made relative by the page's script where there is one.

use chrono::DateTime;
use maud::{Markup, html};

/// A `<time>` element for `seconds` since the Unix epoch.
pub(super) fn time(seconds: i64) -> Markup {
    // Outside of what a calendar holds, the number itself says most.
    let (machine, reader) = DateTime::from_timestamp(seconds, 0).map_or_else(
        || (String::new(), format!("{seconds} s")),
        |at| {
            (
                at.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
                at.format("%b %-d, %Y, %H:%M:%S UTC").to_string(),
            )
        },
    );
    html! { time datetime=(machine) title=(reader) { (reader) } }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn a_time_is_readable_by_people_and_programs() {
        assert_eq!(
            time(1_772_546_709).into_string(),
            "<time datetime=\"2026-03-03T14:05:09Z\" title=\"Mar 3, 2026, 14:05:09 UTC\">\
             Mar 3, 2026, 14:05:09 UTC</time>"
        );
    }

    #[test]
    fn a_time_beyond_the_calendar_is_shown_as_it_is() {
        assert!(
            time(i64::MAX)
                .into_string()
                .contains("9223372036854775807 s")
        );
    }
}
