#!/bin/sh
# Checks all specs of this repository with the given command, and prints a table: verdicts, seconds (the median of three
# runs), and the largest memory of the three.
#   Benchmarks/run.sh [path of lifecheck] [more options for verify]
set -u
lifecheck=${1:-.build/release/lifecheck}
[ $# -gt 0 ] && shift
runs=3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ "$(uname)" = Darwin ]; then divisor=1048576; else divisor=1024; fi

# Appends "seconds peak" of one run to $scratch/figures.
measure() {
  python3 - "$scratch/output" "$divisor" "$@" >> "$scratch/figures" << 'END'
import resource, subprocess, sys, time
output, divisor, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
start = time.perf_counter()
with open(output, "w") as file:
    subprocess.run(command, stdout=file, stderr=subprocess.STDOUT)
seconds = time.perf_counter() - start
print("%.2f %d" % (seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // divisor))
END
}

printf '%-44s %8s %8s  %s\n' file seconds "peak MB" verdicts
find examples specs/seeds -name '*.lc' 2> /dev/null | sort | while read -r spec; do
  : > "$scratch/figures"
  for _ in $(seq $runs); do measure "$lifecheck" verify "$@" "$spec"; done
  seconds=$(cut -d' ' -f1 "$scratch/figures" | sort -n | sed -n "$(((runs + 1) / 2))p")
  peak=$(cut -d' ' -f2 "$scratch/figures" | sort -n | tail -1)
  printf '%-44s %8s %8s  %s\n' "$spec" "$seconds" "$peak" "$(tail -1 "$scratch/output" | sed 's/^[^:]*: //')"
done
