"""The action's script and the network: whom it asks, what it shows, and what it says when nothing comes."""

import shutil
import unittest

from installation import InstallationTest
from played_internet import PlayedInternet
from release_host import ARCHIVE, RELEASE_URL


class MirrorTest(InstallationTest):
    """From a mirror on this machine."""

    def test_no_token_reaches_the_release_host(self):
        names = ("ONE_COMMENT_TOKEN", "ONE_COMMENT_JOB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN",
                 "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN")
        (self.folder / ".curlrc").write_text('header = "X-Forged: secret"\n', encoding="utf-8")
        self.stand_in("curl", f'env >&2; exec {shutil.which("curl")} "$@"')
        output = self.assert_installs(HOME=str(self.folder), **{name: "secret" for name in names})
        self.assertNotIn("secret", output)
        self.assertNotIn("secret", str(self.host.requests))

    def test_passing_trouble_of_the_host_is_tried_again(self):
        (self.folder / "bin/curl").unlink()
        self.host.first_statuses = [503]
        self.assert_installs()
        self.assertEqual(len(self.host.requests), 2)

    def test_a_host_that_says_nothing_does_not_hold_the_job(self):
        self.stand_in("curl", f'echo "called with $*" >&2; exec {shutil.which("curl")} "$@"')
        output = self.assert_installs()
        for limit in ("--connect-timeout 20 ", "--max-time 180 ", "--retry-max-time 120 "):
            self.assertIn(limit, output)

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

    def test_without_curl_the_error_says_so(self):
        self.stand_in("curl", "exit 127")
        self.assert_refuses(1, "curl is not installed")

    def test_a_mirror_is_a_folder_by_https_and_what_else_was_given_is_not_repeated(self):
        for url in ("http://mirror.example", "file:///etc", "ftp://mirror.example", "http://127.0.0.1@mirror.example",
                    "-o/tmp/x", "https://", "https://a b", "https://user:secret@mirror.example/x", "HTTPS://mirror.example",
                    "https://mirror.example/?token=secret", "https://mirror.example/#secret",
                    'https://mirror.example/"\nproxy = "secret'):
            with self.subTest(url):
                error = self.assert_refuses(2, "download-url: this is not the address", ONE_COMMENT_DOWNLOAD_URL=url)
                self.assertNotIn("secret", error)
                self.assertNotIn("mirror.example", error)
        self.assertEqual(self.host.requests, [])

    def test_the_address_of_a_mirror_is_on_no_command_line(self):
        self.stand_in("curl", f'echo "called with $*" >&2; exec {shutil.which("curl")} "$@"')
        output = self.assert_installs()
        self.assertIn("called with --disable", output)
        self.assertNotIn("mirror", output.split("called with")[1].splitlines()[0])

    def test_a_mirror_on_this_machine_is_not_asked_through_a_proxy(self):
        for mirror in (self.host.url, self.host.url.replace("127.0.0.1", "localhost")):
            shutil.rmtree(self.tool.parent, ignore_errors=True)
            self.assert_installs(ONE_COMMENT_DOWNLOAD_URL=mirror, http_proxy="http://127.0.0.1:9")

    def test_a_mirror_on_this_machine_may_be_given_by_its_newer_address(self):
        self.assert_refuses(75, f"cannot download http://[::1]:9/{ARCHIVE}", ONE_COMMENT_DOWNLOAD_URL="http://[::1]:9/")

    def test_an_answer_larger_than_any_release_is_cut_off(self):
        self.host.endless = "declared"
        self.assert_refuses(65, "is larger than 32 MiB")
        self.assertIn("Maximum file size exceeded", self.install()[1])  # without loading any of it
        self.host.endless = "open"
        self.assert_refuses(65, "is larger than 32 MiB")

    def test_an_address_that_leads_nowhere_is_no_reason_to_try_again(self):
        for place in ("file:///etc/passwd", f"/mirror/{ARCHIVE}"):
            with self.subTest(place):
                self.host.moved = {f"/mirror/{ARCHIVE}": place}
                error = self.assert_refuses(1, "leads to an address that is not followed")
                self.assertNotIn("Run the job again", error)

    def test_an_answer_without_a_file_is_named(self):
        self.host.first_statuses = [204]
        self.assert_refuses(1, "answered HTTP 204")

    def test_a_host_that_wants_to_be_asked_later_is_not_now(self):
        for status in (408, 429):
            self.host.first_statuses = [status]
            self.assert_refuses(75, f"answered HTTP {status}. Run the job again")


class PinnedAddressTest(InstallationTest):
    """From the pinned address itself, by way of a proxy that leads every host to this machine."""

    def setUp(self):
        super().setUp()
        self.internet = PlayedInternet()
        self.addCleanup(self.internet.close)
        self.internet.answers = {
            RELEASE_URL + "/" + ARCHIVE: "https://assets.example/file?signature=1",
            "https://assets.example/file?signature=1": self.archive,
        }

    def start(self, **environment):
        return super().start(**{
            "ONE_COMMENT_DOWNLOAD_URL": "", "HTTPS_PROXY": self.internet.proxy,
            "CURL_CA_BUNDLE": str(self.internet.authority), **environment,
        })

    def test_the_release_is_fetched_from_where_github_redirects_and_gets_no_token(self):
        names = ("ONE_COMMENT_TOKEN", "GITHUB_TOKEN")
        self.assert_installs(**{name: "secret" for name in names})
        self.assertEqual([request["url"] for request in self.internet.requests], list(self.internet.answers))
        self.assertNotIn("secret", str(self.internet.requests))
        self.assertNotIn("Authorization", str(self.internet.requests))

    def test_a_host_whose_certificate_nobody_vouches_for_is_not_believed(self):
        self.assert_refuses(1, "no safe connection to https://github.com/", CURL_CA_BUNDLE="/etc/ssl/certs/ca-certificates.crt")
        self.assertEqual(self.internet.requests, [])

    def test_a_certificate_for_another_host_is_not_believed(self):
        self.pin((self.folder / "action/pins").read_text(encoding="utf-8").replace("github.com", "other.example"))
        self.assert_refuses(1, "no safe connection to https://other.example/")
        self.assertEqual(self.internet.requests, [])

    def test_a_redirect_to_what_is_not_https_is_not_followed(self):
        self.internet.answers[RELEASE_URL + "/" + ARCHIVE] = f"{self.host.url}/{ARCHIVE}"
        self.assert_refuses(1, "leads to an address that is not followed")
        self.assertEqual(self.host.requests, [])

    def test_a_proxy_that_refuses_is_named_and_its_password_is_not_shown(self):
        proxy = self.internet.proxy.replace("http://", "http://user:secret@")
        for status, code, words in ((403, 1, "Let it allow that host"), (407, 1, "wants a user name"), (502, 75, "Run the job again")):
            with self.subTest(status):
                self.internet.refusal = status
                error = self.assert_refuses(code, words, HTTPS_PROXY=proxy)
                self.assertIn(f"the proxy of HTTPS_PROXY answered HTTP {status}", error)
                self.assertNotIn("secret", error)
                self.assertEqual(self.internet.refused, 1)
                self.internet.refused = 0

    def test_a_proxy_s_refusal_is_final_by_whichever_code_of_curl(self):
        for code in (22, 56):  # of different versions
            self.stand_in("curl", f"echo called >&2; printf '000 403'; exit {code}")
            _, output = self.install()
            self.assertEqual(output.count("called"), 1, output)
            self.assertIn("answered HTTP 403", output)


if __name__ == "__main__":
    unittest.main()
