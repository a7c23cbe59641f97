"""What cargo-dist builds on this machine: pinned by the pin tool, and installed by the action's script.

dist-build.sh makes it; without that there is nothing to test.
"""

import os
import subprocess
import unittest
from pathlib import Path

from installation import InstallationTest
from release_host import TARGET


@unittest.skipUnless("DIST_RELEASE" in os.environ, "dist-build.sh has built nothing")
class DistTest(InstallationTest):
    def setUp(self):
        super().setUp()
        built = os.environ["DIST_TARGET"]
        release = Path(os.environ["DIST_RELEASE"])
        name = f"one-comment-{built}.tar.gz"
        self.host.files = {name: (release / name).read_bytes()}
        pins = self.folder / "action/pins"
        subprocess.run(
            [os.environ["PIN_TOOL"], release, "--tag", os.environ["DIST_TAG"], "--targets", built,
             "--repository", "octo-org/one-comment", "--pins", pins],
            check=True,
        )
        # The script takes this machine for one of the target that releases are built for.
        pins.write_text(pins.read_text(encoding="utf-8").replace(f"\n{built} ", f"\n{TARGET} "), encoding="utf-8")
        self.version = os.environ["DIST_TAG"].removeprefix("binaries/v")

    def test_the_archive_is_installed_and_its_program_starts(self):
        status, output = self.install()
        self.assertIn(f"one-comment {self.version} installed in", output)
        self.assertIn("no repository is known", output)  # the program's own words: there is no event here
        self.assertEqual(status, 2)
        program = self.folder / f"tools/one-comment/{self.version}/x64/one-comment"
        said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(said, f"one-comment {self.version}\n")

    def test_the_program_is_static(self):
        self.install()
        program = self.folder / f"tools/one-comment/{self.version}/x64/one-comment"
        said = subprocess.run(["ldd", program], check=False, capture_output=True, text=True)
        self.assertIn("statically linked", said.stdout + said.stderr)


if __name__ == "__main__":
    unittest.main()
