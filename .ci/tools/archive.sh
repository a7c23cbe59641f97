#!/usr/bin/env bash
# Checks what a runner downloads in every job that uses the action: only what running it needs.
# Looks at the last commit, as the runner does.
set -euo pipefail
cd "$(dirname "$0")/../.."

budget=$((20 * 1024))
expected="LICENSE-APACHE LICENSE-MIT action.yml action/build.sh action/cache.sh action/commit action/download.sh action/install.sh action/messages.sh action/pins action/run.sh"

found="$(git archive HEAD | tar --list | grep --invert-match '/$' | LC_ALL=C sort | tr '\n' ' ')"
if [[ "${found% }" != "${expected}" ]]; then
  printf 'the archive holds\n  %s\ninstead of\n  %s\nsee .gitattributes\n' "${found}" "${expected}" >&2
  exit 1
fi

commit="$(git archive HEAD action/commit | tar --extract --to-stdout)"
if [[ "${commit}" != "$(git rev-parse HEAD)" ]]; then
  printf 'action/commit of the archive says %s, not the commit\n' "${commit}" >&2
  exit 1
fi

size="$(git archive --format=tar.gz HEAD | wc --bytes)"
printf 'the archive of the action: %d bytes\n' "${size}"
if [[ "${size}" -gt "${budget}" ]]; then
  printf 'over the budget of %d bytes; see .gitattributes\n' "${budget}" >&2
  exit 1
fi
