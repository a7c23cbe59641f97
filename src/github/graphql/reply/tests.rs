//! Answers in GitHub's shape, and the replies they are read as.

mod looks;
mod writes;

use serde_json::{Value, json};

use super::*;
use crate::comment::Sha;
use crate::converge::{Account, AccountKind, CommentRef, Cursor, Glance, Head, Subject};
use crate::github::answer::Headers;

const HEAD: &str = "1111111111111111111111111111111111111111";
const EARLIER: &str = "2222222222222222222222222222222222222222";
const PULL: &str = "https://github.com/octo-org/hello/pull/7";

fn answer(status: u16, body: &str) -> Answer {
    Answer {
        request: "GraphQL Test".into(),
        status,
        headers: Headers {
            date: Some(1_000),
            ..Headers::default()
        },
        location: None,
        scopes: None,
        body: body.into(),
    }
}

fn answered(call: &Call, body: &Value) -> Reply {
    read(call, &answer(200, &body.to_string())).unwrap()
}

fn at(id: u64) -> CommentRef {
    CommentRef {
        id,
        node: format!("IC_{id}"),
    }
}

/// As the bot wrote it, without its body.
fn listed(id: u64) -> Value {
    json!({
        "id": format!("IC_{id}"),
        "fullDatabaseId": id.to_string(),
        "author": { "__typename": "Bot", "login": "github-actions" },
        "viewerDidAuthor": true,
        "updatedAt": "1970-01-01T00:00:09Z",
        "url": format!("{PULL}#issuecomment-{id}"),
    })
}

fn whole(id: u64, body: &str) -> Value {
    let mut comment = listed(id);
    comment["body"] = json!(body);
    comment["isMinimized"] = json!(false);
    comment["minimizedReason"] = Value::Null;
    comment
}

fn edits(texts: &[Option<&str>], end: Option<&str>) -> Value {
    let nodes: Vec<Value> = texts.iter().map(|text| json!({ "diff": text })).collect();
    json!({
        "nodes": nodes,
        "pageInfo": { "hasNextPage": end.is_some(), "endCursor": end },
    })
}

fn comment(id: u64, body: Option<&str>) -> Comment {
    Comment {
        at: at(id),
        author: Some(Account {
            login: "github-actions[bot]".into(),
            kind: AccountKind::Bot,
        }),
        viewer_did_author: Some(true),
        updated_at: 9,
        body: body.map(str::to_owned),
        hidden: None,
        url: format!("{PULL}#issuecomment-{id}"),
    }
}

fn observed() -> Value {
    json!({ "data": {
        "viewer": { "login": "github-actions[bot]" },
        "repository": { "issueOrPullRequest": {
            "id": "PR_7",
            "url": PULL,
            "locked": false,
            "pullRequestState": "OPEN",
            "headRefOid": HEAD,
            "commits": { "nodes": [{ "commit": { "oid": EARLIER } }, { "commit": { "oid": HEAD } }] },
            "oldest": {
                "totalCount": 120,
                "nodes": [listed(5), listed(3), null],
                "pageInfo": { "hasNextPage": true, "endCursor": "Y3Vyc29y" },
            },
            "recent": { "totalCount": 120, "nodes": [whole(5, "five"), whole(3, "three")] },
        } },
    } })
}

fn seen(call: &Call, body: &Value) -> Sight {
    match answered(call, body) {
        Reply::Seen(sight) => *sight,
        other => panic!("{other:?}"),
    }
}

fn sha(text: &str) -> Sha {
    Sha::parse(text).unwrap()
}

const LOOK: Call = Call::Observe { comment: None };

fn ask() -> Call {
    Call::Observe {
        comment: Some(at(3)),
    }
}
