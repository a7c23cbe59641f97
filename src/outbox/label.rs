//! What entries are called. One name for the artifact and, with an ending, for the file in it; nothing about the
//! content follows from it.

/// How the name of an artifact begins.
const PREFIX: &str = "one-comment-outbox-";

/// A name that no other entry has: `unique` is random.
pub fn label(unique: u64) -> String {
    format!("{PREFIX}{unique:016x}")
}

/// Whether it is one that [`label`] could have made: exactly so, for an artifact may be called anything.
pub fn is_label(name: &str) -> bool {
    let plain = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    name.strip_prefix(PREFIX)
        .is_some_and(|unique| unique.len() == 16 && unique.bytes().all(plain))
}

/// The file of an entry.
pub fn file_of(label: &str) -> String {
    format!("{label}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_label_is_one() {
        assert!(is_label(&label(7)) && is_label(&label(u64::MAX)));
        for name in [
            "",
            "one-comment-outbox-",
            "one-comment-outbox-000000000000000",
            "one-comment-outbox-00000000000000000",
            "one-comment-outbox-000000000000000G",
            "one-comment-outbox-000000000000000A",
            "one-comment-outbox-../../etc/passwd",
            "one-comment-outbox-00000000000000\n0",
            "a one-comment-outbox-0000000000000000",
        ] {
            assert!(!is_label(name), "{name}");
        }
    }
}
