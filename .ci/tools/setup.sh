#!/usr/bin/env bash
# Installs what CI needs and the machine lacks. A second run finds everything in place.
# Assumes Rust, Python 3, Node.js and, where a Debian package is missing, apt.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Runs the command unless it has succeeded before with these same files.
once() {
  local stamp=".ci/cache/$1.done" files="$2" now
  shift 2
  # shellcheck disable=SC2086 # a list of paths without blanks
  now="$(sha256sum ${files})"
  if [[ -f "${stamp}" && "$(<"${stamp}")" == "${now}" ]]; then
    return
  fi
  "$@"
  printf '%s' "${now}" >"${stamp}"
}

debian_packages() {
  local missing=() sudo=()
  [[ ${EUID} -eq 0 ]] || sudo=(sudo)
  command -v shellcheck >/dev/null || missing+=(shellcheck)
  command -v valgrind >/dev/null || missing+=(valgrind)
  # Not the shell's own word.
  type -P time >/dev/null || missing+=(time)
  command -v chromium google-chrome >/dev/null || missing+=(chromium)
  command -v chromedriver >/dev/null || missing+=(chromium-driver)
  python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
  if [[ ${#missing[@]} -gt 0 ]]; then
    "${sudo[@]}" apt-get update --quiet
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends "${missing[@]}"
  fi
}

python_programs() {
  python3 -m venv --clear .ci/cache/venv
  .ci/cache/venv/bin/pip install --quiet --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement .ci/tools/requirements.txt
}

node_packages() {
  npm ci --prefix .ci/tools --ignore-scripts --no-audit --no-fund --loglevel=error
}

mkdir -p .ci/cache .ci/out
debian_packages
once python .ci/tools/requirements.txt python_programs
once node .ci/tools/package-lock.json node_packages
cargo fetch --locked --quiet
