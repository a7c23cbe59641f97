"""Tries on a real pull request what docs/facts.md says of GitHub, and reports what is different.

Takes GITHUB_TOKEN, GITHUB_REPOSITORY and LIVE_PULL_REQUEST from the environment. Writes comments there and removes
them again. Exit code 1 if a fact does not hold. Not tried, since one token on one pull request cannot: facts 12
(REST with `issues: write` alone), 40 (a fork's commit) and 94 (2,500 comments).
"""

import os
import sys

from github import GitHub, Refused

COMMENT = """
  id fullDatabaseId body viewerDidAuthor
  author { __typename login }
  userContentEdits(first: 10) { nodes { diff } }
"""
CREATE = f"""mutation($subject: ID!, $body: String!) {{
  addComment(input: {{subjectId: $subject, body: $body}}) {{
    commentEdge {{ node {{ {COMMENT} }} }}
    subject {{ ... on PullRequest {{ comments(last: 100) {{ nodes {{ id }} }} }} }}
  }}
}}"""
UPDATE = f"""mutation($id: ID!, $body: String!) {{
  updateIssueComment(input: {{id: $id, body: $body}}) {{ issueComment {{ {COMMENT} }} }}
}}"""
HIDE = """mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } }
}"""
SHOW = """mutation($id: ID!) {
  unminimizeComment(input: {subjectId: $id}) { unminimizedComment { isMinimized } }
}"""
DELETE = "mutation($id: ID!) { deleteIssueComment(input: {id: $id}) { clientMutationId } }"

# Expected where nobody knows: what is found is only reported.
UNKNOWN = "?"


class Check:
    """The facts, in the order in which they can be tried; each is compared as soon as it is seen."""

    def __init__(self, github: GitHub, repository: str, number: int):
        self.github = github
        self.repository = repository
        self.number = number
        self.rows: list[tuple[int, str, object, object]] = []

    def fact(self, number: int, what: str, expected: object, found: object) -> None:
        """Notes one comparison."""
        self.rows.append((number, what, expected, found))

    def differences(self) -> int:
        """How many comparisons did not hold."""
        return sum(differs(expected, found) for _, _, expected, found in self.rows)

    def table(self) -> str:
        """All comparisons, as Markdown."""
        lines = ["| | fact | what | expected | found |", "|---|---|---|---|---|"]
        for number, what, expected, found in self.rows:
            mark = "❌" if differs(expected, found) else ""
            lines.append(f"| {mark} | {number} | {what} | `{expected}` | `{found}` |")
        return "\n".join(lines) + "\n"

    def run(self) -> None:
        """Tries everything."""
        self.identity()
        comment, listed = self.create("First text.")
        try:
            self.fact(8, "the answer to a write lists what it wrote", True, comment["id"] in listed)
            self.authorship(comment)
            self.history(comment["id"])
            self.lengths(comment["fullDatabaseId"])
            self.visibility(comment["id"])
        finally:
            self.remove(comment["id"])

    def identity(self) -> None:
        viewer = self.github.data("{ viewer { login databaseId } }")["viewer"]
        self.fact(1, "viewer of the job's token", {"login": "github-actions[bot]", "databaseId": 41898282}, viewer)
        self.fact(2, "status of REST's GET /user", 403, self.github.rest("GET", "/user")[0])

    def create(self, body: str) -> tuple[dict, list[str]]:
        owner, name = self.repository.split("/")
        found = self.github.data(
            "query($owner: String!, $name: String!, $number: Int!) {"
            " repository(owner: $owner, name: $name) { pullRequest(number: $number) { id } } }",
            owner=owner, name=name, number=self.number,
        )
        subject = found["repository"]["pullRequest"]["id"]
        created = self.github.data(CREATE, subject=subject, body=body)["addComment"]
        return created["commentEdge"]["node"], [node["id"] for node in created["subject"]["comments"]["nodes"]]

    def authorship(self, comment: dict) -> None:
        self.fact(4, "author by GraphQL", {"__typename": "Bot", "login": "github-actions"}, comment["author"])
        self.fact(5, "viewerDidAuthor of the bot's own comment", True, comment["viewerDidAuthor"])
        _, by_rest = self.github.rest("GET", self.place(comment["fullDatabaseId"]))
        user = {name: by_rest["user"][name] for name in ("login", "id", "type")}
        self.fact(3, "author by REST", {"login": "github-actions[bot]", "id": 41898282, "type": "Bot"}, user)

    def history(self, node: str) -> None:
        second = self.update(node, "Second text.")
        self.fact(93, "the first edit's answer holds both revisions, the newest first",
                  ["Second text.", "First text."], second)
        third = self.update(node, "Third text.")
        self.fact(93, "a quick second edit has an entry of its own",
                  ["Third text.", "Second text.", "First text."], third)
        again = self.update(node, "Third text.")
        self.fact(93, "an edit into the same text makes no entry", third, again)

    def update(self, node: str, body: str) -> list[str]:
        answer = self.github.data(UPDATE, id=node, body=body)["updateIssueComment"]["issueComment"]
        return [edit["diff"] for edit in answer["userContentEdits"]["nodes"]]

    def lengths(self, number: str) -> None:
        for length, expected in ((65_536, 200), (65_537, UNKNOWN), (262_145, 422)):
            status, answer = self.github.rest("PATCH", self.place(number), {"body": "x" * length})
            self.fact(20, f"status of a body of {length} letters", expected, status)
            if status == 422:
                self.fact(21, "a long body is refused as too long", True, "is too long" in str(answer).lower())

    def visibility(self, node: str) -> None:
        hidden = self.github.data(HIDE, id=node)["minimizeComment"]["minimizedComment"]
        self.fact(13, "pull-requests: write hides", {"isMinimized": True}, hidden)
        shown = self.github.data(SHOW, id=node)["unminimizeComment"]["unminimizedComment"]
        self.fact(13, "pull-requests: write shows again", {"isMinimized": False}, shown)

    def remove(self, node: str) -> None:
        self.fact(13, "pull-requests: write deletes", None, self.github.graphql(DELETE, id=node).get("errors"))
        gone = self.github.graphql(UPDATE, id=node, body="Too late.")
        self.fact(92, "type of the error for a comment that is gone", ["NOT_FOUND"],
                  [error.get("type") for error in gone.get("errors", [])])

    def place(self, number: str) -> str:
        return f"/repos/{self.repository}/issues/comments/{number}"


def differs(expected: object, found: object) -> bool:
    return expected not in (UNKNOWN, found)


def main() -> int:
    check = Check(GitHub(), os.environ["GITHUB_REPOSITORY"], int(os.environ["LIVE_PULL_REQUEST"]))
    try:
        check.run()
    except Refused as error:
        print(f"::error title=GitHub refused::{str(error).translate({10: ' ', 13: ' '})}")
        return 1
    finally:
        print(check.table())
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with open(summary, "a", encoding="utf-8") as file:
                file.write(check.table())
    if count := check.differences():
        print(f"::error title=GitHub is not as expected::{count} facts do not hold; see docs/facts.md")
    return 1 if check.differences() else 0


if __name__ == "__main__":
    sys.exit(main())
