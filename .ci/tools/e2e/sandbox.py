"""Starts and stops a sandbox server, and asks it for things.

Its answers are GitHub's; under /_sandbox one may move the world.
"""

import json
import os
import subprocess
import urllib.request

TOKEN = "job-token"
REPOSITORY = "octo-org/hello"
NUMBER = 7


class Sandbox:
    """A GitHub of our own on a free port of this machine, with pull request 7 of octo-org/hello."""

    def __init__(self):
        self._server = subprocess.Popen(
            [os.environ["SANDBOX_SERVER"], "--port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        first_line = self._server.stdout.readline()
        if not first_line:
            self.close()
            raise RuntimeError("the sandbox server ended before it said where it listens")
        greeting = json.loads(first_line)
        self.url, self.api_url, self.graphql_url = (greeting[name] for name in ("url", "api_url", "graphql_url"))

    def close(self) -> None:
        """Stops the server."""
        self._server.terminate()
        self._server.wait(timeout=10)
        self._server.stdout.close()

    def get(self, path: str):
        """The JSON under a path of the API."""
        return self._ask("GET", path)

    def change(self, **change) -> None:
        """Lets one thing happen on the other side of the API, as the sandbox's `Change` names it."""
        self._ask("POST", "/_sandbox/changes", [change])

    def queries(self) -> int:
        """How many GraphQL queries were answered so far."""
        return self.get("/_sandbox/counters")["graphql_queries"]

    def comments(self, repository: str = REPOSITORY, number: int = NUMBER) -> list[dict]:
        """The comments of a conversation, as REST lists them."""
        return self.get(f"/repos/{repository}/issues/{number}/comments?per_page=100")

    def _ask(self, method: str, path: str, body=None):
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Authorization", f"Bearer {TOKEN}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None
