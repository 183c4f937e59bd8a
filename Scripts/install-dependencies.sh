#!/bin/sh
# Installs what is named, unless it is there: the Z3 library with its headers, which is all that lifecheck needs besides Swift;
# cvc5, the second solver, SPIN and the command of Z3, which check its evidence and its exports in the tests; Yosys and ABC, beside which
# `make bench-peers` measures it.
#   Scripts/install-dependencies.sh [z3] [z3-command] [cvc5] [spin] [yosys] [abc]        without a name: z3
set -eu

has_z3() {
  if command -v pkg-config > /dev/null 2>&1 && pkg-config --exists z3; then return 0; fi
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -e "$folder/z3.h" ]; then return 0; fi
  done
  return 1
}

has() {
  case $1 in
    z3) has_z3 ;;
    # Yosys brings a copy of ABC along where there is no package of it.
    z3-command) command -v z3 > /dev/null 2>&1 ;;
    abc) command -v berkeley-abc > /dev/null 2>&1 || command -v yosys-abc > /dev/null 2>&1 ;;
    *) command -v "$1" > /dev/null 2>&1 ;;
  esac
}

debian_packages() {
  case $1 in
    z3) echo libz3-dev pkg-config ;;
    abc) echo berkeley-abc ;;
    z3-command) echo z3 ;;
    *) echo "$1" ;;
  esac
}

brew_packages() {
  case $1 in
    abc) echo yosys ;;
    cvc5) echo cvc5/cvc5/cvc5 ;;
    z3-command) echo z3 ;;
    *) echo "$1" ;;
  esac
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
    echo "error: something is missing:$missing. Install it as root with: $*" >&2
    exit 1
  fi
}

missing=
packages=
for tool in "${@:-z3}"; do
  case $tool in
    z3 | z3-command | cvc5 | spin | yosys | abc) has "$tool" || missing="$missing $tool" ;;
    *) echo "error: $0 cannot install '$tool', only z3, z3-command, cvc5, spin, yosys and abc" >&2; exit 64 ;;
  esac
done
[ -n "$missing" ] || exit 0
echo "installing$missing" >&2
if command -v apt-get > /dev/null 2>&1; then
  for tool in $missing; do packages="$packages $(debian_packages "$tool")"; done
  retry as_root apt-get update -qq
  # shellcheck disable=SC2086
  retry as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $packages
elif command -v brew > /dev/null 2>&1; then
  for tool in $missing; do packages="$packages $(brew_packages "$tool")"; done
  # shellcheck disable=SC2086
  retry brew install $packages
else
  echo "error: neither apt-get nor brew is here to install what is missing:$missing" >&2
  exit 1
fi
for tool in $missing; do
  has "$tool" || { echo "error: $tool was installed, but cannot be found" >&2; exit 1; }
done
