//! Who may do what: the permissions of tokens, locks and archives.

use one_comment_sandbox::state::{
    Change, CommentId, Deed, HideReason, Identity, Refusal, State, Subject,
};

use crate::{created, person, pull_request};

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
