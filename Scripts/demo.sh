#!/bin/sh
# The story of a bug: an app that breaks a promise, how, and that its repair holds.
set -u
lifecheck=${1:-.build/release/lifecheck}
folder=examples/letters

say() { printf '\n=== %s\n\n' "$*"; }

cat << END
lifecheck reads a short description of an app, its spec, and plays every run that iOS allows against it: every moment at
which the user leaves, the system suspends or kills the app, and every duration. Here is an app to write letters with. Is any
draft ever lost? Is every background task ended in time?
END
say "The app: $folder/broken.lc (its Swift source is in $folder/Broken)"
cat "$folder/broken.lc"
say "lifecheck verify $folder/broken.lc"
"$lifecheck" verify "$folder/broken.lc"
broken=$?
if [ $broken -ge 64 ]; then exit $broken; fi

[ -e "$folder/mended.lc" ] || exit 0
say "What mends it: the lines with - go, those with + come"
diff -u "$folder/broken.lc" "$folder/mended.lc" | sed -e '1,2d' -e '/^@@/d'
say "lifecheck verify $folder/mended.lc"
"$lifecheck" verify "$folder/mended.lc"
mended=$?
say "The exit codes, for a build server: $broken for the broken app, $mended for the mended one (0 means: all good)"
exit $mended
