#!/usr/bin/env python3
"""Runs lifecheck, SPIN and ABC on the same problems, side by side, and prints a table in Markdown.

    compare.py ENGINE-BENCHMARK LIFECHECK [SIZES]

ENGINE-BENCHMARK and LIFECHECK are the paths of the two programs. SIZES chooses rows by their first words, with commas
between: `tasks 4 ok`, `tasks 1, pipeline`, `fischer`, `floor`; without it, all. With RESUME=1 in the environment, what an earlier run
has measured with the same programs is not measured again.

What is measured is wall time and the largest memory of any process, from a problem's size to the verdict:
- lifecheck: `lifecheck verify` of the problem as a user writes it, an app in `.lc` with a platform of its own (`../families`); the whole process, which
  answers all questions and checks each answer again;
- engines: the same for the problem as a timed system built in Swift (ENGINE-BENCHMARK), which never was a spec: a micro-benchmark;
- SPIN: writing the model, `spin -a`, `gcc -O2`, and the search;
- ABC: writing the circuit, Yosys, and the search, which is also shown on its own. For the violated variants both `pdr` and
  `bmc3` are tried, and the faster is shown.
- `fischer`, `gate`, `csma`, `jobs`, models of the field in dense time (`field.py`): `lifecheck solve` of what `tchecker.py` makes
  of them, and TChecker's `tck-reach`, where it is installed.
SPIN and ABC stop at the first violation. A run has 120 s and 4 GB. A run of less than two seconds is done three times, and
the median is shown.

Before that, the models of the peers are tested with constants that are wrong on purpose. Verdicts that are not those known,
of the models with wrong constants or of any problem, end the run with exit code 1.
"""
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "families"))
import circuit
import families
import field
import promela
import tchecker

SECONDS, MEGABYTES = 120, 4000
RESULTS = Path(".build/peers/results.json")
HOLDS, VIOLATED, UNDECIDED = "holds", "violated", "undecided"

Problem = namedtuple("Problem", "family size variant")
# `search` is the part of `seconds` that the search alone took.
Run = namedtuple("Run", "seconds megabytes verdict search")
# What the apps of `tasks` and `pipeline` use.
PLATFORMS = sorted(Path(families.__file__).parent.glob("*.lc"))
TOOLS = ("lifecheck", "engines", "SPIN", "ABC")

PROBLEMS = [
    Problem("tasks", (count,), variant) for variant in ("ok", "leak") for count in (1, 2, 4, 8, 16, 32, 64, 128)
] + [
    Problem("pipeline", size, variant)
    for variant in ("ok", "late")
    for size in ((1, 8), (1, 24), (2, 4), (4, 3), (8, 3), (16, 3), (16, 8), (32, 8))
]

# From two processes, trains, stations or jobs on.
FIELD = [
    Problem(family, (count,), variant)
    for family, largest in (("fischer", 7), ("gate", 6), ("csma", 5), ("jobs", 6))
    for variant in ("ok", "late")
    for count in range(2, largest + 1)
]

# What lifecheck is asked; the last is what the violated variant violates.
QUESTIONS = {"tasks": ["P1", "P2", "P3"], "pipeline": ["in time"]}

# Constants that are wrong on purpose, and what then is to be found.
MUTANTS = [
    # Killed in the same second in which the tasks expire.
    (Problem("tasks", (2,), "ok"), {"killed": 30}, VIOLATED),
    # The forgotten task ends by itself, just in time or just too late.
    (Problem("tasks", (2,), "leak"), {"longest": 30}, HOLDS),
    (Problem("tasks", (2,), "leak"), {"longest": 31}, VIOLATED),
    (Problem("pipeline", (2, 4), "ok"), {"deadline": 7}, VIOLATED),
    (Problem("pipeline", (2, 4), "late"), {"deadline": 8}, HOLDS),
    (Problem("pipeline", (4, 3), "ok"), {"deadline": 9}, HOLDS),
    (Problem("pipeline", (4, 3), "ok"), {"deadline": 5}, VIOLATED),
]


def text(problem):
    return " ".join(map(str, (problem.family, *problem.size, problem.variant)))


def known(problem):
    return HOLDS if problem.variant == "ok" else VIOLATED


# Running programs


class TimeIsUp(Exception):
    pass


