//! `preview`: what a publish would leave, as a page to look at. Writes a file, and nothing on GitHub.

use std::fs;

use anyhow::Context as _;

use super::access::Connection;
use super::drive::{Clock, Driven};
use super::report::described;
use crate::cli::Options;
use crate::converge::{Failure, Intent, Settings, Trouble, Verdict};
use crate::preview::Preview;

/// Writes the page of what the dry run `driven` has planned, and says where it is; `None` where the publish would
/// write nothing because it may not. A failure to render becomes the verdict of the run.
pub(super) fn preview(
    connection: &mut Connection,
    driven: &mut Driven,
    options: &Options,
    number: u64,
    settings: Settings,
) -> anyhow::Result<Option<String>> {
    let (plan, text) = match &driven.outcome.verdict {
        Verdict::Planned(call) => match described(call) {
            (plan, Some(body)) => (plan, body.to_owned()),
            (plan, None) => (plan, standing(connection, settings)),
        },
        Verdict::Unchanged => (
            driven.outcome.reason.clone(),
            standing(connection, settings),
        ),
        _ => return Ok(None),
    };
    let repository = options.repository.to_string();
    match connection.render(&text, &repository) {
        Ok(html) => {
            let preview = Preview {
                repository: &repository,
                number,
                plan: &plan,
                html: &html,
                source: &text,
            };
            let path = options.out.display();
            fs::write(&options.out, preview.page())
                .with_context(|| format!("the preview cannot be written to {path}"))?;
            Ok(Some(format!("{plan}: the preview is in {path}")))
        }
        Err(failure) => {
            fail(driven, failure);
            Ok(None)
        }
    }
}

/// The text of our comment as it is.
fn standing(connection: &mut Connection, settings: Settings) -> String {
    let show = Settings {
        intent: Intent::Show,
        ..settings
    };
    let shown = connection.converge(show, Clock::start()).outcome.verdict;
    match shown {
        Verdict::Shown(comments) => comments.into_iter().find_map(|comment| comment.body),
        _ => None,
    }
    .unwrap_or_default()
}

fn fail(driven: &mut Driven, failure: Failure) {
    driven.outcome.reason = format!("the preview cannot be rendered: {failure}");
    driven.outcome.verdict = Verdict::Failed(Trouble::GitHub(failure));
}
