"""The action's script with a release to install: what its tests share."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from release_host import ARCHIVE, ReleaseHost, pack, pins
from runner import REPOSITORY

PROGRAM = b'#!/bin/sh\necho "started with $*"\n'


class InstallationTest(unittest.TestCase):
    """Each test has an action with pins, a release host and an empty tool cache."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-install-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        shutil.copytree(REPOSITORY / "action", self.folder / "action")
        for name in ("temp", "tools", "bin"):
            (self.folder / name).mkdir()
        self.archive = pack(PROGRAM)
        self.pin(pins(self.archive, PROGRAM))
        self.host = ReleaseHost({ARCHIVE: self.archive})
        self.addCleanup(self.host.close)
        self.tool = self.folder / "tools/one-comment/1.2.3/x64/one-comment"
        # The real one without further attempts, since it waits before each.
        self.stand_in("curl", f'exec {shutil.which("curl")} "$@" --retry 0')

    def pin(self, text: str) -> None:
        (self.folder / "action/pins").write_text(text, encoding="utf-8")

    def stand_in(self, name: str, script: str) -> Path:
        """Puts a script in the place of a program."""
        program = self.folder / "bin" / name
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    def start(self, limits=None, **environment: str) -> subprocess.Popen:
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "GITHUB_ACTION_PATH": str(self.folder),
            "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
            "RUNNER_TEMP": str(self.folder / "temp"), "RUNNER_TOOL_CACHE": str(self.folder / "tools"),
            "ONE_COMMENT_DOWNLOAD_URL": self.host.url,
            **environment,
        }
        return subprocess.Popen(
            ["bash", "-p", self.folder / "action/run.sh"], cwd=self.folder, text=True, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=limits, restore_signals=limits is None,
        )

    def install(self, **environment) -> tuple[int, str]:
        process = self.start(**environment)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output

    def assert_installs(self, **environment) -> str:
        status, output = self.install(**environment)
        self.assertEqual(status, 0, output)
        self.assertTrue(output.endswith("started with publish --apply\n"), output)
        return output

    def assert_refuses(self, code: int, words: str, **environment) -> str:
        """It starts nothing, says so in one line that can be found, and leaves nothing that a later run would take."""
        status, output = self.install(**environment)
        self.assertEqual(status, code, output)
        errors = [line for line in output.splitlines() if line.startswith("::error title=one-comment::")]
        self.assertEqual(len(errors), 1, output)
        self.assertIn(words, errors[0])
        self.assertNotIn("started with", output)
        self.assertEqual(list(self.folder.glob("t*/one-comment/**/.one-comment.*")), [])
        return errors[0]
