//! The comments that other tools leave, by the marker by which each finds its own again.
//!
//! Recognises a body; does not ask who wrote it, and decides nothing. A marker counts only whole, and only where the
//! tools put it: a name that another name ends in is another name (case 23), and a marker in mid-text is a quotation.

/// The id of Danger in JavaScript where nobody gave it another.
const DANGER_JS: &str = "Danger";
/// The id of Danger in Ruby where nobody gave it another.
const DANGER_RUBY: &str = "danger";
/// The tag that Infracost uses where nobody gave it another.
const INFRACOST: &str = "infracost-comment";
/// The id that add-pr-comment uses where nobody gave it another.
const MSHICK: &str = "add-pr-comment";

/// What another tool marks its comment with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ToolMarker {
    /// This text, at the beginning or the end.
    Literal(String),
    /// This id in the last line of an HTML comment at the beginning (Danger in JavaScript), or in the paragraph at the
    /// end (Danger in Ruby). `None` is the id that each of them has where nobody gave it one.
    Danger(Option<String>),
    /// A link definition at the beginning, whose first word is this tag; the time of the run may follow.
    Infracost(String),
}

impl ToolMarker {
    /// Reads `TOOL`, `TOOL:NAME`, or an HTML comment as it stands. `None` where it is neither, where the tool needs a
    /// name, or where the HTML comment is one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        if text.starts_with("<!--") {
            return literal(text);
        }
        let (tool, name) = match text.split_once(':') {
            Some((_, "")) => return None,
            Some((tool, name)) => (tool, Some(name)),
            None => (text, None),
        };
        Some(match (tool, name) {
            ("marocchino", header) => {
                let header = header.unwrap_or_default();
                Self::Literal(format!("<!-- Sticky Pull Request Comment{header} -->"))
            }
            ("mshick", id) => {
                let id = id.unwrap_or(MSHICK);
                Self::Literal(format!("<!-- add-pr-comment:{id} -->"))
            }
            ("thollander", Some(tag)) => Self::Literal(format!(
                "<!-- thollander/actions-comment-pull-request \"{tag}\" -->"
            )),
            ("danger", id) => Self::Danger(id.map(str::to_owned)),
            ("infracost", tag) => Self::Infracost(tag.unwrap_or(INFRACOST).to_owned()),
            _ => return None,
        })
    }

    /// Whether a body, with line feeds only, carries the marker where the tool puts it.
    pub(super) fn marks(&self, body: &str) -> bool {
        let body = body.trim();
        match self {
            Self::Literal(marker) => body.starts_with(marker) || body.ends_with(marker),
            Self::Danger(id) => {
                let id_or = |default| id.as_deref().unwrap_or(default);
                is_by_danger_js(body, id_or(DANGER_JS))
                    || is_by_danger_ruby(body, id_or(DANGER_RUBY))
            }
            Self::Infracost(tag) => is_by_infracost(body, tag),
        }
    }
}

fn is_by_danger_js(body: &str, id: &str) -> bool {
    let hidden = body.strip_prefix("<!--").and_then(|b| b.split_once("-->"));
    let last = hidden.and_then(|(hidden, _)| hidden.trim().lines().last());
    last.is_some_and(|line| line.trim() == format!("DangerID: danger-id-{id};"))
}

fn is_by_danger_ruby(body: &str, id: &str) -> bool {
    let start = format!("\n<p align=\"right\" data-meta=\"generated_by_{id}\">\n");
    let last = body
        .strip_suffix("\n</p>")
        .and_then(|b| b.rsplit_once(&start));
    // What follows a paragraph that ended before is not Danger's.
    last.is_some_and(|(_, signature)| !signature.contains("</p>"))
}

fn is_by_infracost(body: &str, tag: &str) -> bool {
    let definition = body.lines().next().unwrap_or_default();
    let words = definition.trim().strip_prefix("[//]: <> (");
    let words = words.and_then(|words| words.strip_suffix(')'));
    words.is_some_and(|words| words.split(',').next() == Some(tag))
}

fn literal(text: &str) -> Option<ToolMarker> {
    let inner = text.strip_prefix("<!--")?.strip_suffix("-->")?;
    let is_ours = inner.trim_start().starts_with("one-comment:");
    let is_whole = !inner.contains("-->") && !inner.trim().is_empty();
    (is_whole && !is_ours).then(|| ToolMarker::Literal(text.to_owned()))
}

#[cfg(test)]
mod tests;
