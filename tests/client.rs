//! The client against the sandbox: every call by both transports, and what becomes of each refusal and fault.

#![cfg(test)]

use one_comment::converge::{
    AccountKind, Call, Classifier, Comment, CommentRef, Cursor, Failure, Glance, Head, History,
    Reply, Sight,
};
use one_comment::github::{Api, Client, Settings, Target, Timeouts, Token};
use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{
    BodyLimit, Change, Deed, Effect, FalseAnswer, Fault, History as HistoryRule, Operation,
    RepositoryName, State, Subject,
};

const BOTH: [Api; 2] = [Api::Graphql, Api::Rest];
const HEAD: &str = "1111111111111111111111111111111111111111";
const LOOK: Call = Call::Observe { comment: None };

async fn sandbox() -> Sandbox {
    Sandbox::start(State::seeded(), Clock::Manual)
        .await
        .unwrap()
}

/// On pull request 7, with the job's own token.
fn client(sandbox: &Sandbox, api: Api) -> Client {
    client_of(sandbox, api, "job-token", 7)
}

fn client_of(sandbox: &Sandbox, api: Api, token: &str, number: u64) -> Client {
    let target = Target {
        owner: "octo-org".into(),
        repository: "hello".into(),
        number,
    };
    let settings = Settings {
        api_url: sandbox.api_url(),
        graphql_url: sandbox.graphql_url(),
        api,
        job_token: token == "job-token",
        timeouts: Timeouts::default(),
        trace: false,
    };
    Client::new(target, Token::new(token).unwrap(), settings).unwrap()
}

fn on(number: u64) -> Subject {
    Subject::new("octo-org", "hello", number)
}

fn change(sandbox: &Sandbox, change: Change) -> u64 {
    let changed = sandbox.hub().with(|state| state.change(change));
    changed.unwrap().map_or(0, |comment| comment.0)
}

fn comment_by(sandbox: &Sandbox, by: &str, number: u64, body: &str) -> u64 {
    let does = Deed::Comment { body: body.into() };
    change(
        sandbox,
        Change::Person {
            by: by.into(),
            on: on(number),
            does,
        },
    )
}

fn seen(reply: Reply) -> Sight {
    match reply {
        Reply::Seen(sight) => *sight,
        other => panic!("{other:?}"),
    }
}

type Written = (Comment, Option<Glance>, Option<History>);

fn written(reply: Reply) -> Written {
    match reply {
        Reply::Written {
            comment,
            glance,
            history,
        } => (*comment, glance.map(|glance| *glance), history),
        other => panic!("{other:?}"),
    }
}

