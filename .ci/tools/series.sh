#!/usr/bin/env bash
# Says which names belong to a version of the action: the tags of its series, and `latest`. A name belongs to the newest
# version, so that whichever release runs last nothing moves backwards; prereleases have none.
# git ls-remote --tags --refs origin | .ci/tools/series.sh v1.2.3
set -euo pipefail

version="${1:?}"
if [[ ! "${version}" =~ ^v([0-9]+)\.([0-9]+)\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]]; then
  printf '%s is not the tag of a version\n' "${version}" >&2
  exit 2
fi
major="${BASH_REMATCH[1]}" minor="${BASH_REMATCH[2]}"
[[ "${version}" != *-* ]] || exit 0

versions="$(sed -nE 's|^.*refs/tags/(v[0-9]+\.[0-9]+\.[0-9]+)$|\1|p')"

# Prints the name $1 if the version is the newest of those that begin with $2.
name() {
  local newest
  newest="$(printf '%s\n' "${version}" "${versions}" | grep "^$2" | LC_ALL=C sort --version-sort | tail --lines=1)"
  [[ "${newest}" != "${version}" ]] || printf '%s\n' "$1"
}

name "v${major}.${minor}" "v${major}\.${minor}\."
name "v${major}" "v${major}\."
name latest v
