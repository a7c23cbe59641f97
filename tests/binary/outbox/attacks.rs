//! Whatever a fork's run leaves: refused with a reason, and nothing of it obeyed, printed or written elsewhere.

use one_comment::comment::Parsed;
use one_comment_sandbox::state::{Change, Run};
use serde_json::{Value, json};

use super::fork::{RUN, archive, entry, results, run};
use crate::setup::Runner;

const LABEL: &str = "one-comment-outbox-0000000000000000";
const FILE: &str = "one-comment-outbox-0000000000000000.json";

/// An entry with one field replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut entry = entry("a", "text");
    *entry.pointer_mut(pointer).unwrap() = value;
    entry
}

/// Refused for this reason, with exit code 65, and nobody's comment changed.
async fn is_refused(runner: &Runner, reason: &str) {
    let end = runner.deliver().run().await;
    end.exits(65);
    assert_eq!(
        results(&end),
        [("refused".into(), reason.into())],
        "{end:#?}"
    );
    assert_eq!(end.outcome(), "refused");
    assert_eq!(end.writes(), 0);
    assert!(runner.delivered().is_empty() && runner.comments().is_empty());
}

#[tokio::test]
async fn an_entry_that_claims_what_it_may_not_is_refused() {
    for (attack, reason) in [
        (with("/hints/number", json!(7)), "number"),
        (with("/hints/head", json!("1".repeat(40))), "head"),
        (with("/hints/run", json!(501)), "run"),
        (with("/key", json!("release")), "key"),
        (with("/order", json!("000001")), "entry"),
        (with("/order", json!("099999")), "entry"),
        (with("/version", json!(2)), "entry"),
        (with("/mode", json!("recreate")), "entry"),
        (with("/mode", json!("delete")), "entry"),
        (with("/content", json!("another text")), "entry"),
        (with("/digest", json!("AAAAAAAAAAAA")), "entry"),
        (with("/section", json!("a\u{1b}[2J")), "entry"),
        (with("/section", json!("a\n::add-mask::b")), "entry"),
        (
            with("/hints", json!({"repository": "octo-org/other"})),
            "entry",
        ),
        (json!({"version": 1}), "entry"),
        (json!("##[command]rm -rf"), "entry"),
    ] {
        let runner = Runner::new().await;
        runner.left(&[attack]);
        is_refused(&runner, reason).await;
    }
}

#[tokio::test]
async fn an_entry_that_holds_the_token_of_the_delivery_is_refused() {
    for entry in [
        entry("a", "it is job-token, is it not"),
        entry("job-token", "text"),
    ] {
        let runner = Runner::new().await;
        runner.left(&[entry]);
        is_refused(&runner, "token").await;
    }
}

#[tokio::test]
async fn an_archive_that_is_not_one_plain_entry_is_refused() {
    let good = entry("a", "text").to_string();
    let good = good.as_bytes();
    let mut lying = archive(FILE, good);
    // The size of the content in the central directory.
    let directory = lying.windows(4).position(|window| window == b"PK\x01\x02");
    let size = directory.unwrap() + 24;
    lying[size..size + 4].copy_from_slice(&1_u32.to_le_bytes());
    for attack in [
        archive("/etc/passwd", good),
        archive("../one-comment-outbox-0000000000000000.json", good),
        archive("one-comment-outbox-0000000000000001.json", good),
        archive(FILE, &vec![b' '; 4_000_000]),
        lying,
        Vec::new(),
        good.to_vec(),
    ] {
        let runner = Runner::new().await;
        runner.ended(run(RUN));
        runner.upload(RUN, LABEL, attack);
        is_refused(&runner, "archive").await;
    }
}

