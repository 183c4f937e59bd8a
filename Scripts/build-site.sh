#!/bin/sh
# Makes a site of the Markdown pages with MkDocs, in .build/site. The pages lie where they lie in the repository, so that their links
# lead to the same things; folders that have no page of their own get one that lists what is in them.
#   Scripts/build-site.sh
set -eu
cd "$(dirname "$0")/.."
pages=.build/site-pages

command -v mkdocs > /dev/null 2>&1 || {
  echo "MkDocs is needed: apt-get install mkdocs, or pip install mkdocs" >&2
  exit 1
}

rm -rf "$pages"
mkdir -p "$pages"
cp README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md LICENSE "$pages"
cp -R docs specs examples "$pages"

# GitHub lists the files of such a folder; a site has to be told.
find "$pages" -type d | LC_ALL=C sort | while read -r folder; do
  if [ -e "$folder/README.md" ] || [ -e "$folder/index.md" ]; then continue; fi
  {
    echo "# ${folder#"$pages"/}"
    echo
    for entry in "$folder"/*; do
      name=$(basename "$entry")
      if [ -d "$entry" ]; then echo "- [$name]($name/README.md)"; elif [ -e "$entry" ]; then echo "- [$name]($name)"; fi
    done
  } > "$folder/.list"
  mv "$folder/.list" "$folder/README.md"
done

# Links to a folder mean its page.
find "$pages" -name '*.md' | while read -r page; do
  folder=$(dirname "$page")
  grep -oE '\]\([^)#: ]+\)' "$page" | sed 's/^](//; s/)$//' | LC_ALL=C sort -u | while read -r target; do
    if [ -d "$folder/$target" ]; then
      sed -i.bak "s|](${target})|](${target%/}/README.md)|g" "$page"
      rm -f "$page.bak"
    fi
  done
done

mkdocs build --quiet --strict --config-file Scripts/site.yml
echo "the site is in .build/site: open .build/site/index.html"
