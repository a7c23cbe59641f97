//! What the core is measured at, and on which input. Measures nothing.

use std::hint::black_box;

use one_comment::comment::{
    Content, Document, Frame, Name, Origin, Parsed, Section, Sha, Stamp, cut, input_digest,
};
use one_comment::converge::{
    Account, Comment, CommentRef, Head, Intent, Message, Overflow, Pace, Reply, Rules, Run,
    Session, Settings, Sight, Step, Subject, join,
};

/// Something that the core does.
pub(super) struct Work {
    pub(super) name: &'static str,
    /// What its size counts.
    pub(super) unit: &'static str,
    pub(super) largest: u32,
    /// Makes an input of that size, and answers what is to be counted.
    pub(super) prepare: fn(u32) -> Box<dyn FnMut()>,
}

/// All of it. A comment holds 65,536 characters (fact 20).
pub(super) fn works() -> [Work; 8] {
    let work = |name, unit, largest, prepare| Work {
        name,
        unit,
        largest,
        prepare,
    };
    [
        work("parse", "sections in 65,536 characters", 100, parse),
        work("print", "sections in 65,536 characters", 100, print),
        work("join", "sections in 65,536 characters", 100, join_two),
        work("close", "characters", 65_536, close),
        work("close what never ends", "characters", 65_536, close_endless),
        work("quote what never ends", "characters", 65_536, quote_endless),
        work("cut", "characters", 65_536, cut_half),
        work("plan", "duplicates of 10 sections", 20, plan),
    ]
}

fn parse(sections: u32) -> Box<dyn FnMut()> {
    let body = document(sections, 1).print();
    Box::new(move || drop(black_box(Parsed::read(black_box(&body)))))
}

fn print(sections: u32) -> Box<dyn FnMut()> {
    let document = document(sections, 1);
    Box::new(move || drop(black_box(black_box(&document).print())))
}

/// Every other section of the second is newer.
fn join_two(sections: u32) -> Box<dyn FnMut()> {
    let (one, other) = (document(sections, 1), document(sections, 2));
    let head = head();
    Box::new(move || drop(black_box(join(Some(&head), &one, &other))))
}

fn close(characters: u32) -> Box<dyn FnMut()> {
    let text = report(characters);
    Box::new(move || drop(black_box(Content::new(black_box(&text)))))
}

/// Of each kind one after the other: in one text the first would take in the others.
fn close_endless(characters: u32) -> Box<dyn FnMut()> {
    let texts = endless(characters);
    Box::new(move || {
        for text in &texts {
            drop(black_box(Content::new(black_box(text))));
        }
    })
}

fn quote_endless(characters: u32) -> Box<dyn FnMut()> {
    let texts = endless(characters);
    Box::new(move || {
        for text in &texts {
            drop(black_box(Content::untrusted(
                black_box(text),
                "https://github.com",
            )));
        }
    })
}

/// Texts in which each part could go on to the end, or to a part far behind.
fn endless(characters: u32) -> Vec<String> {
    const PARTS: [&str; 14] = [
        "<div ",
        "<b a=\"",
        "<a",
        "<?",
        "<![CDATA[",
        "<!-- ",
        "--!>",
        "<details>\n",
        "`",
        "``x",
        "[",
        "![",
        "> ",
        "- a\n",
    ];
    let length = usize::try_from(characters).unwrap_or(usize::MAX) / PARTS.len();
    let text = |part: &&str| format!("x\n\n{}", part.repeat(length / part.len()));
    PARTS.iter().map(text).collect()
}

fn cut_half(characters: u32) -> Box<dyn FnMut()> {
    let text = report(characters);
    let room = text.chars().count() / 2;
    Box::new(move || drop(black_box(cut(black_box(&text), room))))
}

/// From a look at that many comments of ours to the write that joins them: what is read is parsed, joined, printed.
fn plan(duplicates: u32) -> Box<dyn FnMut()> {
    let bodies = (1..=duplicates).map(|n| document(10, n).print());
    let sight = sight(bodies);
    Box::new(move || {
        let mut session = Session::new(settings(), 0);
        black_box(session.next(0));
        session.answer(Reply::Seen(Box::new(sight.clone())), 0);
        assert!(matches!(black_box(session.next(0)), Step::Call(call) if call.is_write()));
    })
}

/// As full as 100 sections make it that fill a comment with their marks and the state.
fn document(sections: u32, run: u32) -> Document {
    let mut document = Document::new(name("default"));
    document.head = Some(head());
    for number in 0..sections {
        let run = if number % 2 == 0 { run } else { 1 };
        let content = Content::new(&report(400));
        let stamp = Stamp {
            rank: u64::from(run),
            ..Stamp::default()
        };
        let origin = Origin {
            stamp,
            run: u64::from(run),
            attempt: 1,
            commit: Some(head()),
            ..Origin::default()
        };
        let input = input_digest(content.as_str());
        let section = Section::new(name(&format!("ci/test ({number})")), content);
        document.insert(section.recorded(origin, input));
    }
    document
}

/// Markdown of what CI says: folded tables and logs, the last left open.
fn report(characters: u32) -> String {
    let line = "| `tests::a_name_of_usual_length` | ✅ passed | 12 ms |\n";
    let log = "warning: unused variable: `x` at <src/lib.rs:12>\n";
    let part = format!(
        "<details><summary>Suite</summary>\n\n| test | result | time |\n|---|---|---|\n{}\n```\n{}```\n\n</details>\n\n",
        line.repeat(4),
        log.repeat(4)
    );
    let endless = part.chars().cycle();
    let length = usize::try_from(characters).unwrap_or(usize::MAX);
    endless.take(length).collect()
}

fn sight(bodies: impl Iterator<Item = String>) -> Sight {
    let comment = |(id, body): (u64, String)| Comment {
        at: CommentRef {
            id,
            node: format!("IC_{id}"),
        },
        author: Some(Account::from_login("github-actions[bot]")),
        viewer_did_author: Some(true),
        updated_at: 1_000,
        body: Some(body),
        hidden: None,
        url: String::new(),
    };
    let recent: Vec<Comment> = (1..).zip(bodies).map(comment).collect();
    Sight {
        viewer: Some(Account::from_login("github-actions[bot]")),
        subject: Subject {
            node: "PR_7".to_owned(),
            head: Head::Confirmed(head()),
            commits: Vec::new(),
            locked: false,
            state: "open".to_owned(),
        },
        total: u32::try_from(recent.len()).unwrap_or(u32::MAX),
        server_time: 1_000,
        oldest: Vec::new(),
        next: None,
        recent,
        asked: None,
        history: None,
    }
}

fn settings() -> Settings {
    let run = 1_000;
    let message = Message::new(name("ci/lint"), &report(400));
    Settings {
        key: name("default"),
        intent: Intent::Publish(Box::new(message)),
        run: Run {
            id: run,
            attempt: 1,
            start: 0,
            nonce: 1,
            writer: "ci/lint".to_owned(),
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
        commit: Some(head()),
        before: None,
        author: None,
        adopt: Vec::new(),
        hint: None,
        overflow: Overflow::default(),
        legs: 1,
        dry: false,
        pace: Pace {
            settle: 2_000,
            timeout: 240_000,
            seed: 1,
        },
        rules: Rules::default(),
    }
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap_or_else(|never| unreachable!("{never}"))
}

fn head() -> Sha {
    Sha::parse(&"1".repeat(40)).unwrap_or_else(|never| unreachable!("{never}"))
}
