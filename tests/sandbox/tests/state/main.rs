//! The state alone, in memory: what it allows, what it records, what goes wrong in it.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod faults;
mod history;
mod rights;

use one_comment_sandbox::state::{
    BodyLimit, Change, CommentId, Deed, Identity, Operation, Refusal, State, Subject, Transport,
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
fn the_dump_holds_the_comments_and_no_token() {
    let mut state = State::seeded();
    created(&mut state, "a");
    let dump = state.dump().to_string();
    assert!(dump.contains(r#""body":"a""#));
    for (token, _) in State::seeded_tokens() {
        assert!(!dump.contains(token), "{token}");
    }
}
