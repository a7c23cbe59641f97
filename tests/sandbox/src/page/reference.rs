//! Turns `@login`, `@org/team` and `#123` in the text of a parsed comment into links.
//!
//! Works on the syntax tree, so that code, links and raw HTML blocks keep their text. It does not
//! ask whether the account or the issue exists.

use comrak::Arena;
use comrak::nodes::{Node, NodeLink, NodeValue};

/// GitHub's longest login.
const LONGEST_LOGIN: usize = 39;

/// Links the references in every text below `root` that is not part of a link already. `#123`
/// means the issue or pull request of `repository` (`owner/name`).
pub(super) fn link_references<'a>(arena: &'a Arena<'a>, root: Node<'a>, repository: &str) {
    let texts: Vec<Node<'a>> = root
        .descendants()
        .filter(|node| matches!(node.data().value, NodeValue::Text(_)))
        .filter(|node| !is_in_link(node))
        .collect();
    for node in texts {
        let Some(text) = node.data().value.text().map(str::to_owned) else {
            continue;
        };
        let pieces = split(&text);
        if pieces.iter().all(|piece| matches!(piece, Piece::Plain(_))) {
            continue;
        }
        for piece in pieces {
            node.insert_before(to_node(arena, &piece, repository));
        }
        node.detach();
    }
}

fn is_in_link(node: Node<'_>) -> bool {
    node.ancestors()
        .any(|above| matches!(above.data().value, NodeValue::Link(_)))
}

fn to_node<'a>(arena: &'a Arena<'a>, piece: &Piece<'_>, repository: &str) -> Node<'a> {
    let (text, url) = match piece {
        Piece::Plain(text) => return text_node(arena, (*text).to_owned()),
        Piece::Mention(login) => (format!("@{login}"), format!("/{login}")),
        Piece::Issue(number) => (
            format!("#{number}"),
            format!("/{repository}/issues/{number}"),
        ),
    };
    let link = NodeLink {
        url,
        title: String::new(),
    };
    let link: Node<'a> = arena.alloc(NodeValue::Link(Box::new(link)).into());
    link.append(text_node(arena, text));
    link
}

fn text_node<'a>(arena: &'a Arena<'a>, text: String) -> Node<'a> {
    arena.alloc(NodeValue::Text(text.into()).into())
}

/// A part of a text; a reference is kept without its sign.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Plain(&'t str),
    Mention(&'t str),
    Issue(&'t str),
}

/// Cuts `text` into pieces; printed with their signs they are `text` again.
fn split(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut searched = 0;
    while let Some(at) = rest.get(searched..).and_then(|tail| tail.find(['@', '#'])) {
        let at = searched + at;
        let (before, from_sign) = rest.split_at(at);
        let (sign, after) = from_sign.split_at(1);
        let reference = match sign {
            _ if joins(before) => None,
            "@" => login(after).map(Piece::Mention),
            _ => number(after).map(Piece::Issue),
        };
        searched = at + 1;
        if let Some(piece) = reference {
            let (Piece::Plain(name) | Piece::Mention(name) | Piece::Issue(name)) = piece;
            rest = after.get(name.len()..).unwrap_or_default();
            searched = 0;
            pieces.extend((!before.is_empty()).then_some(Piece::Plain(before)));
            pieces.push(piece);
        }
    }
    pieces.extend((!rest.is_empty()).then_some(Piece::Plain(rest)));
    pieces
}

/// Whether what stands before a sign makes it part of a word, an address or a path.
fn joins(before: &str) -> bool {
    before.ends_with(|c: char| c.is_alphanumeric() || "_@#/&`.-".contains(c))
}

/// The login, or `org/team`, that `text` begins with.
fn login(text: &str) -> Option<&str> {
    let account = leading(text, |c| c.is_ascii_alphanumeric() || c == '-').trim_end_matches('-');
    if account.is_empty() || account.starts_with('-') || account.len() > LONGEST_LOGIN {
        return None;
    }
    let after = text.get(account.len()..)?;
    let team = after.strip_prefix('/').map_or("", |team| {
        leading(team, |c| c.is_ascii_alphanumeric() || c == '-')
    });
    let length = account.len() + if team.is_empty() { 0 } else { team.len() + 1 };
    ends_word(text.get(length..)?).then(|| text.get(..length))?
}

/// The number that `text` begins with.
fn number(text: &str) -> Option<&str> {
    let digits = leading(text, |c| c.is_ascii_digit());
    let after = text.get(digits.len()..)?;
    (!digits.is_empty() && ends_word(after)).then_some(digits)
}

fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn ends_word(after: &str) -> bool {
    !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::Piece::{Issue, Mention, Plain};
    use super::split;

    #[test]
    fn accounts_teams_and_numbers_become_references() {
        assert_eq!(
            split("ask @octo-cat, @org/team (#12)"),
            [
                Plain("ask "),
                Mention("octo-cat"),
                Plain(", "),
                Mention("org/team"),
                Plain(" ("),
                Issue("12"),
                Plain(")"),
            ]
        );
    }

    #[test]
    fn a_sign_inside_a_word_an_address_or_a_path_is_text() {
        for text in [
            "a@b.example",
            "x#1",
            "@@a",
            "o/r#1",
            "#1a",
            "# 1",
            "@_a",
            "日@",
        ] {
            assert_eq!(split(text), [Plain(text)], "{text}");
        }
    }

    #[test]
    fn a_reference_after_a_sign_that_is_text_is_still_found() {
        assert_eq!(split("@ é@é #1"), [Plain("@ é@é "), Issue("1")]);
    }
}
