"""A fork's pull request under the real runner: one workflow stages, another delivers.

The upload in between is stood in for by `upload/`, which hands the file to the sandbox's store of artifacts: the real
one speaks to a service that only GitHub's runners have.
"""

import json
import unittest

from runner import REPOSITORY, Runner
from sandbox import Sandbox

PAYLOADS = REPOSITORY / "tests/payloads/derived"
NEWER_COMMIT = "0" * 39 + "3"


def recorded(name: str) -> dict:
    return json.loads((PAYLOADS / name).read_text(encoding="utf-8"))


class OutboxTest(unittest.TestCase):
    """Each test has a GitHub of its own, with the fork's pull request of the payload."""

    def setUp(self):
        self.event = recorded("pull_request.synchronize.fork.json")
        head = self.event["pull_request"]["head"]
        self.repository = self.event["repository"]["full_name"]
        self.fork = head["repo"]["full_name"]
        self.branch, self.commit = head["ref"], head["sha"]
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.on = {"repository": self.repository, "number": self.event["number"]}
        self.sandbox.change(add_repository={"repository": self.repository})
        self.sandbox.change(add_repository={"repository": self.fork, "fork_of": self.repository})
        self.sandbox.change(open_pull_request={
            "on": self.on, "by": "contributor", "branch": self.branch, "commits": [self.commit], "fork": self.fork,
        })

    def runner(self, workflow: str, token: str) -> Runner:
        runner = Runner(workflow, self.sandbox.api_url, self.sandbox.graphql_url, token)
        self.addCleanup(runner.close)
        return runner

    def comments(self) -> list[dict]:
        return self.sandbox.comments(**self.on)

    def stage(self, run_id: int, text: str) -> dict:
        """A run of the fork's workflow, from its start to its end."""
        self.sandbox.change(add_run={"repository": self.repository, "run": {
            "id": run_id, "event": "pull_request", "head_sha": self.commit,
            "head_branch": self.branch, "head_repository": self.fork,
        }})
        result = self.runner("report.yml", "read-only-token").run(self.event, run_id, {"report.md": text})
        self.assertEqual(result.status, 0, result.log)
        self.assertIsNotNone(result.outputs, result.log)
        return result.outputs

    def deliver(self, run_id: int) -> dict:
        """The workflow that the end of that run starts."""
        event = recorded("workflow_run.completed.pull_request-fork.json")
        event["repository"]["full_name"] = self.repository
        event["workflow_run"] |= {"id": run_id, "head_sha": self.commit, "head_branch": self.branch}
        event["workflow_run"]["head_repository"]["full_name"] = self.fork
        result = self.runner("deliver.yml", "job-token").run(event, run_id + 1000, event_name="workflow_run")
        self.assertEqual(result.status, 0, result.log)
        self.assertIsNotNone(result.outputs, result.log)
        return result.outputs

    def test_a_fork_s_report_is_staged_and_delivered_once(self):
        staged = self.stage(601, "All tests pass.\n")
        self.assertEqual((staged["outcome"], staged["changed"]), ("staged", "false"))
        self.assertEqual(self.comments(), [])

        delivered = self.deliver(601)
        self.assertEqual(delivered["outcome"], "created", delivered)
        self.assertEqual([entry["result"] for entry in json.loads(delivered["entries"])], ["published"])
        comments = self.comments()
        self.assertEqual(len(comments), 1)
        self.assertIn("All tests pass.", comments[0]["body"])

        again = self.deliver(601)
        self.assertEqual((again["outcome"], again["changed"]), ("unchanged", "false"))
        self.assertEqual(self.comments(), comments)

    def test_a_push_in_between_supersedes_what_was_staged(self):
        self.stage(701, "A report on an older commit.\n")
        self.sandbox.change(push={"on": self.on, "sha": NEWER_COMMIT})
        delivered = self.deliver(701)
        self.assertEqual((delivered["outcome"], delivered["changed"]), ("superseded", "false"))
        self.assertEqual(self.comments(), [])


if __name__ == "__main__":
    unittest.main()
