use super::*;

const ACTIONS: Style = Style {
    in_actions: true,
    verbose: true,
};
const TERMINAL: Style = Style {
    in_actions: false,
    verbose: true,
};

/// What a closure prints: standard output, then standard error.
fn printed(style: Style, print: impl FnOnce(&mut Log<'_>)) -> (String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    print(&mut Log::new(&mut out, &mut err, style));
    (
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap(),
    )
}

#[test]
fn no_line_can_start_a_command() {
    let attacks = [
        "::add-mask::x",
        "  ::set-output name=a::b",
        "fine\n::error::x",
        "fine\r::error::x",
        "\u{a0}\u{2003}::warning::x",
        "\u{200b}:\u{200b}:error::x",
        "\u{feff}::stop-commands::x",
        "\u{1b}::error::x",
    ];
    for attack in attacks {
        let (out, _) = printed(ACTIONS, |log| log.line(attack));
        for line in out.split(['\n', '\r']) {
            let seen: String = line.chars().filter(|c| is_visible(*c)).collect();
            assert!(!seen.starts_with(':'), "{attack:?} became {out:?}");
        }
    }
}

#[test]
fn no_old_command_stands_anywhere_in_a_line() {
    for (attack, safe) in [
        ("see ##[error]x", r"see ##\[error]x"),
        ("###[group]x", r"###\[group]x"),
        ("#\u{200b}#\u{200b}[error]", "#\u{200b}#\u{200b}\\[error]"),
    ] {
        let (out, _) = printed(ACTIONS, |log| log.line(attack));
        assert_eq!(out, format!("{safe}\n"));
    }
}

#[test]
fn ordinary_text_stays_as_it_is() {
    for text in [
        "a::b",
        "#[derive(Debug)]",
        "#a#b[c]",
        "- [x] done #1 [link]",
        "日本 ✅ 100%",
        "\tindented",
    ] {
        assert_eq!(
            printed(ACTIONS, |log| log.line(text)).0,
            format!("{text}\n")
        );
    }
}

#[test]
fn json_stays_json() {
    let value = serde_json::json!({ "reason": "::error::\n##[error]x" });
    let (out, _) = printed(ACTIONS, |log| log.json(&value));
    assert!(!out.contains("##["), "{out}");
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&out).unwrap(),
        value
    );
}

#[test]
fn an_annotation_is_one_line_whatever_it_says() {
    let (out, err) = printed(ACTIONS, |log| {
        log.error("100% sure\r\n::add-mask::x\rend\n")
    });
    assert_eq!(
        out,
        "::error title=one-comment::100%25 sure%0A::add-mask::x%0Aend\n"
    );
    assert_eq!(err, "");
}

#[test]
fn an_annotation_holds_no_old_command() {
    let (out, _) = printed(ACTIONS, |log| log.warning("branch ##[error]x"));
    assert_eq!(out, "::warning title=one-comment::branch ##\\[error]x\n");
}

#[test]
fn outside_of_actions_warnings_are_plain_and_apart_from_results() {
    let (out, err) = printed(TERMINAL, |log| {
        log.line("updated");
        log.warning("look here");
    });
    assert_eq!(out, "updated\n");
    assert_eq!(err, "warning: look here\n");
}

#[test]
fn a_terminal_gets_no_control_characters() {
    let (out, _) = printed(TERMINAL, |log| log.line("a\u{1b}[2Jb\u{7}"));
    assert_eq!(out, "a\u{fffd}[2Jb\u{fffd}\n");
}

#[test]
fn a_group_folds_in_actions_and_indents_on_a_terminal() {
    let show = |log: &mut Log<'_>| log.group("Plan\n::error::x", "create\n::endgroup::");
    let folded = "::group::Plan%0A::error::x\ncreate\n\\::endgroup::\n::endgroup::\n";
    assert_eq!(printed(ACTIONS, show).0, folded);
    let indented = "Plan\n::error::x\n  create\n  ::endgroup::\n";
    assert_eq!(printed(TERMINAL, show).0, indented);
}

#[test]
fn details_are_for_those_who_ask() {
    let quiet = Style {
        in_actions: true,
        verbose: false,
    };
    assert_eq!(printed(quiet, |log| log.group("Plan", "create")).0, "");
}
