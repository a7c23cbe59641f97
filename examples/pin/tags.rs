//! Which tags a version gets: one that stays, and those that move along with the newest version of their series.

use anyhow::ensure;
use semver::Version;

/// The tags of the action for one version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tags {
    /// Stays where it is set: `v1.2.3`.
    pub(crate) version: String,
    /// Move to the version, from the narrowest series to the widest: `v1.2`, `v1`.
    pub(crate) moving: Vec<String>,
}

impl Tags {
    /// A moving tag is left alone where `existing` has a newer version of its series, and by every prerelease.
    ///
    /// # Errors
    ///
    /// The version has its tag already.
    pub(crate) fn of<'a>(
        version: &Version,
        existing: impl Iterator<Item = &'a str>,
    ) -> anyhow::Result<Self> {
        let released: Vec<Version> = existing.filter_map(parse).collect();
        ensure!(
            !released.contains(version),
            "v{version} exists already, and a version's tag never moves: release a higher one"
        );
        let newest_of = |series: &dyn Fn(&Version) -> bool| {
            version.pre.is_empty()
                && !released
                    .iter()
                    .any(|other| other.pre.is_empty() && series(other) && other > version)
        };
        let (major, minor) = (version.major, version.minor);
        let mut moving = Vec::new();
        if newest_of(&|other| (other.major, other.minor) == (major, minor)) {
            moving.push(format!("v{major}.{minor}"));
        }
        if newest_of(&|other| other.major == major) {
            moving.push(format!("v{major}"));
        }
        Ok(Self {
            version: format!("v{version}"),
            moving,
        })
    }
}

/// The version that a tag of the action names in full; not `v1`, nor a tag of the binaries.
fn parse(tag: &str) -> Option<Version> {
    Version::parse(tag.trim().strip_prefix('v')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(version: &str, existing: &[&str]) -> Vec<String> {
        let version = Version::parse(version).unwrap();
        let tags = Tags::of(&version, existing.iter().copied()).unwrap();
        [vec![tags.version], tags.moving].concat()
    }

    #[test]
    fn the_first_version_sets_every_tag() {
        assert_eq!(tags("1.2.3", &[]), ["v1.2.3", "v1.2", "v1"]);
    }

    #[test]
    fn the_newest_version_moves_every_tag() {
        let existing = ["v1", "v1.2", "v1.2.2", "v1.10.0-rc.1", "v0.9.0", "v2.0.0"];
        assert_eq!(tags("1.2.3", &existing), ["v1.2.3", "v1.2", "v1"]);
    }

    #[test]
    fn a_fix_of_an_older_series_leaves_the_wider_tag_alone() {
        assert_eq!(tags("1.2.3", &["v1.10.0"]), ["v1.2.3", "v1.2"]);
        assert_eq!(tags("1.2.3", &["v1.2.10"]), ["v1.2.3"]);
    }

    #[test]
    fn a_prerelease_moves_nothing() {
        assert_eq!(tags("1.2.3-rc.1", &[]), ["v1.2.3-rc.1"]);
    }

    #[test]
    fn tags_of_the_binaries_are_no_versions_of_the_action() {
        assert_eq!(
            tags("1.2.3", &["binaries/v1.2.3", "binaries/v1.9.0"]),
            ["v1.2.3", "v1.2", "v1"]
        );
    }

    #[test]
    fn a_version_is_tagged_only_once() {
        let version = Version::parse("1.2.3").unwrap();
        let error = Tags::of(&version, ["v1.2.3"].into_iter()).unwrap_err();
        assert!(error.to_string().contains("v1.2.3 exists already"));
    }
}
