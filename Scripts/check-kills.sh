#!/bin/sh
# Kills `lifecheck verify` at every moment, and looks whether anything that it writes is left half-written under its name: entries of the
# cache, reports, runs, certificates, a baseline.
#
#   Scripts/check-kills.sh LIFECHECK [HOW-OFTEN]     (100 times)
#
# The last line of an entry has the SHA-256 of the rest, which is reckoned here by another program. All else must be as it is after a run
# that nobody disturbs, to the byte.
set -eu

lifecheck=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
times=${2:-100}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# A proof with an invariant, and a run; answered in some hundredths of a second.
cat > spec.lc <<'SPEC'
app Post {
  queue main
  var asked, sent, twice = false
  func post() async takes 1s...40s
  event ask on main { asked = true; async on main { await post(); if sent { twice = true }; sent = true } }
  property "nothing is sent unasked": never sent and not asked
  property "once": never twice
  possible "all is sent": sent
}
SPEC

sum() { if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }
milliseconds() { perl -MTime::HiRes=time -e 'printf "%d", time * 1000'; }

# Becomes a check of the spec that writes all that can be written into a folder; called in a shell of its own, so that the number of its
# process is that of the check.
check() {
  exec "$lifecheck" verify --no-config --cache "$1/cache" --certificate "$1/certificates" --runs "svg=$1/runs" --runs "itf=$1/runs" \
    --report "sarif=$1/report.sarif" --report "junit=$1/report.xml" --report "html=$1/report.html" --report "json=$1/report.json" \
    --write-baseline "$1/baseline.yml" spec.lc
}

start=$(milliseconds)
(check whole) > expected.txt || true
# In milliseconds, and somewhat more: from before the program has begun to after it has ended.
span=$((($(milliseconds) - start) * 4 / 3))
names=$(cd whole && find . -type f | LC_ALL=C sort)
for kind in '\.kept$' '^./report\.' '^./runs/.*svg$' '^./certificates/' '^./baseline'; do
  echo "$names" | grep -q "$kind" || { echo "nothing like $kind was written" >&2; exit 1; }
done
files=$(echo "$names" | wc -l | tr -d ' ')

# Drafts have names of their own.
names_left() { (cd cut && find . -type f ! -name '.*' ! -name '*.part' | LC_ALL=C sort) 2> /dev/null || true; }

whole() {
  for name in $(names_left); do
    case $name in
      *.kept)
        [ "$(tail -n 1 "cut/$name")" = "end $(sed '$d' "cut/$name" | sum)" ] || { echo "$name is not whole" >&2; return 1; } ;;
      *)
        cmp -s "whole/$name" "cut/$name" || { echo "$name is not whole" >&2; return 1; } ;;
    esac
  done
}

written=0
begun=0
number=0
# Later and later, until one has come after the end.
while [ "$number" -lt "$times" ] || [ "$written" = 0 ]; do
  number=$((number + 1))
  rm -rf cut
  check cut > /dev/null 2>&1 &
  process=$!
  delay=$((number * span / times))
  # Every other time just when it has begun to write.
  if [ $((number % 2)) = 0 ]; then
    while kill -0 "$process" 2> /dev/null && [ -z "$(find cut -type f 2> /dev/null)" ]; do :; done
    delay=$((number * 20 / times))
  fi
  sleep "$((delay / 1000)).$(printf '%03d' $((delay % 1000)))"
  kill -9 "$process" 2> /dev/null || true
  wait "$process" 2> /dev/null || true
  whole
  left=$(names_left | grep -c . || true)
  if [ "$left" = "$files" ]; then written=$((written + 1)); elif [ "$left" -gt 0 ]; then begun=$((begun + 1)); fi
  # Whatever is left, the next run answers as it should.
  (check cut) > found.txt || true
  cmp -s expected.txt found.txt || { echo "after kill $number, another report" >&2; exit 1; }
done
echo "$number kills, $begun of them between two of $files files, $written after the last one: none is half-written, and each next report is right"
