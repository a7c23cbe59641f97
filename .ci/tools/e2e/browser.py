"""A headless Chromium that talks to this machine only."""

import shutil
import subprocess
import tempfile


def command(profile: str, url: str, *arguments: str) -> list[str]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    return [
        chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={profile}", "--window-size=1100,1400", *arguments, url,
    ]


def browse(url: str, *arguments: str) -> str:
    """Opens a page once and returns what Chromium prints, such as its document by --dump-dom."""
    with tempfile.TemporaryDirectory(prefix="one-comment-chromium-") as profile:
        done = subprocess.run(
            command(profile, url, *arguments),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
        )
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout
