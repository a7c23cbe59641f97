//! What the answer to a write shows, and what it means where it shows nothing.

use super::*;

fn update() -> Call {
    Call::Update {
        comment: at(3),
        body: "three".into(),
    }
}

fn written(id: u64, body: &str) -> Value {
    let mut comment = whole(id, body);
    comment["userContentEdits"] = edits(&[Some(body), Some("two")], None);
    comment["pullRequest"] = json!({
        "headRefOid": HEAD,
        "recent": { "totalCount": 4, "nodes": [whole(id, body)] },
    });
    comment
}

#[test]
fn the_answer_to_a_write_shows_the_comment_its_history_and_what_is_around_it() {
    let expected = Reply::Written {
        comment: Box::new(comment(3, Some("three"))),
        glance: Some(Box::new(Glance {
            head: Head::Confirmed(sha(HEAD)),
            total: 4,
            recent: vec![comment(3, Some("three"))],
        })),
        history: Some(History {
            revisions: vec![Some("three".into()), Some("two".into())],
            more: None,
        }),
    };
    let updated = json!({ "data": { "result": { "comment": written(3, "three") } } });
    assert_eq!(answered(&update(), &updated), expected);
    let call = Call::Create {
        subject: "PR_7".into(),
        body: "three".into(),
    };
    let edge = json!({ "commentEdge": { "node": written(3, "three") } });
    assert_eq!(
        answered(&call, &json!({ "data": { "result": edge } })),
        expected
    );
}

#[test]
fn around_a_comment_of_a_plain_issue_there_is_no_head() {
    let mut comment = written(3, "three");
    let fields = comment.as_object_mut().unwrap();
    fields.remove("pullRequest");
    fields.insert(
        "issue".into(),
        json!({ "recent": { "totalCount": 1, "nodes": [] } }),
    );
    let body = json!({ "data": { "result": { "comment": comment } } });
    match answered(&update(), &body) {
        Reply::Written {
            glance: Some(glance),
            ..
        } => assert_eq!((glance.head, glance.total), (Head::None, 1)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_write_that_shows_its_comment_has_happened_though_the_rest_is_missing() {
    let mut comment = written(3, "three");
    comment["pullRequest"] = Value::Null;
    let body = json!({
        "data": { "result": { "comment": comment } },
        "errors": [{ "message": "timeout", "path": ["result", "comment", "pullRequest"] }],
    });
    let reply = answered(&update(), &body);
    assert!(
        matches!(reply, Reply::Written { glance: None, .. }),
        "{reply:?}"
    );
}

#[test]
fn a_write_without_a_result_failed_as_its_error_says_or_nobody_knows() {
    let refused = json!({
        "data": { "result": null },
        "errors": [{ "type": "NOT_FOUND", "path": ["result"], "message": "Could not resolve" }],
    });
    assert_eq!(answered(&update(), &refused), Reply::Failed(Failure::Gone));
    for body in [
        json!({ "data": { "result": null } }),
        json!({ "data": { "result": { "comment": { "id": "IC_3" } } } }),
        json!({ "data": null, "errors": [{ "message": "Something went wrong" }] }),
        json!({}),
    ] {
        let reply = answered(&update(), &body);
        assert!(
            matches!(reply, Reply::Failed(Failure::Unknown(_))),
            "{reply:?}"
        );
    }
}

#[test]
fn a_delete_shows_nothing_but_that_it_happened() {
    let call = Call::Delete { comment: at(3) };
    let done = json!({ "data": { "result": { "clientMutationId": null } } });
    assert_eq!(answered(&call, &done), Reply::Deleted);
    let reply = answered(&call, &json!({ "data": { "result": null } }));
    assert!(
        matches!(reply, Reply::Failed(Failure::Unknown(_))),
        "{reply:?}"
    );
}

#[test]
fn half_an_answer_is_a_lost_write_and_a_failed_read() {
    let half = answer(200, r#"{"data":{"result":{"comm"#);
    let reply = read(&update(), &half).unwrap();
    assert!(
        matches!(reply, Reply::Failed(Failure::Unknown(_))),
        "{reply:?}"
    );
    let reply = read(&LOOK, &half).unwrap();
    assert!(
        matches!(reply, Reply::Failed(Failure::Unavailable(_))),
        "{reply:?}"
    );
}

#[test]
fn an_endpoint_that_is_not_there_did_nothing_whatever_was_asked() {
    for status in [404, 405, 410, 501] {
        let gone = answer(status, "<html>");
        assert!(read(&update(), &gone).is_err(), "{status}");
        assert!(read(&LOOK, &gone).is_err(), "{status}");
    }
    for status in [401, 403, 429, 500, 502] {
        assert!(read(&update(), &answer(status, "")).is_ok(), "{status}");
    }
}

#[test]
fn a_schema_that_lacks_a_field_refuses_the_whole_document() {
    let body = json!({ "errors": [{
        "path": ["query Observe", "viewer"],
        "extensions": { "code": "undefinedField", "fieldName": "fullDatabaseId" },
        "message": "Field 'fullDatabaseId' doesn't exist on type 'IssueComment'",
    }] });
    let refused = answer(200, &body.to_string());
    assert!(read(&LOOK, &refused).is_err());
    assert!(read(&update(), &refused).is_err());
}
