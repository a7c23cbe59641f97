#!/usr/bin/env bash
# Builds the release binary without any shared library, proves that, and prints its size.
# Its path: target/x86_64-unknown-linux-gnu/release/one-comment
set -euo pipefail
cd "$(dirname "$0")/../.."

# Releases use the musl target; its standard library is not everywhere, and this one is as static.
target=x86_64-unknown-linux-gnu
binary="target/${target}/release/one-comment"
budget=$((5 * 1024 * 1024))
# What every job downloads is to have 2.25 MiB; this has a C library that weighs 0.4 MB more packed (docs/size.md).
packed_budget=$((23 * 1024 * 1024 / 10))

RUSTFLAGS='-C target-feature=+crt-static' \
  cargo build --release --locked --bin one-comment --target "${target}"

linked="$(ldd "${binary}" 2>&1 || true)"
if [[ "${linked}" != *"statically linked"* ]]; then
  printf '%s is not static:\n%s\n' "${binary}" "${linked}" >&2
  exit 1
fi
size="$(stat --format=%s "${binary}")"
packed="$(gzip --best --stdout "${binary}" | wc --bytes)"
printf '%s: statically linked, %d bytes, %d as .gz\n' "${binary}" "${size}" "${packed}"
if [[ "${size}" -gt "${budget}" || "${packed}" -gt "${packed_budget}" ]]; then
  printf 'over the budget of %d bytes, %d as .gz\n' "${budget}" "${packed_budget}" >&2
  exit 1
fi
