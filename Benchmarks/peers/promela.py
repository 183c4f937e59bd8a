#!/usr/bin/env python3
"""The scalable problems in Promela, as one would write them by hand for SPIN.

    promela.py tasks N ok|leak
    promela.py pipeline J M ok|late [D]

Time goes in ticks of one second: all constants are whole and all bounds closed, so every state that dense time reaches is
reached on whole seconds too (Henzinger, Manna, Pnueli 1992). One process with a `do` loop; every option is one
indivisible step. The option "a second passes" can be taken only if no bound would be passed by it. All state is in
bytes, and a clock that nobody will read before its next reset is kept at 0, so that states which differ in nothing else
are one.

A violated property is a failed assertion.
"""
import sys


def tasks(count, variant, killed=31, longest=40):
    """One process, one budget of background time, `count` background tasks.

    app:     0 not running, 1 inactive, 2 active, 3 background, 4 suspended
    task:    0 idle, 1 alive, 2 expired, but its handler forgot to end it
    saving:  the handler of entering background is at work; `handling` is for how long (1 to 4 s; over 5 s: killed)
    budget:  time since entering background; 30 s: expiration, 31 s: killed
    quiet:   time for which nothing has been left to do in the background; suspended within 1 s
    work[i]: running time of task i, 2 to 40 s

    `killed` and `longest` are the 31 s and the 40 s; other values serve to test the model.
    """
    lines = [
        "#define EXECUTES (app == 1 || app == 2 || app == 3)",
        "#define NO_TASK (alive == 0)",
        "byte app, budget, quiet, handling, alive;",
        "bool dirty, saving;",
        f"byte task[{count}], work[{count}];",
        "",
        "inline die() {",
        "  app = 0; saving = 0; handling = 0; dirty = 0; budget = 0; quiet = 0; alive = 0;",
        "  " + " ".join(f"task[{i}] = 0; work[{i}] = 0;" for i in range(count)),
        "}",
        "",
        "active proctype system() {",
        "  do",
        "  :: d_step { app == 0 -> app = 1 }",
        "  :: d_step { app == 1 -> app = 2 }",
        "  :: d_step { app == 2 -> app = 1 }",
        "  :: d_step { app == 2 && !dirty -> dirty = 1 }",
        "  :: d_step { app == 1 -> app = 3; saving = 1; handling = 0; budget = 0; quiet = 0 }",
        "  :: d_step { app == 3 && !saving -> app = 1; budget = 0; quiet = 0 }",
        # Leaving for suspension: P1, nothing is unsaved; P2, no task is alive.
        "  :: d_step { app == 3 && !saving && NO_TASK -> app = 4; budget = 0; quiet = 0;",
        "     assert(!dirty); assert(NO_TASK) }",
        "  :: d_step { app == 4 -> app = 3; quiet = 0 }",
        "  :: d_step { app == 4 -> die() }",
        # P3: never killed with a task alive.
        f"  :: d_step {{ app == 3 && budget >= {killed} && !NO_TASK -> assert(false) }}",
        "  :: d_step { app == 3 && saving && handling > 5 -> die() }",
        "  :: d_step { saving && handling >= 1 -> saving = 0; handling = 0; dirty = 0; quiet = 0 }",
    ]
    for i in range(count):
        forgets = variant == "leak" and i == count - 1
        end = f"task[{i}] = 0; work[{i}] = 0; alive--; quiet = 0"
        lines.append(f"  :: d_step {{ task[{i}] == 0 && app == 2 -> task[{i}] = 1; work[{i}] = 0; alive++ }}")
        lines.append(f"  :: d_step {{ task[{i}] != 0 && EXECUTES && work[{i}] >= 2 -> {end} }}")
        expired = f"task[{i}] = 2" if forgets else end
        lines.append(f"  :: d_step {{ task[{i}] == 1 && app == 3 && budget >= 30 -> {expired} }}")
    rooms = ["!(saving && handling >= 4)", "!(app == 3 && !saving && NO_TASK && quiet >= 1)"]
    for i in range(count):
        rooms.append(f"!(task[{i}] != 0 && EXECUTES && work[{i}] >= {longest})")
        rooms.append(f"!(task[{i}] == 1 && app == 3 && budget >= 30)")
        rooms.append(f"!(task[{i}] == 2 && app == 3 && budget >= 31)")
    lines.append("  :: d_step { (" + "\n     && ".join(rooms) + ") ->")
    lines.append("     if :: saving && EXECUTES -> handling++ :: else fi;")
    # Without a task alive, nobody reads the budget before the next time it starts.
    lines.append("     if :: app == 3 && NO_TASK -> budget = 0 :: app == 3 && !NO_TASK && budget < 31 -> budget++ :: else fi;")
    lines.append("     if :: app == 3 && !saving && NO_TASK -> quiet++ :: else fi;")
    lines += [f"     if :: task[{i}] != 0 && EXECUTES -> work[{i}]++ :: else fi;" for i in range(count)]
    lines += ["     skip }", "  od", "}"]
    return "\n".join(lines) + "\n"


def pipeline(jobs, steps, variant, deadline=None):
    """`jobs` jobs start together, each does `steps` steps of 1 to 2 s; all must be done within `deadline` seconds.

    place[i]: 0 done, else the step at which job i is; work[i]: time in this step
    left:     jobs that are not done; since: time since entering background
    """
    deadline = deadline or 2 * steps - (variant == "late")
    lines = [
        "bool background;",
        "byte left, since;",
        f"byte place[{jobs}], work[{jobs}];",
        "",
        "active proctype system() {",
        "  do",
        f"  :: d_step {{ !background -> background = 1; left = {jobs}; since = 0;",
        "     " + " ".join(f"place[{i}] = 1; work[{i}] = 0;" for i in range(jobs)) + " }",
        "  :: d_step { background && left == 0 -> background = 0; since = 0 }",
    ]
    for i in range(jobs):
        step = f"background && place[{i}] != 0 && work[{i}] >= 1 -> work[{i}] = 0"
        lines.append(
            f"  :: d_step {{ {step}; if :: place[{i}] == {steps} -> place[{i}] = 0; left-- :: else -> place[{i}]++ fi }}")
    # The way back is urgent: no time passes while it is open. In the foreground nothing depends on time.
    rooms = ["background && left > 0"] + [f"!(place[{i}] != 0 && work[{i}] >= 2)" for i in range(jobs)]
    lines.append("  :: d_step { (" + " && ".join(rooms) + ") ->")
    lines += [f"     if :: place[{i}] != 0 -> work[{i}]++ :: else fi;" for i in range(jobs)]
    lines += [f"     since++; assert(since <= {deadline}) }}", "  od", "}"]
    return "\n".join(lines) + "\n"


def main(words):
    if words[:1] == ["tasks"] and len(words) == 3:
        return tasks(int(words[1]), words[2])
    if words[:1] == ["pipeline"] and len(words) in (4, 5):
        return pipeline(int(words[1]), int(words[2]), words[3], *map(int, words[4:]))
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
