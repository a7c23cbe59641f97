"""A headless Chromium that talks to this machine only."""

import json
import re
import shutil
import subprocess
import tempfile
import urllib.request

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1100,1400",
]


def browse(url: str, *arguments: str) -> str:
    """Opens a page once and returns what Chromium prints, such as its document by --dump-dom."""
    with tempfile.TemporaryDirectory(prefix="one-comment-chromium-") as profile:
        done = subprocess.run(
            [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *arguments, url],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
        )
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


class OpenPage:
    """A page that stays open, steered by WebDriver."""

    def __init__(self, url: str):
        self.profile = tempfile.TemporaryDirectory(prefix="one-comment-chromium-")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        told = (re.search(r"started successfully on port (\d+)", line) for line in self.driver.stdout)
        port = next(found.group(1) for found in told if found)
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={self.profile.name}"]}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options}}
        session = self.ask("POST", "", {"capabilities": capabilities})["sessionId"]
        self.base += f"/{session}"
        self.ask("POST", "/timeouts", {"script": 60_000})
        self.ask("POST", "/url", {"url": url})

    def ask(self, method: str, path: str, body: object = None) -> object:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def wait_for(self, text: str) -> None:
        """Returns as soon as the page shows the text; the page itself tells when it changes."""
        script = """
            const [text, done] = arguments;
            const look = () => document.body.innerText.includes(text) && (observer.disconnect(), done());
            const observer = new MutationObserver(look);
            observer.observe(document.body, { subtree: true, childList: true, characterData: true });
            look();
        """
        self.ask("POST", "/execute/async", {"script": script, "args": [text]})

    def close(self) -> None:
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()
            self.profile.cleanup()
