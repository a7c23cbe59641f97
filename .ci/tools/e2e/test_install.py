"""The action's script and a release: what it keeps, and what it refuses to run."""

import os
import resource
import shutil
import threading
import unittest

from installation import PROGRAM, InstallationTest
from release_host import ARCHIVE, digest, pack, pins, zipped
from runner import REPOSITORY


class InstallTest(InstallationTest):
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
                self.assertIn("a fresh download takes its place", output)
                self.assertNotIn("evil", output)
                self.assertEqual(digest(self.tool.read_bytes()), digest(PROGRAM))

    def test_what_runs_is_the_copy_that_was_checked_whatever_becomes_of_the_cache(self):
        self.assert_installs()
        # The other job acts at the worst moment: as soon as the check is done.
        self.stand_in("sha256sum", f"""{shutil.which("sha256sum")}
            printf '#!/bin/sh\\necho evil\\n' >{self.tool}""")
        self.assertNotIn("evil", self.assert_installs())
        self.assertIn(b"evil", self.tool.read_bytes())

    def test_the_copy_that_runs_is_for_this_user_alone(self):
        self.assert_installs()
        [private] = [path for path in (self.folder / "temp").iterdir()]
        self.assertEqual(private.stat().st_mode & 0o777, 0o700)
        self.assertEqual([path.name for path in private.iterdir()], ["one-comment"])

    def test_a_link_in_the_place_of_the_program_is_replaced(self):
        victim = self.folder / "victim"
        victim.write_text("kept\n", encoding="utf-8")
        self.tool.parent.mkdir(parents=True)
        self.tool.symlink_to(victim)
        self.assert_installs()
        self.assertEqual(victim.read_text(encoding="utf-8"), "kept\n")
        self.assertEqual(self.tool.read_bytes(), PROGRAM)
        self.assertFalse(self.tool.is_symlink())

    def test_a_folder_in_the_place_of_the_program_is_left_alone(self):
        (self.tool / "source").mkdir(parents=True)
        self.assert_installs()
        self.assertTrue((self.tool / "source").is_dir())

    def test_nothing_is_put_into_the_cache_through_a_link(self):
        victim = self.folder / "victim"
        for place in ("one-comment", "one-comment/1.2.3", "one-comment/1.2.3/x64", "one-comment/1.2.3/x64.complete"):
            with self.subTest(place):
                (victim / "one-comment").mkdir(parents=True)
                link = self.folder / "tools" / place
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(victim)
                output = self.assert_installs()
                self.assertIn("::warning title=one-comment::install: nothing is put into", output)
                self.assertEqual([path for path in victim.glob("**/*")], [victim / "one-comment"])
                self.assertTrue((self.folder / "temp/one-comment/1.2.3/x64/one-comment").exists())
                for folder in (victim, self.folder / "tools", self.folder / "temp"):
                    shutil.rmtree(folder)
                for name in ("tools", "temp"):
                    (self.folder / name).mkdir()

    def test_a_cached_program_need_not_be_executable_where_it_lies(self):
        self.assert_installs()
        self.tool.chmod(0o644)
        self.assert_installs()
        self.assertEqual(len(self.host.requests), 1)

    def test_a_cache_that_takes_nothing_but_holds_the_program_serves(self):
        self.assert_installs()
        self.stand_in("mkdir", "exit 1")
        self.stand_in("mktemp", f"""case "$*" in *{self.folder}/tools/*) exit 1 ;; esac; {shutil.which("mktemp")} "$@" """)
        self.host.close()
        self.assert_installs()

    def test_where_no_folder_takes_a_copy_the_program_runs_all_the_same(self):
        for folder in ("tools", "temp"):
            (self.folder / folder / "one-comment").write_text("in the way\n", encoding="utf-8")
        output = self.assert_installs()
        self.assertIn("for this step only", output)

    def test_a_copy_that_cannot_get_into_its_place_is_not_left_beside_it(self):
        self.stand_in("mv", "exit 1")
        self.assertIn("for this step only", self.assert_installs())
        self.assertEqual([path for path in self.folder.glob("t*/one-comment/**/*") if path.is_file()], [])

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
            good.replace("binaries/v1.2.3", "../../other"),
            good.replace(".tar.gz ", ".tar.gz?$(touch_hacked) "),
            good[:-2],
            good.rstrip("\n") + " more\n",
        ):
            with self.subTest(damaged):
                self.pin(damaged)
                self.assert_refuses(1, "is damaged")

    def test_the_settings_of_other_programs_change_nothing(self):
        hook = self.stand_in("hook", "echo evil")
        for name, value in (("TAR_OPTIONS", f"--to-command={hook}"), ("TAR_OPTIONS", "--exclude=*"), ("GZIP", "-v")):
            with self.subTest(name=name, value=value):
                shutil.rmtree(self.folder / "tools/one-comment", ignore_errors=True)
                self.assert_installs(**{name: value})

    def test_nothing_of_an_archive_is_unpacked_but_the_bytes_of_the_program(self):
        archive = pack(PROGRAM, mode=0o6777, before={"../../escaped": b"evil", "link": "/tmp"})
        self.host.files[ARCHIVE] = archive
        self.pin(pins(archive, PROGRAM))
        self.assert_installs()
        self.assertEqual(list(self.folder.glob("**/escaped")), [])
        for program in self.folder.glob("t*/**/one-comment"):
            self.assertFalse(program.is_file() and program.stat().st_mode & 0o6022, program)

    def test_windows_own_tar_unpacks_its_zip(self):
        name, target = "one-comment-x86_64-pc-windows-msvc.zip", "x86_64-pc-windows-msvc"
        self.stand_in("tar.exe", 'test "$1 $3" = "-xf one-comment.exe" && python3 -m zipfile --extract "$2" .')
        (self.folder / "System32").symlink_to(self.folder / "bin")
        self.host.files = {name: zipped(PROGRAM)}
        self.pin(pins(self.host.files[name], PROGRAM, target=target, name=name))
        for _ in ("cold", "warm"):
            self.assert_installs(RUNNER_OS="Windows", SYSTEMROOT=str(self.folder))
        self.assertEqual((self.tool.parent / "one-comment.exe").read_bytes(), PROGRAM)
        self.assertEqual(len(self.host.requests), 1)

    def test_macos_s_program_for_checksums_serves_as_well(self):
        only = self.folder / "only"
        only.mkdir()
        for name in ("bash", "sh", "cat", "curl", "tar", "gzip", "env", "mktemp", "mkdir", "chmod", "cp", "mv", "rm", "shasum"):
            (only / name).symlink_to(shutil.which(name))
        target = "aarch64-apple-darwin"
        name = f"one-comment-{target}.tar.gz"
        self.host.files = {name: pack(PROGRAM, target)}
        self.pin(pins(self.host.files[name], PROGRAM, target=target))
        self.assert_installs(RUNNER_OS="macOS", RUNNER_ARCH="ARM64", PATH=str(only))
        self.assertTrue((self.folder / "tools/one-comment/1.2.3/arm64/one-comment").exists())

    def test_a_runner_s_folder_that_is_none_is_named(self):
        for value in ("", "relative", "--help", str(self.folder / "none")):
            with self.subTest(value):
                self.assert_refuses(1 if value.startswith("/") else 2, "RUNNER_TEMP", RUNNER_TEMP=value)

    def test_an_action_without_its_pins_is_named(self):
        (self.folder / "action/pins").unlink()
        self.assert_refuses(1, "there is no")

    def test_a_program_that_does_not_start_is_named(self):
        program = b"\x7fELF" + bytes(60)
        self.host.files[ARCHIVE] = pack(program)
        self.pin(pins(self.host.files[ARCHIVE], program))
        self.assert_refuses(1, "cannot start")


if __name__ == "__main__":
    unittest.main()
