#!/bin/sh
# Has programs of others read the reports for machines, and compares what they find with the report for scripts.
#
#   Scripts/check-reports.sh LIFECHECK [SARIF-SCHEMA.json]
#
# The readers come from PyPI into a folder that is removed at the end. The schema of SARIF 2.1.0 is not kept here; OASIS publishes it.
set -eu

lifecheck=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
schema=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
bin=$folder/venv/bin
"$bin/pip" install --quiet junitparser sarif-tools check-jsonschema pre-commit

reports=""
for kind in sarif junit checkstyle json; do reports="$reports --report $kind=$folder/report.$kind"; done
cd "$root"
# shellcheck disable=SC2086
"$lifecheck" verify --no-config $reports examples/letters/broken.lc examples/letters/mended.lc > "$folder/report.txt" || true

"$bin/check-jsonschema" --schemafile docs/report-schema.json "$folder/report.json"
if [ -n "$schema" ]; then "$bin/check-jsonschema" --schemafile "$schema" "$folder/report.sarif"; fi
"$bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
(mkdir "$folder/project" && cd "$folder/project" && "$lifecheck" init --platform ios > /dev/null &&
  "$bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/lifecycle.yml)
"$bin/pre-commit" validate-manifest .pre-commit-hooks.yaml

"$bin/python" - "$folder" <<'PYTHON'
import json
import sys
import xml.etree.ElementTree

from junitparser import JUnitXml
from sarif import loader

folder = sys.argv[1]
answers = [a for r in json.load(open(f"{folder}/report.json"))["reports"] for a in r["answers"]]
violated = [a for a in answers if a["verdict"] == "violated"]
fatal = sum(a["failsTheRun"] for a in violated)

suites = JUnitXml.fromfile(f"{folder}/report.junit")
assert (suites.tests, suites.failures, suites.errors) == (len(answers), fatal, 0), suites

sarif = loader.load_sarif_file(f"{folder}/report.sarif").get_report()
counts = [sarif.get_issue_count_for_severity(severity) for severity in ("error", "warning")]
assert counts == [fatal, len(violated) - fatal], counts

remarks = xml.etree.ElementTree.parse(f"{folder}/report.checkstyle").getroot().iter("error")
assert sorted(e.get("severity") for e in remarks) == ["error"] * fatal + ["warning"] * (len(violated) - fatal)
print(f"{len(answers)} answers, {fatal} failures and {len(violated) - fatal} remarks, read alike by junitparser, sarif-tools and an XML parser")
PYTHON