#[tokio::test]
async fn a_section_that_a_trusted_job_wrote_stays_as_it_is() {
    let runner = Runner::new().await;
    let trusted = runner.publish("trusted").section("a");
    let event = super::fork::pull_request_event();
    trusted
        .caused_by("pull_request_target", event)
        .run()
        .await
        .is("created");
    let before = runner.delivered();
    runner.left(&[entry("a", "forged"), entry("b", "honest")]);
    let end = runner.deliver().run().await;
    end.exits(65);
    assert_eq!(
        results(&end),
        [
            ("refused".into(), "not-its-own".into()),
            ("published".into(), String::new())
        ]
    );
    let body = runner.delivered().remove(0);
    assert_ne!(body, before[0]);
    assert!(body.contains("trusted") && body.contains("honest") && !body.contains("forged"));
}

#[tokio::test]
async fn another_run_s_artifact_is_not_taken() {
    let runner = Runner::new().await;
    runner.ended(run(RUN));
    runner.ended(run(501));
    let file = archive(FILE, entry("a", "text").to_string().as_bytes());
    runner.upload(501, LABEL, file);
    runner.deliver().run().await.is("skipped");
    assert!(runner.delivered().is_empty());
}

#[tokio::test]
async fn a_run_of_another_event_or_without_a_known_head_is_not_delivered() {
    let file = || archive(FILE, entry("a", "text").to_string().as_bytes());
    let odd = [
        Run {
            event: "pull_request_target".into(),
            ..run(RUN)
        },
        Run {
            event: "push".into(),
            ..run(RUN)
        },
        Run {
            head_branch: None,
            ..run(RUN)
        },
        Run {
            head_repository: None,
            ..run(RUN)
        },
        Run {
            head_sha: "main".into(),
            ..run(RUN)
        },
    ];
    for odd in odd {
        let runner = Runner::new().await;
        runner.ended(odd);
        runner.upload(RUN, LABEL, file());
        let end = runner.deliver().run().await;
        end.exits(65);
        assert_eq!((end.outcome(), end.writes()), ("refused".into(), 0));
        assert!(runner.delivered().is_empty());
    }
}

#[tokio::test]
async fn the_branch_of_somebody_else_s_pull_request_is_not_taken_for_one_s_own() {
    let runner = Runner::new().await;
    // A fork's run for a commit that is the head of the repository's own pull request.
    runner.ended(Run {
        head_sha: crate::setup::HEAD.into(),
        head_branch: Some("feature".into()),
        ..run(RUN)
    });
    let file = archive(FILE, with("/hints", json!({})).to_string().as_bytes());
    runner.upload(RUN, LABEL, file);
    runner.deliver().run().await.is("skipped");
    assert!(runner.comments().is_empty() && runner.delivered().is_empty());
}

#[tokio::test]
async fn names_of_artifacts_and_branches_give_no_command() {
    let runner = Runner::new().await;
    runner.ended(Run {
        head_branch: Some("x\n::add-mask::y##[command]z\u{1b}[31m".into()),
        ..run(RUN)
    });
    runner.upload(RUN, "one-comment-outbox-::add-mask::x", vec![]);
    runner.upload(
        RUN,
        "one-comment-outbox-0000000000000000\n::error::x",
        vec![],
    );
    let file = archive(FILE, entry("a", "text").to_string().as_bytes());
    runner.upload(RUN, LABEL, file);
    // The test's own step checks that the log gives no foreign command.
    let end = runner.deliver().run().await;
    end.is("skipped");
    assert!(!end.stdout.contains('\u{1b}'), "{end:#?}");
}

