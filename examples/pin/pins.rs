//! The file that `action/install.sh` reads: comments, the version, and a line for each target.

use std::fmt::Write as _;

use anyhow::ensure;

use crate::release::Release;

/// What stands in the file in any case; a branch under development has nothing else.
const HEAD: &str = "\
# What the action downloads: the version, and for each target the address of the archive, its SHA-256 and that of
# the program inside. Written by `cargo run --example pin` for a release; a branch under development has none.
";

/// The whole file.
///
/// # Errors
///
/// The repository is not `owner/name`, or the release's tag or an archive's name cannot stand in an address.
pub(crate) fn render(release: &Release, repository: &str) -> anyhow::Result<String> {
    let part = |text: &str| {
        !["", "."].contains(&text)
            && !text.contains("..") // in an address it would lead elsewhere
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    ensure!(
        repository
            .split_once('/')
            .is_some_and(|(owner, name)| part(owner) && part(name)),
        "'{repository}' is not a repository: give OWNER/REPO"
    );
    let mut pins = format!("{HEAD}version {}\n", release.version);
    for (target, archive) in &release.archives {
        let (tag, name) = (&release.tag, &archive.name);
        ensure!(
            tag.split('/').all(part) && part(name) && part(target),
            "the names in the manifest do not fit into an address: tag '{tag}', archive '{name}', target '{target}'"
        );
        writeln!(
            pins,
            "{target} https://github.com/{repository}/releases/download/{tag}/{name} {} {}",
            archive.digest, archive.program_digest
        )?;
    }
    Ok(pins)
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::*;
    use crate::release::Archive;

    fn release() -> Release {
        let archive = Archive {
            name: "one-comment-x.tar.gz".into(),
            digest: "a".repeat(64),
            program_digest: "b".repeat(64),
        };
        Release {
            version: Version::new(1, 2, 3),
            tag: "binaries/v1.2.3".into(),
            archives: [("x".into(), archive)].into(),
        }
    }

    #[test]
    fn a_branch_under_development_has_the_head_alone() {
        assert!(include_str!("../../action/pins").starts_with(HEAD));
    }

    #[test]
    fn a_release_has_a_line_for_its_version_and_one_for_each_target() {
        let expected = format!(
            "{HEAD}version 1.2.3\nx https://github.com/octo-org/one-comment/releases/download/binaries/v1.2.3/one-comment-x.tar.gz {} {}\n",
            "a".repeat(64),
            "b".repeat(64)
        );
        assert_eq!(
            render(&release(), "octo-org/one-comment").unwrap(),
            expected
        );
    }

    #[test]
    fn what_would_break_the_line_is_refused() {
        for repository in [
            "one-comment",
            "octo-org/one/comment",
            "octo org/one",
            "/x",
            "../x",
            "octo-org/..",
        ] {
            assert!(render(&release(), repository).is_err(), "{repository}");
        }
        let mut release = release();
        for tag in ["binaries/v1 $(date)", "../../v1", "binaries/../v1", "./v1"] {
            release.tag = tag.into();
            assert!(render(&release, "octo-org/one-comment").is_err(), "{tag}");
        }
    }
}
