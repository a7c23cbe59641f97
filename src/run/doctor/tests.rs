use super::answers::{Answer, others};
use super::may::{May, may_write};
use super::*;
use crate::comment::Name;
use crate::converge::{Account, Comment, CommentRef, Head, Sight, Subject};
use crate::github::{Allowance, Budget, Standing};

/// Of a repository that is private or not; `None` where GitHub did not say.
fn answers(allowance: Answer<Allowance>, private: Option<bool>) -> Answers {
    let standing = private.map(|private| Standing {
        archived: false,
        private,
    });
    Answers {
        allowance,
        standing: standing.ok_or_else(|| "down".to_owned()),
        ..Answers::none("down")
    }
}

fn allowance(scopes: Option<&str>) -> Answer<Allowance> {
    Ok(Allowance {
        scopes: scopes.map(str::to_owned),
        graphql: None,
        rest: Some(Budget {
            limit: 5_000,
            remaining: 4_999,
            reset: 90,
        }),
    })
}

fn event(fork: bool, dependabot: bool) -> Event {
    let environment = Environment::read(|_| None);
    Event {
        fork,
        dependabot,
        ..Event::of_this_run(&environment)
    }
}

fn comment(id: u64, author: &str, body: Option<&str>) -> Comment {
    Comment {
        at: CommentRef {
            id,
            node: String::new(),
        },
        author: Some(Account::from_login(author)),
        viewer_did_author: None,
        updated_at: 0,
        body: body.map(str::to_owned),
        hidden: None,
        url: format!("#issuecomment-{id}"),
    }
}

fn sight(oldest: Vec<Comment>, recent: Vec<Comment>) -> Sight {
    Sight {
        viewer: None,
        subject: Subject {
            node: String::new(),
            head: Head::Unconfirmed,
            commits: Vec::new(),
            locked: true,
            state: "open".to_owned(),
        },
        total: 0,
        server_time: 30,
        oldest,
        next: None,
        recent,
        asked: None,
        history: None,
    }
}

#[test]
fn a_classic_personal_token_says_what_it_may() {
    for (scopes, private, expected) in [
        ("repo, workflow", Some(true), "yes"),
        ("repo", None, "yes"),
        ("public_repo", Some(false), "yes"),
        ("public_repo", Some(true), "no"),
        ("public_repo", None, "unknown"),
        ("read:org, repo:status", Some(false), "no"),
    ] {
        let answers = answers(allowance(Some(scopes)), private);
        let may = may_write(&answers, &event(false, false), false).to_string();
        assert!(may.starts_with(expected) && may.contains(scopes), "{may}");
    }
}

#[test]
fn a_token_that_is_not_valid_may_not_write() {
    let answers = Answers {
        rejected: true,
        ..Answers::none("the token is not valid")
    };
    let may = may_write(&answers, &event(false, false), true);
    assert!(matches!(may, May::No(_)), "{may}");
}

#[test]
fn on_a_plain_issue_another_permission_is_needed() {
    let mut sight = sight(Vec::new(), Vec::new());
    sight.subject.head = Head::None;
    let answers = Answers {
        sight: Ok(sight),
        ..answers(allowance(None), Some(false))
    };
    for (of_the_job, word) in [(true, "`permissions: issues: write`"), (false, "to issues")] {
        let may = may_write(&answers, &event(false, false), of_the_job).to_string();
        assert!(may.contains(word), "{may}");
    }
}

#[test]
fn of_every_other_token_it_is_unknown_and_the_event_tells_what_is_likely() {
    for (fork, dependabot, of_the_job, word) in [
        (true, false, true, "a fork's event"),
        (false, true, true, "Dependabot's event"),
        (false, false, true, "permissions: pull-requests: write"),
        // Not the token that such events lower.
        (true, true, false, "write access to pull requests"),
    ] {
        for answer in [allowance(None), Err("down".to_owned())] {
            let answers = answers(answer, Some(false));
            let may = may_write(&answers, &event(fork, dependabot), of_the_job);
            assert!(matches!(may, May::Unknown(_)), "{may}");
            assert!(may.to_string().contains(word), "{may}");
        }
    }
}

#[test]
fn only_comments_of_this_key_that_are_not_ours_carry_our_marker() {
    let marked = Some("<!-- one-comment:root default -->\ntext");
    let other_key = Some("<!-- one-comment:root coverage -->\ntext");
    let quoted = Some("> <!-- one-comment:root default -->");
    let sight = sight(
        vec![comment(1, "octocat", None), comment(2, "octocat", marked)],
        vec![
            comment(2, "octocat", marked),
            comment(3, "octo-app[bot]", marked),
            comment(4, "octocat", other_key),
            comment(5, "octocat", quoted),
        ],
    );
    let ours = [comment(3, "octo-app[bot]", marked)];
    let found = others(&sight, &ours, &Name::new("default").unwrap());
    assert_eq!(
        words::comments(&Ok(found)),
        "#issuecomment-2 by octocat (a user)"
    );
}

#[test]
fn the_requests_that_are_left_are_told_with_the_time_until_there_are_more() {
    let sight = Ok(sight(Vec::new(), Vec::new()));
    assert_eq!(
        words::requests(&allowance(None), &sight),
        "by GraphQL not counted by this server; by REST 4999 of 5000, again whole in 1 min"
    );
    let told = words::requests(&allowance(None), &Err("down".to_owned()));
    assert!(told.ends_with("4999 of 5000"), "{told}");
}
