//! What a step costs: requests, as GitHub counts them, on threads of any length.

use one_comment_sandbox::state::{Counters, Deed};

use crate::end::End;
use crate::setup::{HEAD, NEXT_HEAD, Runner};

/// GraphQL queries and mutations, and nothing else.
#[track_caller]
fn costs(end: &End, queries: usize, mutations: usize) {
    let counted = end.counters();
    let expected = Counters {
        graphql_queries: queries,
        graphql_mutations: mutations,
        points: (queries + 5 * mutations) as u64,
        ..Counters::default()
    };
    assert_eq!(counted, expected, "{end:#?}");
    assert_eq!(end.connections(), 1, "{end:#?}");
}

#[tokio::test]
async fn creating_takes_two_requests_and_a_look_after_it_has_settled() {
    for others in [0, 90, 100] {
        let runner = Runner::new().await;
        runner.talk(others);
        let end = runner.publish("first").run().await;
        end.is("created");
        costs(&end, 2, 1);
        assert_eq!(runner.comments().len(), others + 1);
    }
}

#[tokio::test]
async fn updating_takes_two_requests() {
    for others in [0, 90, 100] {
        let runner = Runner::new().await;
        runner.talk(others);
        runner.publish("first").run().await.is("created");
        let end = runner.publish("second").run().await;
        end.is("updated");
        costs(&end, 1, 1);
        assert!(runner.body().contains("second"));
    }
}

#[tokio::test]
async fn finding_nothing_to_do_takes_one_request() {
    for others in [0, 90, 100] {
        let runner = Runner::new().await;
        runner.talk(others);
        runner.publish("same").run().await.is("created");
        let end = runner.publish("same").run().await;
        end.is("unchanged");
        costs(&end, 1, 0);
    }
}

#[tokio::test]
async fn a_comment_that_others_talked_out_of_sight_takes_one_more_and_one_for_each_further_page() {
    for (others, queries) in [(90, 2), (100, 3)] {
        let runner = Runner::new().await;
        runner.publish("same").run().await.is("created");
        runner.talk(others);
        let end = runner.publish("same").run().await;
        end.is("unchanged");
        costs(&end, queries, 0);
    }
}

#[tokio::test]
async fn a_new_commit_with_the_same_text_is_one_write_and_shows_the_new_commit() {
    let runner = Runner::new().await;
    runner.publish("same").run().await.is("created");
    assert!(
        runner
            .body()
            .contains(&format!("/octo-org/hello/commit/{HEAD}"))
    );

    runner.push(NEXT_HEAD);
    let next = runner.publish("same").pushed(HEAD, NEXT_HEAD).run_id(101);
    let end = next.run().await;
    end.is("updated");
    costs(&end, 1, 1);
    let body = runner.body();
    assert!(
        body.contains(&format!("/octo-org/hello/commit/{NEXT_HEAD}")),
        "{body}"
    );
    assert!(!body.contains(HEAD), "{body}");
}

#[tokio::test]
async fn rest_alone_keeps_one_comment_too() {
    for others in [0, 90, 100] {
        let runner = Runner::new().await;
        runner.talk(others);
        for (message, outcome, writes) in [
            ("first", "created", 1),
            ("second", "updated", 1),
            ("second", "unchanged", 0),
        ] {
            let end = runner.publish(message).arg("--api=rest").run().await;
            end.is(outcome);
            let counted = end.counters();
            assert_eq!(counted.graphql_queries + counted.graphql_mutations, 0);
            assert_eq!(counted.rest_writes, writes, "{message}");
            assert!(runner.body().contains(message));
        }
        assert_eq!(runner.comments().len(), others + 1);
    }
}

/// Who it is need not be asked: the job's own token is known to write as `github-actions[bot]`.
#[tokio::test]
async fn rest_needs_a_list_and_a_head_for_each_look() {
    let runner = Runner::new().await;
    runner
        .publish("same")
        .arg("--api=rest")
        .run()
        .await
        .is("created");
    let end = runner.publish("same").arg("--api=rest").run().await;
    end.is("unchanged");
    let asked: Vec<_> = end
        .requests
        .requests
        .iter()
        .map(|request| &*request.name)
        .collect();
    assert_eq!(
        asked,
        [
            "GET /api/v3/repos/octo-org/hello/issues/7/comments",
            "GET /api/v3/repos/octo-org/hello/pulls/7",
        ]
    );
}

#[tokio::test]
async fn what_others_wrote_stays_as_it_is() {
    let runner = Runner::new().await;
    let quote = "> <!-- one-comment:root default -->\n\nI disagree.";
    runner.person(Deed::Comment { body: quote.into() });
    runner.publish("first").run().await.is("created");
    runner.publish("second").run().await.is("updated");
    assert_eq!(&*runner.comments()[0].body, quote);
    assert_eq!(runner.comments().len(), 2);
}
