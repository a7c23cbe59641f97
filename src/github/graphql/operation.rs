//! The documents of GraphQL, one operation each with the fragments it uses, and which call wants which.
//!
//! The `.graphql` files beside this one are valid together against GitHub's public schema.

use serde_json::{Value, json};

use crate::converge::{Call, Classifier};
use crate::github::settings::Target;

/// A document and its only operation's name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    /// As in the document.
    pub(super) name: &'static str,
    /// Whole text, fragments included.
    pub(super) document: &'static str,
}

/// Joins the files of one document.
macro_rules! operation {
    ($name:literal, $($file:literal),+) => {
        Operation { name: $name, document: concat!($(include_str!($file)),+) }
    };
}

/// The files of every operation that changes a comment.
macro_rules! mutation {
    ($name:literal, $file:literal) => {
        operation!(
            $name,
            $file,
            "written.graphql",
            "recent.graphql",
            "edits.graphql",
            "whole.graphql",
            "listed.graphql"
        )
    };
}

const OBSERVE: Operation = operation!(
    "Observe",
    "observe.graphql",
    "oldest.graphql",
    "recent.graphql",
    "edits.graphql",
    "whole.graphql",
    "listed.graphql"
);
const PAGE: Operation = operation!("Page", "page.graphql", "oldest.graphql", "listed.graphql");
const READ: Operation = operation!("Read", "read.graphql", "whole.graphql", "listed.graphql");
const REVISIONS: Operation = operation!("Revisions", "revisions.graphql", "edits.graphql");
const CREATE: Operation = mutation!("Create", "create.graphql");
const UPDATE: Operation = mutation!("Update", "update.graphql");
const DELETE: Operation = operation!("Delete", "delete.graphql");
const HIDE: Operation = mutation!("Hide", "hide.graphql");
const SHOW: Operation = mutation!("Show", "show.graphql");

/// What to send for a call. `plain`: the target is known to be an issue and no pull request.
pub(super) fn of(call: &Call, target: &Target, plain: bool) -> (Operation, Value) {
    let Target {
        owner,
        repository: name,
        number,
    } = target;
    match call {
        Call::Observe { comment } => {
            let asked = comment.as_ref().map_or("", |comment| &comment.node);
            let variables = json!({
                "owner": owner, "name": name, "number": number,
                "asked": asked, "withAsked": comment.is_some(),
            });
            (OBSERVE, variables)
        }
        Call::Page { after } => (
            PAGE,
            json!({ "owner": owner, "name": name, "number": number, "after": after.0 }),
        ),
        Call::Read { comments } => {
            let ids: Vec<&str> = comments.iter().map(|at| at.node.as_str()).collect();
            (READ, json!({ "ids": ids }))
        }
        Call::Revisions { comment, after } => {
            (REVISIONS, json!({ "id": comment.node, "after": after.0 }))
        }
        Call::Create { subject, body } => (
            CREATE,
            json!({ "subject": subject, "body": body, "plain": plain }),
        ),
        Call::Update { comment, body } => (
            UPDATE,
            json!({ "id": comment.node, "body": body, "plain": plain }),
        ),
        Call::Delete { comment } => (DELETE, json!({ "id": comment.node })),
        Call::Hide { comment, reason } => (
            HIDE,
            json!({ "id": comment.node, "reason": name_of(*reason), "plain": plain }),
        ),
        Call::Show { comment } => (SHOW, json!({ "id": comment.node, "plain": plain })),
    }
}

/// As the schema spells it (fact 7).
fn name_of(reason: Classifier) -> &'static str {
    match reason {
        Classifier::Outdated => "OUTDATED",
        Classifier::Resolved => "RESOLVED",
        Classifier::Duplicate => "DUPLICATE",
        Classifier::OffTopic => "OFF_TOPIC",
        Classifier::Spam => "SPAM",
        Classifier::Abuse => "ABUSE",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const ALL: [Operation; 9] = [
        OBSERVE, PAGE, READ, REVISIONS, CREATE, UPDATE, DELETE, HIDE, SHOW,
    ];

    /// Words that follow `before` in the document.
    fn names(document: &str, before: &str) -> BTreeSet<String> {
        let name = |rest: &str| -> String {
            rest.chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect()
        };
        document
            .split(before)
            .skip(1)
            .map(name)
            .filter(|name| !name.is_empty())
            .collect()
    }

    #[test]
    fn a_document_holds_the_fragments_it_uses_and_no_other() {
        for operation in ALL {
            let used = names(operation.document, "...");
            let held = names(operation.document, "fragment ");
            assert_eq!(used, held, "{}", operation.name);
        }
    }

    #[test]
    fn a_call_sends_the_variables_its_operation_declares() {
        let at = crate::converge::CommentRef {
            id: 1,
            node: "IC_1".into(),
        };
        let after = crate::converge::Cursor("c".into());
        let calls = [
            Call::Observe { comment: None },
            Call::Page {
                after: after.clone(),
            },
            Call::Read {
                comments: vec![at.clone()],
            },
            Call::Revisions {
                comment: at.clone(),
                after,
            },
            Call::Create {
                subject: "PR_1".into(),
                body: "b".into(),
            },
            Call::Update {
                comment: at.clone(),
                body: "b".into(),
            },
            Call::Delete {
                comment: at.clone(),
            },
            Call::Hide {
                comment: at.clone(),
                reason: Classifier::OffTopic,
            },
            Call::Show { comment: at },
        ];
        let target = Target {
            owner: "o".into(),
            repository: "r".into(),
            number: 7,
        };
        for (call, operation) in calls.iter().zip(ALL) {
            let (chosen, variables) = of(call, &target, false);
            assert_eq!(chosen.name, operation.name);
            let head = operation.document.split('{').next().unwrap();
            assert!(head.contains(&format!(" {}(", operation.name)), "{head}");
            let sent: BTreeSet<String> = variables.as_object().unwrap().keys().cloned().collect();
            assert_eq!(sent, names(head, "$"), "{}", operation.name);
        }
    }
}
