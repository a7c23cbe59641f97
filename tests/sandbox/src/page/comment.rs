//! One comment: who wrote it, when, its revisions, its text, its source.
//!
//! The opening post is one as well. Where the comments stand is the page's concern.

use maud::{Markup, PreEscaped, html};

use super::conversation::{Author, AuthorKind, CommentView, Conversation, EditView};
use super::markdown::render;
use super::revision::changes;
use super::time::time;

/// The number of colours for initials in the style sheet.
const AVATAR_COLOURS: usize = 6;

/// The description of `conversation`, as its first post.
pub(super) fn opening_post(conversation: &Conversation) -> Markup {
    let post = Post {
        anchor: "opening".to_owned(),
        author: &conversation.author,
        verb: "opened this",
        created: conversation.created,
        edits: &[],
        body: &conversation.body,
    };
    article(&post, &bubble(&post, &conversation.repository, &html! {}))
}

/// A comment on `repository` (`owner/name`); a hidden one is closed, with the reason.
pub(super) fn comment(comment: &CommentView, repository: &str) -> Markup {
    let post = Post {
        anchor: format!("issuecomment-{}", comment.id),
        author: &comment.author,
        verb: "commented",
        created: comment.created,
        edits: &comment.edits,
        body: &comment.body,
    };
    let facts = html! { "comment " (comment.id) ", last change " (time(comment.updated)) };
    let bubble = bubble(&post, repository, &facts);
    match &comment.hidden {
        None => article(&post, &bubble),
        Some(reason) => article(&post, &hidden(reason, &bubble)),
    }
}

/// What all posts have.
struct Post<'a> {
    anchor: String,
    author: &'a Author,
    verb: &'static str,
    created: i64,
    edits: &'a [EditView],
    body: &'a str,
}

fn article(post: &Post<'_>, content: &Markup) -> Markup {
    let name = name(post.author);
    html! {
        article.post id=(post.anchor) aria-label={ "Comment by " (name) } {
            (avatar(post.author, name))
            (content)
        }
    }
}

fn bubble(post: &Post<'_>, repository: &str, facts: &Markup) -> Markup {
    html! {
        div.bubble {
            header.byline {
                strong { (name(post.author)) }
                @if let Some(badge) = &post.author.badge { span.badge { (badge) } }
                span { (post.verb) " " a href={ "#" (post.anchor) } { (time(post.created)) } }
                (revisions(post.edits))
            }
            div.markdown dir="auto" {
                @if post.body.trim().is_empty() {
                    p.empty { "No description provided." }
                } @else {
                    // Safe: `render` ends with sanitising.
                    (PreEscaped(render(post.body, repository, &post.anchor)))
                }
            }
            details.source data-key="source" {
                summary { "View source" }
                pre tabindex="0" aria-label="Source of the comment" { code { (post.body) } }
                p.facts { (post.body.chars().count()) " characters" @if !facts.0.is_empty() { ", " (facts) } }
            }
        }
    }
}

fn hidden(reason: &str, bubble: &Markup) -> Markup {
    html! {
        details.hidden data-key="hidden" {
            summary {
                "This comment was marked as " (reason_in_words(reason)) ". "
                span.show { "Show comment" }
                span.hide { "Hide comment" }
            }
            (bubble)
        }
    }
}

/// What GitHub prints for a classifier.
fn reason_in_words(classifier: &str) -> String {
    match classifier.to_ascii_lowercase().replace('_', "-").as_str() {
        "abuse" => "disruptive content".to_owned(),
        words => words.to_owned(),
    }
}

fn revisions(edits: &[EditView]) -> Markup {
    let Some((newest, _)) = edits.split_first() else {
        return html! {};
    };
    html! {
        details.revisions data-key="revisions" {
            summary { "edited" }
            div.list {
                p { "Last edited by " strong { (newest.editor) } " " (time(newest.at)) }
                ol {
                    @for (place, edit) in edits.iter().enumerate() {
                        li { (revision(edit, edits.get(place + 1), edits.len() - place)) }
                    }
                }
            }
        }
    }
}

