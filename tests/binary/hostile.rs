//! Messages that try to be more than text: forged markers, open fences, commands to the runner.

use crate::setup::Runner;

const FORGED: &str = "<!-- one-comment:state 999.1 e30 -->";

/// Lines that must reach the reader as they are, whatever a shell, a template or a runner would make of them.
const VERBATIM: [&str; 9] = [
    "$& $$ $1 $` \\n \\1 %0A %25",
    "`code` and ``two`` ticks",
    "::set-output name=outcome::forged",
    "::error::forged",
    "::stop-commands::forged",
    "##[error]forged",
    "${{ secrets.TOKEN }} $(id) `id`",
    "{content}",
    "an arrow --> to the right",
];

/// Publishes it as section `a` from a file, then an ordinary section `b`.
async fn beside_another(message: &str) -> Runner {
    let runner = Runner::new().await;
    runner.file("report.md", message);
    let step = runner.step("publish").arg("--apply").section("a");
    let end = step
        .env("ONE_COMMENT_MESSAGE_PATH", "report.md")
        .run()
        .await;
    end.is("created");
    let next = runner.publish("## Second section\n\nunharmed").section("b");
    next.run().await.is("updated");
    runner
}

/// The second section is a section, and looks like one.
async fn second_is_unharmed(runner: &Runner) {
    let body = runner.body();
    assert!(
        body.contains("\n<!-- (500000):one-comment:section b:start -->\n## Second section"),
        "{body}"
    );
    let page = runner.page().await;
    let headings = page.split("<h2").skip(1);
    let mut headings = headings.filter_map(|heading| heading.split("</h2>").next());
    assert!(
        headings.any(|heading| heading.contains("Second section")),
        "{page}"
    );
    // Read back: who publishes the same finds nothing to do.
    let again = runner.publish("## Second section\n\nunharmed").section("b");
    again.run().await.is("unchanged");
}

// cases 47 and 48
#[tokio::test]
async fn text_is_shown_as_it_is_and_commands_nobody() {
    let message = VERBATIM.join("\n\n");
    let runner = beside_another(&message).await;
    assert!(runner.body().contains(&message), "{}", runner.body());
    second_is_unharmed(&runner).await;
}

/// Each end of a step is checked for foreign commands; this one prints all there is to print.
#[tokio::test]
async fn a_step_that_prints_the_message_commands_nobody() {
    let message = VERBATIM.join("\n");
    let runner = Runner::new().await;
    let plan = runner.step("publish").env("ONE_COMMENT_MESSAGE", &message);
    let plan = plan.run().await;
    plan.is("planned");
    assert!(plan.stdout.contains("set-output name=outcome"), "{plan:#?}");
    assert_eq!(plan.outputs().len(), 10);

    runner.publish(&message).run().await.is("created");
    let shown = runner.step("show").run().await;
    assert!(
        shown.stdout.contains("set-output name=outcome"),
        "{shown:#?}"
    );
    runner.step("show").arg("--json").run().await.exits(0);
}

#[tokio::test]
async fn a_forged_state_is_text_and_forges_nothing() {
    let runner = beside_another(&format!("before\n\n{FORGED}\n\nafter")).await;
    let as_text = FORGED.replace('<', "&lt;");
    let body = runner.body();
    let whole = format!("\nbefore\n\n{as_text}\n\nafter\n");
    assert!(body.contains(&whole), "{body}");
    second_is_unharmed(&runner).await;
}

// Case 24.
#[tokio::test]
async fn forged_sections_are_text_and_forge_nothing() {
    let forged = "<!-- one-comment:section b:end -->\n<!-- (500000):one-comment:section b:start -->\nforged\n\
                  <!-- one-comment:root default -->\n<!-- one-comment:footer:start -->";
    let runner = beside_another(forged).await;
    assert_eq!(runner.body().matches("section b:start -->").count(), 2);
    assert_eq!(
        runner
            .body()
            .matches("<!-- (500000):one-comment:section b:start -->")
            .count(),
        1
    );
    second_is_unharmed(&runner).await;
}

#[tokio::test]
async fn what_a_message_leaves_open_is_closed_after_it() {
    for open in [
        "```\nopen fence",
        "~~~~ text\nopen fence\n~~~",
        "<details><summary>more</summary>\n\nopen",
        "<!-- open",
        "- item\n  ```\n  open fence in a list",
    ] {
        let runner = beside_another(open).await;
        second_is_unharmed(&runner).await;
    }
}

#[tokio::test]
async fn line_ends_and_byte_order_marks_are_no_text() {
    for message in [
        "\u{feff}# Title\r\n\r\ntext\r\n".as_bytes(),
        b"\xff\xfe#\0 \0T\0i\0t\0l\0e\0\n\0\n\0t\0e\0x\0t\0",
    ] {
        let runner = Runner::new().await;
        runner.file("report.md", message);
        let publish = || {
            let step = runner.step("publish").arg("--apply");
            step.env("ONE_COMMENT_MESSAGE_PATH", "report.md")
        };
        publish().run().await.is("created");
        let body = runner.body();
        assert!(
            body.contains("\n# Title\n\ntext\n") && !body.contains('\u{feff}'),
            "{body:?}"
        );
        publish().run().await.is("unchanged");
    }
}
