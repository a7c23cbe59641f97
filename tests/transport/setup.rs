//! A client for a scripted server, and answers in GitHub's shape.

use crate::scripted::{Line, Scripted, answer};
use one_comment::converge::{Call, CommentRef, Reply, Sight};
use one_comment::github::{Api, Client, Settings, Target, Timeouts, Token};
use serde_json::{Value, json};

pub(crate) const TOKEN: &str = "ghs_nobodys";
pub(crate) const HEAD: &str = "1111111111111111111111111111111111111111";
pub(crate) const NO_WORDS: &str = r#"{"message":"Not Found"}"#;
pub(crate) const DENIED: &str = r#"{"message":"Resource not accessible by integration"}"#;

pub(crate) fn settings(url: &str, api: Api) -> Settings {
    Settings {
        api_url: url.to_owned(),
        graphql_url: format!("{url}/graphql"),
        api,
        job_token: true,
        timeouts: Timeouts::default(),
        trace: true,
    }
}

pub(crate) fn client_with(settings: Settings) -> Client {
    let target = Target {
        owner: "octo-org".into(),
        repository: "hello".into(),
        number: 7,
    };
    Client::new(target, Token::new(TOKEN).unwrap(), settings).unwrap()
}

pub(crate) fn client(server: &Scripted, api: Api) -> Client {
    client_with(settings(&server.url, api))
}

pub(crate) fn ok(body: &Value) -> Line {
    answer(200, &[], &body.to_string())
}

pub(crate) fn comment(id: u64) -> Value {
    json!({
        "id": id,
        "node_id": format!("IC_{id}"),
        "html_url": format!("https://github.com/octo-org/hello/pull/7#issuecomment-{id}"),
        "user": { "login": "github-actions[bot]", "id": 41_898_282, "type": "Bot" },
        "updated_at": "1970-01-01T00:00:09Z",
        "body": format!("body {id}"),
        "performed_via_github_app": null,
        "minimized": if id == 2 { json!({ "reason": "OUTDATED" }) } else { Value::Null },
    })
}

pub(crate) fn list(ids: impl IntoIterator<Item = u64>) -> Value {
    ids.into_iter().map(comment).collect()
}

pub(crate) fn pull(comments: u32) -> Value {
    json!({
        "node_id": "PR_7", "number": 7, "state": "open", "locked": false, "merged_at": null,
        "comments": comments, "head": { "sha": HEAD },
    })
}

pub(crate) fn looked() -> Value {
    json!({ "data": {
        "viewer": { "login": "octo-app[bot]" },
        "repository": { "issueOrPullRequest": {
            "id": "PR_7", "url": "https://github.com/octo-org/hello/pull/7", "locked": false,
            "pullRequestState": "OPEN", "headRefOid": HEAD, "commits": { "nodes": [] },
            "oldest": { "totalCount": 0, "nodes": [], "pageInfo": { "hasNextPage": false, "endCursor": null } },
            "recent": { "totalCount": 0, "nodes": [] },
        } },
    } })
}

pub(crate) fn at(id: u64) -> CommentRef {
    CommentRef {
        id,
        node: format!("IC_{id}"),
    }
}

pub(crate) fn create() -> Call {
    Call::Create {
        subject: "PR_7".into(),
        body: "hello".into(),
    }
}

pub(crate) const LOOK: Call = Call::Observe { comment: None };

pub(crate) fn seen(reply: Reply) -> Sight {
    match reply {
        Reply::Seen(sight) => *sight,
        other => panic!("{other:?}"),
    }
}

/// `GET` of the list and of the pull request, as the server hears them.
pub(crate) fn list_line(page: u32) -> String {
    format!("GET /repos/octo-org/hello/issues/7/comments?per_page=100&page={page}")
}

pub(crate) const PULL_LINE: &str = "GET /repos/octo-org/hello/pulls/7";
