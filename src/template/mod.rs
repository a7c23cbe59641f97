//! A message from a template: Jinja's language over JSON data and what is known of the run. Reads no file, no clock
//! and no other template, so that the same input says the same.
//!
//! Nothing is escaped by itself: a template writes Markdown. Filters do what is tedious to do by hand.

mod bounded;
mod cost;
mod data;
mod error;
mod fence;
mod language;
mod number;
mod table;
mod text;

use std::time::Instant;

use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior};

use bounded::Exhausted;

pub use error::TemplateError;

/// What a rendering may cost: minijinja takes one for an instruction, and one for 64 bytes that are made. A report of
/// thousands of tests takes a hundredth.
const FUEL: u64 = 1_000_000;

/// Bytes of a template's source, as many as a comment has characters. It bounds how deep an expression or a value is.
const LONGEST: usize = 65_536;

/// Loops within loops, and within themselves.
const DEEPEST: usize = 10;

/// The only template there is.
const NAME: &str = "template";

/// What a template may name besides its data. What is not known is not defined.
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
    data: Option<Value>,
    until: Instant,
}

impl Template {
    /// Reads both. The path is the one to name in errors; `clean` is applied to each text in the data, which is not
    /// defined where there is none. The template must have said what it says by `until`.
    ///
    /// # Errors
    /// [`TemplateError`] says where the template or the data cannot be read.
    pub fn new(
        path: &str,
        source: String,
        data: Option<(&str, &str)>,
        clean: &impl Fn(&str) -> String,
        until: Instant,
    ) -> Result<Self, TemplateError> {
        let data = match data {
            Some((path, json)) => Some(data::cleaned(data::parse(path, json)?, clean)),
            None => None,
        };
        if source.len() > LONGEST {
            return Err(TemplateError::too_long(path, LONGEST));
        }
        let named = path.to_owned();
        let environment = within(path, until, move || {
            environment(source.clone()).map_err(|why| TemplateError::of(&why, &named, &source))
        })?;
        Ok(Self {
            path: path.to_owned(),
            environment,
            data,
            until,
        })
    }

    /// What it says.
    ///
    /// # Errors
    /// [`TemplateError`] says where it went wrong: something is not defined, a filter cannot do with what it got, or
    /// there is too much to do.
    pub fn render(self, facts: &Facts<'_>) -> Result<String, TemplateError> {
        let Self {
            path,
            environment,
            data,
            until,
        } = self;
        let context = facts.context(data);
        let named = path.clone();
        within(&path, until, move || {
            let template = environment.get_template(NAME);
            let source = template.as_ref().map_or("", |template| template.source());
            let rendered = match &template {
                Ok(template) => template.render(context),
                Err(why) => return Err(TemplateError::of(why, &named, source)),
            };
            rendered.map_err(|why| TemplateError::of(&why, &named, source))
        })
    }
}

impl Facts<'_> {
    /// Those that are known, by the names that a template has for them.
    fn context(&self, data: Option<Value>) -> Value {
        let matrix = self
            .matrix
            .and_then(|json| serde_json::from_slice(json.as_bytes()).ok())
            .filter(|matrix: &Value| !matrix.is_none());
        let facts = [
            ("data", data),
            ("content", Some(Value::from(self.content))),
            ("event", self.event.map(Value::from)),
            ("repository", Some(Value::from(self.repository))),
            ("number", Some(Value::from(self.number))),
            ("sha", self.sha.map(Value::from)),
            ("run", self.run.map(Value::from)),
            ("attempt", self.attempt.map(Value::from)),
            ("run_url", self.run_url.map(Value::from)),
            ("workflow", self.workflow.map(Value::from)),
            ("job", self.job.map(Value::from)),
            ("matrix", matrix),
            ("status", self.status.map(Value::from)),
        ];
        let known = facts.into_iter();
        Value::from_pairs(known.filter_map(|(name, fact)| Some((name, fact?))))
    }
}

/// The result of the work, or that it took too much.
fn within<T: Send + 'static>(
    path: &str,
    until: Instant,
    work: impl FnOnce() -> Result<T, TemplateError> + Send + 'static,
) -> Result<T, TemplateError> {
    bounded::run(until, work)
        .unwrap_or_else(|why: Exhausted| Err(TemplateError::exhausted(path, &why)))
}

fn environment(source: String) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment.set_recursion_limit(DEEPEST);
    environment.set_formatter(cost::formatter);
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
