"""Both previews in a real browser: the page that the binary writes, and the one that follows a file.

Keeps a picture of the first as .ci/out/preview.png.
"""

import html
import os
import pathlib
import subprocess
import tempfile
import unittest

from browser import OpenPage, browse
from runner import REPOSITORY as PROJECT
from runner import binary
from sandbox import NUMBER, REPOSITORY, TOKEN, Sandbox

EXAMPLE = PROJECT / "target/debug/examples/preview"
PICTURE = PROJECT / ".ci/out/preview.png"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

REPORT = """\
| file | lines |
|---|--:|
| a.rs | 98 % |

- [x] done
- [ ] open

> [!WARNING]
> Look.

<details><summary>More</summary>

**log**

</details>
"""

# What a reader sees of the report: a table, task lists, an alert, details, and the footer.
SEEN = (
    '<td align="right">98 %</td>', 'type="checkbox"', "markdown-alert-warning", "<summary>More</summary>",
    "<strong>log</strong>", "/commit/",
)


class PreviewTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-preview-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.report = self.folder / "report.md"
        self.report.write_text(REPORT, encoding="utf-8")

    def sees(self, document: str, parts: tuple[str, ...]) -> None:
        for part in parts:
            self.assertIn(part, document)

    def test_the_page_of_the_binary_shows_what_a_reader_would_see(self):
        sandbox = Sandbox()
        self.addCleanup(sandbox.close)
        done = subprocess.run(
            [
                binary(), "preview", "--repository", REPOSITORY, "--number", str(NUMBER),
                "--message-path", self.report, "--out", self.folder / "preview.html",
            ],
            env={
                "PATH": os.environ["PATH"], "GITHUB_API_URL": sandbox.api_url,
                "GITHUB_GRAPHQL_URL": sandbox.graphql_url, "GITHUB_TOKEN": TOKEN,
            },
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        page = (self.folder / "preview.html").as_uri()
        self.sees(html.unescape(browse(page, "--dump-dom")), SEEN)
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.unlink(missing_ok=True)
        browse(page, f"--screenshot={PICTURE}")
        self.assertEqual(PICTURE.read_bytes()[:8], PNG_SIGNATURE)

    def test_the_offline_page_follows_the_file(self):
        example = subprocess.Popen(
            [EXAMPLE, "--message-path", self.report],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        self.addCleanup(example.stdout.close)
        self.addCleanup(example.wait)
        self.addCleanup(example.terminate)
        lines = iter(example.stdout.readline, "")
        url = next(line.strip() for line in lines if line.startswith("http"))
        document = html.unescape(browse(url, "--dump-dom"))
        self.sees(document, SEEN)
        page = OpenPage(url)
        self.addCleanup(page.close)
        page.wait_for("98 %")
        self.report.write_text(REPORT.replace("98 %", "99 %"), encoding="utf-8")
        page.wait_for("99 %")


if __name__ == "__main__":
    unittest.main()
