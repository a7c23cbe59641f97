//! What is seen of the past: the edit history, and reads that lag behind.

use one_comment_sandbox::state::{Change, History, Identity, Lag, State};

use crate::{created, pull_request, some, texts};

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
