# shellcheck shell=bash
# The runner's tool cache, which the jobs of a machine share. It saves a download and is never trusted: what comes out
# of it is a copy with the right digest, and that nothing can be put into it stops nobody.

# Sets `folder` to the place in a cache, or fails where there is no such cache. Without a tool cache, later steps of
# this job find the program in RUNNER_TEMP.
place_in() {
  local root="${1//\\//}"
  is_absolute "${root}" || return
  folder="${root}/one-comment/${version}/${arch}"
}

# Copies the program to its place, or fails where no cache holds it.
take_from_cache() {
  local root folder cached
  for root in "${RUNNER_TOOL_CACHE:-}" "${temporary}"; do
    place_in "${root}" || continue
    cached="${folder}/one-comment${suffix}"
    [[ -f "${cached}" ]] || continue
    if bounded cp "${cached}" "${binary}" && has_digest "${binary}" "${binary_digest}"; then
      return
    fi
    annotate warning "install: ${cached} is not the file that was installed there. It is not run; a fresh download takes its place."
  done
  return 1
}

# Leaves a copy of the program in the first cache that takes one.
leave_in_cache() {
  local root folder
  for root in "${RUNNER_TOOL_CACHE:-}" "${temporary}"; do
    place_in "${root}" || continue
    if leads_elsewhere; then
      annotate warning "install: nothing is put into ${folder}, since a part of this path is a link that one-comment has not made. Remove it."
    elif mkdir -p "${folder}" 2>/dev/null && put "${binary}" "${folder}/one-comment${suffix}"; then
      put /dev/null "${folder}.complete" || true # by this the runner's tools know that the folder holds a whole tool
      printf 'one-comment %s installed in %s from %s\n' "${version}" "${folder}" "${url}" >&2
      return
    fi
  done
  printf 'one-comment %s from %s, for this step only: no folder takes a copy.\n' "${version}" "${url}" >&2
}

# Whether our part of the way to `folder` goes through a link: writing through one would change somebody's files.
leads_elsewhere() {
  [[ -L "${folder%/*/*}" || -L "${folder%/*}" || -L "${folder}" || -L "${folder}.complete" ]]
}

# Copies a file to a place. The last step is one rename, which is all or nothing: of several jobs at once each leaves
# the same good file. A folder in that place is not ours to remove.
put() {
  local file="$1" place="$2" fresh
  [[ ! -d "${place}" ]] && fresh="$(mktemp "${place%/*}/.one-comment.XXXXXX" 2>/dev/null)" || return
  if cp "${file}" "${fresh}" 2>/dev/null && chmod 755 "${fresh}" && mv -f "${fresh}" "${place}" 2>/dev/null; then
    return
  fi
  rm -f "${fresh}"
  return 1
}
