use super::*;

#[track_caller]
fn read(variables: &[(&str, &str)]) -> Environment {
    Environment::read(|name| {
        variables
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| (*value).to_owned())
    })
}

#[track_caller]
fn urls(variables: &[(&str, &str)]) -> [String; 3] {
    let found = read(variables);
    [found.api_url, found.graphql_url, found.server_url]
}

#[test]
fn without_a_runner_it_is_github_com() {
    assert_eq!(
        urls(&[]),
        [
            "https://api.github.com",
            "https://api.github.com/graphql",
            "https://github.com"
        ]
    );
    assert!(!read(&[]).in_actions);
}

#[test]
fn an_enterprise_server_has_graphql_beside_rest() {
    assert_eq!(
        urls(&[("GITHUB_API_URL", "https://ghes.example/api/v3/")]),
        [
            "https://ghes.example/api/v3",
            "https://ghes.example/api/graphql",
            "https://ghes.example"
        ]
    );
}

#[test]
fn a_tenant_of_github_com_keeps_its_name() {
    assert_eq!(
        urls(&[("GITHUB_API_URL", "https://api.octo.ghe.com")]),
        [
            "https://api.octo.ghe.com",
            "https://api.octo.ghe.com/graphql",
            "https://octo.ghe.com"
        ]
    );
}

#[test]
fn the_runners_own_addresses_win() {
    let given = [
        ("GITHUB_API_URL", "http://127.0.0.1:1/rest"),
        ("GITHUB_GRAPHQL_URL", "http://127.0.0.1:1/ql"),
        ("GITHUB_SERVER_URL", "http://127.0.0.1:1/"),
    ];
    assert_eq!(
        urls(&given),
        [
            "http://127.0.0.1:1/rest",
            "http://127.0.0.1:1/ql",
            "http://127.0.0.1:1"
        ]
    );
}

#[test]
fn a_link_carries_nobody_s_password() {
    let given = [("GITHUB_SERVER_URL", "https://user:pw@ghes.example")];
    assert_eq!(urls(&given)[2], "https://ghes.example");
}

#[test]
fn an_empty_variable_is_as_good_as_none() {
    let found = read(&[
        ("GITHUB_REPOSITORY", ""),
        ("GITHUB_API_URL", ""),
        ("GITHUB_OUTPUT", ""),
    ]);
    assert_eq!(found, read(&[]));
}

#[test]
fn a_run_is_numbered() {
    let found = read(&[
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_RUN_ID", "9007199254740993"),
        ("GITHUB_RUN_ATTEMPT", "2"),
        ("RUNNER_DEBUG", "1"),
    ]);
    assert!(found.in_actions && found.debug);
    assert_eq!(
        (found.run_id, found.run_attempt),
        (Some(9_007_199_254_740_993), Some(2))
    );
}
