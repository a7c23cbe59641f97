# shellcheck shell=bash
# Builds the binary from the source of the commit that the user chose. Needs cargo, and git where the source is not
# beside this script: the archive that runners download leaves it out.

# Sets `binary`. Builds among the job's other temporary files: a shared cache would have to be trusted.
build_from_source() {
  local target="${RUNNER_TEMP:?}" source=""
  target="${target//\\//}/one-comment-build"
  command -v cargo >/dev/null ||
    fail "${WRONG_USAGE}" "build-from-source: cargo is not installed. Install Rust in an earlier step, or give the input binary."
  printf '::group::Build one-comment from source\n' >&2
  find_source
  # In the source's own folder, since cargo and rustup obey files of the folder they start in, and without the
  # tokens, since build scripts of dependencies see the environment.
  (cd "${source}" && without_tokens cargo build --release --locked --bin one-comment --target-dir "${target}") >&2 ||
    fail "${WRONG_USAGE}" "build-from-source: cargo build failed; its output is above."
  printf '::endgroup::\n' >&2
  binary="${target}/release/one-comment"
  if [[ "${RUNNER_OS:-}" == Windows ]]; then
    binary="${binary}.exe"
  fi
}

# Sets `source`: a checkout (`uses: ./`) is its own.
find_source() {
  source="${GITHUB_ACTION_PATH:?}"
  source="${source//\\//}"
  [[ -f "${source}/Cargo.toml" ]] || fetch_source
}

# Sets `source` to a folder with what git calls this very commit; its name is a digest of its content.
fetch_source() {
  local commit repository parent="${RUNNER_TEMP//\\//}/one-comment-source" fresh
  commit="$(<"${here}/commit")"
  [[ "${commit}" =~ ^[0-9a-f]{40}$ ]] ||
    fail "${WRONG_USAGE}" "build-from-source: this copy of the action holds neither its source nor the name of its commit. Use a checkout, or the action by uses: OWNER/REPO@REF."
  name_repository
  source="${parent}/${commit}"
  [[ ! -d "${source}" ]] || return 0
  mkdir -p "${parent}"
  fresh="$(mktemp -d "${parent}/.fetch.XXXXXX")"
  {
    git -C "${fresh}" -c init.defaultBranch=main init --quiet &&
      GIT_TERMINAL_PROMPT=0 without_tokens git -C "${fresh}" fetch --quiet --depth 1 "${repository}" "${commit}" &&
      git -C "${fresh}" checkout --quiet --detach "${commit}"
  } >&2 || fail "${NOT_NOW}" "build-from-source: cannot fetch commit ${commit} from ${repository}; git's words are above. Run the job again, or give the input binary."
  mv "${fresh}" "${source}"
}

# Sets `repository` to where the runner has this action from: it unpacks actions to _actions/OWNER/REPO/REF.
name_repository() {
  local path="${source##*/_actions/}" owner name
  owner="${path%%/*}" path="${path#*/}"
  name="${path%%/*}"
  [[ "${owner}/${name}" =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] ||
    fail "${WRONG_USAGE}" "build-from-source: ${source} does not tell which repository the action is from. Use a checkout, or give the input binary."
  repository="${GITHUB_SERVER_URL:-https://github.com}/${owner}/${name}"
}
