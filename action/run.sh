#!/usr/bin/env bash
# Finds the binary and hands the process over to it. Decides nothing about comments.
set -euo pipefail
IFS=$'\n\t'

# Stops the step with one line that says what to do. Exit code 2 is "wrong usage".
# On standard error, since the caller may be capturing standard output; the runner reads both.
fail() {
  local text="$*"
  text="${text//\%/%25}"
  text="${text//$'\r'/%0D}"
  text="${text//$'\n'/%0A}"
  printf '::error title=one-comment::%s\n' "${text}" >&2
  exit 2
}

# Prints the path that `exec` will take literally, never by a search in PATH.
installed_binary() {
  local path="$1"
  case "${path}" in
    */* | *\\*) ;;
    *) path="./${path}" ;;
  esac
  if [[ ! -f "${path}" ]]; then
    fail "binary: there is no file ${path} (seen from ${PWD}). Give the path of an installed one-comment."
  fi
  if [[ ! -x "${path}" ]]; then
    fail "binary: ${path} is not executable. Run chmod +x on it in an earlier step."
  fi
  printf '%s' "${path}"
}

# Builds beside the job's other temporary files: a shared cache would have to be trusted.
# In the action's own folder, since cargo and rustup obey files of the folder they start in,
# and without the tokens, since build scripts of dependencies see the environment.
build_from_source() {
  local target="${RUNNER_TEMP:?}/one-comment-build"
  command -v cargo >/dev/null ||
    fail "build-from-source: cargo is not installed. Install Rust in an earlier step, or give the input binary."
  printf '::group::Build one-comment from source\n' >&2
  (
    cd "${GITHUB_ACTION_PATH:?}"
    env -u ONE_COMMENT_TOKEN -u ONE_COMMENT_JOB_TOKEN -u GITHUB_TOKEN -u GH_TOKEN \
      cargo build --release --locked --bin one-comment --target-dir "${target}"
  ) >&2 || fail "build-from-source: cargo build failed; its output is above."
  printf '::endgroup::\n' >&2
  case "${RUNNER_OS:-}" in
    Windows) printf '%s' "${target}/release/one-comment.exe" ;;
    *) printf '%s' "${target}/release/one-comment" ;;
  esac
}

command="${ONE_COMMENT_COMMAND:-publish}"
build="${ONE_COMMENT_BUILD_FROM_SOURCE:-false}"

[[ "${command}" =~ ^[a-z]+$ ]] ||
  fail "command: '${command}' is not a command. Give publish, check, hide, delete, show or preview."
[[ "${build}" =~ ^(true|false)$ ]] ||
  fail "build-from-source: '${build}' is neither true nor false."

if [[ -n "${ONE_COMMENT_BINARY:-}" ]]; then
  binary="$(installed_binary "${ONE_COMMENT_BINARY}")"
elif [[ "${build}" == true ]]; then
  binary="$(build_from_source)"
else
  fail "this version of one-comment pins no binary. Set build-from-source: true, or binary: to an installed one."
fi

# The binary lets dry-run win over --apply.
exec "${binary}" "${command}" --apply
