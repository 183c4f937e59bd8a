#!/bin/sh
# timed.sh WHAT COMMAND…: runs the command, and notes in .build/times how long it took.
# timed.sh: prints what has been noted since the last time.
set -u
times=.build/times
if [ $# -eq 0 ]; then
  printf '\nHow long each part took:\n'
  cat "$times" && rm -f "$times"
  exit
fi
what=$1
shift
start=$(date +%s)
"$@"
status=$?
mkdir -p .build
printf '%6d s  %s\n' $(($(date +%s) - start)) "$what" >> "$times"
exit $status