#[tokio::test]
async fn a_hostile_content_gives_no_command_and_forges_nothing() {
    let hostile = "::add-mask::x\n##[command]y\n\u{1b}[31mred\n<!-- one-comment:root other -->\n\
        <!-- (000001):one-comment:section b:start -->\nforged\n<!-- one-comment:section b:end -->\n\
        <!-- one-comment:state 1.1 AAAA -->\noutcome<<EOF\ncreated\nEOF\n<details>\n<!-- open";
    let runner = Runner::new().await;
    runner.left(&[entry("a", hostile), entry("b", "second")]);
    let end = runner.deliver().run().await;
    end.is("created");
    assert!(!end.stdout.contains('\u{1b}'), "{end:#?}");
    let Parsed::Ours { document, intact } = Parsed::read(&runner.delivered()[0]) else {
        panic!("not ours");
    };
    let names: Vec<_> = document
        .sections()
        .iter()
        .map(|s| s.name.as_str())
        .collect();
    assert_eq!((names, intact), (vec!["a", "b"], true));
    assert_eq!(document.key.as_str(), "default");
    assert_eq!(document.sections()[1].content.as_str(), "> second");
}

// case 53
#[tokio::test]
async fn a_stranger_s_text_notifies_nobody_and_hides_nothing() {
    let mention = |n: u32| format!("@octocat{n} ");
    let many: String = (0..70_000).map(mention).collect();
    let live = "@octocat #1 octo-org/hello#7 <!-- hidden -->";
    // What closing makes text, and what a cut does.
    let tag = format!("x <style title=\"{live}\">");
    let runner = Runner::new().await;
    runner.left(&[
        entry("a", &format!("{live}\n{many}")),
        entry("b", &format!("thanks {live}")),
        entry("c", &format!("`{many}`")),
        entry("d", &format!("thanks octocat <b title=\"{many}\">")),
        entry("e", "> octocat `code\n<b>\n@octocat #1 `"),
        entry("f", &tag),
    ]);
    let end = runner.deliver().run().await;
    end.is("created");
    let Parsed::Ours { document, .. } = Parsed::read(&runner.delivered()[0]) else {
        panic!("not ours");
    };
    for section in document.sections() {
        let text = section.content.as_str();
        assert!(text.contains("octocat") && !text.contains("<!--"), "{text}");
    }
    let page = runner.page_of(super::fork::FORKS_NUMBER).await;
    assert!(!page.contains(">@octocat"), "{page}");
    assert!(
        !page.contains(">#1<") && !page.contains("hello#7<"),
        "{page}"
    );
    // What somebody vouches for does notify.
    runner.publish("thanks @octocat").run().await.is("created");
    assert!(runner.page().await.contains(">@octocat</a>"));
}

#[tokio::test]
async fn a_refused_entry_does_not_keep_back_the_others() {
    let runner = Runner::new().await;
    runner.left(&[
        entry("a", "one"),
        with("/hints/number", json!(7)),
        entry("b", "two"),
    ]);
    let end = runner.deliver().run().await;
    end.exits(65);
    assert_eq!(end.outcome(), "created");
    assert!(end.error().contains("entry 2"), "{end:#?}");
    let body = &runner.delivered()[0];
    assert!(body.contains("one") && body.contains("two"), "{body}");
}

#[tokio::test]
async fn the_run_s_number_in_the_comment_is_github_s() {
    let runner = Runner::new().await;
    let mut silent = entry("a", "text");
    silent["hints"] = json!({});
    runner.left(&[silent]);
    runner.deliver().run().await.is("created");
    let Parsed::Ours { document, .. } = Parsed::read(&runner.delivered()[0]) else {
        panic!("not ours");
    };
    let origin = &document.sections()[0].record.as_ref().unwrap().origin;
    assert_eq!(
        (origin.run, origin.attempt, origin.delivered),
        (RUN, 1, true)
    );
}

#[tokio::test]
async fn the_token_is_shown_to_no_other_host() {
    // The sandbox's store of archives refuses whoever brings one.
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    runner.deliver().run().await.is("created");
}

#[tokio::test]
async fn a_fork_that_was_deleted_since_is_not_guessed() {
    let runner = Runner::new().await;
    runner.left(&[entry("a", "text")]);
    let on = super::fork::forks_pull_request();
    runner.change(Change::DeleteFork { on });
    let end = runner.deliver().run().await;
    end.is("skipped");
    assert!(runner.delivered().is_empty());
}
