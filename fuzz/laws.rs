//! What must hold for any bytes. The fuzzer looks for bytes for which it does not; `tests/corpus.rs` replays what it
//! found interesting with the stable compiler.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use one_comment::comment::{Content, Document, Name, Parsed, Section, cut};
use one_comment::converge::Clue;
use one_comment::outbox::{Entry, MAX_ENTRY, only_member};
use one_comment::workflow::{Event, Subject};
use std::io::Write as _;

/// What holds for any bytes.
pub(crate) type Law = fn(&[u8]);

/// The laws, by the names of their targets and of their folders in the corpus.
pub(crate) const LAWS: [(&str, Law); 7] = [
    ("marker", marker),
    ("document", document),
    ("state", state),
    ("content", content),
    ("event", event),
    ("entry", entry),
    ("archive", archive),
];

const ROOT: &str = "<!-- one-comment:root default -->";

/// What is read is printed so that it is read again as the same.
pub(crate) fn document(bytes: &[u8]) {
    let body = String::from_utf8_lossy(bytes);
    settles(&body);
    settles(&format!("{ROOT}\n{body}"));
}

/// One line is a marker or text, and never both.
pub(crate) fn marker(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes).replace(['\n', '\r'], " ");
    settles(&format!("{ROOT}\n{line}\nafter"));
    settles(&format!(
        "{ROOT}\n<!-- (500000):one-comment:section a:start -->\n{line}\n<!-- one-comment:section a:end -->"
    ));
}

/// Whatever a state inflates to, reading it ends.
pub(crate) fn state(bytes: &[u8]) {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    let deflated = deflate
        .write_all(bytes)
        .and_then(|()| deflate.finish())
        .unwrap_or_default();
    for data in [bytes, &deflated] {
        let data = URL_SAFE_NO_PAD.encode(data);
        settles(&format!(
            "{ROOT}\ntext\n<!-- one-comment:state 1.1 {data} -->"
        ));
    }
}

/// Content is closed once, also where it is cut, and forges nothing: the section behind it is still there.
pub(crate) fn content(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for take in [Content::plain, Content::untrusted] {
        let content = take(&text, "https://ghes.example");
        assert_eq!(
            Content::plain(content.as_str(), "https://ghes.example"),
            content,
            "it still notifies somebody"
        );
    }
    let content = Content::new(&text);
    assert_eq!(
        Content::new(content.as_str()),
        content,
        "closing twice changes it"
    );
    for room in [0, 7, content.as_str().len() / 2] {
        let cut = cut(content.as_str(), room).text;
        assert!(cut.chars().count() <= room, "too long for {room}: {cut}");
        let closed = Content::new(&cut);
        assert_eq!(closed.as_str(), cut, "a cut leaves something open");
    }
    let section = |name: &str, content| Section::new(Name::new(name).expect("a name"), content);
    let mut document = Document::new(Name::new("default").expect("a name"));
    document.insert(section("a", content));
    document.insert(section("b", Content::new("other")));
    match Parsed::read(&document.print()) {
        Parsed::Ours {
            document: read,
            intact,
        } => assert!(intact && read == document),
        other => panic!("not ours any more: {other:?}"),
    }
}

/// A payload names a number, or what to look for, or gives a reason.
pub(crate) fn event(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for name in [
        "pull_request",
        "pull_request_target",
        "pull_request_review",
        "issue_comment",
        "workflow_run",
        "check_run",
        "check_suite",
        "push",
        "merge_group",
        "deployment_status",
        "status",
    ] {
        match Event::parse(name, &text).subject {
            Ok(Subject::Number(number)) => assert_ne!(number, 0, "no conversation has this number"),
            Ok(Subject::Clue(Clue::Queue { number, .. })) => assert_ne!(number, 0),
            Ok(Subject::Clue(Clue::Head(_)) | Subject::Nothing(_)) | Err(_) => {}
        }
    }
}

/// What is taken for an entry could have been written as one, and is read again as the same.
pub(crate) fn entry(bytes: &[u8]) {
    if let Ok(entry) = Entry::read(bytes) {
        let json = entry.to_json().expect("what was read can be written");
        assert_eq!(Entry::read(json.as_bytes()), Ok(entry));
    }
}

/// Whatever an archive says of itself, no more comes out than is asked for.
pub(crate) fn archive(bytes: &[u8]) {
    let name = "one-comment-outbox-0123456789abcdef.json";
    for limit in [0, 10, MAX_ENTRY] {
        if let Ok(content) = only_member(bytes, name, limit) {
            assert!(content.len() <= limit);
            entry(&content);
        }
    }
}

fn settles(body: &str) {
    let Parsed::Ours { document, .. } = Parsed::read(body) else {
        return;
    };
    match Parsed::read(&document.print()) {
        Parsed::Ours {
            document: again,
            intact,
        } => assert!(intact && again == document, "{body}"),
        other => panic!("{other:?}: {body}"),
    }
}
