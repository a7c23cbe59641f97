//! The state alone, in memory: what it allows, what it records, what goes wrong in it.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use one_comment_sandbox::state::{
    BodyLimit, Change, CommentId, Deed, Effect, FalseAnswer, Fault, HideReason, History, Identity,
    Lag, Matcher, Operation, Refusal, State, Subject, Transport,
};

fn pull_request() -> Subject {
    Subject::new("octo-org", "hello", 7)
}

fn person(by: &str, does: Deed) -> Change {
    Change::Person {
        by: by.to_owned(),
        on: pull_request(),
        does,
    }
}

fn created(state: &mut State, body: &str) -> CommentId {
    state
        .create_comment(&Identity::job(), &pull_request(), body)
        .unwrap()
        .id
}

fn texts(state: &State, id: CommentId) -> Option<Vec<Option<String>>> {
    let world = state.world();
    let history = world.comment(id).unwrap().1.history(&world.rules)?;
    Some(
        history
            .into_iter()
            .map(|edit| edit.text.map(|text| text.to_string()))
            .collect(),
    )
}

fn some(texts: &[&str]) -> Option<Vec<Option<String>>> {
    Some(texts.iter().map(|text| Some((*text).to_owned())).collect())
}

#[test]
fn comments_are_listed_by_ascending_id() {
    let mut state = State::seeded();
    let first = created(&mut state, "a");
    let second = created(&mut state, "b");
    let ids: Vec<_> = state
        .world()
        .comments(&pull_request())
        .unwrap()
        .map(|comment| comment.id)
        .collect();
    assert_eq!(ids, [first, second]);
}

#[test]
fn a_repository_is_found_in_any_case() {
    let mut state = State::seeded();
    let loud = Subject::new("OCTO-Org", "Hello", 7);
    assert!(state.create_comment(&Identity::job(), &loud, "a").is_ok());
    assert_eq!(state.world().comments(&pull_request()).unwrap().count(), 1);
}

#[test]
fn a_read_only_job_token_may_not_comment() {
    let mut state = State::seeded();
    assert_eq!(
        state.create_comment(&Identity::read_only_job(), &pull_request(), "a"),
        Err(Refusal::NotAccessibleByIntegration)
    );
}

#[test]
fn issues_write_does_not_do_for_a_pull_request() {
    let mut state = State::seeded();
    let issue = Subject::new("octo-org", "hello", 8);
    let job = Identity::issues_job();
    assert!(state.create_comment(&job, &issue, "a").is_ok());
    assert_eq!(
        state.create_comment(&job, &pull_request(), "a"),
        Err(Refusal::NotAccessibleByIntegration)
    );
}

#[test]
fn an_outsider_edits_only_what_is_their_own() {
    let mut state = State::seeded();
    let visitor = Identity::outsider("visitor");
    let foreign = created(&mut state, "a");
    let own = state
        .create_comment(&visitor, &pull_request(), "b")
        .unwrap()
        .id;
    assert!(state.update_comment(&visitor, own, "c").is_ok());
    assert!(matches!(
        state.update_comment(&visitor, foreign, "c"),
        Err(Refusal::NotPermitted { .. })
    ));
}

#[test]
fn the_audit_log_names_a_foreign_touch() {
    let mut state = State::seeded();
    state
        .change(person("alice", Deed::Comment { body: "hi".into() }))
        .unwrap();
    let id = created(&mut state, "a");
    state.update_comment(&Identity::job(), id, "b").unwrap();
    assert!(
        state
            .journal()
            .audit
            .iter()
            .all(|entry| !entry.is_foreign())
    );
    let alices = CommentId(id.0 - 1);
    state.delete_comment(&Identity::job(), alices).unwrap();
    let last = state.journal().audit.last().unwrap();
    assert!(last.is_foreign());
    assert_eq!(
        (&*last.who, &*last.author),
        ("github-actions[bot]", "alice")
    );
}

