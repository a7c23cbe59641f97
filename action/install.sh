# shellcheck shell=bash
# Comes by the pinned program. Trusts neither the release nor a mirror nor the cache: only `pins`, which is part of the
# commit that the user chose.
# What runs is a copy in a folder of this step alone, and that very copy is checked: whoever changes the cache in
# between changes nothing. The runner empties RUNNER_TEMP after each job, so the copy is not removed here.
# Needs bash, curl, tar, and sha256sum or macOS's shasum.

# Sets `binary`.
install_pinned() {
  local target="" arch="" suffix="" version="" url="" archive_digest="" binary_digest="" temporary="" private=""
  command -v sha256sum >/dev/null || command -v shasum >/dev/null ||
    fail "${FAILED}" "install: there is neither sha256sum nor shasum to check the program with. Install one of them."
  detect_platform
  read_pins
  check_pins
  apply_mirror
  find_temporary
  private="$(mktemp -d "${temporary}/one-comment.XXXXXX")" || # for this user's eyes only
    fail "${FAILED}" "install: cannot make a folder in RUNNER_TEMP, ${temporary}. Is the disk full, or read-only?"
  binary="${private}/one-comment${suffix}"
  take_from_cache || fetch
  chmod 700 "${binary}" ||
    fail "${FAILED}" "install: cannot make ${binary} executable."
}

# Sets `target`, the release's name for this machine; `arch`, the tool cache's; and `suffix`, that of programs.
detect_platform() {
  case "${RUNNER_OS:-} ${RUNNER_ARCH:-}" in
    "Linux X64") target=x86_64-unknown-linux-musl ;;
    "Linux ARM64") target=aarch64-unknown-linux-musl ;;
    "macOS X64") target=x86_64-apple-darwin ;;
    "macOS ARM64") target=aarch64-apple-darwin ;;
    "Windows X64") target=x86_64-pc-windows-msvc suffix=.exe ;;
    "Windows ARM64") target=aarch64-pc-windows-msvc suffix=.exe ;;
    *)
      fail "${WRONG_USAGE}" "install: there is no binary for RUNNER_OS '${RUNNER_OS:-}' with RUNNER_ARCH '${RUNNER_ARCH:-}'. Set build-from-source: true, or binary: to an installed one."
      ;;
  esac
  case "${target}" in
    x86_64-*) arch=x64 ;;
    *) arch=arm64 ;;
  esac
}

# Sets `version`, and `url`, `archive_digest` and `binary_digest` of this target.
read_pins() {
  local first second third fourth
  [[ -r "${here}/pins" ]] ||
    fail "${FAILED}" "install: there is no ${here}/pins. Use a released version of the action, whole."
  while IFS=' ' read -r first second third fourth || [[ -n "${first}" ]]; do # the last line may lack its end
    case "${first}" in
      version) version="${second}" ;;
      "${target}") url="${second}" archive_digest="${third}" binary_digest="${fourth}" ;;
    esac
  done <"${here}/pins"
}

check_pins() {
  local digest='^[0-9a-f]{64}$'
  [[ -n "${version}" ]] ||
    fail "${WRONG_USAGE}" "this version of one-comment pins no binary. Set build-from-source: true, or binary: to an installed one."
  [[ -n "${url}" ]] ||
    fail "${WRONG_USAGE}" "install: one-comment ${version} has no binary for ${target}. Set build-from-source: true, or binary: to an installed one."
  [[ "${version}" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ && "${url}" =~ ^https://[A-Za-z0-9._~:/%-]+$ &&
    "${url}" != *..* && "${archive_digest}" =~ ${digest} && "${binary_digest}" =~ ${digest} ]] ||
    fail "${FAILED}" "install: ${here}/pins is damaged at ${target}. Use a released version of the action."
}

# Of a file, and of no folder or pipe.
has_digest() {
  local file="$1" expected="$2" found
  [[ -f "${file}" ]] || return
  if command -v sha256sum >/dev/null; then
    found="$(sha256sum <"${file}")"
  else
    found="$(shasum -a 256 <"${file}")" # macOS
  fi
  [[ "${found%% *}" == "${expected}" ]]
}

# Puts the program into its place, and a copy of it into the cache.
fetch() {
  local name="${url##*/}" archive="${private}/archive"
  download "${archive}"
  has_digest "${archive}" "${archive_digest}" ||
    fail "${WRONG_DATA}" "install: what ${url} holds is not the file that was released: its SHA-256 is another one. Nothing of it was run. If download-url is set, copy the release there again; else report it."
  unpack "${archive}" "${name}"
  has_digest "${binary}" "${binary_digest}" ||
    fail "${WRONG_DATA}" "install: the program inside ${name} is not the one that was released: its SHA-256 is another one. Nothing of it was run. Please report it."
  rm -f "${archive}"
  leave_in_cache
}

# Takes nothing out of the archive but the program, so no link, no owner and no other file of it counts.
unpack() {
  local archive="$1" name="$2" status=0
  case "${name}" in
    *.tar.gz)
      bounded env -u TAR_OPTIONS -u GZIP tar -xzOf - "${name%.tar.gz}/one-comment" <"${archive}" >"${binary}" || status=$?
      ;;
    *)
      # A zip, for Windows only. Windows' own tar reads it, that of Git Bash does not. Not tried on a real machine yet.
      (cd "${private}" && bounded "${SYSTEMROOT:-C:/Windows}/System32/tar.exe" -xf "${archive}" "${binary##*/}") >&2 ||
        status=$?
      ;;
  esac
  [[ "${status}" -eq 0 ]] ||
    fail "${FAILED}" "install: cannot unpack ${name} in ${private}. Is the disk full?"
}