fn failure(reply: Reply) -> Failure {
    match reply {
        Reply::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

async fn look(client: &mut Client) -> Sight {
    seen(client.execute(&LOOK).await)
}

async fn create(client: &mut Client, body: &str) -> Comment {
    let subject = look(client).await.subject.node;
    let call = Call::Create {
        subject,
        body: body.into(),
    };
    written(client.execute(&call).await).0
}

fn update(comment: &CommentRef, body: &str) -> Call {
    Call::Update {
        comment: comment.clone(),
        body: body.into(),
    }
}

fn bodies(comments: &[Comment]) -> Vec<&str> {
    comments
        .iter()
        .map(|comment| comment.body.as_deref().unwrap_or("-"))
        .collect()
}

fn texts(history: &Option<History>) -> Vec<Option<&str>> {
    let revisions = &history.as_ref().unwrap().revisions;
    revisions.iter().map(Option::as_deref).collect()
}

fn confirmed(head: &Head) -> &str {
    match head {
        Head::Confirmed(sha) => sha.as_str(),
        other => panic!("{other:?}"),
    }
}

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

/// The class of a refused create with this token, after `prepare`.
async fn refused(api: Api, token: &str, prepare: impl FnOnce(&mut State), body: &str) -> Failure {
    let sandbox = sandbox().await;
    let subject = look(&mut client(&sandbox, api)).await.subject.node;
    sandbox.hub().with(prepare);
    let mut client = client_of(&sandbox, api, token, 7);
    let call = Call::Create {
        subject,
        body: body.into(),
    };
    failure(client.execute(&call).await)
}

#[tokio::test]
async fn each_refusal_is_told_apart_by_both_transports() {
    let archive = |state: &mut State| {
        let repository = RepositoryName::new("octo-org", "hello");
        state
            .change(Change::SetArchived {
                repository,
                archived: true,
            })
            .unwrap();
    };
    let lock = |state: &mut State| {
        state
            .change(Change::SetLocked {
                on: on(7),
                locked: true,
            })
            .unwrap();
    };
    let full = |state: &mut State| state.rules_mut().comments_per_conversation = 0;
    let short = |state: &mut State| state.rules_mut().body_limit = BodyLimit::Scalars(4);
    for api in BOTH {
        let reply = refused(api, "nobodys-token", |_| {}, "hello").await;
        assert!(
            matches!(reply, Failure::BadCredentials(_)),
            "{api:?} {reply:?}"
        );
        let reply = refused(api, "read-only-token", |_| {}, "hello").await;
        assert!(matches!(reply, Failure::Denied(_)), "{api:?} {reply:?}");
        let reply = refused(api, "outsider-token", lock, "hello").await;
        assert!(matches!(reply, Failure::Locked(_)), "{api:?} {reply:?}");
        let reply = refused(api, "job-token", archive, "hello").await;
        assert!(matches!(reply, Failure::Archived(_)), "{api:?} {reply:?}");
        let reply = refused(api, "job-token", full, "hello").await;
        assert!(matches!(reply, Failure::Full(_)), "{api:?} {reply:?}");
        let reply = refused(api, "job-token", short, "hello").await;
        assert!(matches!(reply, Failure::TooLong(_)), "{api:?} {reply:?}");
        let reply = refused(api, "job-token", |_| {}, "").await;
        assert!(matches!(reply, Failure::Refused(_)), "{api:?} {reply:?}");
    }
}

#[tokio::test]
async fn a_number_that_nothing_has_is_no_subject() {
    let sandbox = sandbox().await;
    for api in BOTH {
        let reply = failure(
            client_of(&sandbox, api, "job-token", 99)
                .execute(&LOOK)
                .await,
        );
        assert!(matches!(reply, Failure::NoSubject(_)), "{api:?} {reply:?}");
    }
}

/// What a client with this fault in its way hears, on a look or a create.
async fn faulted(api: Api, operation: Operation, effect: Effect) -> (Failure, Sandbox) {
    let sandbox = sandbox().await;
    let subject = look(&mut client(&sandbox, api)).await.subject.node;
    sandbox
        .hub()
        .with(|state| state.add_fault(Fault::once(&[operation], effect)));
    let create = Call::Create {
        subject,
        body: "hello".into(),
    };
    let call = if operation.is_write() { create } else { LOOK };
    let failure = failure(client(&sandbox, api).execute(&call).await);
    assert!(sandbox.hub().with(|state| state.faults().is_empty()));
    (failure, sandbox)
}

#[tokio::test]
async fn a_lost_answer_leaves_a_write_unknown_and_there_once_and_a_read_unavailable() {
    let effects = [
        Effect::Lose(FalseAnswer::Closed),
        Effect::Lose(FalseAnswer::Status(502)),
        Effect::Lose(FalseAnswer::HtmlPage(504)),
        Effect::HalfAnswer,
    ];
    for api in BOTH {
        for effect in effects.clone() {
            let (failure, sandbox) = faulted(api, Operation::Create, effect.clone()).await;
            assert!(
                matches!(failure, Failure::Unknown(_)),
                "{api:?} {effect:?} {failure:?}"
            );
            let total = look(&mut client(&sandbox, api)).await.total;
            assert_eq!(total, 1, "{api:?} {effect:?}");
            let (failure, _) = faulted(api, Operation::Read, effect.clone()).await;
            assert!(
                matches!(failure, Failure::Unavailable(_)),
                "{api:?} {effect:?} {failure:?}"
            );
        }
    }
}

#[tokio::test]
async fn half_a_look_does_not_count_and_a_write_without_its_result_is_unknown() {
    let (failure, _) = faulted(Api::Graphql, Operation::Read, Effect::PartialData).await;
    assert!(matches!(failure, Failure::Unavailable(_)), "{failure:?}");
    let (failure, _) = faulted(Api::Graphql, Operation::Create, Effect::PartialData).await;
    assert!(matches!(failure, Failure::Unknown(_)), "{failure:?}");
}

#[tokio::test]
async fn a_limit_says_how_long_it_lasts_where_github_says_so() {
    let secondary = |status, retry_after| FalseAnswer::SecondaryLimit {
        status,
        retry_after,
    };
    let primary = FalseAnswer::PrimaryLimit {
        status: 403,
        resets_in: 90,
    };
    let table = [
        (secondary(403, Some(7)), Some(7_000)),
        (secondary(429, None), None),
        (secondary(403, None), None),
        (primary, Some(91_000)),
    ];
    for api in BOTH {
        for (answer, expected) in table.clone() {
            for operation in [Operation::Read, Operation::Create] {
                let (failure, _) = faulted(api, operation, Effect::Refuse(answer.clone())).await;
                match failure {
                    Failure::RateLimited { wait, .. } => {
                        assert_eq!(wait, expected, "{api:?} {answer:?}")
                    }
                    other => panic!("{api:?} {answer:?} {other:?}"),
                }
            }
        }
    }
}

#[tokio::test]
async fn a_server_without_graphql_is_served_by_rest() {
    let sandbox = sandbox().await;
    sandbox
        .hub()
        .with(|state| state.rules_mut().graphql = false);
    let mut client = client(&sandbox, Api::Auto);
    let comment = create(&mut client, "one").await;
    assert_eq!(
        comment.viewer_did_author, None,
        "only REST leaves that open"
    );
    let counters = sandbox.hub().with(|state| state.journal().counters());
    assert_eq!(counters.rest_writes, 1);
}

#[tokio::test]
async fn a_failure_says_what_was_asked_and_what_github_answered() {
    let (failure, _) = faulted(
        Api::Rest,
        Operation::Create,
        Effect::Refuse(FalseAnswer::MissingPermission),
    )
    .await;
    let Failure::Denied(text) = failure else {
        panic!("{failure:?}");
    };
    let expected = "POST /repos/octo-org/hello/issues/7/comments: HTTP 403: Resource not accessible by integration";
    assert_eq!(text, expected);
}
