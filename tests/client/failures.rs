//! What each refusal of GitHub's and each fault on the way is taken for.

use crate::setup::*;
use one_comment::converge::{Call, Failure};
use one_comment::github::Api;
use one_comment_sandbox::face::Sandbox;
use one_comment_sandbox::state::{
    BodyLimit, Change, Effect, FalseAnswer, Fault, Operation, RepositoryName, State,
};

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
