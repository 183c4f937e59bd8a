#!/usr/bin/env python3
"""Measures the command as a user meets it: `lifecheck verify FILE.lc`, in a fresh process, without what earlier runs have kept.

    measure.py LIFECHECK [ROWS]

Each row gives seconds on the clock and of the processor, as `median (least to most)` of five runs, and the largest memory of these. `threads` is how many were
busy on average. First come all specs of the repository, each by itself, then the families that grow (`families/families.py`), each until a size has no
answer to something. ROWS chooses by first words, with commas between: `features 2, tasks, examples/notes`. Run it in the folder of the repository,
on an idle machine: a clock also counts what others do.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "families"))
import families

RUNS = 5
# A run is ended by the tool itself after so many seconds of the processor, and what is open then is undecided.
PROCESSOR_SECONDS = 60
SIZES = (1, 2, 4, 8)
FAMILIES = (
    [[kind, size] for kind in families.FEATURES for size in SIZES]
    + [["tasks", size, variant] for variant in ("ok", "leak") for size in (1, 2, 4, 8, 16, 32, 64)]
    + [["pipeline", *size, variant] for variant in ("ok", "late") for size in ((1, 8), (2, 4), (4, 3), (8, 3), (16, 3), (16, 8))]
)
MEGABYTE = 1 << 20 if sys.platform == "darwin" else 1 << 10


def once(program, spec, folder):
    """Seconds on the clock, seconds of the processor, megabytes, and the last line of what is said."""
    command = [program, "verify", "--no-cache", "--cpu-limit", str(PROCESSOR_SECONDS), spec]
    with open(Path(folder) / "output", "w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, _, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        output.seek(0)
        said = output.read().rstrip().split("\n")[-1]
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MEGABYTE, said


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def verdict(said):
    """`… : 1 violated, 2 proved; 33 rules say nothing …` without the name of the spec, and without what follows."""
    return re.split(r";| \(--", said.split(": ", 1)[-1])[0]


def measure(name, program, spec, folder):
    """Prints a row. Whether all was decided, and the median of the seconds on the clock."""
    runs = [once(program, spec, folder) for _ in range(RUNS)]
    clocks, processors, memory, said = zip(*runs)
    threads = sum(processors) / sum(clocks)
    answers = sorted(set(map(verdict, said)))
    cells = [name, spread(clocks), spread(processors), f"{threads:.1f}", f"{max(memory):.0f}", " / ".join(answers)]
    print("| " + " | ".join(cells) + " |", flush=True)
    return not any("undecided" in answer for answer in answers), statistics.median(clocks)


def is_chosen(name, rows):
    """By its first words; a spec also by its first folders."""
    words = name.split()
    return not rows or any(words[: len(row)] == row or name.startswith(row[0] + "/") for row in rows)


def head(title):
    print(f"\n| {title} | seconds | of the processor | threads | MB | answers |\n|---|---:|---:|---:|---:|---|", flush=True)


def measure_specs(paths, program, folder):
    if not paths:
        return
    head("spec")
    times = [measure(path, program, path, folder)[1] for path in paths]
    print(f"\n{len(times)} specs: median {statistics.median(times):.2f} s, slowest {max(times):.2f} s.", flush=True)


def measure_families(problems, program, folder):
    if not problems:
        return
    for platform in (Path(__file__).parent / "families").glob("*.lc"):
        (Path(folder) / platform.name).write_text(platform.read_text())
    head("family")
    too_large = set()
    for problem in problems:
        series = (problem[0], problem[-1] if isinstance(problem[-1], str) else None)
        if series in too_large:
            continue
        path = Path(folder) / "app.lc"
        path.write_text(families.spec(*map(str, problem)))
        is_decided, _ = measure(" ".join(map(str, problem)), program, str(path), folder)
        if not is_decided:
            too_large.add(series)


def main(program, rows=""):
    program = os.path.abspath(program)
    rows = [row.split() for row in rows.split(",") if row.strip()]
    specs = sorted(str(path) for root in ("examples", "specs/seeds", "specs/patterns") for path in Path(root).rglob("*.lc"))
    specs = [path for path in specs if is_chosen(path, rows)]
    problems = [problem for problem in FAMILIES if is_chosen(" ".join(map(str, problem)), rows)]
    if not specs and not problems:
        sys.exit("error: ROWS names nothing; examples: `features 2, tasks`, `examples/notes`")
    with tempfile.TemporaryDirectory() as folder:
        measure_specs(specs, program, folder)
        measure_families(problems, program, folder)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
