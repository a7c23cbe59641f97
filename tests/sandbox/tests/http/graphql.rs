//! The GraphQL API.

use one_comment_sandbox::state::{Change, Identity, Rules, State};
use serde_json::{Value, json};

use crate::{Setup, pull_request};

async fn node_id(setup: &Setup) -> String {
    let answer = setup
        .query(
            r#"{ repository(owner: "octo-org", name: "hello") { pullRequest(number: 7) { id } } }"#,
        )
        .await;
    answer["data"]["repository"]["pullRequest"]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn comments(setup: &Setup, selection: &str) -> Value {
    let query = format!(
        r#"{{ repository(owner: "octo-org", name: "hello") {{ pullRequest(number: 7) {{
            comments{selection} }} }} }}"#
    );
    let mut answer = setup.query(&query).await;
    assert_eq!(answer["errors"], Value::Null, "{answer}");
    answer["data"]["repository"]["pullRequest"]["comments"].take()
}

#[tokio::test]
async fn the_viewers_login_has_the_suffix_and_the_authors_has_not() {
    let setup = Setup::new().await;
    setup.comment("a");
    let viewer = setup.query("{ viewer { login databaseId } }").await;
    assert_eq!(viewer["data"]["viewer"]["login"], "github-actions[bot]");
    assert_eq!(viewer["data"]["viewer"]["databaseId"], 41_898_282);
    let found = comments(
        &setup,
        "(first: 1) { nodes { viewerDidAuthor author { __typename login ... on Bot { databaseId } } } }",
    )
    .await;
    let comment = &found["nodes"][0];
    assert_eq!(comment["viewerDidAuthor"], true);
    assert_eq!(
        comment["author"],
        json!({ "__typename": "Bot", "login": "github-actions", "databaseId": 41_898_282 })
    );
}

#[tokio::test]
async fn a_comments_number_does_not_fit_into_an_int() {
    let setup = Setup::new().await;
    setup.comment("a");
    let found = comments(&setup, "(first: 1) { nodes { databaseId fullDatabaseId } }").await;
    assert_eq!(
        found["nodes"][0],
        json!({ "databaseId": null, "fullDatabaseId": "3500000001" })
    );
}

#[tokio::test]
async fn a_write_and_the_look_after_it_take_one_round_trip() {
    let setup = Setup::new().await;
    let subject = node_id(&setup).await;
    let answer = setup
        .query(&format!(
            r#"mutation {{ addComment(input: {{ subjectId: "{subject}", body: "a", clientMutationId: "x" }}) {{
                clientMutationId commentEdge {{ node {{ id viewerCanUpdate }} }}
                subject {{ ... on PullRequest {{ headRefOid comments(last: 100) {{ totalCount nodes {{ body }} }} }} }}
            }} }}"#
        ))
        .await;
    let payload = &answer["data"]["addComment"];
    assert_eq!(payload["clientMutationId"], "x");
    assert_eq!(
        payload["subject"]["comments"],
        json!({ "totalCount": 1, "nodes": [{ "body": "a" }] })
    );
    let id = payload["commentEdge"]["node"]["id"].as_str().unwrap();
    let answer = setup
        .query(&format!(
            r#"mutation {{ updateIssueComment(input: {{ id: "{id}", body: "b" }}) {{ issueComment {{
                body lastEditedAt includesCreatedEdit pullRequest {{ headRefOid state }}
                userContentEdits(first: 10) {{ totalCount nodes {{ diff editor {{ login }} editedAt }} }}
            }} }} }}"#
        ))
        .await;
    let comment = &answer["data"]["updateIssueComment"]["issueComment"];
    assert_eq!(
        comment["pullRequest"],
        json!({ "headRefOid": "1".repeat(40), "state": "OPEN" })
    );
    assert_eq!(comment["includesCreatedEdit"], true);
    let edits = &comment["userContentEdits"];
    assert_eq!(
        (&edits["totalCount"], &edits["nodes"][0]["diff"]),
        (&json!(2), &json!("b"))
    );
    assert_eq!(edits["nodes"][1]["diff"], "a");
    assert_eq!(edits["nodes"][0]["editor"]["login"], "github-actions");
}

