//! The one place that prints. Nothing that reaches the log can act as a command to the runner, whoever wrote it.
//!
//! The runner takes a line for a command when it starts with `::` (after blanks) or holds `##[` anywhere; it
//! compares by culture, so characters without a width may stand in between.

use std::io::Write;

/// How to talk to whoever reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The runner reads: one stream, annotations, groups.
    pub in_actions: bool,
    /// Groups are shown.
    pub verbose: bool,
}

/// Lines for people, and annotations for the runner. Writing is best effort: a closed pipe fails no run.
pub struct Log<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    style: Style,
}

impl<'a> Log<'a> {
    /// Prints results to `out`; warnings and errors to `err`, except in Actions, where order matters more.
    pub fn new(out: &'a mut dyn Write, err: &'a mut dyn Write, style: Style) -> Self {
        Self { out, err, style }
    }

    /// Plain text, of one line or more.
    pub fn line(&mut self, text: &str) {
        for line in lines(text) {
            let line = if self.style.in_actions {
                defuse(&line, r"\[")
            } else {
                line
            };
            let _ = writeln!(self.out, "{line}");
        }
    }

    /// A result as data, on one line that stays valid JSON.
    pub fn json(&mut self, value: &serde_json::Value) {
        let text = value.to_string();
        let text = if self.style.in_actions {
            defuse(&text, r"\u005b")
        } else {
            text
        };
        let _ = writeln!(self.out, "{text}");
    }

    /// The user should act.
    pub fn warning(&mut self, text: &str) {
        self.annotate("warning", text);
    }

    /// The step fails.
    pub fn error(&mut self, text: &str) {
        self.annotate("error", text);
    }

    /// Details, folded away in Actions; nothing unless verbose.
    pub fn group(&mut self, title: &str, details: &str) {
        if !self.style.verbose {
            return;
        }
        if self.style.in_actions {
            let _ = writeln!(self.out, "::group::{}", data(title));
            self.line(details);
            let _ = writeln!(self.out, "::endgroup::");
        } else {
            self.line(title);
            for line in lines(details) {
                let _ = writeln!(self.out, "  {line}");
            }
        }
    }

    fn annotate(&mut self, level: &str, text: &str) {
        if self.style.in_actions {
            let _ = writeln!(self.out, "::{level} title=one-comment::{}", data(text));
        } else {
            for line in lines(&format!("{level}: {text}")) {
                let _ = writeln!(self.err, "{line}");
            }
        }
    }
}

/// The runner ends a line at either character. Other controls would move a terminal's cursor.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    text.strip_suffix('\n')
        .unwrap_or(&text)
        .split(['\n', '\r'])
        .map(printable)
        .collect()
}

