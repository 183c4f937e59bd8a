#!/bin/sh
# Checks specs on two "machines" with GNU parallel, and merges what they report: the same as one machine reports, to the byte. A shard that
# is missing, or of another check, is refused.
#
# The machines are two network namespaces with nothing in common but what is sent between them: each has a folder of its own, and what a
# shard reports comes back on the pipe that parallel holds. With real hosts, `ip netns exec` is ssh (`parallel --sshlogin`).
#
#   sudo Scripts/shards-on-two-hosts.sh LIFECHECK [SPEC...]      (needs ip and parallel: apt-get install iproute2 parallel)
set -eu
lifecheck=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
[ $# -gt 0 ] || set -- examples/letters/broken.lc examples/letters/mended.lc examples/sketchbook/broken.lc examples/photo-cache/broken.lc
for tool in ip parallel; do
  command -v "$tool" > /dev/null || { echo "needs $tool: apt-get install iproute2 parallel" >&2; exit 1; }
done

work=$(mktemp -d)
hosts="lifecheck-a lifecheck-b"
finish() {
  for host in $hosts; do ip netns delete "$host" 2> /dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

for host in $hosts; do
  ip netns add "$host"
  mkdir "$work/$host"
  cp -R examples specs "$work/$host"
done

# On host 1 or 2 of those there are: shard K of 4. What it says of violations is no failure of the machine's.
cat > "$work/shard.sh" << 'END'
#!/bin/sh
work=$1 lifecheck=$2 number=$3 slot=$4
shift 4
host=$(echo lifecheck-a lifecheck-b | cut -d ' ' -f $(((slot - 1) % 2 + 1)))
cd "$work/$host"
ip netns exec "$host" "$lifecheck" verify --no-config --cpu-limit 120 --shard "$number/4" --format json "$@" > "$work/shard-$number.json" || [ $? -lt 3 ]
echo "shard $number: $host"
END

"$lifecheck" verify --no-config --cpu-limit 120 --format json "$@" > "$work/whole.json" || true
parallel --jobs 2 sh "$work/shard.sh" "$work" "$lifecheck" '{1}' '{%}' "$@" ::: 1 2 3 4

merge() { "$lifecheck" merge --format json "$@"; }
merge "$work"/shard-1.json "$work"/shard-2.json "$work"/shard-3.json "$work"/shard-4.json > "$work/merged.json" || [ $? -lt 3 ]
cmp "$work/whole.json" "$work/merged.json"
echo "four shards on two hosts, merged: as one machine reports it, to the byte"

code=0
merge "$work"/shard-1.json "$work"/shard-2.json "$work"/shard-4.json > "$work/missing.json" 2> "$work/missing.txt" || code=$?
[ "$code" -ne 0 ] || { echo "a missing shard was taken for good" >&2; exit 1; }
echo "without the third (exit code $code): $(head -n 1 "$work/missing.txt")"
