//! GitHub's refusals in the shapes that are known (facts 14, 19, 21, 30 to 32, 92, 94), and their classes.

use super::*;

const WRITE: About = About {
    write: true,
    comment: false,
};
const READ: About = About::READ;
const UPDATE: About = About {
    write: true,
    comment: true,
};

/// One word for the class, and the wait of a limit.
fn class(failure: &Failure) -> String {
    match failure {
        Failure::RateLimited { wait, .. } => format!("limited {wait:?}"),
        other => format!("{other:?}")
            .chars()
            .take_while(|c| c.is_ascii_alphabetic())
            .collect(),
    }
}

fn answer(status: u16, headers: Headers, body: &str) -> Answer {
    Answer {
        request: "POST /x".into(),
        status,
        headers,
        location: None,
        scopes: None,
        body: body.into(),
    }
}

fn message(words: &str) -> String {
    serde_json::json!({ "message": words, "documentation_url": "https://docs" }).to_string()
}

fn check(status: u16, body: &str, about: About, expected: &str) {
    let failure = of_status(&answer(status, Headers::default(), body), about);
    assert_eq!(class(&failure), expected, "{status} {body}");
}

fn too_long(code: &str, field: &str, words: &str) -> String {
    serde_json::json!({
        "message": "Validation Failed",
        "errors": [{ "resource": "IssueComment", "code": code, "field": field, "message": words }],
        "status": "422",
    })
    .to_string()
}

#[test]
fn a_status_alone_or_with_githubs_words_gives_its_class() {
    check(401, &message("Bad credentials"), WRITE, "BadCredentials");
    check(
        403,
        &message("Resource not accessible by integration"),
        WRITE,
        "Denied",
    );
    check(403, "<html>", WRITE, "Denied");
    check(404, &message("Not Found"), WRITE, "NoSubject");
    check(404, &message("Not Found"), UPDATE, "Gone");
    check(410, &message("This issue was deleted"), UPDATE, "Gone");
    check(301, &message("Moved Permanently"), READ, "NoSubject");
    check(422, &message("Validation Failed"), WRITE, "Refused");
    check(400, &message("Problems parsing JSON"), WRITE, "Refused");
}

#[test]
fn a_body_that_is_too_long_is_known_in_all_of_githubs_spellings() {
    let capital = "Body is too long (maximum is 65536 characters)";
    let lower = "body is too long (maximum is 65536 characters)";
    check(
        422,
        &too_long("unprocessable", "data", capital),
        WRITE,
        "TooLong",
    );
    check(
        422,
        &too_long("unprocessable", "data", lower),
        UPDATE,
        "TooLong",
    );
    check(422, &too_long("custom", "body", lower), UPDATE, "TooLong");
}

#[test]
fn locked_archived_and_full_are_not_missing_permissions() {
    check(
        403,
        &message("Unable to create comment because issue is locked."),
        WRITE,
        "Locked",
    );
    check(
        403,
        &message("Repository was archived so is read-only."),
        UPDATE,
        "Archived",
    );
    let full = "Commenting is disabled on issues with more than 2500 comments";
    check(403, &message(full), WRITE, "Full");
    check(403, &message("User is blocked"), WRITE, "Denied");
}

#[test]
fn a_server_error_on_a_write_leaves_open_whether_it_happened() {
    for status in [408, 500, 502, 503, 504] {
        check(status, "<html>", WRITE, "Unknown");
        check(status, "", UPDATE, "Unknown");
        check(status, &message("Server Error"), READ, "Unavailable");
    }
}

#[test]
fn headers_say_how_long_a_limit_lasts_and_come_before_the_words() {
    let asked = Headers {
        retry_after: Some(30),
        ..Headers::default()
    };
    let spent = Headers {
        remaining: Some(0),
        reset: Some(1_060),
        date: Some(1_000),
        ..Headers::default()
    };
    let left = Headers {
        remaining: Some(7),
        ..spent
    };
    let undated = Headers {
        date: None,
        ..spent
    };
    let denied = message("Resource not accessible by integration");
    let secondary = message("You have exceeded a secondary rate limit. Please wait.");
    let abuse = message("You have triggered an abuse detection mechanism.");
    let table = [
        (403, asked, &denied, "limited Some(30000)"),
        (429, spent, &denied, "limited Some(61000)"),
        (403, undated, &denied, "limited None"),
        (403, left, &denied, "Denied"),
        (403, left, &secondary, "limited None"),
        (403, Headers::default(), &abuse, "limited None"),
        (429, Headers::default(), &denied, "limited None"),
        (401, spent, &denied, "BadCredentials"),
    ];
    for (status, headers, body, expected) in table {
        let failure = of_status(&answer(status, headers, body), WRITE);
        assert_eq!(class(&failure), expected, "{status} {headers:?} {body}");
    }
}

