//! A person edits our comment by hand: the next steps repair it, and keep what the person wrote.

use one_comment_sandbox::state::Deed;

use crate::setup::Runner;

const REMARK: &str = "Looks good to me, says a person.";

/// Two sections, `build` before `test`.
async fn with_two_sections() -> Runner {
    let runner = Runner::new().await;
    for section in ["build", "test"] {
        let message = format!("## The {section}\n\npassed");
        runner.publish(&message).section(section).run().await;
    }
    runner
}

/// What a reader sees of it, and its markers: everything but the state.
fn without_state(body: &str) -> String {
    let kept = body
        .lines()
        .filter(|line| !line.starts_with("<!-- one-comment:state "));
    kept.collect::<Vec<_>>().join("\n")
}

/// Both jobs run again.
async fn both_run_again(runner: &Runner) {
    for section in ["build", "test"] {
        let message = format!("## The {section}\n\npassed");
        let end = runner.publish(&message).section(section).run().await;
        end.exits(0);
    }
}

/// The damage is repaired, however often it is done, and the remark is in its place after it.
async fn is_repaired(damage: impl Fn(&str) -> String) {
    let runner = with_two_sections().await;
    let remarked = |body: &str| {
        let end = "<!-- one-comment:section build:end -->\n";
        body.replacen(end, &format!("{end}\n{REMARK}\n"), 1)
    };
    runner.rewrite(remarked);
    both_run_again(&runner).await;
    let whole = without_state(&runner.body());
    assert_eq!(whole.matches(REMARK).count(), 1, "{whole}");
    for _ in 0..3 {
        runner.rewrite(&damage);
        both_run_again(&runner).await;
        assert_eq!(without_state(&runner.body()), whole);
    }
}

#[tokio::test]
async fn a_deleted_end_marker_comes_back_and_nothing_grows() {
    is_repaired(|body| body.replacen("<!-- one-comment:section test:end -->\n", "", 1)).await;
}

#[tokio::test]
async fn a_deleted_state_comes_back_and_nothing_grows() {
    is_repaired(without_state).await;
}

#[tokio::test]
async fn a_section_that_was_edited_by_hand_says_again_what_its_job_says() {
    is_repaired(|body| body.replacen("## The test\n\npassed", "## The test\n\nfailed", 1)).await;
}

#[tokio::test]
async fn line_ends_of_a_browser_are_no_damage() {
    let runner = with_two_sections().await;
    runner.rewrite(|body| body.replace('\n', "\r\n"));
    let end = runner
        .publish("## The test\n\npassed")
        .section("test")
        .run()
        .await;
    end.is("unchanged");
}

#[tokio::test]
async fn a_comment_without_its_root_is_left_alone_and_named_and_a_new_one_is_made() {
    let runner = with_two_sections().await;
    runner.rewrite(|body| body.split_once('\n').unwrap().1.to_owned());
    let left = runner.comments()[0].clone();

    let end = runner
        .publish("## The test\n\npassed")
        .section("test")
        .run()
        .await;
    end.is("created");
    let warnings = end.annotations("warning").join("\n");
    let address = format!("issuecomment-{}", left.id.0);
    assert!(
        warnings.contains(&address) && warnings.contains("root"),
        "{warnings}"
    );
    assert_eq!(runner.comments()[0].body, left.body);
    assert_ne!(runner.the_comment().id, left.id);
    assert_eq!(runner.comments().len(), 2);
}

#[tokio::test]
async fn a_comment_that_was_deleted_is_made_anew() {
    let runner = with_two_sections().await;
    runner.person(Deed::Delete { comment: None });
    runner.publish("again").run().await.is("created");
    assert_eq!(runner.comments().len(), 1);
}
