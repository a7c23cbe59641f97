"""Runs the action under `act`, in host mode, against a GitHub of ours.

Knows nothing of comments.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PROGRAMS = REPOSITORY / ".ci/cache/venv/bin"
HERE = Path(__file__).resolve().parent
PAYLOAD = REPOSITORY / "tests/payloads/pull_request/synchronize.payload.json"


def binary() -> Path:
    """The product, as end-to-end.sh has built it."""
    return Path(os.environ["ONE_COMMENT_UNDER_TEST"])


def payload() -> dict:
    """A real payload of a pull request that got a new commit."""
    return json.loads(PAYLOAD.read_text(encoding="utf-8"))


def upload_action() -> str:
    """The action that uploads, at the commit that action.yml pins."""
    text = (REPOSITORY / "action.yml").read_text(encoding="utf-8")
    return re.search(r"actions/upload-artifact@[0-9a-f]{40}", text).group()


class Result:
    """What one run of a workflow did: its exit code, its log and the outputs that its last step saw."""

    def __init__(self, status: int, log: str, outputs: dict | None):
        self.status = status
        self.log = log
        self.outputs = outputs


class Runner:
    """A repository with one workflow and the action, on a runner of its own. The workflow sees the variables."""

    def __init__(self, workflow: str, api_url: str, graphql_url: str, token: str, **variables: str):
        self._root = tempfile.TemporaryDirectory(prefix="one-comment-e2e-")
        self.folder = Path(self._root.name) / "repository"
        self.state = Path(self._root.name) / "runner"
        self.urls = {"GITHUB_API_URL": api_url, "GITHUB_GRAPHQL_URL": graphql_url}
        self.token = token
        self.variables = {"BINARY": str(binary()), "OUTPUTS_FILE": str(self.state / "outputs.json"), **variables}
        workflows = self.folder / ".github/workflows"
        workflows.mkdir(parents=True)
        self.state.mkdir()
        shutil.copy(HERE / workflow, workflows)
        shutil.copy(REPOSITORY / "action.yml", self.folder)
        shutil.copytree(REPOSITORY / "action", self.folder / "action")

    def close(self) -> None:
        """Removes the repository and all that the runner kept."""
        self._root.cleanup()

    def run(
        self, event: dict, run_id: int, files: dict[str, str] | None = None, event_name: str = "pull_request",
    ) -> Result:
        """Lets the event `event_name` happen, with `files` in the repository; `run_id` is the run's number at GitHub."""
        for name, text in (files or {}).items():
            (self.folder / name).write_text(text, encoding="utf-8", newline="")
        self._commit(event["repository"]["full_name"])
        event_file = self.state / "event.json"
        event_file.write_text(json.dumps(event), encoding="utf-8")
        outputs_file = self.state / "outputs.json"
        outputs_file.unlink(missing_ok=True)
        command = [
            PROGRAMS / "act", event_name,
            "--eventpath", event_file,
            "--platform", "ubuntu-latest=-self-hosted",
            "--no-cache-server",
            "--local-repository", f"{upload_action()}={HERE / 'upload'}",
            "--concurrent-jobs", "16",
            "--secret", "GITHUB_TOKEN",  # its value from the environment, not the command line
            "--env", f"GITHUB_RUN_ID={run_id}",
        ]
        for name, value in self.variables.items():
            command += ["--var", f"{name}={value}"]
        for name, url in self.urls.items():
            command += ["--env", f"{name}={url}"]
        done = subprocess.run(
            command, cwd=self.folder, env=self._environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False,
        )
        outputs = json.loads(outputs_file.read_text()) if outputs_file.exists() else None
        return Result(done.returncode, done.stdout, outputs)

    def process_id(self) -> int:
        """Of the product, in the step that runs now."""
        for process in Path("/proc").glob("[0-9]*"):
            try:
                ours = self.urls["GITHUB_API_URL"].encode() in (process / "environ").read_bytes()
                if ours and (process / "exe").readlink() == binary():
                    return int(process.name)
            except OSError:  # it has ended, or is not ours to look at
                continue
        raise ProcessLookupError("no step of this runner runs the product")

    def _environment(self) -> dict[str, str]:
        # Nothing of the machine's own CI may reach the jobs.
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.state),
            "XDG_CACHE_HOME": str(self.state / "cache"),
            "GITHUB_TOKEN": self.token,
        }

    def _commit(self, full_name: str) -> None:
        # The runner takes the repository's name from the remote, and checks out what is committed.
        git = ["git", "-c", "user.name=e2e", "-c", "user.email=e2e@example.invalid"]
        steps = [["add", "--all"], ["commit", "--quiet", "--allow-empty", "--message", "A commit"]]
        if not (self.folder / ".git").exists():
            remote = ["remote", "add", "origin", f"https://github.com/{full_name}.git"]
            steps = [["init", "--quiet", "--initial-branch", "main"], remote, *steps]
        for step in steps:
            subprocess.run([*git, *step], cwd=self.folder, check=True, stdin=subprocess.DEVNULL)
