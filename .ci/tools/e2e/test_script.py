"""The action's script by itself: which binary it becomes, and what it refuses."""

import os
import re
import shutil
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
BUILDS_WHAT_TELLS_ITS_ARGUMENTS = f"""
echo "in $PWD for ${{CARGO_BUILD_TARGET:-this machine}}: $*"; env | grep secret
for root; do :; done # the last argument
mkdir -p "$root/bin"
cat >"$root/bin/one-comment" <<'END'
{TELLS_ITS_ARGUMENTS}END
chmod +x "$root/bin/one-comment"
"""


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
        # As a runner starts the step of action.yml.
        action = (REPOSITORY / "action.yml").read_text(encoding="utf-8")
        [shell], [script] = (re.findall(rf"^      {name}: (.*)$", action, re.MULTILINE) for name in ("shell", "run"))
        step = self.program("step.sh", script)
        return subprocess.Popen(
            shell.format(step).split(), cwd=self.folder, text=True,
            env={"PATH": path, "GITHUB_ACTION_PATH": str(REPOSITORY), "RUNNER_TEMP": str(self.folder), **environment},
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
            ONE_COMMENT_BINARY="one-comment", BASH_ENV=str(hook), ENV=str(hook), SHELLOPTS="xtrace", PS4="forged",
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



class BuildTest(unittest.TestCase):
    """The way from source, with a stand-in for cargo that builds nothing."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-build-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "temp").mkdir()
        self.commit = self.git("rev-parse", "HEAD").strip()
        self.play_github(str(REPOSITORY))

    def play_github(self, repository: str) -> None:
        """Lets a repository of this machine play the one at GitHub."""
        settings = f'[url "file://{repository}"]\n\tinsteadOf = https://github.com/octo-org/one-comment\n'
        (self.folder / ".gitconfig").write_text(settings, encoding="utf-8")

    def git(self, *arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=REPOSITORY, check=True, text=True, capture_output=True).stdout

    def program(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    def cargo(self, script: str) -> None:
        self.program("bin/cargo", f"#!/bin/sh\n{script}")

    def checkout(self) -> Path:
        """What `uses: ./` runs: the action beside its source."""
        folder = self.folder / "checkout"
        shutil.copytree(REPOSITORY / "action", folder / "action")
        (folder / "Cargo.toml").touch()
        return folder

    def archive(self) -> Path:
        """What a runner unpacks for `uses: octo-org/one-comment@v1`."""
        folder = self.folder / "_actions/octo-org/one-comment/v1"
        folder.mkdir(parents=True)
        packed = subprocess.run(["git", "archive", "HEAD"], cwd=REPOSITORY, check=True, capture_output=True)
        subprocess.run(["tar", "--extract"], cwd=folder, check=True, input=packed.stdout)
        for script in (REPOSITORY / "action").glob("*.sh"):  # as they are now, committed or not
            shutil.copy(script, folder / "action")
        return folder

    def build(self, action: Path, **environment: str) -> tuple[int, str]:
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "HOME": str(self.folder),
            "GITHUB_ACTION_PATH": str(action), "RUNNER_TEMP": str(self.folder / "temp"),
            "ONE_COMMENT_BUILD_FROM_SOURCE": "true",
            **environment,
        }
        done = subprocess.run(
            ["bash", "-p", action / "action/run.sh"], cwd=self.folder, env=environment, text=True, timeout=120,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        return done.returncode, done.stdout

    def test_a_checkout_is_built_in_its_own_folder_and_the_build_sees_no_token(self):
        self.cargo(BUILDS_WHAT_TELLS_ITS_ARGUMENTS)
        action = self.checkout()
        status, output = self.build(action, ONE_COMMENT_TOKEN="secret-1", GITHUB_TOKEN="secret-2", GH_TOKEN="secret-3")
        self.assertEqual(status, 0, output)
        self.assertIn(f"in {action} for this machine: install --locked --force --path . --bin one-comment", output)
        self.assertNotIn("secret", output)
        self.assertTrue(output.endswith("started with publish --apply\n"), output)

    def test_the_archive_of_a_runner_fetches_the_source_of_its_very_commit_once(self):
        self.cargo(BUILDS_WHAT_TELLS_ITS_ARGUMENTS)
        action = self.archive()
        spy = self.program("bin/git", f'#!/bin/sh\nenv >&2; exec {shutil.which("git")} "$@"\n')
        status, output = self.build(action, GITHUB_TOKEN="secret")
        self.assertEqual(status, 0, output)
        self.assertIn(f"HOME={self.folder}", output)
        self.assertNotIn("secret", output)
        spy.unlink()
        source = self.folder / "temp/one-comment-source" / self.commit
        self.assertIn(f"in {source} for this machine: install --locked", output)
        for name in ("Cargo.lock", "src/main.rs"):
            self.assertEqual((source / name).read_text(encoding="utf-8"), self.git("show", f"HEAD:{name}"))

        # The second step of the job asks nobody: there is nobody to ask now.
        self.play_github("/nowhere")
        status, output = self.build(action)
        self.assertEqual(status, 0, output)

    def test_a_source_that_cannot_be_fetched_is_named(self):
        self.cargo("exit 1\n")
        self.play_github("/nowhere")
        status, output = self.build(self.archive())
        self.assertEqual(status, 75)
        self.assertIn(f"cannot fetch commit {self.commit} from https://github.com/octo-org/one-comment", output)

    def test_a_copy_that_knows_neither_its_source_nor_its_commit_is_refused(self):
        self.cargo("exit 1\n")
        action = self.checkout()
        (action / "Cargo.toml").unlink()
        status, output = self.build(action)
        self.assertEqual(status, 2)
        self.assertIn("neither its source nor the name of its commit", output)

    def test_a_place_that_names_no_repository_is_refused(self):
        self.cargo("exit 1\n")
        action = self.archive().rename(self.folder / "elsewhere")
        status, output = self.build(action)
        self.assertEqual(status, 2)
        self.assertIn("does not tell which repository the action is from", output)

    def test_a_failed_build_stops_the_step(self):
        self.cargo("exit 101\n")
        status, output = self.build(self.checkout())
        self.assertEqual(status, 2)
        self.assertIn("cargo failed", output)
        self.assertLess(output.index("::endgroup::"), output.index("::error"))

    def test_what_the_job_builds_for_and_its_own_repository_are_not_this_build_s(self):
        self.cargo(BUILDS_WHAT_TELLS_ITS_ARGUMENTS)
        status, output = self.build(
            self.archive(), CARGO_BUILD_TARGET="wasm32-unknown-unknown",
            GIT_DIR=str(self.folder / "other"), GIT_WORK_TREE=str(self.folder), GIT_INDEX_FILE=str(self.folder / "index"),
        )
        self.assertEqual(status, 0, output)
        self.assertIn("for this machine", output)
        self.assertFalse((self.folder / "other").exists())

    def test_a_folder_that_cannot_be_made_is_named(self):
        self.cargo("exit 1\n")
        action = self.archive()
        for value, code in (("", 2), (str(self.folder / "bin/cargo"), 1)):
            with self.subTest(value):
                status, output = self.build(action, RUNNER_TEMP=value)
                self.assertEqual(status, code)
                self.assertIn("::error title=one-comment::", output)


if __name__ == "__main__":
    unittest.main()
