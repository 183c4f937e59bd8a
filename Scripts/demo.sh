#!/bin/sh
# The story of a bug: an app that breaks a rule, how, and that its repair holds.
set -u
lifecheck=${1:-.build/release/lifecheck}
folder=examples/sketchbook

say() { printf '\n=== %s\n\n' "$*"; }

say "A drawing app, $folder/broken.lc"
cat "$folder/broken.lc"
say "lifecheck verify $folder/broken.lc"
"$lifecheck" verify "$folder/broken.lc"
broken=$?
if [ $broken -ge 64 ]; then exit $broken; fi

[ -e "$folder/mended.lc" ] || exit 0
say "What mends it"
diff -u "$folder/broken.lc" "$folder/mended.lc" | tail -n +3
say "lifecheck verify $folder/mended.lc"
"$lifecheck" verify "$folder/mended.lc"
mended=$?
say "Exit codes: broken $broken, mended $mended"
exit $mended
