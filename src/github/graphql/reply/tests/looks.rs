//! What a read shows, and when it does not count.

use super::*;

#[test]
fn a_look_shows_the_pull_request_and_both_windows() {
    let expected = Sight {
        viewer: Some(Account {
            login: "github-actions[bot]".into(),
            kind: AccountKind::Bot,
        }),
        subject: Subject {
            node: "PR_7".into(),
            head: Head::Confirmed(sha(HEAD)),
            commits: vec![sha(EARLIER), sha(HEAD)],
            locked: false,
            state: "open".into(),
        },
        total: 120,
        server_time: 1_000,
        oldest: vec![comment(3, None), comment(5, None)],
        next: Some(Cursor("Y3Vyc29y".into())),
        recent: vec![comment(5, Some("five")), comment(3, Some("three"))],
        asked: None,
        history: None,
    };
    assert_eq!(seen(&LOOK, &observed()), expected);
}

#[test]
fn a_plain_issue_has_no_commits() {
    let mut body = observed();
    let subject = &mut body["data"]["repository"]["issueOrPullRequest"];
    let fields = subject.as_object_mut().unwrap();
    for field in ["pullRequestState", "headRefOid", "commits"] {
        fields.remove(field);
    }
    fields.insert("issueState".into(), json!("CLOSED"));
    let subject = seen(&LOOK, &body).subject;
    assert_eq!(subject.head, Head::None);
    assert_eq!(
        (subject.state.as_str(), subject.commits.len()),
        ("closed", 0)
    );
}

#[test]
fn a_head_that_is_no_commit_id_is_not_confirmed() {
    for head in [json!("main"), Value::Null] {
        let mut body = observed();
        body["data"]["repository"]["issueOrPullRequest"]["headRefOid"] = head;
        assert_eq!(seen(&LOOK, &body).subject.head, Head::Unconfirmed);
    }
}

#[test]
fn an_author_is_spelled_as_rest_spells_it_and_a_user_is_never_a_bot() {
    let table = [
        (
            "Bot",
            "github-actions",
            "github-actions[bot]",
            AccountKind::Bot,
        ),
        (
            "Bot",
            "github-actions[bot]",
            "github-actions[bot]",
            AccountKind::Bot,
        ),
        (
            "User",
            "github-actions",
            "github-actions",
            AccountKind::User,
        ),
        (
            "Mannequin",
            "github-actions",
            "github-actions",
            AccountKind::Other,
        ),
    ];
    for (kind, login, expected, expected_kind) in table {
        let mut body = observed();
        let nodes = &mut body["data"]["repository"]["issueOrPullRequest"]["oldest"]["nodes"];
        nodes[0]["author"] = json!({ "__typename": kind, "login": login });
        nodes[1]["author"] = Value::Null;
        let oldest = seen(&LOOK, &body).oldest;
        let expected = Account {
            login: expected.into(),
            kind: expected_kind,
        };
        assert_eq!(oldest[1].author, Some(expected));
        assert_eq!(oldest[0].author, None);
    }
}

#[test]
fn a_persons_token_writes_as_a_user() {
    let mut body = observed();
    body["data"]["viewer"]["login"] = json!("octocat");
    let viewer = seen(&LOOK, &body).viewer.unwrap();
    assert_eq!(
        (viewer.login.as_str(), viewer.kind),
        ("octocat", AccountKind::User)
    );
}

#[test]
fn an_id_may_be_a_number_or_digits_but_nothing_else() {
    let mut body = observed();
    let id = "/data/repository/issueOrPullRequest/oldest/nodes/0/fullDatabaseId";
    *body.pointer_mut(id).unwrap() = json!(3_000_000_001_u64);
    assert_eq!(seen(&LOOK, &body).oldest[1].at.id, 3_000_000_001);
    for wrong in [json!("x"), json!(-1), json!(1.5), Value::Null] {
        *body.pointer_mut(id).unwrap() = wrong;
        let reply = answered(&LOOK, &body);
        assert!(
            matches!(reply, Reply::Failed(Failure::Unavailable(_))),
            "{reply:?}"
        );
    }
}

#[test]
fn why_a_comment_is_hidden_is_told_in_lower_case() {
    let mut body = observed();
    let recent = &mut body["data"]["repository"]["issueOrPullRequest"]["recent"]["nodes"];
    recent[0]["isMinimized"] = json!(true);
    recent[0]["minimizedReason"] = json!("OFF_TOPIC");
    recent[1]["isMinimized"] = json!(true);
    let recent = seen(&LOOK, &body).recent;
    assert_eq!(recent[0].hidden.as_deref(), Some("off_topic"));
    assert_eq!(recent[1].hidden.as_deref(), Some("unknown"));
}

#[test]
fn the_asked_comment_comes_with_its_history_newest_first_and_lost_texts_in_place() {
    let mut body = observed();
    let mut asked = whole(3, "three");
    asked["__typename"] = json!("IssueComment");
    asked["userContentEdits"] = edits(&[Some("three"), None, Some("one")], Some("more"));
    body["data"]["asked"] = asked;
    let sight = seen(&ask(), &body);
    assert_eq!(sight.asked, Some(comment(3, Some("three"))));
    let history = History {
        revisions: vec![Some("three".into()), None, Some("one".into())],
        more: Some(Cursor("more".into())),
    };
    assert_eq!(sight.history, Some(history));
}

