"""The sandbox's page in a real browser: what a reader sees of a conversation.

Keeps a picture of it as .ci/out/conversation.png.
"""

import html
import os
import subprocess
import unittest

from browser import browse
from runner import REPOSITORY as PROJECT
from runner import binary
from sandbox import NUMBER, REPOSITORY, TOKEN, Sandbox

PICTURE = PROJECT / ".ci/out/conversation.png"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class PageTest(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.sandbox.change(person={
            "by": "octocat",
            "on": {"repository": REPOSITORY, "number": NUMBER},
            "does": {"comment": {"body": "A comment by somebody else."}},
        })
        for section, text in (("tests", "All **412** tests passed."), ("size", "| file | bytes |\n|---|---|\n| a | 7 |")):
            self.publish(section, text)

    def publish(self, section: str, text: str) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "GITHUB_API_URL": self.sandbox.api_url,
            "GITHUB_GRAPHQL_URL": self.sandbox.graphql_url,
            "GITHUB_TOKEN": TOKEN,
        }
        done = subprocess.run(
            [
                binary(), "publish", "--apply", "--repository", REPOSITORY, "--number", str(NUMBER),
                "--section", section, "--message", text,
            ],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def browse(self, *arguments: str) -> str:
        return browse(f"{self.sandbox.url}/{REPOSITORY}/pull/{NUMBER}", *arguments)

    def test_the_page_shows_our_sections_and_the_foreign_comment(self):
        document = html.unescape(self.browse("--dump-dom"))
        self.assertIn("A comment by somebody else.", document)
        self.assertIn("octocat", document)
        self.assertIn("All <strong>412</strong> tests passed.", document)
        self.assertIn("<td>7</td>", document)
        self.assertIn("github-actions", document)

        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.unlink(missing_ok=True)
        self.browse(f"--screenshot={PICTURE}")
        self.assertEqual(PICTURE.read_bytes()[:8], PNG_SIGNATURE)


if __name__ == "__main__":
    unittest.main()