#[test]
fn a_locked_conversation_takes_comments_from_maintainers_only() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    state
        .change(Change::SetLocked {
            on: pull_request(),
            locked: true,
        })
        .unwrap();
    assert_eq!(
        state.create_comment(&Identity::job(), &pull_request(), "b"),
        Err(Refusal::Locked)
    );
    assert_eq!(
        state.update_comment(&Identity::job(), id, "b"),
        Err(Refusal::Locked)
    );
    assert!(
        state
            .create_comment(&Identity::person("octocat"), &pull_request(), "b")
            .is_ok()
    );
    assert!(state.delete_comment(&Identity::job(), id).is_ok());
}

#[test]
fn an_archived_repository_refuses_every_write() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    state
        .change(Change::SetArchived {
            repository: pull_request().repository,
            archived: true,
        })
        .unwrap();
    let job = Identity::job();
    assert_eq!(
        state.create_comment(&job, &pull_request(), "b"),
        Err(Refusal::Archived)
    );
    assert_eq!(state.update_comment(&job, id, "b"), Err(Refusal::Archived));
    assert_eq!(state.delete_comment(&job, id), Err(Refusal::Archived));
    assert_eq!(
        state.minimize(&job, id, HideReason::Spam),
        Err(Refusal::Archived)
    );
}

#[test]
fn a_body_is_measured_in_characters_or_in_bytes() {
    let mut state = State::seeded();
    let job = Identity::job();
    let longest = "é".repeat(65_536);
    assert!(
        state
            .create_comment(&job, &pull_request(), &longest)
            .is_ok()
    );
    assert_eq!(
        state.create_comment(&job, &pull_request(), &format!("{longest}.")),
        Err(Refusal::BodyTooLong)
    );
    state.rules_mut().body_limit = BodyLimit::Bytes(262_144);
    let longest = "x".repeat(262_144);
    assert!(
        state
            .create_comment(&job, &pull_request(), &longest)
            .is_ok()
    );
    assert_eq!(
        state.create_comment(&job, &pull_request(), &format!("{longest}.")),
        Err(Refusal::BodyTooLong)
    );
    assert_eq!(
        state.create_comment(&job, &pull_request(), ""),
        Err(Refusal::BodyEmpty)
    );
}

#[test]
fn a_refused_edit_keeps_the_old_body() {
    let mut state = State::seeded();
    let id = created(&mut state, "old");
    let _refused = state.update_comment(&Identity::job(), id, &"x".repeat(65_537));
    assert_eq!(&*state.world().comment(id).unwrap().1.body, "old");
    assert_eq!(state.journal().audit.len(), 1);
}

#[test]
fn a_full_conversation_takes_edits_but_no_comment() {
    let mut state = State::seeded();
    state.rules_mut().comments_per_conversation = 1;
    let id = created(&mut state, "a");
    assert_eq!(
        state.create_comment(&Identity::job(), &pull_request(), "b"),
        Err(Refusal::ConversationFull { limit: 1 })
    );
    assert!(state.update_comment(&Identity::job(), id, "b").is_ok());
}

#[test]
fn a_deleted_comment_is_gone_and_its_number_is_not_used_again() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    state.delete_comment(&Identity::job(), id).unwrap();
    assert!(matches!(
        state.update_comment(&Identity::job(), id, "b"),
        Err(Refusal::NotFound(_))
    ));
    assert!(created(&mut state, "b") > id);
}

#[test]
fn the_first_edit_adds_two_entries_and_each_later_one_adds_one() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    assert_eq!(texts(&state, id), some(&[]));
    state.update_comment(&Identity::job(), id, "b").unwrap();
    assert_eq!(texts(&state, id), some(&["b", "a"]));
    state.update_comment(&Identity::job(), id, "c").unwrap();
    assert_eq!(texts(&state, id), some(&["c", "b", "a"]));
}

#[test]
fn an_edit_into_the_same_text_leaves_no_trace_unless_the_rules_say_so() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    state.advance(5_000);
    let same = state.update_comment(&Identity::job(), id, "a").unwrap();
    assert_eq!((same.updated_ms, same.edits.len()), (same.created_ms, 0));
    state.rules_mut().same_text_is_an_edit = true;
    let same = state.update_comment(&Identity::job(), id, "a").unwrap();
    assert_eq!(same.updated_ms, same.created_ms + 5_000);
    assert_eq!(same.edits.len(), 2);
}