/// One revision as the change it made to `older`; `ordinal` counts from the oldest, 1.
fn revision(edit: &EditView, older: Option<&EditView>, ordinal: usize) -> Markup {
    html! {
        details data-key={ "revision-" (ordinal) } {
            summary {
                strong { (edit.editor) } " "
                @if older.is_some() { "edited " } @else { "created " }
                (time(edit.at))
            }
            @match &edit.text {
                None => p.empty { "The text of this revision was deleted." },
                Some(text) => (changes(older.and_then(|older| older.text.as_deref()), text)),
            }
        }
    }
}

/// An app's login without the suffix that only REST writes.
fn name(author: &Author) -> &str {
    match author.kind {
        AuthorKind::Bot => author.login.strip_suffix("[bot]").unwrap_or(&author.login),
        AuthorKind::User => &author.login,
    }
}

/// Initials in place of a picture, which would need the network.
fn avatar(author: &Author, name: &str) -> Markup {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let initials: String = words
        .filter_map(|word| word.chars().next())
        .take(2)
        .flat_map(char::to_uppercase)
        .collect();
    let colour = name.bytes().map(usize::from).sum::<usize>() % AVATAR_COLOURS;
    let shape = match author.kind {
        AuthorKind::Bot => "app",
        AuthorKind::User => "person",
    };
    html! { div class={ "avatar " (shape) " colour-" (colour) } aria-hidden="true" { (initials) } }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn show(view: &CommentView) -> String {
        comment(view, "octo/cat").into_string()
    }

    #[test]
    fn a_comment_by_an_app_shows_its_name_and_the_badge() {
        let html = show(&sample::report());
        assert!(html.contains("<strong>github-actions</strong>"), "{html}");
        assert!(html.contains(r#"<span class="badge">bot</span>"#), "{html}");
        assert!(html.contains(r#"class="avatar app"#), "{html}");
        assert!(!html.contains("[bot]"), "{html}");
    }

    #[test]
    fn a_hidden_comment_is_closed_and_says_why() {
        let mut view = sample::report();
        view.hidden = Some("OUTDATED".to_owned());
        let html = show(&view);
        assert!(
            html.contains("This comment was marked as outdated. "),
            "{html}"
        );
        assert!(
            html.contains(r#"<details class="hidden" data-key="hidden"><summary>"#),
            "{html}"
        );
    }

    #[test]
    fn abuse_is_called_disruptive_content() {
        assert_eq!(reason_in_words("ABUSE"), "disruptive content");
        assert_eq!(reason_in_words("OFF_TOPIC"), "off-topic");
    }

    #[test]
    fn the_source_shows_the_markers_that_the_text_does_not() {
        let mut view = sample::report();
        view.body = "<!-- one-comment:root k -->\nhello".to_owned();
        let html = show(&view);
        assert!(html.contains("<p>hello</p>"), "{html}");
        assert_eq!(
            html.matches("&lt;!-- one-comment:root k --&gt;").count(),
            1,
            "{html}"
        );
    }

    #[test]
    fn an_edited_comment_lists_its_revisions_newest_first() {
        let html = show(&sample::report());
        let newest = html.find("revision-2").expect("the edit");
        let oldest = html.find("revision-1").expect("the original");
        assert!(newest < oldest, "{html}");
        assert!(html.contains(">edited</summary>"), "{html}");
    }

    #[test]
    fn a_comment_that_was_never_edited_does_not_say_so() {
        let mut view = sample::report();
        view.edits.clear();
        assert!(!show(&view).contains("edited"));
    }

    #[test]
    fn a_revision_whose_text_was_deleted_says_so() {
        let mut view = sample::report();
        for edit in &mut view.edits {
            edit.text = None;
        }
        assert!(show(&view).contains("The text of this revision was deleted."));
    }
}
