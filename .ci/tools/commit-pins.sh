#!/usr/bin/env bash
# Commits action/pins on top of the source and pushes that commit as the tag of the version.
# The same source and pins make the same commit, by whomever and whenever: so to run it again is safe, and a tag that is
# there already and means something else is refused, since a version's tag never moves.
# .ci/tools/commit-pins.sh v1.2.3
set -euo pipefail
cd "$(dirname "$0")/../.."

version="${1:?}"
if ! grep --quiet --line-regexp --fixed-strings "version ${version#v}" action/pins; then
  printf 'action/pins are not those of %s\n' "${version}" >&2
  exit 1
fi

date="$(git log -1 --format=%cI)"
name='github-actions[bot]' email='41898282+github-actions[bot]@users.noreply.github.com'
export GIT_AUTHOR_DATE="${date}" GIT_AUTHOR_NAME="${name}" GIT_AUTHOR_EMAIL="${email}"
export GIT_COMMITTER_DATE="${date}" GIT_COMMITTER_NAME="${name}" GIT_COMMITTER_EMAIL="${email}"

git add action/pins
commit="$(git commit-tree "$(git write-tree)" -p HEAD -m "Pin the binaries of ${version}")"
git push origin "${commit}:refs/tags/${version}"
