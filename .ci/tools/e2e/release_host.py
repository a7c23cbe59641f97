"""A release and the host it is downloaded from, on this machine.

Knows nothing of comments.
"""

import contextlib
import hashlib
import io
import json
import os
import subprocess
import tarfile
import tempfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TARGET = "x86_64-unknown-linux-musl"
ARCHIVE = f"one-comment-{TARGET}.tar.gz"
# Where the release would be; the tests come to this machine by the input download-url.
RELEASE_URL = "https://github.com/octo-org/one-comment/releases/download/binaries/v1.2.3"


def pack(program: bytes, target: str = TARGET, mode: int = 0o755, before: dict[str, bytes | str] | None = None) -> bytes:
    """The archive of a release, as cargo-dist lays it out; `before` the program come files, and links as texts."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in (before or {}).items():
            entry = tarfile.TarInfo(name)
            if isinstance(content, str):
                entry.type, entry.linkname, content = tarfile.SYMTYPE, content, b""
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        entry = tarfile.TarInfo(f"one-comment-{target}/one-comment")
        entry.size, entry.mode = len(program), mode
        archive.addfile(entry, io.BytesIO(program))
    return buffer.getvalue()


def zipped(program: bytes) -> bytes:
    """The same for Windows: a zip without a folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("one-comment.exe", program)
    return buffer.getvalue()


def digest(content: bytes) -> str:
    """SHA-256, as the pins write it."""
    return hashlib.sha256(content).hexdigest()


def pins(archive: bytes, program: bytes, version: str = "1.2.3", target: str = TARGET, name: str = "") -> str:
    """The file action/pins for a release of one target."""
    url = f"{RELEASE_URL}/{name or f'one-comment-{target}.tar.gz'}"
    return f"# A comment.\nversion {version}\n{target} {url} {digest(archive)} {digest(program)}\n"


def pin(archive: bytes, place: Path) -> None:
    """Writes the pins for a release of one archive to a place, by the tool that does it for a real one."""
    manifest = {
        "announcement_tag": "binaries/v1.2.3",
        "releases": [{"app_name": "one-comment", "app_version": "1.2.3", "artifacts": [ARCHIVE]}],
        "artifacts": {ARCHIVE: {"kind": "executable-zip", "target_triples": [TARGET]}},
    }
    with tempfile.TemporaryDirectory(prefix="one-comment-release-") as folder:
        release = Path(folder)
        (release / "dist-manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        (release / ARCHIVE).write_bytes(archive)
        (release / f"{ARCHIVE}.sha256").write_text(f"{digest(archive)} *{ARCHIVE}\n", encoding="utf-8")
        command = [os.environ["PIN_TOOL"], release, "--tag", "binaries/v1.2.3", "--targets", TARGET]
        subprocess.run([*command, "--repository", "octo-org/one-comment", "--pins", place], check=True)


class ReleaseHost:
    """Serves `files` by name on a free port, and writes down each request with the size of its answer."""

    def __init__(self, files: dict[str, bytes]):
        self.files = files
        self.requests: list[dict] = []
        self.first_statuses: list[int] = []  # answered before any file
        self.cut_short = 0  # how many answers break off in the middle
        self.endless = ""  # "declared" by a length, or "open": the answer is larger than any release
        self.moved: dict[str, str] = {}  # paths, and where they lead instead
        self.meeting: threading.Barrier | None = None  # answers wait until this many have asked
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/mirror"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        """Stops to listen; whoever comes then is refused."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(host):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if host.meeting:
                    host.meeting.wait(timeout=60)
                content = host.files.get(self.path.removeprefix("/mirror/"))
                status = 404 if content is None else 200
                if host.first_statuses:
                    status = host.first_statuses.pop(0)
                body = content if status == 200 else b""
                host.requests.append({"path": self.path, "headers": dict(self.headers), "bytes": len(body)})
                if self.path in host.moved:
                    self.send_response(302)
                    self.send_header("Location", host.moved[self.path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                if host.endless:
                    self.pour()
                    return
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status == 200 and host.cut_short:
                    host.cut_short -= 1
                    body = body[: len(body) // 2]
                self.wfile.write(body)

            def pour(self):
                self.send_response(200)
                if host.endless == "declared":
                    self.send_header("Content-Length", str(1 << 40))
                self.end_headers()
                with contextlib.suppress(OSError):  # nobody listens any more
                    for _ in range(64):
                        self.wfile.write(bytes(1 << 20))

            def log_message(self, *_):
                pass

        return Handler