#[test]
fn the_history_can_be_empty_absent_without_texts_or_collapsed() {
    let mut state = State::seeded();
    state.rules_mut().history = History::Collapsing { within_ms: 1_000 };
    let id = created(&mut state, "a");
    for body in ["b", "c"] {
        state.update_comment(&Identity::job(), id, body).unwrap();
    }
    assert_eq!(texts(&state, id), some(&["c", "a"]));
    state.advance(1_001);
    state.update_comment(&Identity::job(), id, "d").unwrap();
    assert_eq!(texts(&state, id), some(&["d", "c", "a"]));
    state.rules_mut().history = History::TextsDeleted;
    assert_eq!(texts(&state, id), Some(vec![Some("d".into()), None, None]));
    state.rules_mut().history = History::Empty;
    assert_eq!(texts(&state, id), some(&[]));
    state.rules_mut().history = History::Absent;
    assert_eq!(texts(&state, id), None);
}

#[test]
fn a_lagging_read_sees_what_was_some_versions_or_some_time_ago() {
    let mut state = State::seeded();
    created(&mut state, "a");
    state.advance(500);
    created(&mut state, "b");
    state.advance(500);
    let seen = |lag: Lag| {
        let view = state.view(&lag);
        let conversation = view.world().conversation(&pull_request()).unwrap();
        view.comments(conversation).len()
    };
    assert_eq!(seen(Lag::default()), 2);
    assert_eq!(
        seen(Lag {
            versions: 1,
            ..Lag::default()
        }),
        1
    );
    assert_eq!(
        seen(Lag {
            versions: 2,
            ..Lag::default()
        }),
        0
    );
    assert_eq!(
        seen(Lag {
            ms: 400,
            ..Lag::default()
        }),
        2
    );
    assert_eq!(
        seen(Lag {
            ms: 600,
            ..Lag::default()
        }),
        1
    );
    assert_eq!(
        seen(Lag {
            ms: 1_100,
            ..Lag::default()
        }),
        0
    );
}

#[test]
fn a_short_list_leaves_the_count_as_it_is() {
    let mut state = State::seeded();
    created(&mut state, "a");
    let view = state.view(&Lag {
        comments: 1,
        ..Lag::default()
    });
    let conversation = view.world().conversation(&pull_request()).unwrap();
    assert_eq!(view.comments(conversation).len(), 0);
    assert_eq!(conversation.comments.len(), 1);
}

#[test]
fn a_history_can_lag_behind_the_body() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    state.update_comment(&Identity::job(), id, "b").unwrap();
    let view = state.view_after_write(&Lag {
        edits: 1,
        ..Lag::default()
    });
    let (_, comment) = view.world().comment(id).unwrap();
    let history = view.history(comment).unwrap();
    assert_eq!(&*comment.body, "b");
    assert_eq!(history.len(), 1);
    assert_eq!(history[0].text.as_deref(), Some("a"));
}

#[test]
fn the_head_can_lag_behind_a_push_of_either_kind() {
    let mut state = State::seeded();
    let on = pull_request();
    state
        .change(Change::Push {
            on: on.clone(),
            sha: "2".into(),
        })
        .unwrap();
    state
        .change(Change::ForcePush {
            on: on.clone(),
            commits: vec!["3".into()],
        })
        .unwrap();
    let head = |pushes| {
        let view = state.view(&Lag {
            pushes,
            ..Lag::default()
        });
        view.world().pull_request(&on).unwrap().head()
    };
    assert_eq!(&*head(0), "3");
    assert_eq!(&*head(1), "2");
    assert_eq!(*head(2), "1".repeat(40));
    assert_eq!(*head(9), "1".repeat(40));
}

