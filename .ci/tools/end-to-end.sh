#!/usr/bin/env bash
# Runs the product as its users do, against the sandbox: the action under a real runner,
# GitHub's own clients, and the conversation's page in a browser.
# Needs setup.sh and static-build.sh to have run. One test alone: end-to-end.sh test_action.ActionTest.NAME
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --locked --package one-comment-sandbox --bin sandbox-server
cargo build --locked --example preview
export SANDBOX_SERVER="${PWD}/target/debug/sandbox-server"
cargo build --locked --example pin
export PIN_TOOL="${PWD}/target/debug/examples/pin"
export ONE_COMMENT_UNDER_TEST="${PWD}/target/x86_64-unknown-linux-gnu/release/one-comment"

cd .ci/tools/e2e
export PYTHONDONTWRITEBYTECODE=1
if [[ $# -gt 0 ]]; then
  python3 -m unittest --verbose "$@"
else
  python3 -m unittest discover --verbose
fi
