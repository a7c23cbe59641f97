#!/usr/bin/env bash
# Finds the binary and hands the process over to it. Decides nothing about comments.
# Bash 3.2 must do: it is what macOS has.
set -euo pipefail
IFS=$'\n\t'

here="${BASH_SOURCE[0]%/*}"
# shellcheck source=action/messages.sh
. "${here}/messages.sh"
# shellcheck source=action/install.sh
. "${here}/install.sh"
# shellcheck source=action/cache.sh
. "${here}/cache.sh"
# shellcheck source=action/download.sh
. "${here}/download.sh"
# shellcheck source=action/build.sh
. "${here}/build.sh"

# The result of all three ways to come by one; the path that `exec` takes literally, never by a search in PATH.
binary=""

is_absolute() {
  [[ "$1" == /* || "$1" == [A-Za-z]:/* ]]
}

# Sets `temporary` to the folder that the runner empties after each job.
find_temporary() {
  temporary="${RUNNER_TEMP:-}"
  temporary="${temporary//\\//}"
  is_absolute "${temporary}" ||
    fail "${WRONG_USAGE}" "RUNNER_TEMP is '${temporary}', not the whole path of a folder. The runner sets it: do not change it."
}

# The way for machines that may neither download nor build.
use_preinstalled() {
  binary="${ONE_COMMENT_BINARY}"
  case "${binary}" in
    */* | *\\*) ;;
    *) binary="./${binary}" ;;
  esac
  [[ -f "${binary}" ]] ||
    fail "${WRONG_USAGE}" "binary: there is no file ${binary} (seen from ${PWD}). Give the path of an installed one-comment."
  [[ -x "${binary}" ]] ||
    fail "${WRONG_USAGE}" "binary: ${binary} is not executable. Run chmod +x on it in an earlier step."
}

command="${ONE_COMMENT_COMMAND:-publish}"
build="${ONE_COMMENT_BUILD_FROM_SOURCE:-false}"

[[ "${command}" =~ ^[a-z]+$ ]] ||
  fail "${WRONG_USAGE}" "command: '${command}' is not a command. Give one word, such as publish; the README lists them all."
[[ "${build}" =~ ^(true|false)$ ]] ||
  fail "${WRONG_USAGE}" "build-from-source: '${build}' is neither true nor false."

if [[ -n "${ONE_COMMENT_BINARY:-}" ]]; then
  use_preinstalled
elif [[ "${build}" == true ]]; then
  build_from_source
else
  install_pinned
fi

# A program that cannot be started does not end the shell by itself, so that the last line is reached.
shopt -s execfail
set +e
# The binary lets dry-run win over --apply.
# shellcheck disable=SC2093 # it may fail, see above
exec "${binary}" "${command}" --apply
fail "${FAILED}" "cannot start ${binary}: the line above says why. Is it for this kind of machine, and may programs run from its folder?"
