use super::*;
use crate::comment::{Name, Order};
use crate::outbox::{EntryError, Hints, Mode, label};

fn entry(content: &str) -> Entry {
    Entry {
        key: Name::new("default").unwrap(),
        section: Name::new("a").unwrap(),
        order: Order::DEFAULT,
        mode: Mode::Upsert,
        content: content.to_owned(),
        hints: Hints::default(),
    }
}

fn staged(folder: &Path, unique: u64, text: &str) -> PathBuf {
    let json = entry(text).to_json().unwrap();
    stage(folder, &label(unique), &json).unwrap()
}

#[test]
fn what_was_staged_is_found_by_name_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let outbox = folder.path().join("made/if/need/be");
    staged(&outbox, 2, "second");
    staged(&outbox, 1, "first");
    fs::write(outbox.join("notes.json"), "{}").unwrap();
    fs::write(outbox.join("one-comment-outbox-zz.json"), "{}").unwrap();
    let found = entries(&outbox).unwrap();
    let contents: Vec<_> = found.iter().map(|filed| filed.entry.clone()).collect();
    assert_eq!(contents, [Ok(entry("first")), Ok(entry("second"))]);
    assert!(found.iter().all(|filed| filed.modified > 0));
}

#[test]
fn an_entry_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    staged(folder.path(), 1, "first");
    assert!(stage(folder.path(), &label(1), "{}").is_err());
    assert_eq!(entries(folder.path()).unwrap()[0].entry, Ok(entry("first")));
}

#[test]
fn a_file_that_is_no_entry_is_refused_and_does_not_keep_back_the_others() {
    let folder = tempfile::tempdir().unwrap();
    stage(folder.path(), &label(1), "{").unwrap();
    staged(folder.path(), 2, "second");
    fs::create_dir(folder.path().join(file_of(&label(3)))).unwrap();
    let large = " ".repeat(MAX_ENTRY + 1);
    stage(folder.path(), &label(4), &large).unwrap();
    let found = entries(folder.path()).unwrap();
    let read: Vec<_> = found.into_iter().map(|filed| filed.entry).collect();
    assert_eq!(
        read,
        [
            Err(Refusal::Entry(EntryError::Malformed)),
            Ok(entry("second")),
            Err(Refusal::Unreadable),
            Err(Refusal::Entry(EntryError::Large)),
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, entry("secret").to_json().unwrap()).unwrap();
    let link = folder.path().join(file_of(&label(1)));
    std::os::unix::fs::symlink(&secret, link).unwrap();
    assert_eq!(
        entries(folder.path()).unwrap()[0].entry,
        Err(Refusal::Unreadable)
    );
}

#[test]
fn a_receipt_stands_beside_its_entry_and_is_none_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = staged(folder.path(), 1, "text");
    let filed = entries(folder.path()).unwrap().remove(0);
    filed.receipt("pending", None).unwrap();
    filed
        .receipt("published", Some("https://github.example/c/1"))
        .unwrap();
    let receipt = fs::read_to_string(path.with_extension("receipt.json")).unwrap();
    assert!(
        receipt.contains("published") && receipt.contains("/c/1"),
        "{receipt}"
    );
    assert_eq!(entries(folder.path()).unwrap().len(), 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_receipt_is_not_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = staged(folder.path(), 1, "text");
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    let own = format!("receipt.json.{}.new", std::process::id());
    for name in ["receipt.json", "receipt.json.new", &own] {
        std::os::unix::fs::symlink(&victim, path.with_extension(name)).unwrap();
    }
    let filed = entries(folder.path()).unwrap().remove(0);
    assert!(filed.receipt("pending", None).is_err());
    fs::remove_file(path.with_extension(own)).unwrap();
    filed.receipt("pending", None).unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    let receipt = fs::read_to_string(path.with_extension("receipt.json")).unwrap();
    assert!(receipt.contains("pending"), "{receipt}");
}

#[test]
fn a_receipt_that_cannot_be_put_in_its_place_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = staged(folder.path(), 1, "text");
    fs::create_dir(path.with_extension("receipt.json")).unwrap();
    let filed = entries(folder.path()).unwrap().remove(0);
    assert!(filed.receipt("pending", None).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
