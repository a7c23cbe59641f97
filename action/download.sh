# shellcheck shell=bash
# Fetches one file by HTTPS. Says why it could not, but nothing of a mirror's address that could be a secret.

# What no archive and no program of ours comes near; in KiB, as `ulimit` counts.
readonly LARGEST_FILE=32768

# Runs a program that can write no larger file, where the system holds it to that: on Windows it does not.
bounded() (
  ulimit -S -c 0 -f "${LARGEST_FILE}" 2>/dev/null || true
  "$@"
)

# Lets `url` name the same file at the place that the input download-url gives. The address may be a secret, so a
# refusal does not repeat it, and where a password could stand is refused: `url` can be shown.
apply_mirror() {
  local mirror="${ONE_COMMENT_DOWNLOAD_URL:-}" path='(/[A-Za-z0-9._~:/%@+,=-]*)?$'
  local secure="^https://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?${path}"
  local loopback="^http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?${path}" # to this very machine nobody is in between
  [[ -n "${mirror}" ]] || return 0
  [[ "${mirror}" =~ ${secure} || "${mirror}" =~ ${loopback} ]] ||
    fail "${WRONG_USAGE}" "download-url: this is not the address of a folder by https://. Give https://HOST/FOLDER with ${url##*/} in it, without a user name, ?, # or blanks."
  url="${mirror%/}/${url##*/}"
}

# To the file of that name. No token is sent, and `.curlrc` is not read; proxies of the environment are used, but for
# this very machine. The address comes by standard input: all users of a machine can read command lines.
download() {
  local file="$1" try status answer="" allowed=(--proto '=https')
  [[ "${url}" == https:* ]] || allowed=(--proto '=http' --noproxy '*')
  for try in 1 2 3; do
    status=0
    answer="$(printf 'url = "%s"\n' "${url}" | bounded without_tokens curl --disable --config - \
      --silent --show-error --fail --location "${allowed[@]}" \
      --connect-timeout 20 --max-time 180 --max-filesize "$((LARGEST_FILE * 1024))" \
      --retry 3 --retry-connrefused --retry-max-time 120 \
      --output "${file}" --write-out '%{http_code} %{http_connect}')" || status=$?
    [[ "${status} ${answer}" != "0 200 "* ]] || return 0
    case "${status} ${answer#* }" in
      *" "[45]??) break ;; # from a proxy, which means it
      "18 "* | "52 "* | "55 "* | "56 "* | "92 "*)
        printf 'The connection broke off, attempt %s of 3.\n' "${try}" >&2 ;; # curl leaves these to us
      *) break ;;
    esac
  done
  explain_proxy "${answer#* }"
  explain_answer "${status}" "${answer%% *}"
  explain_curl "${status}"
}

# Stops where a proxy refused to connect.
explain_proxy() {
  local answer="$1" what
  what="install: the proxy of HTTPS_PROXY answered HTTP ${answer} instead of connecting to the host of ${url}."
  case "${answer}" in
    5??) fail "${NOT_NOW}" "${what} Run the job again." ;;
    407) fail "${FAILED}" "${what} It wants a user name and a password: put them into HTTPS_PROXY." ;;
    4??) fail "${FAILED}" "${what} Let it allow that host, or set download-url or binary." ;;
  esac
}

# Stops where the host answered, but not with the file.
explain_answer() {
  local status="$1" answer="$2"
  case "${status} ${answer}" in
    "22 408" | "22 429" | "22 5"*)
      fail "${NOT_NOW}" "install: ${url} answered HTTP ${answer}. Run the job again." ;;
    "22 "* | "0 "*)
      fail "${FAILED}" "install: ${url} answered HTTP ${answer}. If download-url is set, it must name the folder that holds ${url##*/}; else the release is gone." ;;
  esac
}

# Stops by curl's exit code; curl's own words stand above in the log.
explain_curl() {
  local status="$1"
  case "${status}" in
    1 | 3 | 47)
      fail "${FAILED}" "install: ${url} leads to an address that is not followed (curl's exit code is ${status}). If download-url is set, give the address where the files are themselves." ;;
    23)
      fail "${FAILED}" "install: cannot write the download into ${private}. Is the disk full?" ;;
    35 | 51 | 58 | 60 | 77)
      fail "${FAILED}" "install: no safe connection to ${url}. Behind a proxy that opens TLS, set CURL_CA_BUNDLE to its certificates." ;;
    63 | 153) # curl's own word for it, and the end by `bounded`
      fail "${WRONG_DATA}" "install: ${url} is larger than $((LARGEST_FILE / 1024)) MiB, so it is not the file that was released. If download-url is set, copy the release there again." ;;
    127)
      fail "${FAILED}" "install: curl is not installed. Install it, or set binary: to an installed one-comment." ;;
    *)
      fail "${NOT_NOW}" "install: cannot download ${url} (curl's exit code is ${status}). Run the job again; on a machine without access to that host, set download-url or binary." ;;
  esac
}
