//! What goes wrong between here and GitHub, row by row, and what is left after it: the table of `docs/faults.md`.
//! One run after the other; what runs do to each other is tested in memory.

mod impatient;
mod line;
mod row;
mod rows;

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::setup::JOB_TOKEN;

const DOCUMENT: &str = include_str!("../../docs/faults.md");
const HEADER: &str = "\
| request | what goes wrong | by | exit code | outcome | left after this run | after the next |
|---|---|---|---:|---|---|---|
";
/// They spend their time waiting.
const LINES_AT_ONCE: usize = 16;

#[tokio::test]
async fn whatever_goes_wrong_in_one_run_the_next_leaves_one_comment_that_is_current() {
    let places = Arc::new(Semaphore::new(LINES_AT_ONCE));
    let mut lines = Vec::new();
    for row in rows::rows() {
        let apis: &[_] = if row.by_rest {
            &["auto", "rest"]
        } else {
            &["auto"]
        };
        let row = Arc::new(row);
        for api in apis {
            let (row, places) = (row.clone(), places.clone());
            lines.push(tokio::spawn(async move {
                let _place = places.acquire().await.unwrap();
                line::happens(row, api).await
            }));
        }
    }
    let mut table = HEADER.to_owned();
    for line in lines {
        let line = line.await.unwrap();
        assert_eq!(line.after_next, "1 next", "{line}");
        table += &line.to_string();
    }
    println!("{table}");
    assert!(!table.contains(JOB_TOKEN));
    let documented = DOCUMENT.find("| request |").map(|start| &DOCUMENT[start..]);
    assert!(
        documented == Some(&*table),
        "docs/faults.md says otherwise:\n{}",
        difference(documented.unwrap_or_default(), &table)
    );
}

/// The lines that only one of them has.
fn difference(documented: &str, table: &str) -> String {
    let only = |sign: &str, one: &str, other: &str| {
        let missing = |line: &&str| !other.lines().any(|other| other == *line);
        let lines = one.lines().filter(missing);
        lines
            .map(|line| format!("{sign}{line}\n"))
            .collect::<String>()
    };
    only("-", documented, table) + &only("+", table, documented)
}
