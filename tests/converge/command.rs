//! What a job asks for, as the tests say it: the pull request of the seeded world, and commands on it.

use one_comment::comment::{Frame, Name, Sha};
use one_comment::converge::{
    Clearing, Emptied, Intent, Message, Mode, Overflow, Pace, Rules, Run, Selector, Settings,
};
use one_comment_sandbox::state::Subject;

pub(crate) fn on() -> Subject {
    Subject::new("octo-org", "hello", 7)
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(crate) fn sha(digit: &str) -> Sha {
    Sha::parse(&digit.repeat(40)).unwrap()
}

/// What a run with this id says at its first attempt, about the seeded head.
pub(crate) fn settings(run: u64, intent: Intent) -> Settings {
    Settings {
        key: name("default"),
        intent,
        run: Run {
            id: run,
            attempt: 1,
            start: 0,
            nonce: run,
            writer: String::new(),
            runner: None,
        },
        frame: Frame {
            server: "https://github.example".to_owned(),
            repository: "octo-org/hello".to_owned(),
            run,
            attempt: 1,
            footer: true,
            marks_stale: true,
        },
        commit: Some(sha("1")),
        before: None,
        author: None,
        adopt: Vec::new(),
        hint: None,
        legs: 1,
        overflow: Overflow::default(),
        rules: Rules::default(),
        dry: false,
        pace: Pace {
            settle: 2_000,
            timeout: 240_000,
            seed: run,
        },
    }
}

pub(crate) fn publish(section: &str, text: &str) -> Intent {
    publish_as(Mode::Upsert, section, text)
}

pub(crate) fn publish_as(mode: Mode, section: &str, text: &str) -> Intent {
    Intent::Publish(Box::new(Message {
        mode,
        ..Message::new(name(section), text)
    }))
}

/// Removes these sections, and leaves the comment as it is then.
pub(crate) fn clear(sections: &[&str]) -> Intent {
    clear_and(sections, Emptied::Kept)
}

pub(crate) fn clear_and(sections: &[&str], emptied: Emptied) -> Intent {
    let sections = sections.iter().map(|text| Selector::parse(text).unwrap());
    Intent::Clear(Clearing {
        sections: sections.collect(),
        emptied,
    })
}
