//! What each call shows and does where nothing goes wrong.

use crate::setup::*;
use one_comment::converge::{AccountKind, Call, Classifier, Cursor, Failure, Head, Reply};
use one_comment::github::Api;
use one_comment_sandbox::state::{Change, Deed, History as HistoryRule};

#[tokio::test]
async fn both_transports_see_the_same_conversation() {
    let sandbox = sandbox().await;
    let ours = create(&mut client(&sandbox, Api::Graphql), "ours").await;
    // A person whose login is the bot's, without the suffix (case 21).
    let theirs = comment_by(&sandbox, "github-actions", 7, "theirs");
    for api in BOTH {
        let mut client = client(&sandbox, api);
        let sight = seen(
            client
                .execute(&Call::Observe {
                    comment: Some(ours.at.clone()),
                })
                .await,
        );
        assert_eq!(confirmed(&sight.subject.head), HEAD, "{api:?}");
        assert_eq!(
            (sight.subject.state.as_str(), sight.subject.locked),
            ("open", false)
        );
        assert_eq!(
            (sight.total, sight.server_time, &sight.next),
            (2, 1_767_225_600, &None)
        );
        let viewer = sight.viewer.unwrap();
        assert_eq!(
            (viewer.login.as_str(), viewer.kind),
            ("github-actions[bot]", AccountKind::Bot)
        );
        let [bot, person] = sight.oldest.as_slice() else {
            panic!("{:?}", sight.oldest);
        };
        assert_eq!(
            (bot.at.clone(), bot.author.clone()),
            (ours.at.clone(), Some(viewer))
        );
        assert_eq!(person.at.id, theirs);
        let author = person.author.as_ref().unwrap();
        assert_eq!(
            (author.login.as_str(), author.kind),
            ("github-actions", AccountKind::User)
        );
        assert_eq!(sight.asked.unwrap().body.as_deref(), Some("ours"));
    }
}

#[tokio::test]
async fn by_graphql_a_look_is_one_request_with_bodies_of_the_recent_only() {
    let sandbox = sandbox().await;
    for number in 0..30 {
        comment_by(&sandbox, "octocat", 7, &number.to_string());
        sandbox.hub().with(|state| state.advance(1_000));
    }
    let mut client = client(&sandbox, Api::Graphql);
    let sight = look(&mut client).await;
    assert_eq!(client.requests(), 1);
    assert_eq!((sight.oldest.len(), sight.recent.len()), (30, 25));
    assert!(sight.oldest.iter().all(|comment| comment.body.is_none()));
    assert_eq!(bodies(&sight.recent)[..2], ["29", "28"]);
    assert!(
        sight
            .recent
            .iter()
            .all(|comment| comment.viewer_did_author == Some(false))
    );
    let calls = sight.subject.commits.iter().map(|sha| sha.as_str());
    assert_eq!(calls.collect::<Vec<_>>(), [HEAD]);
}

#[tokio::test]
async fn the_answer_to_a_write_by_graphql_shows_what_it_overwrote() {
    let sandbox = sandbox().await;
    let mut client = client(&sandbox, Api::Graphql);
    let ours = create(&mut client, "one").await;
    let does = Deed::Edit {
        comment: None,
        body: "by a person".into(),
    };
    change(
        &sandbox,
        Change::Person {
            by: "octocat".into(),
            on: on(7),
            does,
        },
    );
    change(
        &sandbox,
        Change::Push {
            on: on(7),
            sha: "2".repeat(40).into(),
        },
    );
    let (comment, glance, history) = written(client.execute(&update(&ours.at, "two")).await);
    assert_eq!(
        (comment.at, comment.body.as_deref()),
        (ours.at, Some("two"))
    );
    assert_eq!(
        texts(&history),
        [Some("two"), Some("by a person"), Some("one")]
    );
    let glance = glance.unwrap();
    assert_eq!(
        (confirmed(&glance.head), glance.total),
        ("2".repeat(40).as_str(), 1)
    );
    assert_eq!(bodies(&glance.recent), ["two"]);
}