#[test]
fn a_history_that_the_server_does_not_give_differs_from_an_empty_one() {
    let mut body = observed();
    let mut asked = whole(3, "three");
    asked["__typename"] = json!("IssueComment");
    asked["userContentEdits"] = Value::Null;
    body["data"]["asked"] = asked;
    assert_eq!(seen(&ask(), &body).history, None);
    body["data"]["asked"]["userContentEdits"] = edits(&[], None);
    let empty = History {
        revisions: vec![],
        more: None,
    };
    assert_eq!(seen(&ask(), &body).history, Some(empty));
}

#[test]
fn a_comment_of_another_conversation_is_not_the_asked_one() {
    for url in [
        "https://github.com/octo-org/hello/pull/70#issuecomment-3",
        "https://github.com/octo-org/other/pull/7#issuecomment-3",
    ] {
        let mut body = observed();
        let mut asked = whole(3, "three");
        asked["__typename"] = json!("IssueComment");
        asked["userContentEdits"] = edits(&[Some("three")], None);
        asked["url"] = json!(url);
        body["data"]["asked"] = asked;
        let sight = seen(&ask(), &body);
        assert_eq!((sight.asked, sight.history), (None, None), "{url}");
    }
}

#[test]
fn a_node_that_is_no_comment_is_not_the_asked_one() {
    let mut body = observed();
    body["data"]["asked"] = json!({ "__typename": "PullRequest" });
    assert_eq!(seen(&ask(), &body).asked, None);
}

#[test]
fn an_asked_comment_that_is_gone_does_not_spoil_the_look() {
    let mut body = observed();
    body["data"]["asked"] = Value::Null;
    body["errors"] = json!([{
        "type": "NOT_FOUND", "path": ["asked"], "message": "Could not resolve to a node",
    }]);
    let sight = seen(&ask(), &body);
    assert_eq!((sight.asked, sight.total), (None, 120));
}

#[test]
fn a_look_with_anything_else_missing_does_not_count() {
    let table = [
        json!({ "path": ["asked"], "message": "Something went wrong" }),
        json!({ "path": ["repository", "issueOrPullRequest", "recent"], "message": "timeout" }),
        json!({ "message": "Something went wrong" }),
    ];
    for error in table {
        let mut body = observed();
        body["errors"] = json!([error]);
        let reply = answered(&ask(), &body);
        assert!(
            matches!(reply, Reply::Failed(Failure::Unavailable(_))),
            "{reply:?}"
        );
    }
}

#[test]
fn what_is_not_found_counts_as_an_answer_only_where_it_was_asked_for_by_name() {
    let mut body = observed();
    body["data"]["repository"]["issueOrPullRequest"]["commits"] = Value::Null;
    body["errors"] = json!([{
        "type": "NOT_FOUND", "path": ["repository", "issueOrPullRequest", "commits"], "message": "",
    }]);
    let reply = answered(&LOOK, &body);
    assert!(matches!(reply, Reply::Failed(_)), "{reply:?}");
}

#[test]
fn a_repository_or_number_that_is_not_there_is_no_subject() {
    let told = json!({
        "data": { "viewer": { "login": "octocat" }, "repository": null },
        "errors": [{ "type": "NOT_FOUND", "path": ["repository"], "message": "Could not resolve" }],
    });
    let untold = json!({ "data": { "repository": { "issueOrPullRequest": null } } });
    for body in [told, untold] {
        let reply = answered(&LOOK, &body);
        assert!(
            matches!(reply, Reply::Failed(Failure::NoSubject(_))),
            "{reply:?}"
        );
    }
}

#[test]
fn a_page_goes_on_where_the_window_ended_until_there_is_no_more() {
    let call = Call::Page {
        after: Cursor("c".into()),
    };
    let page = |end: Option<&str>| {
        json!({ "data": { "repository": { "issueOrPullRequest": { "oldest": {
            "totalCount": 102,
            "nodes": [listed(9), listed(8)],
            "pageInfo": { "hasNextPage": end.is_some(), "endCursor": "end" },
        } } } } })
    };
    for (end, next) in [(Some("end"), Some(Cursor("end".into()))), (None, None)] {
        let expected = Reply::Page {
            comments: vec![comment(8, None), comment(9, None)],
            next,
            total: 102,
        };
        assert_eq!(answered(&call, &page(end)), expected);
    }
}

#[test]
fn bodies_come_from_the_comments_that_are_still_there() {
    let mut node = whole(3, "three");
    node["__typename"] = json!("IssueComment");
    let body = json!({
        "data": { "nodes": [node, null, { "__typename": "Issue" }] },
        "errors": [{ "type": "NOT_FOUND", "path": ["nodes", 1], "message": "Could not resolve" }],
    });
    let call = Call::Read {
        comments: vec![at(3), at(4), at(5)],
    };
    assert_eq!(
        answered(&call, &body),
        Reply::Bodies(vec![comment(3, Some("three"))])
    );
}

#[test]
fn older_revisions_come_page_by_page_and_a_deleted_comment_has_none() {
    let call = Call::Revisions {
        comment: at(3),
        after: Cursor("c".into()),
    };
    let node =
        json!({ "__typename": "IssueComment", "userContentEdits": edits(&[Some("old")], None) });
    let history = History {
        revisions: vec![Some("old".into())],
        more: None,
    };
    let reply = answered(&call, &json!({ "data": { "node": node } }));
    assert_eq!(reply, Reply::Revisions(Some(history)));
    let gone = json!({
        "data": { "node": null },
        "errors": [{ "type": "NOT_FOUND", "path": ["node"], "message": "Could not resolve" }],
    });
    assert_eq!(answered(&call, &gone), Reply::Failed(Failure::Gone));
}
