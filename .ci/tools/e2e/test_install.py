"""The action's script and a release: what it downloads, what it keeps, and what it refuses to run."""

import os
import resource
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from release_host import ARCHIVE, ReleaseHost, digest, pack, pins
from runner import REPOSITORY

PROGRAM = b'#!/bin/sh\necho "started with $*"\n'
# The real one with fewer attempts, since it waits longer before each.
IMPATIENT_CURL = '#!/bin/sh\nexec {curl} "$@" --retry {retries}\n'


class InstallTest(unittest.TestCase):
    """Each test has an action with pins, a release host and an empty tool cache."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="one-comment-install-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        shutil.copytree(REPOSITORY / "action", self.folder / "action")
        for name in ("temp", "tools", "bin"):
            (self.folder / name).mkdir()
        self.archive = pack(PROGRAM)
        self.pin(pins(self.archive, PROGRAM))
        self.host = ReleaseHost({ARCHIVE: self.archive})
        self.addCleanup(self.host.close)
        self.tool = self.folder / "tools/one-comment/1.2.3/x64/one-comment"
        self.curl(retries=0)

    def pin(self, text: str) -> None:
        (self.folder / "action/pins").write_text(text, encoding="utf-8")

    def curl(self, retries: int) -> None:
        stand_in = self.folder / "bin/curl"
        stand_in.write_text(IMPATIENT_CURL.format(curl=shutil.which("curl"), retries=retries), encoding="utf-8")
        stand_in.chmod(0o755)

    def start(self, limits=None, **environment: str) -> subprocess.Popen:
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "GITHUB_ACTION_PATH": str(self.folder),
            "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
            "RUNNER_TEMP": str(self.folder / "temp"), "RUNNER_TOOL_CACHE": str(self.folder / "tools"),
            "ONE_COMMENT_DOWNLOAD_URL": self.host.url,
            **environment,
        }
        return subprocess.Popen(
            ["bash", "-p", self.folder / "action/run.sh"], cwd=self.folder, text=True, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=limits, restore_signals=limits is None,
        )

    def install(self, **environment) -> tuple[int, str]:
        process = self.start(**environment)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output

    def assert_installs(self, **environment) -> str:
        status, output = self.install(**environment)
        self.assertEqual(status, 0, output)
        self.assertTrue(output.endswith("started with publish --apply\n"), output)
        return output

    def assert_refuses(self, code: int, words: str, **environment) -> str:
        """It starts nothing, says so in one line that can be found, and leaves nothing that a later run would take."""
        status, output = self.install(**environment)
        self.assertEqual(status, code, output)
        errors = [line for line in output.splitlines() if line.startswith("::error title=one-comment::")]
        self.assertEqual(len(errors), 1, output)
        self.assertIn(words, errors[0])
        self.assertNotIn("started with", output)
        self.assertEqual(list(self.folder.glob("t*/**/.download.*")), [])
        return errors[0]

    def test_a_cold_install_fetches_one_archive_and_a_warm_one_nothing(self):
        output = self.assert_installs()
        self.assertIn("one-comment 1.2.3 installed", output)
        self.assertEqual([request["path"] for request in self.host.requests], [f"/mirror/{ARCHIVE}"])
        self.assertEqual(self.tool.read_bytes(), PROGRAM)
        self.assertTrue(self.tool.parent.with_suffix(".complete").exists())

        warm = self.assert_installs()
        self.assertEqual(warm, "started with publish --apply\n")
        self.assertEqual(len(self.host.requests), 1)

    def test_two_at_once_leave_one_good_copy(self):
        self.host.meeting = threading.Barrier(2)  # neither gets an answer before the other has asked
        processes = [self.start(), self.start()]
        for process in processes:
            output, _ = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 0, output)
            self.assertTrue(output.endswith("started with publish --apply\n"), output)
        self.assertEqual([path.name for path in self.tool.parent.iterdir()], ["one-comment"])
        self.assertEqual(self.tool.read_bytes(), PROGRAM)

    def test_no_token_reaches_the_release_host(self):
        names = ("ONE_COMMENT_TOKEN", "ONE_COMMENT_JOB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN")
        (self.folder / ".curlrc").write_text('header = "X-Forged: secret"\n', encoding="utf-8")
        spy = self.folder / "bin/curl"
        spy.write_text(spy.read_text(encoding="utf-8").replace("exec", "env >&2; exec"), encoding="utf-8")
        output = self.assert_installs(HOME=str(self.folder), **{name: "secret" for name in names})
        self.assertNotIn("secret", output)
        self.assertNotIn("secret", str(self.host.requests))

    def test_a_tampered_archive_is_refused(self):
        self.host.files[ARCHIVE] = pack(PROGRAM + b"evil\n")
        self.assert_refuses(65, "is not the file that was released")
        self.assertFalse(self.tool.exists())

    def test_another_program_in_the_pinned_archive_is_refused(self):
        self.pin(pins(self.archive, PROGRAM + b"evil\n"))
        self.assert_refuses(65, "is not the one that was released")
        self.assertFalse(self.tool.exists())

    def test_whatever_else_lies_in_the_cache_is_replaced_and_never_run(self):
        evil = PROGRAM + b"echo evil\n"
        for what, content in (("a tampered program", evil), ("half a file", PROGRAM[:9]), ("an empty file", b"")):
            with self.subTest(what):
                self.tool.parent.mkdir(parents=True, exist_ok=True)
                self.tool.write_bytes(content)
                self.tool.chmod(0o755)
                output = self.assert_installs()
                self.assertIn("::warning title=one-comment::install: ", output)
                self.assertIn("is replaced by a fresh download", output)
                self.assertNotIn("evil", output)
                self.assertEqual(digest(self.tool.read_bytes()), digest(PROGRAM))

    def test_a_folder_or_a_link_in_the_place_of_the_program_is_replaced(self):
        victim = self.folder / "victim"
        victim.write_text("kept\n", encoding="utf-8")
        self.tool.parent.mkdir(parents=True)
        self.tool.symlink_to(victim)
        self.assert_installs()
        self.assertEqual(victim.read_text(encoding="utf-8"), "kept\n")
        self.tool.unlink()
        self.tool.mkdir()
        self.assert_installs()
        self.assertEqual(self.tool.read_bytes(), PROGRAM)

    def test_a_program_that_lost_its_executable_bit_is_replaced(self):
        self.assert_installs()
        self.tool.chmod(0o644)
        self.assert_installs()
        self.assertEqual(len(self.host.requests), 2)

    def test_another_version_has_a_place_of_its_own(self):
        self.assert_installs()
        newer = PROGRAM + b"# newer\n"
        self.host.files[ARCHIVE] = pack(newer)
        self.pin(pins(self.host.files[ARCHIVE], newer, version="1.3.0-rc.1"))
        self.assert_installs()
        self.assertEqual(self.tool.read_bytes(), PROGRAM)
        self.assertEqual((self.folder / "tools/one-comment/1.3.0-rc.1/x64/one-comment").read_bytes(), newer)

    def test_without_a_tool_cache_the_job_s_own_folder_serves(self):
        for cache in ("", "/proc/none"):
            with self.subTest(cache):
                self.assert_installs(RUNNER_TOOL_CACHE=cache)
                self.assertTrue((self.folder / "temp/one-comment/1.2.3/x64/one-comment").exists())

    def test_passing_trouble_of_the_host_is_tried_again(self):
        self.curl(retries=1)
        self.host.first_statuses = [503]
        self.assert_installs()
        self.assertEqual(len(self.host.requests), 2)

    def test_a_connection_that_breaks_off_is_tried_again(self):
        self.host.cut_short = 2
        output = self.assert_installs()
        self.assertIn("attempt 2 of 3", output)
        self.host.cut_short = 3
        self.tool.unlink()
        self.assert_refuses(75, "cannot download")

    def test_a_host_in_trouble_is_not_now(self):
        self.host.first_statuses = [503]
        self.assert_refuses(75, "answered HTTP 503. Run the job again")

    def test_a_missing_archive_is_named(self):
        self.host.files.clear()
        error = self.assert_refuses(1, "answered HTTP 404")
        self.assertIn(f"{self.host.url}/{ARCHIVE}", error)

    def test_without_a_network_the_error_names_the_ways_out(self):
        self.host.close()
        error = self.assert_refuses(75, "cannot download")
        for way in ("download-url", "binary"):
            self.assertIn(way, error)

    def test_an_outage_is_a_warning_where_comments_may_fail(self):
        self.host.close()
        status, output = self.install(ONE_COMMENT_ON_ERROR="warn")
        self.assertEqual(status, 0, output)
        self.assertIn("::warning title=one-comment::install: cannot download", output)
        self.assertNotIn("::error", output)

    def test_wrong_bytes_are_an_error_even_where_comments_may_fail(self):
        self.host.files[ARCHIVE] = pack(PROGRAM + b"evil\n")
        self.assert_refuses(65, "is not the file that was released", ONE_COMMENT_ON_ERROR="warn")

    def test_a_full_disk_is_named(self):
        program = PROGRAM + os.urandom(1 << 16).hex().encode()
        self.host.files[ARCHIVE] = pack(program)
        self.pin(pins(self.host.files[ARCHIVE], program))
        # No file may be larger than this: for whoever writes it is as if the disk were full.
        for limit, words in ((len(self.host.files[ARCHIVE]) // 2, "cannot write"), (len(program) - 1, "cannot unpack")):
            with self.subTest(limit=limit):
                self.assert_refuses(
                    1, words, limits=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                )

    def test_without_curl_the_error_says_so(self):
        (self.folder / "bin/curl").write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
        self.assert_refuses(1, "curl is not installed")

    def test_without_a_program_for_checksums_nothing_is_downloaded(self):
        only = self.folder / "only"
        only.mkdir()
        for name in ("bash", "curl", "tar"):
            (only / name).symlink_to(shutil.which(name))
        self.assert_refuses(1, "neither sha256sum nor shasum", PATH=str(only))
        self.assertEqual(self.host.requests, [])

    def test_an_unknown_platform_is_named(self):
        self.assert_refuses(2, "RUNNER_OS 'Plan9' with RUNNER_ARCH 'X64'", RUNNER_OS="Plan9")

    def test_a_release_without_a_binary_for_this_platform_is_named(self):
        self.assert_refuses(2, "one-comment 1.2.3 has no binary for aarch64-apple-darwin",
                            RUNNER_OS="macOS", RUNNER_ARCH="ARM64")

    def test_without_pins_the_error_says_what_to_set(self):
        self.pin((REPOSITORY / "action/pins").read_text(encoding="utf-8"))
        self.assert_refuses(2, "pins no binary. Set build-from-source: true, or binary:")

    def test_damaged_pins_are_refused(self):
        good = pins(self.archive, PROGRAM)
        for damaged in (
            good.replace("version 1.2.3", "version ../../1.2.3"),
            good.replace("https://", "http://"),
            good.replace(".tar.gz ", ".tar.gz?$(touch_hacked) "),
            good[:-2],
            good.rstrip("\n") + " more\n",
        ):
            with self.subTest(damaged):
                self.pin(damaged)
                self.assert_refuses(1, "is damaged")

    def test_a_mirror_is_https(self):
        for url in ("http://mirror.example", "file:///etc", "ftp://mirror.example", "http://127.0.0.1@mirror.example",
                    "-o/tmp/x", "https://", "https://a b"):
            with self.subTest(url):
                self.assert_refuses(2, "does not start with https://", ONE_COMMENT_DOWNLOAD_URL=url)
        self.assertEqual(self.host.requests, [])

    def test_the_password_of_a_mirror_is_not_shown(self):
        (self.folder / "bin/curl").write_text("#!/bin/sh\nexit 6\n", encoding="utf-8")
        error = self.assert_refuses(75, "https://mirror.example/one-comment/",
                                    ONE_COMMENT_DOWNLOAD_URL="https://user:pass@mirror.example/one-comment/")
        self.assertNotIn("pass", error)


if __name__ == "__main__":
    unittest.main()