class Budget:
    """The time of one run, which may be several programs one after the other."""

    def __init__(self):
        self.start, self.megabytes = time.perf_counter(), 0

    def seconds(self):
        return time.perf_counter() - self.start

    def run(self, *command, folder=None):
        """What the program prints; it is ended when the time or the memory is used up."""
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit_memory,
            start_new_session=True)
        timer = threading.Timer(max(0, SECONDS - self.seconds()), os.killpg, (process.pid, 9))
        timer.start()
        output = process.stdout.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        self.megabytes = max(self.megabytes, usage.ru_maxrss / unit)
        if self.seconds() >= SECONDS:
            raise TimeIsUp
        return output


def limit_memory():
    if sys.platform != "darwin":  # where the limit cannot be set
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))


# The tools


def write_model(generator, problem, constants, path):
    path.write_text(getattr(generator, problem.family)(*problem.size, problem.variant, **constants))


def lifecheck(problem, budget, folder, program):
    """`lifecheck verify` of the app in `.lc`."""
    for platform in PLATFORMS:
        shutil.copy(platform, folder)
    (folder / "app.lc").write_text(families.spec(problem.family, *map(str, problem.size), problem.variant))
    limits = ["--timeout", str(SECONDS), "--memory", str(MEGABYTES)]
    output = budget.run(program, "verify", "--no-cache", *limits, "app.lc", folder=folder)
    said = output.rstrip().split("\n")[-1]
    if "undecided" in said or "not settled" in output:
        return UNDECIDED, None
    if not re.search(r": (all good|\d+ violated)", said):
        sys.exit(f"error: lifecheck says of {text(problem)}: {output}")
    return (VIOLATED if "violated" in said else HOLDS), None


def engines(problem, budget, folder, program):
    output = budget.run(program, *text(problem).split(), f"seconds={SECONDS}", f"megabytes={MEGABYTES}")
    # `  P1: safe, …` for each question.
    answers = dict(line.strip().split(", ")[0].split(": ") for line in output.splitlines() if ": " in line)
    violated = {name for name, answer in answers.items() if answer == "unsafe"}
    if len(answers) != len(QUESTIONS[problem.family]) or not set(answers.values()) <= {"safe", "unsafe"}:
        return UNDECIDED, None
    if not violated <= {QUESTIONS[problem.family][-1]}:
        sys.exit(f"error: lifecheck says that {text(problem)} violates {', '.join(sorted(violated))}")
    return (VIOLATED if violated else HOLDS), None


def spin(problem, budget, folder, constants):
    write_model(promela, problem, constants, folder / "model.pml")
    budget.run("spin", "-a", "model.pml", folder=folder)
    # One process: nothing to reduce. All is safety, and the search may go deep.
    options = ("-DSAFETY", "-DNOREDUCE", f"-DMEMLIM={MEGABYTES}")
    budget.run("gcc", "-O2", "-w", *options, "-o", "pan", "pan.c", folder=folder)
    start = budget.seconds()
    output = budget.run("./pan", "-m10000000", folder=folder)
    search = budget.seconds() - start
    if "assertion violated" in output:
        return VIOLATED, search
    is_complete = "errors: 0" in output and "Search not completed" not in output and "max search depth too small" not in output
    return (HOLDS if is_complete else UNDECIDED), search


SYNTHESIS = "prep -flatten -top top; opt -full; techmap; opt -full; dffunmap; aigmap; write_aiger -zinit circuit.aig"


def abc(problem, budget, folder, constants, engine):
    write_model(circuit, problem, constants, folder / "circuit.v")
    budget.run("yosys", "-q", "-p", f"read_verilog circuit.v; {SYNTHESIS}", folder=folder)
    program = "berkeley-abc" if shutil.which("berkeley-abc") else "yosys-abc"
    start = budget.seconds()
    output = budget.run(program, "-c", f"read_aiger circuit.aig; strash; scorr; dc2; {engine}", folder=folder)
    search = budget.seconds() - start
    if "was asserted in frame" in output:
        return VIOLATED, search
    return (HOLDS if "Property proved" in output else UNDECIDED), search


def once(function, *arguments):
    """One run of a tool: `function` gives the verdict and the time of the search."""
    budget = Budget()
    with tempfile.TemporaryDirectory() as folder:
        try:
            verdict, search = function(arguments[0], budget, Path(folder), *arguments[1:])
        except TimeIsUp:
            return Run(SECONDS, budget.megabytes, None, None)
    return Run(budget.seconds(), budget.megabytes, verdict, search)


