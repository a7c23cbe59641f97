"""One way to ask GitHub by REST and one by GraphQL. Retries nothing."""

import json
import os
import urllib.error
import urllib.request


class Refused(Exception):
    """GitHub gave no data; says which errors it gave instead."""


class GitHub:
    """The server that the environment names, with the token of the environment."""

    def __init__(self):
        self._rest = os.environ.get("GITHUB_API_URL", "https://api.github.com")
        self._graphql = os.environ.get("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql")
        self._token = os.environ["GITHUB_TOKEN"]

    def rest(self, method: str, path: str, body: object = None) -> tuple[int, object]:
        """The status and the JSON of an answer, whatever the status."""
        return self._ask(method, self._rest + path, body)

    def graphql(self, query: str, **variables: object) -> dict:
        """The whole answer, errors and all."""
        return self._ask("POST", self._graphql, {"query": query, "variables": variables})[1]

    def data(self, query: str, **variables: object) -> dict:
        """What was asked for by GraphQL; `Refused` if something of it is missing."""
        answer = self.graphql(query, **variables)
        if answer.get("errors") or not answer.get("data"):
            raise Refused(f"{query.split('(')[0].strip()}: {answer.get('errors') or answer}")
        return answer["data"]

    def _ask(self, method: str, url: str, body: object) -> tuple[int, object]:
        request = urllib.request.Request(url, method=method)
        request.add_header("Authorization", f"Bearer {self._token}")
        request.add_header("Accept", "application/vnd.github+json")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=30) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        return status, json.loads(text) if text else None
