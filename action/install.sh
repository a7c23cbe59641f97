# shellcheck shell=bash
# Brings the pinned binary into the runner's tool cache, and proves its bytes before every run. Trusts neither the
# release nor a mirror nor the cache: only `pins`, which is part of the commit that the user chose.
# Needs bash, curl, tar, and sha256sum or macOS's shasum.

# Sets `binary`.
install_pinned() {
  local target="" arch="" suffix="" version="" url="" archive_digest="" binary_digest="" folder=""
  command -v sha256sum >/dev/null || command -v shasum >/dev/null ||
    fail "${FAILED}" "install: there is neither sha256sum nor shasum to check the program with. Install one of them."
  detect_platform
  read_pins
  check_pins
  apply_mirror
  choose_folder
  binary="${folder}/one-comment${suffix}"
  if is_pinned "${binary}"; then
    return
  fi
  if [[ -e "${binary}" ]]; then
    annotate warning "install: ${binary} is not the file that was installed there. It is replaced by a fresh download."
  fi
  fetch
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
    "${archive_digest}" =~ ${digest} && "${binary_digest}" =~ ${digest} ]] ||
    fail "${FAILED}" "install: ${here}/pins is damaged at ${target}. Use a released version of the action."
}

# Lets `url` name the same file at the place that the input download-url gives.
apply_mirror() {
  local mirror="${ONE_COMMENT_DOWNLOAD_URL:-}"
  [[ -n "${mirror}" ]] || return 0
  # Without TLS only to this very machine, where nobody is in between.
  [[ "${mirror}" =~ ^https://[^[:space:]]+$ || "${mirror}" =~ ^http://(127\.0\.0\.1|localhost)(:[0-9]+)?(/[^[:space:]@]*)?$ ]] ||
    fail "${WRONG_USAGE}" "download-url: $(public_url "${mirror}") does not start with https://. Give the address of the folder that holds ${url##*/}."
  url="${mirror%/}/${url##*/}"
}

# Prints an address without the name and password that a mirror's may hold.
public_url() {
  if [[ "$1" =~ ^(https?://)[^/]*@(.*)$ ]]; then
    printf '%s' "${BASH_REMATCH[1]}${BASH_REMATCH[2]}"
  else
    printf '%s' "$1"
  fi
}

# Sets `folder` to one that this job may write into: the tool cache, which later jobs of the machine share, if it can.
choose_folder() {
  local root
  for root in "${RUNNER_TOOL_CACHE:-}" "${RUNNER_TEMP:?}"; do
    folder="${root//\\//}/one-comment/${version}/${arch}"
    if [[ -n "${root}" ]] && mkdir -p "${folder}" 2>/dev/null && [[ -w "${folder}" ]]; then
      return
    fi
  done
  fail "${FAILED}" "install: cannot make the folder ${folder}. Is the disk full, or read-only?"
}

is_pinned() {
  [[ -f "$1" && -x "$1" ]] && has_digest "$1" "${binary_digest}"
}

has_digest() {
  local file="$1" expected="$2" found
  if command -v sha256sum >/dev/null; then
    found="$(sha256sum <"${file}")"
  else
    found="$(shasum -a 256 <"${file}")" # macOS
  fi
  [[ "${found%% *}" == "${expected}" ]]
}

# Downloads into a folder of its own beside the place, so that the last step is one rename, which is all or nothing:
# of several jobs at once each leaves the same good file.
fetch() {
  local archive="${url##*/}" unpacked=""
  work="$(mktemp -d "${folder}/.download.XXXXXX")" ||
    fail "${FAILED}" "install: cannot write into ${folder}. Is the disk full?"
  trap 'rm -rf "${work}"' EXIT
  download "${work}/${archive}"
  has_digest "${work}/${archive}" "${archive_digest}" ||
    fail "${WRONG_DATA}" "install: what $(public_url "${url}") holds is not the file that was released: its SHA-256 is another one. Nothing of it was run. If download-url is set, copy the release there again; else report it."
  unpack "${archive}"
  is_pinned "${unpacked}" ||
    fail "${WRONG_DATA}" "install: the program inside ${archive} is not the one that was released: its SHA-256 is another one. Nothing of it was run. Please report it."
  move_into_place
  rm -rf "${work}"
  trap - EXIT
  printf 'one-comment %s installed in %s from %s\n' "${version}" "${folder}" "$(public_url "${url}")" >&2
}

# To the file of that name. No token is sent, and `.curlrc` is not read; proxies of the environment are used.
download() {
  local file="$1" protocols='=https' status try answer
  [[ "${url}" == https:* ]] || protocols='=http'
  for try in 1 2 3; do
    status=0
    answer="$(without_tokens curl --disable --silent --show-error --fail --location --globoff \
      --proto "${protocols}" --connect-timeout 20 --max-time 180 \
      --retry 3 --retry-connrefused --retry-max-time 120 \
      --output "${file}" --write-out '%{http_code}' --url "${url}")" || status=$?
    case "${status}" in
      0) return ;;
      18 | 52 | 55 | 56 | 92) printf 'The connection broke off, attempt %s of 3.\n' "${try}" >&2 ;; # curl leaves these to us
      *) break ;;
    esac
  done
  explain_download "${status}" "${answer}"
}

# Curl's own words stand above in the log.
explain_download() {
  local status="$1" answer="$2" from
  from="$(public_url "${url}")"
  case "${status} ${answer}" in
    "22 408" | "22 429" | "22 5"*)
      fail "${NOT_NOW}" "install: ${from} answered HTTP ${answer}. Run the job again." ;;
    "22 "*)
      fail "${FAILED}" "install: ${from} answered HTTP ${answer}. If download-url is set, it must name the folder that holds ${from##*/}; else the release is gone." ;;
    "23 "*)
      fail "${FAILED}" "install: cannot write the download into ${folder}. Is the disk full?" ;;
    "35 "* | "51 "* | "58 "* | "60 "* | "77 "*)
      fail "${FAILED}" "install: no safe connection to ${from}. Behind a proxy that opens TLS, set CURL_CA_BUNDLE to its certificates." ;;
    "127 "*)
      fail "${FAILED}" "install: curl is not installed. Install it, or set binary: to an installed one-comment." ;;
    *)
      fail "${NOT_NOW}" "install: cannot download ${from} (curl's exit code is ${status}). Run the job again; on a machine without access to that host, set download-url or binary." ;;
  esac
}

# Sets `unpacked`.
unpack() {
  local archive="$1" status=0
  case "${archive}" in
    *.tar.gz)
      unpacked="${work}/${archive%.tar.gz}/one-comment"
      (cd "${work}" && tar -xzf "${archive}") >&2 || status=$?
      ;;
    *)
      # A zip, for Windows only. Windows' own tar reads it, that of Git Bash does not. Not tried on a real machine yet.
      unpacked="${work}/one-comment.exe"
      (cd "${work}" && "${SYSTEMROOT//\\//}/System32/tar.exe" -xf "${archive}") >&2 || status=$?
      ;;
  esac
  [[ "${status}" -eq 0 ]] ||
    fail "${FAILED}" "install: cannot unpack ${archive} in ${folder}. Is the disk full?"
}

# Windows does not replace a program that runs; if another job has just put it there, that is as good.
move_into_place() {
  if [[ -d "${binary}" ]]; then
    rm -rf "${binary}"
  fi
  mv -f "${unpacked}" "${binary}" || true
  is_pinned "${binary}" ||
    fail "${FAILED}" "install: cannot put the program into ${folder}, or it was changed there at once. Is the disk full?"
  : >"${folder}.complete" # by this the runner's tools know that the folder holds a whole tool
}
