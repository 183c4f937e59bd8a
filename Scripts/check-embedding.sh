#!/bin/sh
# Builds the program of examples/embedding, which uses the library from outside, and compares what it says with what is expected.
set -eu
folder=examples/embedding
scratch=${1:-.build/embedding}
swift build -c release --package-path "$folder" --scratch-path "$scratch" --product SpecGate
program=$(swift build -c release --package-path "$folder" --scratch-path "$scratch" --show-bin-path)/SpecGate
code=0
"$program" examples/letters/broken.lc examples/letters/mended.lc > "$scratch/said.txt" || code=$?
echo "exit $code" >> "$scratch/said.txt"
diff -u "$folder/expected.txt" "$scratch/said.txt"
echo "examples/embedding: as expected"
