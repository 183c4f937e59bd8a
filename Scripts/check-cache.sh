#!/bin/sh
# Kills `lifecheck verify --cache` at every moment, and looks whether anything is left half-written under its name.
#
#   Scripts/check-cache.sh LIFECHECK [HOW-OFTEN]     (100 times)
#
# The last line of an entry has the SHA-256 of the rest, which is reckoned here by another program.
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

start=$(milliseconds)
"$lifecheck" verify --cache whole spec.lc > expected.txt || true
# In milliseconds, and somewhat more: from before the program has begun to after it has ended.
span=$((($(milliseconds) - start) * 4 / 3))
entries=$(find whole -type f | wc -l | tr -d ' ')
[ "$entries" -gt 0 ] || { echo "nothing was kept" >&2; exit 1; }

whole() {
  for entry in cut/*.kept; do
    [ -e "$entry" ] || continue
    [ "$(tail -n 1 "$entry")" = "end $(sed '$d' "$entry" | sum)" ] || { echo "$entry is not whole" >&2; return 1; }
  done
}

written=0
begun=0
number=0
# Later and later, until one has come after the end.
while [ "$number" -lt "$times" ] || [ "$written" = 0 ]; do
  number=$((number + 1))
  rm -rf cut
  "$lifecheck" verify --cache cut spec.lc > /dev/null 2>&1 &
  process=$!
  delay=$((number * span / times))
  sleep "$((delay / 1000)).$(printf '%03d' $((delay % 1000)))"
  kill -9 "$process" 2> /dev/null || true
  wait "$process" 2> /dev/null || true
  whole
  left=$(find cut -name '*.kept' 2> /dev/null | wc -l | tr -d ' ')
  if [ "$left" = "$entries" ]; then written=$((written + 1)); elif [ "$left" -gt 0 ]; then begun=$((begun + 1)); fi
  # Whatever is left, the next run answers as it should.
  "$lifecheck" verify --cache cut spec.lc > found.txt || true
  cmp -s expected.txt found.txt || { echo "after kill $number, another report" >&2; exit 1; }
done
echo "$number kills, $begun of them between two entries, $written after the last one: none is half-written, and each next report is right"
