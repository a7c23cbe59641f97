use super::*;

fn settings(api: &str, graphql: &str) -> Settings {
    Settings {
        api_url: api.into(),
        graphql_url: graphql.into(),
        api: Api::Auto,
        job_token: false,
        timeouts: Timeouts::default(),
        trace: false,
    }
}

// Case 59.
#[test]
fn on_an_enterprise_server_graphql_is_beside_rest_and_not_below() {
    let settings = settings(
        "https://ghe.example/api/v3/",
        "https://ghe.example/api/graphql",
    );
    let endpoints = check(&settings).unwrap();
    assert_eq!(endpoints.origin, "https://ghe.example/");
    assert_eq!(endpoints.rest, "/api/v3");
    assert_eq!(endpoints.graphql, "/api/graphql");
}

#[test]
fn the_token_is_not_sent_to_a_second_host() {
    let settings = settings("https://api.github.com", "https://api.example/graphql");
    let error = check(&settings).unwrap_err();
    assert!(matches!(error, SetupError::Origin { .. }), "{error}");
}

#[test]
fn the_token_is_not_sent_in_the_clear_except_on_this_machine() {
    let plain = settings("http://api.example", "http://api.example/graphql");
    assert!(matches!(check(&plain), Err(SetupError::Url { .. })));
    let here = settings("http://127.0.0.1:81", "http://127.0.0.1:81/graphql");
    assert!(check(&here).is_ok());
}

#[test]
fn a_url_with_a_password_a_query_or_no_host_is_refused() {
    for url in [
        "https://u:p@h",
        "https://h/?q=1",
        "/graphql",
        "ftp://h",
        "",
        "https://",
    ] {
        assert!(matches!(split(url), Err(SetupError::Url { .. })), "{url}");
    }
}

#[test]
fn where_an_answer_led_keeps_its_query_and_is_not_repeated() {
    let (origin, path) = elsewhere("https://blobs.example/a/b?sig=x%2Fy&sp=r").unwrap();
    assert_eq!(origin, "https://blobs.example/");
    assert_eq!(path, "/a/b?sig=x%2Fy&sp=r");
    for address in [
        "http://blobs.example/?sig=secret",
        "/a?sig=secret",
        "secret",
    ] {
        let error = elsewhere(address).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn a_repository_that_would_lead_to_another_path_is_refused() {
    for (owner, name) in [
        ("o", ".."),
        ("o", "a/b"),
        ("o", "a?b"),
        ("", "r"),
        ("o", "a%2e"),
    ] {
        let checked = check_repository(owner, name);
        assert!(
            matches!(checked, Err(SetupError::Repository(_))),
            "{owner}/{name}"
        );
    }
    assert!(check_repository("octo-org", "hello.world_1").is_ok());
}
