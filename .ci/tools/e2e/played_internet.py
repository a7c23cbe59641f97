"""Hosts of the Internet, played on this machine: a proxy that leads to them, and an authority that vouches for them.

Knows nothing of comments or releases.
"""

import contextlib
import select
import socket
import ssl
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# Those that the certificate is for.
HOSTS = ("github.com", "assets.example")


class PlayedInternet:
    """Answers by HTTPS each URL of `answers`, with a file or, where it is a text, by a redirect there.

    Writes down each request, with its URL and headers.
    """

    def __init__(self):
        self.answers: dict[str, bytes | str] = {}
        self.requests: list[dict] = []
        self.refusal = 0  # the proxy's status, if it refuses to connect
        self.refused = 0  # how often it did
        self._folder = tempfile.TemporaryDirectory(prefix="one-comment-internet-")
        self.authority = Path(self._folder.name) / "certificate.pem"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority, self._certify())
        self._hosts = self._serve(self._host_handler())
        self._hosts.socket = context.wrap_socket(self._hosts.socket, server_side=True, do_handshake_on_connect=False)
        self._proxy = self._serve(self._proxy_handler())
        for server in (self._hosts, self._proxy):
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.proxy = f"http://127.0.0.1:{self._proxy.server_port}"

    def close(self) -> None:
        """Stops to listen, and removes the certificate."""
        for server in (self._proxy, self._hosts):
            server.shutdown()
            server.server_close()
        self._folder.cleanup()

    def _certify(self) -> Path:
        """Makes a certificate that vouches for itself, and gives the file of its key."""
        key = Path(self._folder.name) / "key.pem"
        names = ",".join(f"DNS:{host}" for host in HOSTS)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=one-comment test", "-addext", f"subjectAltName={names}",
             "-keyout", key, "-out", self.authority],
            check=True, capture_output=True,
        )
        return key

    @staticmethod
    def _serve(handler: type) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.handle_error = lambda *_: None  # a client that turns away is what some tests are about
        return server

    def _host_handler(internet):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                url = f"https://{self.headers['Host']}{self.path}"
                internet.requests.append({"url": url, "headers": dict(self.headers)})
                answer = internet.answers.get(url)
                body = answer if isinstance(answer, bytes) else b""
                self.send_response(404 if answer is None else 200 if body else 302)
                if isinstance(answer, str):
                    self.send_header("Location", answer)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler

    def _proxy_handler(internet):
        class Handler(BaseHTTPRequestHandler):
            def do_CONNECT(self):
                if internet.refusal:
                    internet.refused += 1
                    self.send_response(internet.refusal)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                with socket.create_connection(("127.0.0.1", internet._hosts.server_port)) as host:
                    self.send_response(200)
                    self.end_headers()
                    with contextlib.suppress(OSError):
                        relay(self.connection, host)

            def log_message(self, *_):
                pass

        return Handler


def relay(one: socket.socket, other: socket.socket) -> None:
    """Passes on what each says to the other, until one of them has ended."""
    while True:
        for source in select.select([one, other], [], [])[0]:
            said = source.recv(1 << 16)
            if not said:
                return
            (other if source is one else one).sendall(said)
