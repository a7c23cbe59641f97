#!/usr/bin/env bash
# Checks that binaries-release.yml is what cargo-dist makes of dist-workspace.toml. Where cargo-dist is not at hand it
# says so and ends well: to build it takes a quarter of an hour, and that workflow checks itself on every pull request.
# To have it here: cargo install cargo-dist --locked --version VERSION --root .ci/cache/dist
set -euo pipefail
cd "$(dirname "$0")/../.."

version="$(sed -n 's/^cargo-dist-version = "\(.*\)"$/\1/p' dist-workspace.toml)"
dist="$(command -v .ci/cache/dist/bin/dist || command -v dist || true)"
if [[ -z "${dist}" ]]; then
  printf 'skipped: cargo-dist %s is not installed (see .ci/tools/release.sh)\n' "${version}"
  exit 0
fi
if [[ "$("${dist}" --version)" != *" ${version}" ]]; then
  printf '%s is not the version %s of dist-workspace.toml\n' "${dist}" "${version}" >&2
  exit 1
fi
"${dist}" generate --check
"${dist}" plan