#[test]
fn content_that_came_too_quickly_is_a_limit_though_it_looks_like_a_validation_error() {
    check(
        422,
        &too_long("custom", "body", "was submitted too quickly"),
        WRITE,
        "limited None",
    );
}

fn graphql(kind: Option<&str>, words: &str, headers: Headers, about: About) -> String {
    let error = GraphqlError {
        kind: kind.map(str::to_owned),
        message: words.into(),
        ..GraphqlError::default()
    };
    class(&of_graphql(&answer(200, headers, ""), &error, about))
}

#[test]
fn a_graphql_error_is_classified_by_its_type() {
    let none = Headers::default();
    let denied = "Resource not accessible by integration";
    assert_eq!(graphql(Some("FORBIDDEN"), denied, none, WRITE), "Denied");
    assert_eq!(
        graphql(Some("INSUFFICIENT_SCOPES"), "", none, READ),
        "Denied"
    );
    assert_eq!(
        graphql(Some("NOT_FOUND"), "Could not resolve", none, READ),
        "NoSubject"
    );
    assert_eq!(
        graphql(Some("NOT_FOUND"), "Could not resolve", none, UPDATE),
        "Gone"
    );
    assert_eq!(graphql(Some("UNPROCESSABLE"), "no", none, WRITE), "Refused");
    assert_eq!(
        graphql(Some("UNPROCESSABLE"), "Body is too long", none, WRITE),
        "TooLong"
    );
    assert_eq!(
        graphql(Some("FORBIDDEN"), "Issue is locked", none, WRITE),
        "Locked"
    );
    assert_eq!(
        graphql(Some("RATE_LIMITED"), "", none, WRITE),
        "limited None"
    );
}

#[test]
fn a_graphql_error_that_names_no_reason_leaves_a_write_open() {
    let words = "Something went wrong while executing your query.";
    assert_eq!(graphql(None, words, Headers::default(), WRITE), "Unknown");
    assert_eq!(
        graphql(Some("INTERNAL"), words, Headers::default(), UPDATE),
        "Unknown"
    );
    assert_eq!(
        graphql(None, words, Headers::default(), READ),
        "Unavailable"
    );
}

#[test]
fn a_graphql_limit_comes_with_status_200() {
    let spent = Headers {
        remaining: Some(0),
        reset: Some(20),
        date: Some(10),
        ..Headers::default()
    };
    assert_eq!(
        graphql(None, "API exceeded", spent, READ),
        "limited Some(11000)"
    );
    let words = "You have exceeded a secondary rate limit";
    assert_eq!(
        graphql(Some("FORBIDDEN"), words, Headers::default(), WRITE),
        "limited None"
    );
    assert_eq!(graphql(Some("FORBIDDEN"), "no", spent, WRITE), "Denied");
}

#[test]
fn a_write_that_never_left_this_machine_did_not_happen() {
    let unsent = of_lost(Lost::NotSent("no route".into()), WRITE);
    assert_eq!(class(&unsent), "Unavailable");
    let silent = of_lost(Lost::NoAnswer("reset".into()), WRITE);
    assert_eq!(class(&silent), "Unknown");
    let read = of_lost(Lost::NoAnswer("reset".into()), READ);
    assert_eq!(class(&read), "Unavailable");
}

#[test]
fn half_an_answer_to_a_write_leaves_it_open() {
    let half = answer(201, Headers::default(), r#"{"id": 1, "bo"#);
    assert_eq!(class(&of_broken(&half, "EOF", WRITE)), "Unknown");
    assert_eq!(class(&of_broken(&half, "EOF", READ)), "Unavailable");
}
