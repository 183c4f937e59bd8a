#!/bin/sh
# sanitize.sh [SPEC…]: a debug build of the command with the address sanitizer, and one with the thread sanitizer, check the specs. Verdicts
# do not matter here, and a limit of time is no failure: only what a sanitizer reports is, and a crash.
set -u
[ $# -gt 0 ] || set -- Tests/Fixtures/lowering/*.lc examples/*/*.lc
swift=${SWIFT:-swift}
seconds=${SECONDS_EACH:-20}
failed=0
# An exit code that no verdict has; leaks are those of the solver's library and of what lives as long as the program.
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 TSAN_OPTIONS=exitcode=99:halt_on_error=1 LIFECHECK_CRASH=1
for kind in address thread; do
  folder=.build/sanitize-$kind
  $swift build --product lifecheck --sanitize=$kind --scratch-path "$folder" || exit 1
  for spec; do
    "$folder/debug/lifecheck" verify --timeout "$seconds" "$spec" > "$folder/output" 2> "$folder/errors"
    status=$?
    [ $status -lt 64 ] && continue
    printf '%s sanitizer: %s ends with %d\n' "$kind" "$spec" $status
    cat "$folder/errors"
    failed=1
  done
  printf '%s sanitizer: %d specs\n' "$kind" $#
done
exit $failed