def measure(function, *arguments):
    runs = [once(function, *arguments)]
    while len(runs) < 3 and runs[0].seconds < 2:
        runs.append(once(function, *arguments))
    return sorted(runs)[len(runs) // 2]


def run_tool(tool, problem, engine_benchmark, program):
    if tool == "lifecheck":
        return measure(lifecheck, problem, program)
    if tool == "engines":
        return measure(engines, problem, engine_benchmark)
    if tool == "SPIN":
        return measure(spin, problem, {})
    searches = ["pdr"] if known(problem) == HOLDS else ["bmc3", "pdr"]
    runs = [measure(abc, problem, {}, search) for search in searches]
    answers = {run.verdict for run in runs} - {None, UNDECIDED}
    if len(answers) > 1:
        sys.exit(f"error: ABC's pdr and bmc3 disagree on {text(problem)}")
    decided = [run for run in runs if run.verdict not in (None, UNDECIDED)]
    return min(decided or runs)


# The whole comparison


def test_models():
    for problem, constants, expected in MUTANTS:
        found = {"SPIN": once(spin, problem, constants).verdict, "ABC": once(abc, problem, constants, "pdr").verdict}
        for tool, verdict in found.items():
            if verdict != expected:
                sys.exit(f"error: with {constants}, {text(problem)} should be '{expected}', and {tool} says '{verdict}'")
    print(f"{len(MUTANTS)} models with wrong constants: SPIN and ABC answer as they should.\n", flush=True)


# Models of the field


def write_field(problem, folder):
    """Writes the model; what is asked of it, as both tools take it."""
    model, labels = field.FAMILIES[problem.family](*problem.size, problem.variant)
    (folder / "model.tck").write_text(model)
    return ",".join(labels)


def solve(problem, budget, folder, program):
    labels = write_field(problem, folder)
    model = tchecker.Model((folder / "model.tck").read_text())
    (folder / "model.system").write_text(tchecker.Writer(model).text(labels.split(",")))
    output = budget.run(program, "solve", "--timeout", str(SECONDS), "model.system", folder=folder)
    answers = {"unreachable": HOLDS, "reachable": VIOLATED}
    return answers.get(output.split(" ")[0], UNDECIDED), None


def tck_reach(problem, budget, folder):
    output = budget.run("tck-reach", "-a", "reach", "-l", write_field(problem, folder), "model.tck", folder=folder)
    answers = {"REACHABLE false": HOLDS, "REACHABLE true": VIOLATED}
    return next((answer for words, answer in answers.items() if words in output), UNDECIDED), None


def compare_field(problems, program):
    head = ["problem", "verdict", "lifecheck s", "MB", "TChecker s", "MB"]
    print("\n| " + " | ".join(head) + " |\n|---|---|" + "---:|" * (len(head) - 2), flush=True)
    for problem in problems:
        runs = [measure(solve, problem, program)]
        runs += [measure(tck_reach, problem)] if shutil.which("tck-reach") else []
        wrong = {run.verdict for run in runs} - {None, UNDECIDED, known(problem)}
        if wrong:
            sys.exit(f"error: {text(problem)} is '{known(problem)}', and somebody says '{min(wrong)}'")
        cells = [cell for run in runs for cell in (seconds(run), megabytes(run))]
        cells += ["not installed", "–"] if len(runs) == 1 else []
        print("| " + " | ".join([text(problem), known(problem)] + cells) + " |", flush=True)


class Memory:
    """Runs that have been measured, kept in a file."""

    def __init__(self, programs):
        self.stamp = [f"{path} {os.stat(path).st_mtime_ns}" for path in programs]
        self.runs = {}
        if os.environ.get("RESUME") == "1" and RESULTS.exists():
            kept = json.loads(RESULTS.read_text())
            if kept["stamp"] == self.stamp:
                self.runs = {key: Run(*run) for key, run in kept["runs"].items()}

    def get(self, key, make):
        if key not in self.runs:
            self.runs[key] = make()
            RESULTS.parent.mkdir(parents=True, exist_ok=True)
            RESULTS.write_text(json.dumps({"stamp": self.stamp, "runs": self.runs}))
        return self.runs[key]


def is_hopeless(tool, problem, exceeded):
    """Who found no answer for a problem is spared those that are larger in every way."""
    return tool != "engines" and any(
        name == tool and (smaller.family, smaller.variant) == (problem.family, problem.variant)
        and all(a <= b for a, b in zip(smaller.size, problem.size)) for name, smaller in exceeded)


def seconds(run):
    if run is None:
        return "–"
    if run.verdict is None:
        return f"> {SECONDS}"
    if run.verdict == UNDECIDED:
        return f"gave up after {run.seconds:.0f}"
    return f"{run.seconds:.2f}"


def megabytes(run):
    return "–" if run is None else f"{run.megabytes:.0f}"


def ratio(run, base):
    if run is None or base is None or base.verdict in (None, UNDECIDED):
        return "–"
    quotient = f"{run.seconds / base.seconds:.1f}"
    return quotient if run.verdict not in (None, UNDECIDED) else f"> {quotient}"


def row(problem, runs):
    search = runs["ABC"] and runs["ABC"].search
    verdicts = {run.verdict for run in runs.values() if run} & {HOLDS, VIOLATED}
    cells = [text(problem), "/".join(sorted(verdicts)) or "–"]
    cells += [cell for tool in TOOLS[:3] for cell in (seconds(runs[tool]), megabytes(runs[tool]))]
    cells += [seconds(runs["ABC"]), f"{search:.2f}" if search is not None else "–", megabytes(runs["ABC"])]
    cells += [ratio(runs[tool], runs["lifecheck"]) for tool in TOOLS[2:]]
    return "| " + " | ".join(cells) + " |"


HEAD = ["problem", "verdict", "lifecheck s", "MB", "engines s", "MB", "SPIN s", "MB", "ABC s", "its search", "MB"]
HEAD += ["SPIN ÷ lifecheck", "ABC ÷ lifecheck"]


def compare(problems, engine_benchmark, program, memory):
    print("| " + " | ".join(HEAD) + " |\n" + "|---|---|" + "---:|" * (len(HEAD) - 2), flush=True)
    exceeded, wrong = [], []
    for problem in problems:
        runs = dict.fromkeys(TOOLS)
        for tool in TOOLS:
            if is_hopeless(tool, problem, exceeded):
                continue
            run = memory.get(f"{tool} {text(problem)}", lambda: run_tool(tool, problem, engine_benchmark, program))
            runs[tool] = run
            if run.verdict in (None, UNDECIDED):
                exceeded.append((tool, problem))
            elif run.verdict != known(problem):
                wrong.append(f"{tool} says that {text(problem)} is '{run.verdict}'; it is '{known(problem)}'")
        print(row(problem, runs), flush=True)
    if wrong:
        sys.exit("error: the verdicts disagree: " + "; ".join(wrong))


FLOOR = "#include <z3.h>\nint main(void) { unsigned a, b, c, d; Z3_get_version(&a, &b, &c, &d); return 0; }\n"


def floor(program):
    """What cannot be undercut: a program that does nothing but load the library of Z3; and the specs of the repository."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "empty.c").write_text(FLOOR)
        Budget().run("gcc", "-O2", "empty.c", "-o", "empty", "-lz3", folder=folder)
        empty = statistics.median(timed("./empty", folder=folder) for _ in range(21))
    specs = sorted(str(path) for root in ("examples", "specs/patterns") for path in Path(root).rglob("*.lc"))
    times = [timed(program, "verify", "--timeout", str(SECONDS), spec) for spec in specs]
    median = statistics.median(times)
    print(f"\nAn empty program that loads Z3: {empty * 1000:.0f} ms (median of 21 runs).")
    print(
        f"`lifecheck verify` on each of the {len(specs)} specs of the repository: median {median * 1000:.0f} ms, "
        f"{median / empty:.1f} times that; the slowest {max(times):.1f} s.")


def timed(*command, folder=None):
    budget = Budget()
    budget.run(*command, folder=folder)
    return budget.seconds()


def is_chosen(words, sizes):
    return not sizes or any(words[: len(some)] == some for some in sizes)


def main(engine_benchmark, program, sizes=""):
    engine_benchmark, program = os.path.abspath(engine_benchmark), os.path.abspath(program)
    sizes = [part.split() for part in sizes.split(",") if part.strip()]
    problems = [problem for problem in PROBLEMS if is_chosen(text(problem).split(), sizes)]
    models = [problem for problem in FIELD if is_chosen(text(problem).split(), sizes)]
    wants_floor = is_chosen(["floor"], sizes)
    if not problems and not models and not wants_floor:
        sys.exit("error: SIZES names no problem; examples: `tasks 4 ok`, `tasks 1, pipeline`, `floor`")
    if problems:
        test_models()
        sources = [circuit.__file__, promela.__file__, families.__file__, *PLATFORMS]
        compare(problems, engine_benchmark, program, Memory([engine_benchmark, program, *sources]))
    if models:
        compare_field(models, program)
    if wants_floor:
        floor(program)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
