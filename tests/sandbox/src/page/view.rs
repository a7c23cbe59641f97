//! The page around the comments: the document, the header, the notes.
//!
//! Everything inside `<main>` is the fragment that live updates replace, and every child of it
//! has an id to be found by.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::comment::{comment, opening_post};
use super::conversation::{Conversation, ConversationKind, ConversationState};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("live.js");

/// The length to which GitHub shortens a commit.
const SHORT_SHA: usize = 7;

/// The whole page of `conversation`; its style and its script carry `nonce`.
pub(super) fn page(conversation: &Conversation, nonce: &str) -> Markup {
    let title = format!(
        "{} · {} #{} · {}",
        conversation.title,
        kind(conversation),
        conversation.number,
        conversation.repository
    );
    let content = html! {
        main { (fragment(conversation)) }
        script nonce=(nonce) { (PreEscaped(SCRIPT)) }
    };
    document(&title, &conversation.repository, nonce, &content)
}

/// The page where there is no such conversation.
pub(super) fn missing(repository: &str, number: u64, nonce: &str) -> Markup {
    let content = html! {
        main {
            h1 { "Not found" }
            p { "The sandbox has no pull request or issue " (number) " in " (repository) "." }
        }
    };
    document("Not found", repository, nonce, &content)
}

/// The content of `<main>`.
pub(super) fn fragment(conversation: &Conversation) -> Markup {
    html! {
        (header(conversation))
        (opening_post(conversation))
        @for view in &conversation.comments { (comment(view, &conversation.repository)) }
        @if conversation.locked {
            p.note #locked { "This conversation has been locked and limited to collaborators." }
        }
    }
}

fn document(title: &str, repository: &str, nonce: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style nonce=(nonce) { (PreEscaped(STYLE)) }
            }
            body {
                header.bar {
                    span.repository { (repository) }
                    span.badge { "sandbox" }
                    span.live #live role="status" {}
                }
                (content)
            }
        }
    }
}

fn header(conversation: &Conversation) -> Markup {
    let (state, class) = match conversation.state {
        ConversationState::Open => ("Open", "open"),
        ConversationState::Closed => ("Closed", "closed"),
        ConversationState::Merged => ("Merged", "merged"),
    };
    html! {
        header.title #conversation {
            h1 { (conversation.title) " " span.number { "#" (conversation.number) } }
            div.facts {
                span class={ "state " (class) } { (state) }
                @if conversation.locked { span.badge { "Locked" } }
                span { (kind(conversation)) " by " strong { (conversation.author.login) } }
                @if let Some(head) = &conversation.head { span { "head " (commit(head)) } }
                (commits(&conversation.commits))
            }
        }
    }
}

fn commits(commits: &[String]) -> Markup {
    let count = match commits.len() {
        0 => return html! {},
        1 => "1 commit".to_owned(),
        many => format!("{many} commits"),
    };
    html! {
        details data-key="commits" {
            summary { (count) }
            ol { @for sha in commits { li { (commit(sha)) } } }
        }
    }
}

fn commit(sha: &str) -> Markup {
    html! { code title=(sha) { (sha.get(..SHORT_SHA).unwrap_or(sha)) } }
}

fn kind(conversation: &Conversation) -> &'static str {
    match conversation.kind {
        ConversationKind::Issue => "Issue",
        ConversationKind::PullRequest => "Pull request",
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn the_header_shows_state_head_and_commits() {
        let html = header(&sample::conversation()).into_string();
        assert!(
            html.contains(r#"<span class="state open">Open</span>"#),
            "{html}"
        );
        assert!(html.contains("2 commits"), "{html}");
        assert_eq!(html.matches(">b27c0d5<").count(), 2, "{html}");
    }

    #[test]
    fn a_title_is_text_and_not_html() {
        let mut conversation = sample::conversation();
        conversation.title = "</title><script>x</script>".to_owned();
        let html = page(&conversation, "n").into_string();
        assert!(!html.contains("<script>"), "{html}");
    }

    #[test]
    fn a_locked_conversation_says_so() {
        let mut conversation = sample::conversation();
        let note = "This conversation has been locked";
        assert!(!fragment(&conversation).into_string().contains(note));
        conversation.locked = true;
        assert!(fragment(&conversation).into_string().contains(note));
    }

    #[test]
    fn the_comments_stand_in_order_below_the_description() {
        let html = fragment(&sample::conversation()).into_string();
        let places: Vec<_> = [
            r#"id="opening""#,
            r#"id="issuecomment-1""#,
            r#"id="issuecomment-2""#,
        ]
        .map(|id| html.find(id).expect(id))
        .to_vec();
        assert!(places.is_sorted(), "{html}");
    }
}
