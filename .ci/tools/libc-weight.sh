#!/usr/bin/env bash
# What the C library weighs in a static program that uses of it what one-comment does: GNU's and musl's.
# Releases are linked with musl, what static-build.sh builds with GNU's. Needs Debian's musl-tools. No part of .ci/run.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --locked --bin one-comment
folder="$(mktemp --directory)"
trap 'rm -r "${folder}"' EXIT

nm --dynamic --undefined-only target/release/one-comment |
  sed --quiet 's/^.* \([A-Za-z0-9_]*\)\(@.*\)\?$/\1/p' | sort --unique >"${folder}/used"
nm --defined-only "/usr/lib/$(uname -m)-linux-musl/libc.a" 2>/dev/null |
  sed --quiet 's/^.* [TWVDBR] //p' | sort --unique >"${folder}/known"
comm -12 "${folder}/used" "${folder}/known" >"${folder}/both"
{
  sed 's/.*/extern char &[];/' "${folder}/both"
  printf 'int main(int count, char **arguments) {\n  static void *volatile used[] = {\n'
  sed 's/$/,/' "${folder}/both"
  printf '};\n  return used[count] == 0;\n}\n'
} >"${folder}/uses.c"
printf '%d functions and variables of a C library, %d of them in both\n' \
  "$(wc --lines <"${folder}/used")" "$(wc --lines <"${folder}/both")"

for compiler in gcc musl-gcc; do
  "${compiler}" -w -Os -fno-builtin -static -Wl,--gc-sections -s "${folder}/uses.c" -o "${folder}/program" -lm 2>/dev/null
  printf '%s: %d bytes, %d as .gz\n' "${compiler}" "$(stat --format=%s "${folder}/program")" \
    "$(gzip --best --stdout "${folder}/program" | wc --bytes)"
done
