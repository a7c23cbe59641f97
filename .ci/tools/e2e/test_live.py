"""The live check's own script, against the sandbox: a GitHub that is as the facts say, and one that is not."""

import os
import subprocess
import sys
import unittest

from runner import REPOSITORY as ROOT
from sandbox import NUMBER, REPOSITORY, TOKEN, Sandbox


class LiveTest(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)

    def check(self, token: str = TOKEN) -> tuple[int, str]:
        environment = {
            "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1",
            "GITHUB_API_URL": self.sandbox.api_url, "GITHUB_GRAPHQL_URL": self.sandbox.graphql_url,
            "GITHUB_TOKEN": token, "GITHUB_REPOSITORY": REPOSITORY, "LIVE_PULL_REQUEST": str(NUMBER),
        }
        done = subprocess.run(
            [sys.executable, ROOT / ".ci/tools/live/check.py"], env=environment, text=True, timeout=120,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        return done.returncode, done.stdout

    def test_the_sandbox_is_as_the_facts_say_and_nothing_is_left_behind(self):
        before = self.sandbox.comments()
        status, output = self.check()
        self.assertEqual(status, 0, output)
        self.assertIn("| 93 |", output)
        self.assertEqual(self.sandbox.comments(), before)

    def test_what_is_different_is_marked_and_fails(self):
        status, output = self.check(token="person-token")
        self.assertEqual(status, 1, output)
        self.assertIn("| ❌ | 1 |", output)

    def test_a_refusal_is_one_line_and_no_traceback(self):
        status, output = self.check(token="read-only-token")
        self.assertEqual(status, 1, output)
        self.assertIn("::error title=GitHub refused::mutation", output)
        self.assertNotIn("Traceback", output)


if __name__ == "__main__":
    unittest.main()
