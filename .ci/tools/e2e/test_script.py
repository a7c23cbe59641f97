"""The action's script by itself: which binary it becomes, and what it refuses."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from runner import REPOSITORY

WAITS_FOR_A_SIGNAL = """#!/usr/bin/env python3
import signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print("ready", flush=True)
signal.sigwait([signal.SIGINT])
print("stopped", flush=True)
sys.exit(130)
"""
TELLS_ITS_ARGUMENTS = '#!/bin/sh\necho "started with $*"\n'


class ScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-script-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name: str, text: str, mode: int = 0o755) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def start(self, path: str = os.environ["PATH"], **environment: str) -> subprocess.Popen:
        # As action.yml starts it.
        return subprocess.Popen(
            ["bash", "-p", REPOSITORY / "action/run.sh"], cwd=self.folder, text=True,
            env={"PATH": path, "GITHUB_ACTION_PATH": str(self.folder), "RUNNER_TEMP": str(self.folder), **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )

    def run_script(self, path: str = os.environ["PATH"], **environment: str) -> tuple[int, str]:
        process = self.start(path, **environment)
        output, _ = process.communicate(timeout=60)
        return process.returncode, output

    def test_an_installed_binary_gets_the_command_and_leave_to_write(self):
        self.program("one-comment", TELLS_ITS_ARGUMENTS)
        for given in ("one-comment", "./one-comment", str(self.folder / "one-comment")):
            with self.subTest(given):
                status, output = self.run_script(ONE_COMMENT_BINARY=given, ONE_COMMENT_COMMAND="hide")
                self.assertEqual((status, output), (0, "started with hide --apply\n"))

    def test_a_bare_name_is_not_looked_up_in_the_path(self):
        status, output = self.run_script(ONE_COMMENT_BINARY="ls")
        self.assertEqual(status, 2)
        self.assertIn("there is no file ./ls", output)

    def test_a_file_that_is_not_executable_is_refused(self):
        self.program("one-comment", TELLS_ITS_ARGUMENTS, mode=0o644)
        status, output = self.run_script(ONE_COMMENT_BINARY="one-comment")
        self.assertEqual(status, 2)
        self.assertIn("is not executable", output)

    def test_without_a_binary_the_error_says_what_to_set(self):
        status, output = self.run_script()
        self.assertEqual(status, 2)
        self.assertIn("build-from-source: true", output)

    def test_what_is_neither_a_command_nor_a_truth_value_is_refused(self):
        for name, value in (("COMMAND", "--version"), ("COMMAND", "a b"), ("BUILD_FROM_SOURCE", "yes")):
            with self.subTest(name=name, value=value):
                status, output = self.run_script(**{f"ONE_COMMENT_{name}": value})
                self.assertEqual(status, 2)
                self.assertIn(f"'{value}'", output)

    def test_an_error_stays_on_one_line_whatever_it_quotes(self):
        _, output = self.run_script(ONE_COMMENT_BINARY="50%\r\n::warning::forged")
        self.assertEqual(output.count("\n"), 1)
        self.assertIn("50%25%0D%0A::warning::forged", output)

    def test_start_files_and_functions_of_the_environment_are_not_run(self):
        self.program("one-comment", TELLS_ITS_ARGUMENTS)
        hook = self.program("hook.sh", "echo forged\n")
        status, output = self.run_script(
            ONE_COMMENT_BINARY="one-comment", BASH_ENV=str(hook), ENV=str(hook),
            **{"BASH_FUNC_printf%%": "() { echo forged; }", "BASH_FUNC_exec%%": "() { echo forged; }"},
        )
        self.assertEqual((status, output), (0, "started with publish --apply\n"))

    def test_a_signal_reaches_the_binary_itself(self):
        self.program("one-comment", WAITS_FOR_A_SIGNAL)
        process = self.start(ONE_COMMENT_BINARY="one-comment")
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (130, "stopped\n"))

    def test_a_build_from_source_happens_in_the_action_s_folder_and_sees_no_token(self):
        self.program("built", TELLS_ITS_ARGUMENTS)
        cargo = (
            "#!/bin/sh\n"
            'echo "in $PWD: $*"; env | grep secret\n'
            'for target; do :; done\n'  # the last argument
            f'mkdir -p "$target/release" && cp "{self.folder}/built" "$target/release/one-comment"\n'
        )
        self.program("bin/cargo", cargo)
        status, output = self.run_script(
            path=f"{self.folder / 'bin'}:{os.environ['PATH']}", ONE_COMMENT_BUILD_FROM_SOURCE="true",
            ONE_COMMENT_TOKEN="secret-1", GITHUB_TOKEN="secret-2", GH_TOKEN="secret-3",
        )
        self.assertEqual(status, 0, output)
        self.assertIn(f"in {self.folder}: build --release --locked", output)
        self.assertNotIn("secret", output)
        self.assertTrue(output.endswith("started with publish --apply\n"), output)

    def test_a_failed_build_stops_the_step(self):
        self.program("bin/cargo", "#!/bin/sh\nexit 101\n")
        status, output = self.run_script(
            path=f"{self.folder / 'bin'}:{os.environ['PATH']}", ONE_COMMENT_BUILD_FROM_SOURCE="true",
        )
        self.assertEqual(status, 2)
        self.assertIn("cargo build failed", output)


if __name__ == "__main__":
    unittest.main()
