#!/usr/bin/env python3
"""The scalable problems as a circuit in Verilog, for the hardware model checker ABC.

    circuit.py tasks N ok|leak
    circuit.py pipeline J M ok|late [D]

A clock cycle of the circuit is an instant at which the app, the handler and every task or job, in this order, may take one
step each, after which one second passes if the input `wait_` asks for it and no bound would be passed. A step that is not
taken now can be taken in the next cycle without a second in between, so every run in whole seconds is a run of the
circuit and the other way round, and the number of cycles does not grow with the number of tasks. What happens is chosen by
the inputs. All constants are whole and all bounds closed, so whole seconds are enough (Henzinger, Manna, Pnueli 1992).
The output `bad` is 1 once a property is broken. All registers start at 0.
"""
import sys


def width(largest):
    return max(1, largest.bit_length())


def module(inputs, registers, body):
    """`registers`: name to the largest value. The body is a sequence of assignments, run once in each cycle."""
    ports = ["input clk"] + [f"input [{size - 1}:0] {name}" for name, size in inputs] + ["output bad"]
    lines = ["module top(" + ", ".join(ports) + ");"]
    lines += [f"  reg [{width(largest) - 1}:0] {name} = 0;" for name, largest in registers]
    lines += ["  reg broken = 0, room;", "  assign bad = broken;", "  always @(posedge clk) begin"]
    lines += ["    " + line for line in body]
    return "\n".join(lines + ["  end", "endmodule"]) + "\n"


def tasks(count, variant, killed=31, longest=40):
    """One process, one budget of background time, `count` background tasks.

    app:    0 not running, 1 inactive, 2 active, 3 background, 4 suspended
    taskI:  0 idle, 1 alive, 2 expired, but its handler forgot to end it
    saving: the handler of entering background is at work; `handling` is for how long (1 to 4 s; over 5 s: killed)
    budget: time since entering background; 30 s: expiration, 31 s: killed
    quiet:  time for which nothing has been left to do in the background; suspended within 1 s
    workI:  running time of task I, 2 to 40 s

    `killed` and `longest` are the 31 s and the 40 s; other values serve to test the model.
    """
    everyone = range(count)
    no_task = "(" + " & ".join(f"task{i} == 0" for i in everyone) + ")"
    executes = "(app == 1 | app == 2 | app == 3)"
    die = "begin app = 0; saving = 0; handling = 0; dirty = 0; " + " ".join(f"task{i} = 0;" for i in everyone) + " end"
    inputs = [("move", 4), ("wait_", 1), ("saved", 1), ("begin_", count), ("end_", count), ("expire", count)]
    registers = [("app", 4), ("dirty", 1), ("saving", 1), ("handling", 5), ("budget", 31), ("quiet", 1)]
    registers += [(f"task{i}", 2) for i in everyone] + [(f"work{i}", longest) for i in everyone]
    body = [
        "case (move)",
        "  1: if (app == 0) app = 1;",
        "  2: if (app == 1) app = 2;",
        "  3: if (app == 2) app = 1;",
        "  4: if (app == 2) dirty = 1;",
        "  5: if (app == 1) begin app = 3; saving = 1; handling = 0; budget = 0; quiet = 0; end",
        "  6: if (app == 3 & !saving) app = 1;",
        f"  7: if (app == 3 & !saving & {no_task}) app = 4;",
        "  8: if (app == 4) begin app = 3; quiet = 0; end",
        f"  9: if (app == 4) {die}",
        # P3: never killed with a task alive.
        f"  10: if (app == 3 & budget >= {killed} & !{no_task}) broken = 1;",
        f"  11: if (app == 3 & saving & handling > 5) {die}",
        "  default: ;",
        "endcase",
        # P1: never suspended with unsaved changes. P2: never suspended with a task alive.
        f"if (app == 4 & (dirty | !{no_task})) broken = 1;",
        "if (saved & saving & handling >= 1) begin saving = 0; handling = 0; dirty = 0; quiet = 0; end",
    ]
    for i in everyone:
        expired = f"task{i} = 2;" if variant == "leak" and i == count - 1 else f"begin task{i} = 0; quiet = 0; end"
        body += [
            f"if (begin_[{i}] & task{i} == 0 & app == 2) begin task{i} = 1; work{i} = 0; end",
            f"else if (end_[{i}] & task{i} != 0 & {executes} & work{i} >= 2) begin task{i} = 0; quiet = 0; end",
            f"else if (expire[{i}] & task{i} == 1 & app == 3 & budget >= 30) {expired}",
        ]
    body += [
        f"if (app == 4 & (dirty | !{no_task})) broken = 1;",
        "room = wait_ & !(saving & handling >= 4);",
        f"if (app == 3 & !saving & {no_task} & quiet >= 1) room = 0;",
    ]
    for i in everyone:
        body += [
            f"if (task{i} != 0 & {executes} & work{i} >= {longest}) room = 0;",
            f"if (task{i} == 1 & app == 3 & budget >= 30) room = 0;",
            f"if (task{i} == 2 & app == 3 & budget >= 31) room = 0;",
        ]
    body.append("if (room) begin")
    body.append(f"  if (saving & {executes}) handling = handling + 1;")
    body.append("  if (budget < 31) budget = budget + 1;")
    body.append(f"  if (app == 3 & !saving & {no_task}) quiet = 1;")
    body += [f"  if (task{i} != 0 & {executes}) work{i} = work{i} + 1;" for i in everyone]
    body.append("end")
    return module(inputs, registers, body)


def pipeline(jobs, steps, variant, deadline=None):
    """`jobs` jobs start together, each does `steps` steps of 1 to 2 s; all must be done within `deadline` seconds.

    placeI: 0 done, else the step at which job I is; workI: time in this step; since: time since entering background
    """
    deadline = deadline or 2 * steps - (variant == "late")
    everyone = range(jobs)
    all_done = "(" + " & ".join(f"place{i} == 0" for i in everyone) + ")"
    inputs = [("leave", 1), ("wait_", 1), ("done", jobs)]
    registers = [("background", 1), ("since", deadline + 1)]
    registers += [(f"place{i}", steps) for i in everyone] + [(f"work{i}", 2) for i in everyone]
    start = "background = 1; since = 0; " + " ".join(f"place{i} = 1; work{i} = 0;" for i in everyone)
    body = [f"if (background & {all_done}) background = 0;", f"else if (leave & !background) begin {start} end"]
    for i in everyone:
        body += [
            f"if (done[{i}] & background & place{i} != 0 & work{i} >= 1) begin",
            f"  work{i} = 0; if (place{i} == {steps}) place{i} = 0; else place{i} = place{i} + 1;",
            "end",
        ]
    # The way back is urgent: no time passes while it is open. In the foreground nothing depends on time.
    body.append(f"room = wait_ & background & !{all_done};")
    body += [f"if (place{i} != 0 & work{i} >= 2) room = 0;" for i in everyone]
    body.append("if (room) begin")
    body += [f"  if (place{i} != 0) work{i} = work{i} + 1;" for i in everyone]
    body += [f"  if (since <= {deadline}) since = since + 1;", f"  if (since > {deadline}) broken = 1;", "end"]
    return module(inputs, registers, body)


def main(words):
    if words[:1] == ["tasks"] and len(words) == 3:
        return tasks(int(words[1]), words[2])
    if words[:1] == ["pipeline"] and len(words) in (4, 5):
        return pipeline(int(words[1]), int(words[2]), words[3], *map(int, words[4:]))
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
