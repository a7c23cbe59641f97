//! Whose comments are ours.

use super::*;
use crate::converge::CommentRef;

fn comment(login: &str, kind: AccountKind) -> Comment {
    Comment {
        at: CommentRef {
            id: 1,
            node: "IC_1".to_owned(),
        },
        author: Some(Account {
            login: login.to_owned(),
            kind,
        }),
        viewer_did_author: None,
        updated_at: 0,
        body: None,
        hidden: None,
        url: String::new(),
    }
}

fn job_token() -> Owner {
    let mut owner = Owner::new(None);
    owner.learn(Some(Account::from_login("github-actions[bot]")));
    owner
}

#[test]
fn a_user_named_like_the_bot_is_not_the_bot() {
    assert!(job_token().wrote(&comment("github-actions[bot]", AccountKind::Bot)));
    assert!(!job_token().wrote(&comment("github-actions[bot]", AccountKind::User)));
    assert!(!job_token().wrote(&comment("github-actions", AccountKind::User)));
    assert!(!job_token().wrote(&comment("other[bot]", AccountKind::Bot)));
}

#[test]
fn a_deleted_account_wrote_nothing_of_ours() {
    assert!(!job_token().wrote(&Comment {
        author: None,
        ..comment("", AccountKind::Other)
    }));
}

#[test]
fn a_former_identity_counts_where_the_user_names_it() {
    let mut owner = Owner::new(Some(Account::from_login("my-app[bot]")));
    owner.learn(Some(Account::from_login("github-actions[bot]")));
    assert!(owner.wrote(&comment("My-App[bot]", AccountKind::Bot)));
    assert!(owner.wrote(&comment("github-actions[bot]", AccountKind::Bot)));
}

#[test]
fn who_the_token_is_stays_for_the_session() {
    let mut owner = job_token();
    owner.learn(None);
    owner.learn(Some(Account::from_login("somebody")));
    assert!(owner.wrote(&comment("github-actions[bot]", AccountKind::Bot)));
    assert!(!owner.wrote(&comment("somebody", AccountKind::User)));
}
