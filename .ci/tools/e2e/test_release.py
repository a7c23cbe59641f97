"""The scripts by which a release is tagged, on repositories of this machine."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from release_host import pins
from runner import REPOSITORY


def series(version: str, *tags: str) -> list[str]:
    listed = "".join(f"{'0' * 40}\trefs/tags/{tag}\n" for tag in tags)
    done = subprocess.run([REPOSITORY / ".ci/tools/series.sh", version], input=listed, text=True, check=True,
                          capture_output=True)
    return done.stdout.split()


class SeriesTest(unittest.TestCase):
    def test_the_first_version_has_every_name(self):
        self.assertEqual(series("v1.2.3"), ["v1.2", "v1", "latest"])

    def test_the_newest_version_has_every_name_whatever_other_tags_there_are(self):
        tags = ("v1", "v1.2", "v1.2.2", "v1.10.0-rc.1", "v0.9.0", "binaries/v1.9.0", "x/refs/tags/v1.9.0.1")
        self.assertEqual(series("v1.2.3", *tags, "v1.2.3"), ["v1.2", "v1", "latest"])

    def test_a_fix_of_an_older_series_leaves_the_wider_names_alone(self):
        self.assertEqual(series("v1.2.3", "v1.10.0"), ["v1.2"])
        self.assertEqual(series("v1.2.3", "v2.0.0", "v10.0.0"), ["v1.2", "v1"])

    def test_a_run_that_comes_late_moves_nothing_backwards(self):
        self.assertEqual(series("v1.2.3", "v1.2.3", "v1.2.10"), [])

    def test_a_prerelease_has_no_name(self):
        self.assertEqual(series("v1.2.3-rc.1"), [])

    def test_what_is_no_version_is_refused(self):
        for version in ("1.2.3", "v1.2", "binaries/v1.2.3", "v1.2.3 v1", ""):
            with self.subTest(version), self.assertRaises(subprocess.CalledProcessError):
                series(version)


class CommitPinsTest(unittest.TestCase):
    """Each test has a repository with the source, and the one that it is pushed to."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-release-")
        self.addCleanup(folder.cleanup)
        self.origin, self.clone = Path(folder.name) / "origin", Path(folder.name) / "clone"
        self.git("init", "--quiet", "--bare", "--initial-branch=main", str(self.origin), at=Path(folder.name))
        self.git("clone", "--quiet", str(self.origin), str(self.clone), at=Path(folder.name))
        (self.clone / ".ci/tools").mkdir(parents=True)
        shutil.copy(REPOSITORY / ".ci/tools/commit-pins.sh", self.clone / ".ci/tools")
        (self.clone / "action").mkdir()
        (self.clone / "action/pins").write_text("# None.\n", encoding="utf-8")
        self.git("add", "--all")
        self.git("-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "--quiet", "--message", "Source")
        self.git("push", "--quiet", "origin", "HEAD:main")
        self.source = self.git("rev-parse", "HEAD")
        self.pin(b"a program")

    def git(self, *arguments: str, at: Path | None = None) -> str:
        environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(["git", *arguments], cwd=at or self.clone, env=environment, text=True, check=True,
                              capture_output=True)
        return done.stdout.strip()

    def pin(self, program: bytes) -> None:
        (self.clone / "action/pins").write_text(pins(program, program), encoding="utf-8")

    def commit(self, version: str) -> int:
        environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run([self.clone / ".ci/tools/commit-pins.sh", version], env=environment, check=False,
                              capture_output=True)
        return done.returncode

    def tag(self) -> str:
        return self.git("rev-parse", "v1.2.3", at=self.origin)

    def test_the_tag_is_a_commit_with_the_pins_on_top_of_the_source_and_on_no_branch(self):
        self.assertEqual(self.commit("v1.2.3"), 0)
        self.assertEqual(self.git("rev-parse", "v1.2.3^", at=self.origin), self.source)
        self.assertEqual(self.git("diff", "--name-only", "main", "v1.2.3", at=self.origin), "action/pins")
        self.assertEqual(self.git("rev-parse", "main", at=self.origin), self.source)

    def test_to_run_it_again_changes_nothing(self):
        self.assertEqual(self.commit("v1.2.3"), 0)
        first = self.tag()
        self.git("reset", "--quiet", "--hard")
        self.pin(b"a program")
        self.assertEqual(self.commit("v1.2.3"), 0)
        self.assertEqual(self.tag(), first)

    def test_the_tag_of_a_version_never_moves(self):
        self.assertEqual(self.commit("v1.2.3"), 0)
        first = self.tag()
        self.pin(b"another program")
        self.assertNotEqual(self.commit("v1.2.3"), 0)
        self.assertEqual(self.tag(), first)

    def test_pins_of_another_version_are_refused(self):
        self.assertEqual(self.commit("v1.2.4"), 1)
        self.assertEqual(self.git("tag", at=self.origin), "")


if __name__ == "__main__":
    unittest.main()