#[tokio::test]
async fn a_comment_is_hidden_shown_and_deleted_by_its_node_id() {
    let setup = Setup::new().await;
    setup.comment("a");
    let found = comments(&setup, "(first: 1) { nodes { id } }").await;
    let id = found["nodes"][0]["id"].as_str().unwrap().to_owned();
    let hidden = setup
        .query(&format!(
            r#"mutation {{ minimizeComment(input: {{ subjectId: "{id}", classifier: OFF_TOPIC }}) {{
                minimizedComment {{ isMinimized minimizedReason ... on IssueComment {{ body }} }} }} }}"#
        ))
        .await;
    assert_eq!(
        hidden["data"]["minimizeComment"]["minimizedComment"],
        json!({ "isMinimized": true, "minimizedReason": "off-topic", "body": "a" })
    );
    let shown = setup
        .query(&format!(
            r#"mutation {{ unminimizeComment(input: {{ subjectId: "{id}" }}) {{
                unminimizedComment {{ isMinimized }} }} }}"#
        ))
        .await;
    assert_eq!(
        shown["data"]["unminimizeComment"]["unminimizedComment"]["isMinimized"],
        false
    );
    let delete = format!(
        r#"mutation {{ deleteIssueComment(input: {{ id: "{id}" }}) {{ clientMutationId }} }}"#
    );
    assert_eq!(setup.query(&delete).await["errors"], Value::Null);
    let again = setup.query(&delete).await;
    assert_eq!(again["data"], json!({ "deleteIssueComment": null }));
    assert_eq!(again["errors"][0]["type"], "NOT_FOUND");
}

#[tokio::test]
async fn a_missing_permission_is_a_200_of_type_forbidden() {
    let mut setup = Setup::new().await;
    setup.token = "read-only-token";
    let subject = node_id(&setup).await;
    let answer = setup
        .query(&format!(
            r#"mutation {{ addComment(input: {{ subjectId: "{subject}", body: "a" }}) {{ clientMutationId }} }}"#
        ))
        .await;
    assert_eq!(answer["data"], json!({ "addComment": null }));
    let error = &answer["errors"][0];
    assert_eq!(error["type"], "FORBIDDEN");
    assert_eq!(error["path"], json!(["addComment"]));
    assert_eq!(error["message"], "Resource not accessible by integration");
    assert_eq!(error["extensions"], Value::Null);
}

#[tokio::test]
async fn the_second_mutation_runs_although_the_first_failed() {
    let setup = Setup::new().await;
    let subject = node_id(&setup).await;
    let add = |body| {
        format!(
            r#"addComment(input: {{ subjectId: "{subject}", body: "{body}" }}) {{ clientMutationId }}"#
        )
    };
    let answer = setup
        .query(&format!(
            "mutation {{ a: {} b: {} }}",
            add(""),
            add("second")
        ))
        .await;
    assert_eq!(answer["data"]["a"], Value::Null);
    assert!(answer["data"]["b"].is_object());
    assert_eq!(answer["errors"][0]["type"], "UNPROCESSABLE");
    assert_eq!(setup.bodies(), ["second"]);
}

#[tokio::test]
async fn the_most_recently_updated_come_first_where_it_is_asked_for() {
    let setup = Setup::new().await;
    let first = setup.comment("a");
    setup.comment("b");
    setup.with(|state| {
        state.advance(1_000);
        state.update_comment(&Identity::job(), first, "c").unwrap();
    });
    let selection =
        "(first: 2, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { body } }";
    let found = comments(&setup, selection).await;
    assert_eq!(found["nodes"], json!([{ "body": "c" }, { "body": "b" }]));
}

