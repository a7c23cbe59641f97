# shellcheck shell=bash
# What the scripts say, how they end, and what the programs that they start do not get to see.
# They speak on standard error, since the caller may be capturing standard output; the runner reads both.

# Exit codes, as the binary has them.
readonly FAILED=1 WRONG_USAGE=2 WRONG_DATA=65 NOT_NOW=75

# Prints one line as an annotation of the given kind, whatever the text quotes.
annotate() {
  local kind="$1" text="$2"
  text="${text//\%/%25}"
  text="${text//$'\r'/%0D}"
  text="${text//$'\n'/%0A}"
  printf '::%s title=one-comment::%s\n' "${kind}" "${text}" >&2
}

# Stops the step with a code and one line that says what to do. Not for use in $(…), which would only end that.
fail() {
  local code="$1" text="$2"
  # As in the binary: an outage does not redden a build whose comments are allowed to fail.
  if [[ "${code}" -eq "${NOT_NOW}" && "${ONE_COMMENT_ON_ERROR:-}" == warn ]]; then
    annotate warning "${text}"
    exit 0
  fi
  annotate error "${text}"
  exit "${code}"
}

# Runs a program that has no business with the tokens of the job.
without_tokens() {
  env -u ONE_COMMENT_TOKEN -u ONE_COMMENT_JOB_TOKEN -u GITHUB_TOKEN -u GH_TOKEN \
    -u ACTIONS_RUNTIME_TOKEN -u ACTIONS_ID_TOKEN_REQUEST_TOKEN "$@"
}
