//! Tests of `state.rs`.

use proptest::prelude::*;

use super::*;

pub(crate) fn stamps() -> impl Strategy<Value = Stamp> {
    (0..4_u64, 0..2_u32, 0..3_u64, 0..3_u64).prop_map(Stamp::from)
}

pub(crate) fn commits() -> impl Strategy<Value = Option<Sha>> {
    prop_oneof![Just(None), Just(Some("a")), Just(Some("b"))]
        .prop_map(|c| c.map(|c| Sha::parse(&c.repeat(40)).unwrap()))
}

pub(crate) fn origins() -> impl Strategy<Value = Origin> {
    (stamps(), commits(), any::<bool>()).prop_map(|(stamp, commit, delivered)| Origin {
        stamp,
        run: stamp.rank,
        attempt: 1,
        commit,
        writer: "ci/test".to_owned(),
        runner: delivered.then(|| Digest::of("runner")),
        delivered,
    })
}

fn with_sections(count: usize) -> State {
    let record = |n: usize| Record {
        origin: Origin {
            stamp: (
                19_900_000_000 + n as u64,
                0,
                1_790_000_000_000 + 37 * n as u64,
                u64::MAX / (n as u64 + 3),
            )
                .into(),
            run: 19_900_000_000,
            attempt: 1,
            commit: None,
            writer: "ci/test".to_owned(),
            runner: Some(Digest::of(format!("runner {n}"))),
            delivered: false,
        },
        input: Digest::of(format!("in {n}")),
        printed: Digest::of(format!("out {n}")),
        missing: 0,
    };
    let sections = (0..count).map(|n| {
        (
            Name::new(format!("ci/test/ubuntu-latest, {n}")).unwrap(),
            record(n),
        )
    });
    State {
        version: VERSION,
        sections: sections.collect(),
        ..State::default()
    }
}

#[test]
fn a_hundred_sections_fit_in_twelve_kilobytes() {
    let size = with_sections(100).encode().len();
    assert!(size <= 12 * 1024, "{size} bytes");
}

#[test]
fn a_state_is_read_back() {
    let state = with_sections(3);
    assert_eq!(
        State::decode(&state.clone().encode()),
        Decoded::Known(Box::new(state))
    );
}

#[test]
fn a_newer_state_is_told_from_a_broken_one() {
    let newer = State {
        version: VERSION + 1,
        ..State::default()
    };
    assert_eq!(State::decode(&newer.encode()), Decoded::Newer(VERSION + 1));
    for broken in ["", "AAAA", "not base64!", "bm90IGpzb24"] {
        assert_eq!(State::decode(broken), Decoded::Unreadable, "{broken}");
    }
}

#[test]
fn a_state_that_inflates_beyond_measure_is_unreadable() {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    for _ in 0..=(MAX_INFLATED / 1024) {
        deflate.write_all(&[b' '; 1024]).unwrap();
    }
    let bomb = URL_SAFE_NO_PAD.encode(deflate.finish().unwrap());
    assert_eq!(State::decode(&bomb), Decoded::Unreadable);
}

proptest! {
    #[test]
    fn reading_never_fails(data in ".*") {
        let _ = State::decode(&data);
    }
}

#[test]
fn what_is_not_there_takes_no_room() {
    let state = State {
        version: VERSION,
        ..State::default()
    };
    let json = inflate(&state.encode()).unwrap();
    assert_eq!(String::from_utf8(json).unwrap(), r#"{"v":1,"n":0}"#);
}

#[test]
fn a_state_inflates_to_as_much_as_is_allowed_and_no_more() {
    let inflated = |length: u64| {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
        let zeros = std::io::repeat(0).take(length);
        std::io::copy(&mut { zeros }, &mut deflate).unwrap();
        inflate(&URL_SAFE_NO_PAD.encode(deflate.finish().unwrap()))
    };
    assert_eq!(inflated(4_194_304).map(|json| json.len()), Some(4_194_304));
    assert_eq!(inflated(4_194_305), None);
}

#[test]
fn what_is_about_the_head_does_not_name_it_again() {
    let head = Some(Sha::parse(&"a".repeat(40)).unwrap());
    let origin = Origin {
        commit: head.clone(),
        ..with_sections(1)
            .sections
            .into_values()
            .next()
            .unwrap()
            .origin
    };
    let state = State {
        version: VERSION,
        head,
        hidden: Some(origin),
        ..State::default()
    };
    let encoded = state.clone().encode();
    let json = String::from_utf8(inflate(&encoded).unwrap()).unwrap();
    assert_eq!(json.matches(&"a".repeat(40)).count(), 1, "{json}");
    assert_eq!(State::decode(&encoded), Decoded::Known(Box::new(state)));
}

#[test]
fn a_state_of_this_version_in_another_shape_is_broken_and_not_newer() {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    let json = format!(r#"{{"v":{VERSION},"s":7}}"#);
    deflate.write_all(json.as_bytes()).unwrap();
    let data = URL_SAFE_NO_PAD.encode(deflate.finish().unwrap());
    assert_eq!(State::decode(&data), Decoded::Unreadable);
}