#[test]
fn a_fault_befalls_the_nth_matching_request_and_then_no_more() {
    let mut state = State::seeded();
    let effect = Effect::Lose(FalseAnswer::Closed);
    state.add_fault(Fault {
        skip: 1,
        ..Fault::once(&[Operation::Create], effect.clone())
    });
    let job = Identity::job();
    let mut arrive = |operation| state.arrive(&job, Transport::Rest, &[operation]);
    assert_eq!(arrive(Operation::Create), []);
    assert_eq!(arrive(Operation::Read), []);
    assert_eq!(arrive(Operation::Create), [effect]);
    assert_eq!(arrive(Operation::Create), []);
    assert!(state.faults().is_empty());
}

#[test]
fn a_fault_can_be_for_one_identity_and_one_transport_until_it_is_withdrawn() {
    let mut state = State::seeded();
    let id = state.add_fault(Fault {
        when: Matcher {
            operations: vec![],
            transport: Some(Transport::Graphql),
            identity: Some("job".into()),
        },
        skip: 0,
        times: None,
        effect: Effect::HalfAnswer,
    });
    let befallen = |state: &mut State, who: &Identity, transport| {
        !state.arrive(who, transport, &[Operation::Read]).is_empty()
    };
    let job = Identity::job();
    assert!(!befallen(&mut state, &job, Transport::Rest));
    assert!(!befallen(
        &mut state,
        &Identity::person("octocat"),
        Transport::Graphql
    ));
    for _ in 0..3 {
        assert!(befallen(&mut state, &job, Transport::Graphql));
    }
    assert!(state.withdraw_fault(id));
    assert!(!befallen(&mut state, &job, Transport::Graphql));
    assert!(!state.withdraw_fault(id));
}

#[test]
fn somebody_can_delete_the_comment_just_before_the_write() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    let delete = person("alice", Deed::Delete { comment: None });
    state.add_fault(Fault::once(
        &Operation::WRITES,
        Effect::Meanwhile(vec![delete]),
    ));
    let job = Identity::job();
    assert_eq!(
        state.arrive(&job, Transport::Rest, &[Operation::Update]),
        []
    );
    assert!(matches!(
        state.update_comment(&job, id, "b"),
        Err(Refusal::NotFound(_))
    ));
}

#[test]
fn two_branches_of_history_do_not_see_each_other_and_meet_in_one_fingerprint() {
    let mut left = State::seeded();
    let mut right = left.clone();
    let id = created(&mut left, "a");
    assert_ne!(left.fingerprint(), right.fingerprint());
    created(&mut right, "b");
    right.update_comment(&Identity::job(), id, "c").unwrap();
    assert_ne!(left.fingerprint(), right.fingerprint());

    let mut left = State::seeded();
    let mut right = left.clone();
    created(&mut left, "a");
    // Read by one and not by the other: history differs, the future does not.
    right.arrive(&Identity::job(), Transport::Rest, &[Operation::Read]);
    created(&mut right, "a");
    assert_eq!(left.fingerprint(), right.fingerprint());
}

#[test]
fn a_fault_is_written_as_plain_json() {
    let text = r#"{"when":{"operations":["create"],"transport":"rest"},
        "effect":{"lose":{"status":502}}}"#;
    let fault: Fault = serde_json::from_str(text).unwrap();
    assert_eq!(fault.times, Some(1));
    assert_eq!(fault.effect, Effect::Lose(FalseAnswer::Status(502)));
    let meanwhile = r#"{"effect":{"meanwhile":[{"person":{"by":"alice",
        "on":{"repository":"octo-org/hello","number":7},"does":{"delete":{}}}}]}}"#;
    assert!(serde_json::from_str::<Fault>(meanwhile).is_ok());
    assert!(serde_json::from_str::<Fault>(r#"{"effect":"half_answer","time":2}"#).is_err());
}

#[test]
fn the_dump_holds_the_comments_and_no_token() {
    let mut state = State::seeded();
    created(&mut state, "a");
    let dump = state.dump().to_string();
    assert!(dump.contains(r#""body":"a""#));
    for (token, _) in State::seeded_tokens() {
        assert!(!dump.contains(token), "{token}");
    }
}
