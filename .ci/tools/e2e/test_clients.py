"""GitHub's own clients take the sandbox for GitHub: `gh` and `@octokit/rest`."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from runner import PROGRAMS
from sandbox import NUMBER, REPOSITORY, TOKEN, Sandbox


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)

    def bodies(self) -> list[str]:
        return [comment["body"] for comment in self.sandbox.comments()]

    def gh(self, *arguments: str) -> str:
        # `gh` speaks plain HTTP to one host only, github.localhost on port 80; a proxy can be anywhere,
        # and the sandbox serves what a proxy is asked for.
        home = tempfile.TemporaryDirectory(prefix="one-comment-gh-")
        self.addCleanup(home.cleanup)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": home.name,
            "GH_HOST": "github.localhost",
            "GH_TOKEN": TOKEN,
            "GH_NO_UPDATE_NOTIFIER": "1",
            "NO_COLOR": "1",
            "HTTP_PROXY": self.sandbox.url,
        }
        done = subprocess.run(
            [PROGRAMS / "gh", *arguments], env=environment, cwd=home.name, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def pr_comment(self, *arguments: str) -> str:
        return self.gh("pr", "comment", str(NUMBER), "--repo", REPOSITORY, *arguments)

    def node(self, script: str):
        """What a script of this folder printed about the sandbox."""
        environment = {
            "PATH": os.environ["PATH"],
            "SANDBOX_URL": self.sandbox.url,
            "SANDBOX_TOKEN": TOKEN,
            "SANDBOX_REPOSITORY": REPOSITORY,
            "SANDBOX_NUMBER": str(NUMBER),
        }
        done = subprocess.run(
            ["node", Path(__file__).with_name(script)], env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_gh_views_a_pull_request(self):
        seen = json.loads(
            self.gh("pr", "view", str(NUMBER), "--repo", REPOSITORY, "--json", "number,title,state,headRefOid")
        )
        pull = self.sandbox.get(f"/repos/{REPOSITORY}/pulls/{NUMBER}")
        self.assertEqual(seen["number"], NUMBER)
        self.assertEqual(seen["title"], pull["title"])
        self.assertEqual(seen["state"], "OPEN")
        self.assertEqual(seen["headRefOid"], pull["head"]["sha"])

    def test_gh_creates_lists_edits_and_deletes_a_comment_by_graphql(self):
        self.assertIn(f"/pull/{NUMBER}#issuecomment-", self.pr_comment("--body", "created by gh"))
        self.assertEqual(self.bodies(), ["created by gh"])
        self.pr_comment("--edit-last", "--body", "edited by gh")
        self.assertEqual(self.bodies(), ["edited by gh"])
        view = self.gh("pr", "view", str(NUMBER), "--repo", REPOSITORY, "--json", "comments")
        self.assertEqual([comment["body"] for comment in json.loads(view)["comments"]], ["edited by gh"])
        self.pr_comment("--delete-last", "--yes")
        self.assertEqual(self.bodies(), [])

    def test_gh_creates_lists_edits_and_deletes_a_comment_by_rest(self):
        comments = f"repos/{REPOSITORY}/issues/{NUMBER}/comments"
        created = json.loads(self.gh("api", comments, "--field", "body=created by gh api"))
        one = f"repos/{REPOSITORY}/issues/comments/{created['id']}"
        self.gh("api", one, "--method", "PATCH", "--field", "body=edited by gh api")
        listed = json.loads(self.gh("api", comments, "--paginate"))
        self.assertEqual([comment["body"] for comment in listed], ["edited by gh api"])
        self.gh("api", one, "--method", "DELETE")
        self.assertEqual(self.bodies(), [])

    def test_octokit_creates_lists_edits_and_deletes_a_comment(self):
        self.sandbox.change(person={
            "by": "octocat",
            "on": {"repository": REPOSITORY, "number": NUMBER},
            "does": {"comment": {"body": "a person's comment"}},
        })
        seen = self.node("octokit.mjs")
        pull = self.sandbox.get(f"/repos/{REPOSITORY}/pulls/{NUMBER}")
        self.assertEqual(seen, {
            "title": pull["title"],
            "head": pull["head"]["sha"],
            "created": 201,
            "edited": "edited by octokit",
            "listed": ["a person's comment", "edited by octokit"],
            "viewer": "github-actions[bot]",
            "deleted": 204,
            "missing": 404,
        })

    def test_what_the_sandbox_has_of_githubs_schema_is_as_github_has_it(self):
        compared = self.node("schema.mjs")
        self.assertGreater(compared["types"], 30)
        self.assertEqual(compared["differences"], [])


if __name__ == "__main__":
    unittest.main()