fn printable(line: &str) -> String {
    let shown = |c: char| {
        if c.is_control() && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    line.chars().map(shown).collect()
}

/// A command's data: one line, which the runner turns back into many. Should it not take the line for the command
/// that it is, it must not find another one in it.
fn data(text: &str) -> String {
    without_old_commands(&lines(text).join("\n"), r"\[")
        .replace('%', "%25")
        .replace('\n', "%0A")
}

/// A line that is no command: the first visible character is no colon, and no bracket follows `##`.
fn defuse(line: &str, bracket: &str) -> String {
    let mut visible = line.chars().filter(|c| is_visible(*c));
    let guard = if visible.next() == Some(':') {
        "\\"
    } else {
        ""
    };
    format!("{guard}{}", without_old_commands(line, bracket))
}

/// No bracket follows `##`.
fn without_old_commands(line: &str, bracket: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    let mut hashes = 0;
    for character in line.chars() {
        match character {
            '[' if hashes >= 2 => safe.push_str(bracket),
            _ => safe.push(character),
        }
        if character == '#' {
            hashes += 1;
        } else if is_visible(character) || character == ' ' {
            hashes = 0;
        }
    }
    safe
}

/// Rather too few than too many: what is not surely seen may be skipped by the runner's comparison.
fn is_visible(character: char) -> bool {
    character.is_ascii_graphic() || character.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIONS: Style = Style {
        in_actions: true,
        verbose: true,
    };
    const TERMINAL: Style = Style {
        in_actions: false,
        verbose: true,
    };

    /// What a closure prints: standard output, then standard error.
    fn printed(style: Style, print: impl FnOnce(&mut Log<'_>)) -> (String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        print(&mut Log::new(&mut out, &mut err, style));
        (
            String::from_utf8(out).unwrap(),
            String::from_utf8(err).unwrap(),
        )
    }

    #[test]
    fn no_line_can_start_a_command() {
        let attacks = [
            "::add-mask::x",
            "  ::set-output name=a::b",
            "fine\n::error::x",
            "fine\r::error::x",
            "\u{a0}\u{2003}::warning::x",
            "\u{200b}:\u{200b}:error::x",
            "\u{feff}::stop-commands::x",
            "\u{1b}::error::x",
        ];
        for attack in attacks {
            let (out, _) = printed(ACTIONS, |log| log.line(attack));
            for line in out.split(['\n', '\r']) {
                let seen: String = line.chars().filter(|c| is_visible(*c)).collect();
                assert!(!seen.starts_with(':'), "{attack:?} became {out:?}");
            }
        }
    }

    #[test]
    fn no_old_command_stands_anywhere_in_a_line() {
        for (attack, safe) in [
            ("see ##[error]x", r"see ##\[error]x"),
            ("###[group]x", r"###\[group]x"),
            ("#\u{200b}#\u{200b}[error]", "#\u{200b}#\u{200b}\\[error]"),
        ] {
            let (out, _) = printed(ACTIONS, |log| log.line(attack));
            assert_eq!(out, format!("{safe}\n"));
        }
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in [
            "a::b",
            "#[derive(Debug)]",
            "#a#b[c]",
            "- [x] done #1 [link]",
            "日本 ✅ 100%",
            "\tindented",
        ] {
            assert_eq!(
                printed(ACTIONS, |log| log.line(text)).0,
                format!("{text}\n")
            );
        }
    }

    #[test]
    fn json_stays_json() {
        let value = serde_json::json!({ "reason": "::error::\n##[error]x" });
        let (out, _) = printed(ACTIONS, |log| log.json(&value));
        assert!(!out.contains("##["), "{out}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&out).unwrap(),
            value
        );
    }

    #[test]
    fn an_annotation_is_one_line_whatever_it_says() {
        let (out, err) = printed(ACTIONS, |log| {
            log.error("100% sure\r\n::add-mask::x\rend\n")
        });
        assert_eq!(
            out,
            "::error title=one-comment::100%25 sure%0A::add-mask::x%0Aend\n"
        );
        assert_eq!(err, "");
    }

    #[test]
    fn an_annotation_holds_no_old_command() {
        let (out, _) = printed(ACTIONS, |log| log.warning("branch ##[error]x"));
        assert_eq!(out, "::warning title=one-comment::branch ##\\[error]x\n");
    }

    #[test]
    fn outside_of_actions_warnings_are_plain_and_apart_from_results() {
        let (out, err) = printed(TERMINAL, |log| {
            log.line("updated");
            log.warning("look here");
        });
        assert_eq!(out, "updated\n");
        assert_eq!(err, "warning: look here\n");
    }

    #[test]
    fn a_terminal_gets_no_control_characters() {
        let (out, _) = printed(TERMINAL, |log| log.line("a\u{1b}[2Jb\u{7}"));
        assert_eq!(out, "a\u{fffd}[2Jb\u{fffd}\n");
    }

    #[test]
    fn a_group_folds_in_actions_and_indents_on_a_terminal() {
        let show = |log: &mut Log<'_>| log.group("Plan\n::error::x", "create\n::endgroup::");
        let folded = "::group::Plan%0A::error::x\ncreate\n\\::endgroup::\n::endgroup::\n";
        assert_eq!(printed(ACTIONS, show).0, folded);
        let indented = "Plan\n::error::x\n  create\n  ::endgroup::\n";
        assert_eq!(printed(TERMINAL, show).0, indented);
    }

    #[test]
    fn details_are_for_those_who_ask() {
        let quiet = Style {
            in_actions: true,
            verbose: false,
        };
        assert_eq!(printed(quiet, |log| log.group("Plan", "create")).0, "");
    }
}