#[tokio::test]
async fn the_answer_to_a_write_by_rest_shows_the_comment_alone() {
    let sandbox = sandbox().await;
    let mut client = client(&sandbox, Api::Rest);
    let ours = create(&mut client, "one").await;
    let (comment, glance, history) = written(client.execute(&update(&ours.at, "two")).await);
    assert_eq!(
        (comment.at, comment.body.as_deref()),
        (ours.at, Some("two"))
    );
    assert_eq!((glance, history), (None, None));
}

#[tokio::test]
async fn a_plain_issue_has_no_head_and_its_writes_show_what_is_around_all_the_same() {
    let sandbox = sandbox().await;
    for api in BOTH {
        let mut client = client_of(&sandbox, api, "job-token", 8);
        let sight = look(&mut client).await;
        assert_eq!(sight.subject.head, Head::None, "{api:?}");
        let call = Call::Create {
            subject: sight.subject.node,
            body: "hello".into(),
        };
        let (_, glance, _) = written(client.execute(&call).await);
        assert_eq!(
            glance.map(|glance| glance.head),
            (api == Api::Graphql).then_some(Head::None)
        );
    }
}

#[tokio::test]
async fn a_comment_is_deleted_once_and_gone_the_second_time() {
    for api in BOTH {
        let sandbox = sandbox().await;
        let mut client = client(&sandbox, api);
        let comment = create(&mut client, "one").await.at;
        let delete = Call::Delete {
            comment: comment.clone(),
        };
        assert_eq!(client.execute(&delete).await, Reply::Deleted);
        assert_eq!(failure(client.execute(&delete).await), Failure::Gone);
        assert_eq!(
            failure(client.execute(&update(&comment, "two")).await),
            Failure::Gone
        );
        let sight = seen(
            client
                .execute(&Call::Observe {
                    comment: Some(comment),
                })
                .await,
        );
        assert_eq!((sight.total, sight.asked), (0, None), "{api:?}");
    }
}

#[tokio::test]
async fn a_comment_is_hidden_and_shown_again() {
    let sandbox = sandbox().await;
    let mut client = client(&sandbox, Api::Graphql);
    let comment = create(&mut client, "one").await.at;
    let hide = Call::Hide {
        comment: comment.clone(),
        reason: Classifier::Resolved,
    };
    let (hidden, glance, _) = written(client.execute(&hide).await);
    assert_eq!(
        (hidden.hidden.as_deref(), hidden.body.as_deref()),
        (Some("resolved"), Some("one"))
    );
    assert_eq!(
        glance.unwrap().recent[0].hidden.as_deref(),
        Some("resolved")
    );
    let by_rest = look(&mut self::client(&sandbox, Api::Rest)).await;
    assert_eq!(by_rest.oldest[0].hidden.as_deref(), Some("resolved"));
    let (shown, _, _) = written(client.execute(&Call::Show { comment }).await);
    assert_eq!(shown.hidden, None);
}

