"""The action under the real runner: one job over several pushes, and ten jobs at once."""

import os
import re
import signal
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from release_host import ARCHIVE, ReleaseHost, pack, pin
from runner import Runner, binary, payload
from sandbox import Sandbox

OLDER_COMMIT = "0" * 39 + "1"
NEWER_COMMIT = "0" * 39 + "3"


def sections(body: str) -> list[str]:
    return re.findall(r"one-comment:section (\S+):start -->", body)


class ActionTest(unittest.TestCase):
    """Each test has a GitHub of its own, with the pull request of the payload."""

    def setUp(self):
        self.event = payload()
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.repository = self.event["repository"]["full_name"]
        self.number = self.event["number"]
        self.sandbox.change(add_repository={"repository": self.repository})
        self.sandbox.change(open_pull_request={
            "on": {"repository": self.repository, "number": self.number},
            "by": "octocat",
            "branch": self.event["pull_request"]["head"]["ref"],
            "commits": [OLDER_COMMIT, self.event["pull_request"]["head"]["sha"]],
        })

    def runner(self, workflow: str, token: str = "job-token", **variables: str) -> Runner:
        runner = Runner(workflow, self.sandbox.api_url, self.sandbox.graphql_url, token, **variables)
        self.addCleanup(runner.close)
        return runner

    def comments(self) -> list[dict]:
        return self.sandbox.comments(self.repository, self.number)

    def publish(self, runner: Runner, run_id: int, text: str) -> dict:
        result = runner.run(self.event, run_id, {"report.md": text})
        self.assertEqual(result.status, 0, result.log)
        self.assertIsNotNone(result.outputs, result.log)
        return result.outputs

    def test_one_job_over_several_pushes(self):
        runner = self.runner("report.yml")

        created = self.publish(runner, 101, "First report.\n")
        self.assertEqual(created["outcome"], "created")
        self.assertEqual(created["changed"], "true")
        self.assertEqual(created["number"], str(self.number))
        self.assertEqual(created["head-sha"], self.event["pull_request"]["head"]["sha"])
        comments = self.comments()
        self.assertEqual([str(comment["id"]) for comment in comments], [created["comment-id"]])
        self.assertIn("First report.", comments[0]["body"])

        updated = self.publish(runner, 102, "Second report.\n")
        self.assertEqual(updated["outcome"], "updated")
        self.assertEqual(updated["comment-id"], created["comment-id"])

        # The same run says it again; a later run would write once, to hold its place in the order.
        unchanged = self.publish(runner, 102, "Second report.\n")
        self.assertEqual((unchanged["outcome"], unchanged["changed"]), ("unchanged", "false"))

        self.event["pull_request"]["head"]["sha"] = OLDER_COMMIT
        superseded = self.publish(runner, 103, "A report on an older commit.\n")
        self.assertEqual((superseded["outcome"], superseded["changed"]), ("superseded", "false"))

        comments = self.comments()
        self.assertEqual(len(comments), 1)
        self.assertIn("Second report.", comments[0]["body"])
        self.assertNotIn("older commit.", comments[0]["body"])

    def test_ten_jobs_at_once_leave_one_comment_of_ten_sections(self):
        result = self.runner("matrix.yml").run(self.event, 201)
        self.assertEqual(result.status, 0, result.log)
        comments = self.comments()
        self.assertEqual(len(comments), 1, [comment["body"] for comment in comments])
        names = sections(comments[0]["body"])
        self.assertEqual(len(set(names)), 10, names)
        self.assertEqual(len(names), 10, names)
        for text in ("Tested on alpine (musl) with nightly.", "No lint.", "The documentation builds."):
            self.assertIn(text, comments[0]["body"])

    def test_a_release_is_downloaded_once_by_its_checksums_and_publishes(self):
        archive = pack(binary().read_bytes())
        host = ReleaseHost({ARCHIVE: archive})
        self.addCleanup(host.close)
        runner = self.runner("install.yml", MIRROR=host.url)
        pin(archive, runner.folder / "action/pins")

        for number, (text, outcome) in enumerate([("Cold.\n", "created"), ("Warm.\n", "updated")], start=601):
            self.assertEqual(self.publish(runner, number, text)["outcome"], outcome)
        self.assertEqual([(request["path"], request["bytes"]) for request in host.requests],
                         [(f"/mirror/{ARCHIVE}", len(archive))])
        self.assertNotIn("job-token", str(host.requests))
        self.assertEqual(len(self.comments()), 1)
        print(f"\n1 request, {len(archive)} bytes; the action itself: see .ci/run archive", file=sys.stderr)

    def test_a_read_only_token_fails_the_step_and_names_the_permission(self):
        runner = self.runner("report.yml", token="read-only-token")
        result = runner.run(self.event, 301, {"report.md": "A report.\n"})
        self.assertIn("pull-requests: write", result.log)
        self.assertIn("exit status 77", result.log)
        self.assertEqual(self.comments(), [])

    def test_a_message_cannot_give_the_runner_a_command(self):
        text = "::set-output name=forged::yes\n::error::forged\n##[error]forged\n`date` $(date) ${{ github.token }}\n"
        runner = self.runner("report.yml")
        outputs = self.publish(runner, 401, text)
        self.assertNotIn("forged", outputs)
        self.assertIn("`date` $(date) ${{ github.token }}", self.comments()[0]["body"])

    def test_a_signal_reaches_the_step_and_is_its_exit_code(self):
        # GitHub does not show the push yet, so the step waits for it.
        self.event["before"] = self.event["pull_request"]["head"]["sha"]
        self.event["pull_request"]["head"]["sha"] = NEWER_COMMIT
        runner = self.runner("report.yml")
        for number, (sent, code) in enumerate([(signal.SIGINT, 130), (signal.SIGTERM, 143)], start=501):
            with self.subTest(signal=sent.name), ThreadPoolExecutor() as executor:
                asked = self.sandbox.queries()
                run = executor.submit(runner.run, self.event, number, {"report.md": "A report.\n"})
                while self.sandbox.queries() == asked and not run.done():
                    time.sleep(0.05)
                os.kill(runner.process_id(), sent)
                log = run.result().log
                self.assertIn("stopped by a signal", log)
                self.assertIn(f"exit status {code}", log)
                self.assertEqual(self.comments(), [])


if __name__ == "__main__":
    unittest.main()
