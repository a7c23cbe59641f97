//! A message from a template: Jinja's language over JSON data and what is known of the run. Reads no file, no clock
//! and no other template, so that the same input says the same.
//!
//! Nothing is escaped by itself: a template writes Markdown. Filters do what is tedious to do by hand.

mod data;
mod error;
mod fence;
mod language;
mod number;
mod table;
mod text;

use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior, context};

pub use error::TemplateError;

/// What a rendering may cost: minijinja takes one for an instruction, and one for 64 bytes that are made. A report of
/// thousands of tests takes a hundredth.
const FUEL: u64 = 1_000_000;

/// The only template there is.
const NAME: &str = "template";

/// What a template may name besides its data. What is not known is `none`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts<'a> {
    /// The message as given otherwise: by an input, files or standard input.
    pub content: &'a str,
    /// Name of the event.
    pub event: Option<&'a str>,
    /// `owner/name`.
    pub repository: &'a str,
    /// The pull request or issue.
    pub number: u64,
    /// The commit that the message is about, in 40 digits.
    pub sha: Option<&'a str>,
    /// GitHub's run id.
    pub run: Option<u64>,
    /// GitHub's run attempt.
    pub attempt: Option<u32>,
    /// Address of the run for people.
    pub run_url: Option<&'a str>,
    /// The workflow's name.
    pub workflow: Option<&'a str>,
    /// The job's id.
    pub job: Option<&'a str>,
    /// The values of the matrix, as JSON.
    pub matrix: Option<&'a str>,
    /// How the job stands so far, in GitHub's word.
    pub status: Option<&'a str>,
}

/// A template that can be read, with its data.
#[derive(Debug)]
pub struct Template {
    path: String,
    environment: Environment<'static>,
    data: Value,
}

impl Template {
    /// Reads both. The path is the one to name in errors; `clean` is applied to each text in the data, which is
    /// `none` where there is none.
    ///
    /// # Errors
    /// [`TemplateError`] says where the template or the data cannot be read.
    pub fn new(
        path: &str,
        source: String,
        data: Option<(&str, &str)>,
        clean: &impl Fn(&str) -> String,
    ) -> Result<Self, TemplateError> {
        let data = match data {
            Some((path, json)) => data::cleaned(data::parse(path, json)?, clean),
            None => Value::from(()),
        };
        let environment =
            environment(source.clone()).map_err(|why| TemplateError::of(&why, path, &source))?;
        Ok(Self {
            path: path.to_owned(),
            environment,
            data,
        })
    }

    /// What it says.
    ///
    /// # Errors
    /// [`TemplateError`] says where it went wrong: something is not defined, or a filter cannot do with what it got.
    pub fn render(&self, facts: &Facts<'_>) -> Result<String, TemplateError> {
        let matrix: Value = facts
            .matrix
            .and_then(|json| serde_json::from_slice(json.as_bytes()).ok())
            .unwrap_or(Value::from(()));
        let context = context! {
            data => self.data.clone(),
            content => facts.content,
            event => facts.event,
            repository => facts.repository,
            number => facts.number,
            sha => facts.sha,
            run => facts.run,
            attempt => facts.attempt,
            run_url => facts.run_url,
            workflow => facts.workflow,
            job => facts.job,
            matrix => matrix,
            status => facts.status,
        };
        let template = self.environment.get_template(NAME);
        let rendered = template.and_then(|template| template.render(context));
        rendered.map_err(|why| {
            let template = self.environment.get_template(NAME);
            let source = template.as_ref().map_or("", |template| template.source());
            TemplateError::of(&why, &self.path, source)
        })
    }
}

fn environment(source: String) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    // Else errors do not know their column.
    environment.set_debug(true);
    // A line that only holds a block leaves no blank line, which would end a table or a list.
    let mut syntax = environment.syntax().to_builder();
    syntax.trim_blocks(true).lstrip_blocks(true);
    environment.set_syntax(syntax.build()?);
    language::add_to(&mut environment);
    environment.add_filter("bytes", number::bytes);
    environment.add_filter("cell", table::cell);
    environment.add_filter("delta", number::delta);
    environment.add_filter("diff", fence::diff);
    environment.add_filter("duration", number::duration);
    environment.add_filter("escape_markdown", text::escape_markdown);
    environment.add_filter("fence", fence::fence);
    environment.add_filter("icon", text::icon);
    environment.add_filter("percent", number::percent);
    environment.add_filter("table", table::table);
    environment.add_filter("truncate", text::truncate);
    environment.add_template_owned(NAME, source)?;
    Ok(environment)
}

#[cfg(test)]
mod tests;