#[tokio::test]
async fn every_comment_of_a_long_conversation_is_found_by_both_transports() {
    let sandbox = sandbox().await;
    let ids: Vec<u64> = (0..250)
        .map(|_| comment_by(&sandbox, "octocat", 7, "x"))
        .collect();
    let by_rest = look(&mut client(&sandbox, Api::Rest)).await;
    assert_eq!(
        by_rest
            .oldest
            .iter()
            .map(|comment| comment.at.id)
            .collect::<Vec<_>>(),
        ids
    );
    let mut client = client(&sandbox, Api::Graphql);
    let sight = look(&mut client).await;
    let (mut found, mut next) = (sight.oldest, sight.next);
    while let Some(after) = next {
        match client.execute(&Call::Page { after }).await {
            Reply::Page {
                comments,
                next: more,
                total,
            } => {
                assert_eq!(total, 250);
                found.extend(comments);
                next = more;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        found
            .iter()
            .map(|comment| comment.at.id)
            .collect::<Vec<_>>(),
        ids
    );
    assert_eq!(client.requests(), 3);
}

#[tokio::test]
async fn older_revisions_are_read_on_from_where_the_first_ones_end() {
    let sandbox = sandbox().await;
    let mut client = client(&sandbox, Api::Graphql);
    let comment = create(&mut client, "0").await.at;
    let mut last = None;
    for number in 1..=12 {
        last = written(client.execute(&update(&comment, &number.to_string())).await).2;
    }
    let after: Cursor = last.unwrap().more.unwrap();
    match client
        .execute(&Call::Revisions {
            comment: comment.clone(),
            after,
        })
        .await
    {
        Reply::Revisions(history) => {
            assert_eq!(texts(&history), [Some("2"), Some("1"), Some("0")]);
            assert_eq!(history.unwrap().more, None);
        }
        other => panic!("{other:?}"),
    }
    let call = Call::Revisions {
        comment,
        after: Cursor("x".into()),
    };
    let by_rest = self::client(&sandbox, Api::Rest).execute(&call).await;
    assert_eq!(by_rest, Reply::Revisions(None));
}

#[tokio::test]
async fn a_server_without_history_differs_from_a_comment_without_edits() {
    let table = [
        (HistoryRule::Absent, None),
        (HistoryRule::Empty, Some(vec![])),
        (
            HistoryRule::TextsDeleted,
            Some(vec![Some("two".to_owned()), None]),
        ),
    ];
    for (rule, expected) in table {
        let sandbox = sandbox().await;
        sandbox.hub().with(|state| state.rules_mut().history = rule);
        let mut client = client(&sandbox, Api::Graphql);
        let comment = create(&mut client, "one").await.at;
        let (_, _, history) = written(client.execute(&update(&comment, "two")).await);
        assert_eq!(
            history.map(|history| history.revisions),
            expected,
            "{rule:?}"
        );
    }
}

#[tokio::test]
async fn bodies_are_read_by_name_and_those_gone_are_left_out() {
    for api in BOTH {
        let sandbox = sandbox().await;
        let mut client = client(&sandbox, api);
        let first = create(&mut client, "first").await.at;
        let second = create(&mut client, "second").await.at;
        client
            .execute(&Call::Delete {
                comment: first.clone(),
            })
            .await;
        match client
            .execute(&Call::Read {
                comments: vec![first, second],
            })
            .await
        {
            Reply::Bodies(comments) => assert_eq!(bodies(&comments), ["second"], "{api:?}"),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_comment_of_another_pull_request_is_not_shown_when_asked_for() {
    for api in BOTH {
        let sandbox = sandbox().await;
        let other = create(&mut client_of(&sandbox, api, "job-token", 9), "other")
            .await
            .at;
        let sight = seen(
            client(&sandbox, api)
                .execute(&Call::Observe {
                    comment: Some(other),
                })
                .await,
        );
        assert_eq!(sight.asked, None, "{api:?}");
    }
}

#[tokio::test]
async fn a_persons_token_writes_as_that_person() {
    let sandbox = sandbox().await;
    for api in BOTH {
        let mut client = client_of(&sandbox, api, "person-token", 7);
        let viewer = look(&mut client).await.viewer;
        let author = create(&mut client, "mine").await.author;
        assert_eq!(
            author.as_ref().map(|author| author.login.as_str()),
            Some("octocat")
        );
        assert_eq!(viewer, author, "{api:?}");
    }
}

#[tokio::test]
async fn by_rest_an_apps_token_cannot_say_who_it_is() {
    let sandbox = sandbox().await;
    let viewer = look(&mut client_of(&sandbox, Api::Rest, "app-token", 7))
        .await
        .viewer;
    assert_eq!(viewer, None);
    let viewer = look(&mut client_of(&sandbox, Api::Graphql, "app-token", 7))
        .await
        .viewer;
    assert_eq!(viewer.unwrap().login, "octo-app[bot]");
}
