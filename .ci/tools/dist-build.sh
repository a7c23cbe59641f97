#!/usr/bin/env bash
# Builds this machine's archive as a release does, by cargo-dist, and lets the action's own script install it.
# Where cargo-dist or cargo-auditable is not at hand it says so and ends well: to build them takes a quarter of an hour.
# To have both here: cargo install cargo-dist cargo-auditable --locked --root .ci/cache/dist
# Needs end-to-end.sh to have built the pin tool.
set -euo pipefail
cd "$(dirname "$0")/../.."

export PATH="${PWD}/.ci/cache/dist/bin:${PATH}"
for program in dist cargo-auditable; do
  if ! command -v "${program}" >/dev/null; then
    printf 'skipped: %s is not installed (see .ci/tools/dist-build.sh)\n' "${program}"
    exit 0
  fi
done

# Releases use the musl target; its standard library is not everywhere, and this one is as static. cargo-dist builds
# only targets of its configuration, so a copy of the source has another one.
export DIST_TARGET=x86_64-unknown-linux-gnu
copy="${PWD}/target/dist-source"
rm -rf "${copy}"
mkdir -p "${copy}"
git ls-files -z | xargs --null cp --parents --preserve=timestamps --target-directory="${copy}"
sed --in-place '/^targets = \[$/,/^\]$/c targets = ["'"${DIST_TARGET}"'"]' "${copy}/dist-workspace.toml"

version="$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q}' Cargo.toml)"
export DIST_RELEASE="${copy}/target/distrib" DIST_TAG="binaries/v${version}"
mkdir -p "${DIST_RELEASE}"
manifest="$(
  cd "${copy}"
  CARGO_TARGET_DIR="${copy}/../dist-target" RUSTFLAGS='-C target-feature=+crt-static' \
    dist build --tag="${DIST_TAG}" --artifacts=local --target="${DIST_TARGET}" --allow-dirty --output-format=json
)"
printf '%s' "${manifest}" >"${DIST_RELEASE}/dist-manifest.json"

archive="${DIST_RELEASE}/one-comment-${DIST_TARGET}.tar.gz"
printf '%s: %d bytes\n' "${archive##*/}" "$(stat --format=%s "${archive}")"
.ci/tools/end-to-end.sh test_dist
