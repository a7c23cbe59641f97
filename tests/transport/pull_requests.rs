//! Which requests a lookup becomes, and what it makes of lists that do not end, or hold more than was asked for.

use one_comment::converge::{Candidates, Clue, Failure, Sought};
use one_comment::github::{Api, Repository, Token};
use serde_json::{Value, json};

use crate::scripted::{Scripted, answer};
use crate::setup::{HEAD, NO_WORDS, TOKEN, ok, settings};

const NEXT: [&str; 1] = ["link: <https://h/x?page=2>; rel=\"next\""];

fn clue(branch: Option<&str>) -> Clue {
    Clue::Head(Sought {
        commit: one_comment::comment::Sha::parse(HEAD).unwrap(),
        repository: Some("contributor/hello".into()),
        branch: branch.map(str::to_owned),
        before: None,
    })
}

/// As REST shows it; without a repository its fork was deleted.
fn pull_request(number: u64, repository: Option<&str>) -> Value {
    let repository = repository.map(|name| json!({ "full_name": name }));
    json!({
        "number": number,
        "html_url": format!("https://h/pull/{number}"),
        "head": { "sha": HEAD, "ref": "a/b", "repo": repository },
        "base": { "ref": "main" },
    })
}

async fn ask(server: &Scripted, clue: &Clue) -> Result<Candidates, Failure> {
    let token = Token::new(TOKEN).unwrap();
    let settings = settings(&server.url, Api::Auto);
    let repository = Repository::new("octo-org", "hello", token, &settings);
    repository.unwrap().candidates(clue).await
}

#[tokio::test]
async fn a_branch_is_asked_for_with_its_owner_and_nothing_in_it_adds_to_the_question() {
    let server = Scripted::start(vec![ok(&json!([]))]);
    ask(&server, &clue(Some("a/b&state=all#é"))).await.unwrap();
    assert_eq!(
        server.lines(),
        [
            "GET /repos/octo-org/hello/pulls?state=open&head=contributor:a%2Fb%26state%3Dall%23%C3%A9&per_page=100&page=1"
        ]
    );
}

#[tokio::test]
async fn without_a_branch_all_pages_are_read_and_each_pull_request_counts_once() {
    let first = json!([
        pull_request(9, Some("contributor/hello")),
        pull_request(7, None)
    ]);
    let second = json!([pull_request(7, None)]);
    let server = Scripted::start(vec![
        answer(200, &NEXT, &first.to_string()),
        answer(200, &[], &second.to_string()),
    ]);
    let candidates = ask(&server, &clue(None)).await.unwrap();
    let found: Vec<_> = candidates
        .found
        .iter()
        .map(|one| (one.number, one.repository.as_deref()))
        .collect();
    assert_eq!(found, [(7, None), (9, Some("contributor/hello"))]);
    assert!(candidates.complete);
    let line =
        |page| format!("GET /repos/octo-org/hello/pulls?state=open&per_page=100&page={page}");
    assert_eq!(server.lines(), [line(1), line(2)]);
}

#[tokio::test]
async fn a_list_without_an_end_is_given_up_and_said_to_be_incomplete() {
    let endless = (0..50).map(|_| answer(200, &NEXT, "[]"));
    let server = Scripted::start(endless.collect());
    let candidates = ask(&server, &clue(None)).await.unwrap();
    assert!(!candidates.complete);
    assert_eq!(server.lines().len(), 20);
}

#[tokio::test]
async fn a_merge_queues_pull_request_is_asked_for_by_number_and_may_be_missing() {
    let number = 7;
    let base = "main".to_owned();
    let queue = Clue::Queue { number, base };
    let server = Scripted::start(vec![
        ok(&pull_request(7, Some("octo-org/hello"))),
        answer(404, &[], NO_WORDS),
        answer(502, &[], ""),
    ]);
    assert_eq!(ask(&server, &queue).await.unwrap().found.len(), 1);
    assert_eq!(ask(&server, &queue).await.unwrap().found, []);
    let failed = ask(&server, &queue).await;
    assert!(matches!(failed, Err(Failure::Unavailable(_))), "{failed:?}");
    assert_eq!(server.lines(), ["GET /repos/octo-org/hello/pulls/7"; 3]);
}

#[tokio::test]
async fn a_list_that_is_not_githubs_is_not_half_understood() {
    let mut broken = pull_request(7, None);
    broken["head"]["sha"] = json!("main");
    let server = Scripted::start(vec![ok(&json!([broken]))]);
    let failed = ask(&server, &clue(None)).await;
    assert!(matches!(failed, Err(Failure::Unavailable(_))), "{failed:?}");
}
