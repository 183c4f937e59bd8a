#!/bin/sh
# Has a second solver, cvc5, check the certificates of specs; prints a table.
#   check-evidence.sh COMMAND FILE…     COMMAND is lifecheck; each FILE a spec, or a certificate that is there already
# CVC5 names another solver program, SECONDS_EACH the time for one certificate (120).
set -u
lifecheck=$1
shift
solver=${CVC5:-cvc5}
seconds=${SECONDS_EACH:-120}

command -v "$solver" > /dev/null || {
  echo "error: the solver $solver is missing: install cvc5 (apt-get install cvc5, or see https://cvc5.github.io), or say where it is with CVC5=…" >&2
  exit 1
}
"$lifecheck" --version > /dev/null || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

certificates=0 queries=0 failures=0 files=0 spent=0

fail() {
  echo "FAILED $1: $2"
  failures=$((failures + 1))
}

# What the solver says of one certificate: `good`, or what is wrong.
judge() {
  expected=$(sed -n 's/^; ==== end, after \([0-9]*\) queries$/\1/p' "$1")
  "$solver" --incremental --tlimit="${seconds}000" "$1" > "$folder/answers" 2>&1
  status=$?
  answered=$(grep -c . "$folder/answers")
  if [ -z "$expected" ] || [ "$expected" -lt 1 ]; then echo "it is cut off"
  elif grep -qi 'timeout\|interrupted' "$folder/answers"; then echo "no answer within $seconds s, after $answered queries of $expected"
  elif [ $status != 0 ]; then echo "the solver failed: $(head -1 "$folder/answers")"
  elif [ "$answered" != "$expected" ]; then echo "$answered answers to $expected queries"
  elif grep -qvx unsat "$folder/answers"; then echo "an answer is not unsat: $(grep -nvx unsat "$folder/answers" | head -1)"
  else echo good; fi
}

# Puts the certificates of a file where they are checked.
gather() {
  rm -rf "$folder/evidence"
  mkdir "$folder/evidence"
  case $1 in
    *.smt2) cp "$1" "$folder/evidence" || fail "$1" "it cannot be read" ;;
    *)
      "$lifecheck" verify --jobs 1 --timeout 120 --certificate "$folder/evidence" "$1" > "$folder/report" 2>&1
      # Specs with mistakes have no proofs; anything worse must be looked at.
      status=$?
      [ $status -le 3 ] || fail "$1" "$(head -1 "$folder/report")" ;;
  esac
}

printf '%12s %8s %8s  %s\n' certificates queries seconds file
for file in "$@"; do
  gather "$file"
  files=$((files + 1)) here=0 asked=0 began=$(date +%s)
  for certificate in "$folder/evidence"/*.smt2; do
    [ -e "$certificate" ] || continue
    verdict=$(judge "$certificate")
    here=$((here + 1)) asked=$((asked + $(grep -c '^(check-sat)$' "$certificate")))
    [ "$verdict" = good ] || fail "$file" "$(basename "$certificate"): $verdict"
  done
  took=$(($(date +%s) - began))
  printf '%12d %8d %8d  %s\n' $here $asked $took "$file"
  certificates=$((certificates + here)) queries=$((queries + asked)) spent=$((spent + took))
done
printf '%12d %8d %8d  all %d files, failures: %d\n' $certificates $queries $spent $files $failures

# A check that had nothing to check has not passed.
[ $failures = 0 ] && [ $certificates -gt 0 ]