#[tokio::test]
async fn cursors_lead_through_a_list_from_either_end_although_a_comment_is_deleted() {
    let setup = Setup::new().await;
    let ids: Vec<_> = ["a", "b", "c", "d", "e"]
        .map(|body| setup.comment(body))
        .into();
    let selected =
        "{ nodes { body } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }";
    let page = comments(&setup, &format!("(first: 2) {selected}")).await;
    assert_eq!(page["nodes"], json!([{ "body": "a" }, { "body": "b" }]));
    setup.with(|state| state.delete_comment(&Identity::job(), ids[0]).unwrap());
    let end = page["pageInfo"]["endCursor"].as_str().unwrap();
    let page = comments(&setup, &format!("(first: 2, after: \"{end}\") {selected}")).await;
    assert_eq!(page["nodes"], json!([{ "body": "c" }, { "body": "d" }]));
    assert_eq!(page["pageInfo"]["hasNextPage"], true);
    let page = comments(&setup, &format!("(last: 1) {selected}")).await;
    assert_eq!(page["nodes"], json!([{ "body": "e" }]));
    assert_eq!(page["pageInfo"]["hasPreviousPage"], true);
    let start = page["pageInfo"]["startCursor"].as_str().unwrap();
    let page = comments(
        &setup,
        &format!("(last: 9, before: \"{start}\") {selected}"),
    )
    .await;
    assert_eq!(
        page["nodes"],
        json!([{ "body": "b" }, { "body": "c" }, { "body": "d" }])
    );
    assert_eq!(page["pageInfo"]["hasPreviousPage"], false);
}

#[tokio::test]
async fn a_connection_without_bounds_or_with_too_many_is_refused_with_no_data() {
    let setup = Setup::new().await;
    for (arguments, kind) in [
        ("", "MISSING_PAGINATION_BOUNDARIES"),
        ("(first: 101)", "EXCESSIVE_PAGINATION"),
        ("(first: 0)", "EXCESSIVE_PAGINATION"),
        ("(first: 1, after: \"x\")", "INVALID_CURSOR_ARGUMENTS"),
    ] {
        let answer = setup
            .query(&format!(
                r#"{{ repository(owner: "octo-org", name: "hello") {{ pullRequest(number: 7) {{
                    comments{arguments} {{ totalCount }} }} }} }}"#
            ))
            .await;
        assert_eq!(answer.get("data"), Some(&Value::Null));
        assert_eq!(answer["errors"][0]["type"], kind);
    }
}

#[tokio::test]
async fn what_is_not_found_is_null_beside_an_error() {
    let setup = Setup::new().await;
    let answer = setup
        .query(
            r#"{ a: repository(owner: "octo-org", name: "gone") { id }
                 b: repository(owner: "octo-org", name: "hello") { pullRequest(number: 8) { id }
                    issueOrPullRequest(number: 8) { __typename } }
                 node(id: "IC_x") { id } nodes(ids: ["IC_x"]) { id } }"#,
        )
        .await;
    assert_eq!(
        answer["data"],
        json!({
            "a": null,
            "b": { "pullRequest": null, "issueOrPullRequest": { "__typename": "Issue" } },
            "node": null,
            "nodes": [null],
        })
    );
    let errors = answer["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 4);
    assert!(errors.iter().all(|error| error["type"] == "NOT_FOUND"));
    assert!(
        errors
            .iter()
            .any(|error| error["path"] == json!(["b", "pullRequest"]))
    );
}

#[tokio::test]
async fn a_field_that_is_not_in_the_schema_fails_the_whole_document() {
    let setup = Setup::new().await;
    let answer = setup.query("{ viewer { login } nonsense }").await;
    assert!(answer.get("data").is_none());
    assert!(
        answer["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("nonsense")
    );
}

#[tokio::test]
async fn a_locked_conversation_says_why_a_comment_cannot_be_edited() {
    let setup = Setup::new().await;
    setup.comment("a");
    let lock = Change::SetLocked {
        on: pull_request(),
        locked: true,
    };
    setup.with(|state: &mut State| state.change(lock).unwrap());
    let selection =
        "(first: 1) { nodes { viewerCanUpdate viewerCannotUpdateReasons viewerCanDelete } }";
    assert_eq!(
        comments(&setup, selection).await["nodes"][0],
        json!({ "viewerCanUpdate": false, "viewerCannotUpdateReasons": ["LOCKED"], "viewerCanDelete": true })
    );
}

#[tokio::test]
async fn a_server_without_graphql_answers_404_and_one_without_a_token_401() {
    let mut setup = Setup::new().await;
    setup.with(|state| {
        *state.rules_mut() = Rules {
            graphql: false,
            ..Rules::default()
        }
    });
    assert_eq!(setup.query_raw("{ viewer { login } }").await.status(), 404);
    setup.with(|state| *state.rules_mut() = Rules::default());
    setup.token = "guessed";
    assert_eq!(setup.query_raw("{ viewer { login } }").await.status(), 401);
}
