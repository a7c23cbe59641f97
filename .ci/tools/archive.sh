#!/usr/bin/env bash
# Checks what a runner downloads when it uses the action: small, and enough to build the binary from.
# Looks at the last commit, as the runner does.
set -euo pipefail
cd "$(dirname "$0")/../.."

budget=$((150 * 1024))
folder="$(mktemp --directory)"
trap 'rm -rf "${folder}"' EXIT

size="$(git archive --format=tar.gz HEAD | wc --bytes)"
git archive HEAD | tar --extract --directory "${folder}"
(
  cd "${folder}"
  cargo check --quiet --locked --offline --bin one-comment --target-dir "${OLDPWD}/target/archive"
)
for file in action.yml action/run.sh Cargo.lock src/main.rs; do
  [[ -f "${folder}/${file}" ]] || { printf '%s is missing from the archive\n' "${file}" >&2; exit 1; }
done

printf 'the archive of the action: %d bytes\n' "${size}"
if [[ "${size}" -gt "${budget}" ]]; then
  printf 'over the budget of %d bytes; see .gitattributes\n' "${budget}" >&2
  exit 1
fi
