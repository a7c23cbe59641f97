//! What of Jinja's own filters, tests and functions templates have: those that a report needs, since each costs every
//! download some bytes.

use minijinja::value::{Kwargs, StringInput, Value};
use minijinja::{Environment, Error, State, filters, functions, tests};

use super::cost::written;
use super::data::defined;

/// Adds them. `namespace` is not among them: a value that changes can hold itself, which nothing can write.
pub(super) fn add_to(environment: &mut Environment<'_>) {
    add_filters(environment);
    add_tests(environment);
    environment.add_function("range", functions::range);
}

fn add_filters(environment: &mut Environment<'_>) {
    environment.add_filter("default", filters::default);
    environment.add_filter("escape", escape);
    environment.add_filter("first", filters::first);
    environment.add_filter("groupby", groupby);
    environment.add_filter("indent", filters::indent);
    environment.add_filter("items", items);
    environment.add_filter("join", join);
    environment.add_filter("last", filters::last);
    environment.add_filter("length", length);
    environment.add_filter("list", filters::list);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("map", filters::map);
    environment.add_filter("max", filters::max);
    environment.add_filter("min", filters::min);
    environment.add_filter("rejectattr", filters::rejectattr);
    environment.add_filter("replace", filters::replace);
    environment.add_filter("round", filters::round);
    environment.add_filter("selectattr", filters::selectattr);
    environment.add_filter("sort", filters::sort);
    environment.add_filter("sum", filters::sum);
    environment.add_filter("trim", filters::trim);
    environment.add_filter("unique", filters::unique);
    environment.add_filter("upper", filters::upper);
}

fn add_tests(environment: &mut Environment<'_>) {
    environment.add_test("defined", tests::is_defined);
    environment.add_test("eq", tests::is_eq);
    environment.add_test("ge", tests::is_ge);
    environment.add_test("gt", tests::is_gt);
    environment.add_test("in", tests::is_in);
    environment.add_test("le", tests::is_le);
    environment.add_test("lt", tests::is_lt);
    environment.add_test("mapping", tests::is_mapping);
    environment.add_test("ne", tests::is_ne);
    environment.add_test("none", tests::is_none);
    environment.add_test("number", tests::is_number);
    environment.add_test("sequence", tests::is_sequence);
    environment.add_test("string", tests::is_string);
    environment.add_test("undefined", tests::is_undefined);
}

// Minijinja's own take what is not defined for something empty.

fn escape(state: &mut State<'_, '_>, value: &Value) -> Result<Value, Error> {
    filters::escape(state, defined(value)?)
}

fn items(value: &Value) -> Result<Value, Error> {
    filters::items(defined(value)?)
}

fn groupby(value: Value, attribute: Option<&str>, options: Kwargs) -> Result<Value, Error> {
    filters::groupby(defined(&value)?.clone(), attribute, options)
}

/// Minijinja's own does not count what stands in lists in the list.
fn join(
    state: &mut State<'_, '_>,
    value: &Value,
    joiner: Option<StringInput<'_>>,
    attribute: Option<&str>,
    options: Kwargs,
) -> Result<Value, Error> {
    written(state, value)?;
    filters::join(state, value, joiner, attribute, options)
}

fn length(value: &Value) -> Result<usize, Error> {
    filters::length(defined(value)?)
}
