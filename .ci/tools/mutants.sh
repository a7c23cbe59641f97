#!/usr/bin/env bash
# Mutants of the pure core: breaks `src/comment` and `src/converge` in about a thousand ways, one at a time, and
# asks their tests whether they notice. By hand, not part of `.ci/run`; docs/mutants.md has the figures.
#
#   .ci/tools/mutants.sh [--tree FOLDER] [option of cargo mutants...]
#
# In a tree of its own that holds the core alone: a mutant costs seconds there, and half a minute with everything else.
# With `--tree`, that folder is kept and used again. The mutants that nobody noticed stand in `mutants.out/missed.txt`.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = --tree ]; then
  tree=$2
  shift 2
else
  tree=$(mktemp -d)
fi

# The lines of a manifest that ask for these packages; of two, the one for tests, which asks for more.
wanted() {
  for name in "${@:2}"; do
    grep "^$name = .*\(version\|path\)" "$1" | tail -1
  done
}

mkdir -p "$tree/src" "$tree/tests/sandbox/src" "$tree/.cargo"
rm -rf "$tree"/{src,tests}/*
mkdir -p "$tree/tests/sandbox/src"
cp -r src/comment src/converge "$tree/src/"
cp -r tests/converge tests/explore "$tree/tests/"
cp -r tests/sandbox/src/state "$tree/tests/sandbox/src/"
cp .cargo/mutants.toml "$tree/.cargo/"
cp Cargo.lock "$tree/"
printf 'pub mod comment;\npub mod converge;\n' >"$tree/src/lib.rs"
echo 'pub mod state;' >"$tree/tests/sandbox/src/lib.rs"
{
  printf '[package]\nname = "one-comment"\nversion = "0.1.0"\nedition = "2024"\n[lib]\nname = "one_comment"\n'
  echo '[dependencies]'
  wanted Cargo.toml base64 chrono flate2 pulldown-cmark serde serde_json sha2 thiserror
  echo '[dev-dependencies]'
  wanted Cargo.toml one-comment-sandbox proptest
  printf '[workspace]\nmembers = ["tests/sandbox"]\n'
  # Most of the time goes into building the core.
  printf '[profile.dev]\ndebug = false\nopt-level = 0\n[profile.dev.package."*"]\nopt-level = 2\n'
} >"$tree/Cargo.toml"
{
  printf '[package]\nname = "one-comment-sandbox"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n'
  wanted tests/sandbox/Cargo.toml base64 chrono serde serde_json
} >"$tree/tests/sandbox/Cargo.toml"

cd "$tree"
echo "tree: $tree"
export PROPTEST_CASES=${PROPTEST_CASES-16} CARGO_INCREMENTAL=1
cargo mutants --in-place "$@"
