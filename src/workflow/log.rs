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
mod tests;
