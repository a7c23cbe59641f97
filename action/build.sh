# shellcheck shell=bash
# Builds the binary from the source of the commit that the user chose. Needs cargo, and git where the source is not
# beside this script: the archive that runners download leaves it out.

# Sets `binary`. Builds among the job's other temporary files: a shared cache would have to be trusted.
build_from_source() {
  local temporary="" source=""
  command -v cargo >/dev/null ||
    fail "${WRONG_USAGE}" "build-from-source: cargo is not installed. Install Rust in an earlier step, or give the input binary."
  find_temporary
  find_source
  printf '::group::Build one-comment from source\n' >&2
  if ! cargo_install; then
    printf '::endgroup::\n' >&2
    fail "${WRONG_USAGE}" "build-from-source: cargo failed; its output is above."
  fi
  printf '::endgroup::\n' >&2
  binary="${temporary}/one-comment-build/bin/one-comment"
  if [[ "${RUNNER_OS:-}" == Windows ]]; then
    binary="${binary}.exe"
  fi
}

# In the source's own folder, since cargo and rustup obey files of the folder they start in; without the tokens, since
# build scripts of dependencies see the environment; and for this machine, whatever the job builds for. `install` puts
# the program into one place, wherever cargo's settings have it built.
cargo_install() {
  local place="${temporary}/one-comment-build"
  (cd "${source}" && without_tokens env -u CARGO_BUILD_TARGET \
    cargo install --locked --force --path . --bin one-comment --target-dir "${place}/target" --root "${place}") >&2
}

# Sets `source`: a checkout (`uses: ./`) is its own.
find_source() {
  source="${GITHUB_ACTION_PATH:-${here}/..}"
  source="${source//\\//}"
  [[ -f "${source}/Cargo.toml" ]] || fetch_source
}

# Sets `source` to a folder with what git calls this very commit; its name is a digest of its content.
fetch_source() {
  local commit="" repository="" parent="${temporary}/one-comment-source" fresh
  [[ ! -r "${here}/commit" ]] || commit="$(<"${here}/commit")"
  [[ "${commit}" =~ ^[0-9a-f]{40}$ ]] ||
    fail "${WRONG_USAGE}" "build-from-source: this copy of the action holds neither its source nor the name of its commit. Use a checkout, or the action by uses: OWNER/REPO@REF."
  name_repository
  source="${parent}/${commit}"
  [[ ! -d "${source}" ]] || return 0
  { mkdir -p "${parent}" && fresh="$(mktemp -d "${parent}/.fetch.XXXXXX")"; } ||
    fail "${FAILED}" "build-from-source: cannot make a folder in ${parent}. Is the disk full, or read-only?"
  fetch_commit >&2 ||
    fail "${NOT_NOW}" "build-from-source: cannot fetch commit ${commit} from ${repository}; git's words are above. Run the job again, or give the input binary."
  mv "${fresh}" "${source}" ||
    fail "${FAILED}" "build-from-source: cannot move ${fresh} to ${source}."
}

# Into `fresh`. Variables that name another repository, such as GIT_DIR, are not for this one.
fetch_commit() (
  # shellcheck disable=SC2046 # a list of names, one a line
  unset $(without_tokens git rev-parse --local-env-vars)
  export GIT_TERMINAL_PROMPT=0
  without_tokens git -C "${fresh}" -c init.defaultBranch=main init --quiet &&
    without_tokens git -C "${fresh}" fetch --quiet --depth 1 "${repository}" "${commit}" &&
    without_tokens git -C "${fresh}" checkout --quiet --detach "${commit}"
)

# Sets `repository` to where the runner has this action from: it unpacks actions to _actions/OWNER/REPO/REF.
name_repository() {
  local path="${source##*/_actions/}" owner name
  owner="${path%%/*}" path="${path#*/}"
  name="${path%%/*}"
  [[ "${owner}/${name}" =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] ||
    fail "${WRONG_USAGE}" "build-from-source: ${source} does not tell which repository the action is from. Use a checkout, or give the input binary."
  repository="${GITHUB_SERVER_URL:-https://github.com}/${owner}/${name}"
}
