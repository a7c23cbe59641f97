//! `preview`: what a publish would leave, as a page to look at. Writes a file, and nothing on GitHub.

use std::fs;

use anyhow::Context as _;

use super::access::Access;
use super::drive::{Clock, Driven};
use super::report::described;
use crate::cli::Options;
use crate::converge::{Failure, Intent, Settings, Trouble, Verdict};
use crate::preview::Preview;

/// Writes the page of what the dry run `driven` has planned, and says where it is; `None` where the publish would
/// write nothing because it may not. A failure to render becomes the verdict of the run.
pub(super) fn preview(
    access: &Access<'_>,
    driven: &mut Driven,
    options: &Options,
    number: u64,
    settings: Settings,
) -> anyhow::Result<Option<String>> {
    let (plan, text) = match &driven.outcome.verdict {
        Verdict::Planned(call) => match described(call) {
            (plan, Some(body)) => (plan, body.to_owned()),
            (plan, None) => (plan, standing(access, number, settings)?),
        },
        Verdict::Unchanged => (
            driven.outcome.reason.clone(),
            standing(access, number, settings)?,
        ),
        _ => {
            driven.outcome.reason.push_str("; there is no preview");
            return Ok(None);
        }
    };
    let repository = options.repository.to_string();
    match access.render(number, &text)? {
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
fn standing(access: &Access<'_>, number: u64, settings: Settings) -> anyhow::Result<String> {
    let show = Settings {
        intent: Intent::Show,
        ..settings
    };
    let shown = access.converge(number, show, Clock::start())?.outcome;
    Ok(match shown.verdict {
        Verdict::Shown(comments) => comments.into_iter().find_map(|comment| comment.body),
        _ => None,
    }
    .unwrap_or_default())
}

fn fail(driven: &mut Driven, failure: Failure) {
    driven.outcome.reason = format!("the preview cannot be rendered: {failure}");
    driven.outcome.verdict = Verdict::Failed(Trouble::GitHub(failure));
}
