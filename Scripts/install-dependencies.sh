#!/bin/sh
# Installs the Z3 library, with its headers, unless it is there. Nothing else but Swift is needed to build and to use it.
#   install-dependencies.sh cvc5      installs also cvc5, the second solver, which checks the evidence in the tests
set -eu

has_z3() {
  if command -v pkg-config > /dev/null 2>&1 && pkg-config --exists z3; then return 0; fi
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -e "$folder/z3.h" ]; then return 0; fi
  done
  return 1
}

# Mirrors have bad minutes.
retry() {
  for pause in 2 10 30; do
    if "$@"; then return 0; fi
    echo "trying again in $pause s: $*" >&2
    sleep "$pause"
  done
  "$@"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo > /dev/null 2>&1; then sudo "$@"
  else
    echo "error: something is missing. Install it as root with: $*" >&2
    exit 1
  fi
}

install_z3() {
  echo "installing Z3" >&2
  if command -v apt-get > /dev/null 2>&1; then
    retry as_root apt-get update -qq
    retry as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends libz3-dev pkg-config
  elif command -v brew > /dev/null 2>&1; then
    retry brew install z3
  else
    echo "error: Z3 is missing, and neither apt-get nor brew is here to install it: see https://github.com/Z3Prover/z3" >&2
    exit 1
  fi
  has_z3 || { echo "error: Z3 was installed, but its header z3.h cannot be found" >&2; exit 1; }
}

has_cvc5() { command -v cvc5 > /dev/null 2>&1; }

install_cvc5() {
  echo "installing cvc5" >&2
  if command -v apt-get > /dev/null 2>&1; then
    retry as_root apt-get update -qq
    retry as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends cvc5
  elif command -v brew > /dev/null 2>&1; then
    retry brew install cvc5/cvc5/cvc5
  fi
  has_cvc5 || { echo "error: cvc5 is missing, which the tests need: see https://cvc5.github.io" >&2; exit 1; }
}

has_z3 || install_z3
if [ "${1:-}" = cvc5 ]; then has_cvc5 || install_cvc5; fi
