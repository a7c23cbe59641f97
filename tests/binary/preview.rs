//! `preview`: a page of what a publish would leave, and nothing on GitHub.

use std::fs;

use crate::setup::Runner;
use crate::step::Step;

const REPORT: &str = "| file | lines |\n|---|--:|\n| a.rs | 98 % |\n\n- [x] done\n\n> [!NOTE]\n> Look.\n\n<details><summary>More</summary>\n\n**log**\n\n</details>\n";

fn preview<'a>(runner: &'a Runner, message: &str) -> Step<'a> {
    runner.step("preview").env("ONE_COMMENT_MESSAGE", message)
}

#[tokio::test]
async fn a_preview_is_a_page_of_what_would_be_written_and_nothing_is() {
    let runner = Runner::new().await;
    let end = preview(&runner, REPORT).arg("--apply").run().await;
    end.is("planned");
    assert!(runner.comments().is_empty());
    let page = fs::read_to_string(runner.workspace().join("one-comment-preview.html")).unwrap();
    for part in [
        "octo-org/hello #7",
        "create a comment",
        "<td align=\"right\">98 %</td>",
        "type=\"checkbox\"",
        "markdown-alert-note",
        "<summary>More</summary>",
        // The footer, and the source with its markers.
        "/commit/1111111",
        "&lt;!-- one-comment:root default --&gt;",
    ] {
        assert!(page.contains(part), "{part} is missing: {page}");
    }
    assert!(end.outputs()["reason"].contains("one-comment-preview.html"));
}

#[tokio::test]
async fn a_preview_of_what_the_comment_says_already_shows_the_comment() {
    let runner = Runner::new().await;
    runner.publish("As before").run().await.is("created");
    let end = preview(&runner, "As before")
        .arg("--out=page.html")
        .run()
        .await;
    end.is("planned");
    assert_eq!(end.writes(), 0, "{end:#?}");
    let page = fs::read_to_string(runner.workspace().join("page.html")).unwrap();
    assert!(page.contains("<p>As before</p>"), "{page}");
}

#[tokio::test]
async fn a_preview_that_cannot_be_written_says_where() {
    let runner = Runner::new().await;
    let end = preview(&runner, "text")
        .arg("--out=no/such/folder.html")
        .run()
        .await;
    end.exits(1);
    assert!(end.error().contains("no/such/folder.html"), "{end:#?}");
}

#[tokio::test]
async fn where_a_publish_would_write_nothing_the_step_says_that_there_is_no_preview() {
    let runner = Runner::new().await;
    let end = preview(&runner, "text")
        .env("ONE_COMMENT_MODE", "update")
        .run()
        .await;
    end.is("skipped");
    assert!(
        end.outputs()["reason"].contains("no preview"),
        "{:?}",
        end.outputs()
    );
}
