#!/usr/bin/env python3
"""Models on which the field compares its tools, in TChecker's format.

    field.py FAMILY SIZE VARIANT     for example: field.py csma 3 ok

Each family is a function from its size and a variant to the text and the labels that are asked for. With `ok` they hold nowhere at
once; with `late` one constant is such that they do. Where the literature has a bound without its end (`y < 26`) on how long a
place may be stayed in, these models have one with it, which changes no answer here: the guards keep their strict bounds.

- `fischer`: mutual exclusion (L. Lamport, "A fast mutual exclusion algorithm", TOCS 5(1), 1987, section 2).
- `gate`: trains, a controller and a gate (R. Alur, D. Dill, "A theory of timed automata", TCS 126, 1994, section 5), with
  several trains, which the controller counts.
- `csma`: CSMA/CD (S. Yovine, "Kronos: a verification tool for real-time systems", STTT 1, 1997): who has sent for as long as a
  signal takes to go and to come back has the bus alone.
- `jobs`: a job shop (Y. Abdeddaïm, O. Maler, "Job-shop scheduling using timed automata", CAV 2001). All jobs visit three machines
  in one order, 2 units of time each, so `count` jobs take 2 (count + 2) and no less.
"""
import sys

MACHINES, WORK = 3, 2


def fischer(count, variant):
    """A process that wants to enter writes within 10, or 11, and then waits for more than 10."""
    delay, wait = (10 if variant == "ok" else 11), 10
    lines = ["system:fischer", "event:tau", f"int:1:0:{count}:0:id"]
    for i in range(1, count + 1):
        lines += [
            f"clock:1:x{i}",
            f"process:P{i}",
            f"location:P{i}:outside{{initial:}}",
            f"location:P{i}:wants{{invariant: x{i}<={delay}}}",
            f"location:P{i}:waits{{}}",
            f"location:P{i}:inside{{labels: inside{i}}}",
            f"edge:P{i}:outside:wants:tau{{provided: id==0 : do: x{i}=0}}",
            f"edge:P{i}:wants:waits:tau{{do: x{i}=0; id={i}}}",
            f"edge:P{i}:waits:inside:tau{{provided: x{i}>{wait} && id=={i}}}",
            f"edge:P{i}:waits:outside:tau{{provided: id!={i}}}",
            f"edge:P{i}:inside:outside:tau{{do: id=0}}",
        ]
    return "\n".join(lines) + "\n", ["inside1", "inside2"]


def gate(count, variant):
    """The gate is down 2 after a train is noticed; a train takes more than 2 to arrive, or more than 1."""
    arrival = 2 if variant == "ok" else 1
    trains = range(1, count + 1)
    lines = ["system:gate", "event:lower", "event:raise", "event:tau", f"int:1:0:{count}:0:near", "clock:1:y", "clock:1:z"]
    for i in trains:
        lines += [
            f"event:approach{i}",
            f"event:exit{i}",
            f"clock:1:x{i}",
            f"process:Train{i}",
            f"location:Train{i}:far{{initial:}}",
            f"location:Train{i}:near{{invariant: x{i}<=5}}",
            f"location:Train{i}:crossing{{invariant: x{i}<=5 : labels: crossing{i}}}",
            f"edge:Train{i}:far:near:approach{i}{{do: x{i}=0}}",
            f"edge:Train{i}:near:crossing:tau{{provided: x{i}>{arrival}}}",
            f"edge:Train{i}:crossing:far:exit{i}",
            f"sync:Train{i}@approach{i}:Controller@approach{i}",
            f"sync:Train{i}@exit{i}:Controller@exit{i}",
        ]
    lines += [
        "process:Controller",
        "location:Controller:idle{initial:}",
        "location:Controller:lowers{invariant: z<=1}",
        "location:Controller:closed{}",
        "location:Controller:raises{invariant: z<=1}",
        "edge:Controller:lowers:closed:lower",
        "edge:Controller:raises:idle:raise",
    ]
    for i in trains:
        lines += [
            f"edge:Controller:idle:lowers:approach{i}{{do: z=0; near=near+1}}",
            f"edge:Controller:raises:lowers:approach{i}{{do: z=0; near=near+1}}",
            f"edge:Controller:lowers:lowers:approach{i}{{do: near=near+1}}",
            f"edge:Controller:closed:closed:approach{i}{{do: near=near+1}}",
            f"edge:Controller:closed:closed:exit{i}{{provided: near>1 : do: near=near-1}}",
            f"edge:Controller:closed:raises:exit{i}{{provided: near==1 : do: near=0; z=0}}",
        ]
    lines += [
        "process:Gate",
        "location:Gate:up{initial: : labels: open}",
        "location:Gate:sinks{invariant: y<=1 : labels: open}",
        "location:Gate:down{}",
        "location:Gate:rises{invariant: y<=2 : labels: open}",
        "edge:Gate:up:sinks:lower{do: y=0}",
        "edge:Gate:rises:sinks:lower{do: y=0}",
        "edge:Gate:down:down:lower",
        "edge:Gate:sinks:down:tau",
        "edge:Gate:down:rises:raise{do: y=0}",
        "edge:Gate:rises:up:tau{provided: y>=1}",
        "sync:Controller@lower:Gate@lower",
        "sync:Controller@raise:Gate@raise",
    ]
    return "\n".join(lines) + "\n", ["crossing1", "open"]


def csma(count, variant):
    """A signal takes up to 26 from one end to the other; a collision is told within 26, or 27."""
    detection = 26 if variant == "ok" else 27
    lines = ["system:csma", "event:cd", "event:tau", "clock:1:y", "process:Bus", "location:Bus:idle{initial:}"]
    lines += ["location:Bus:active{}", f"location:Bus:collision{{invariant: y<={detection}}}"]
    lines += ["edge:Bus:collision:idle:cd{do: y=0}"]
    stations = range(1, count + 1)
    for i in stations:
        lines += [
            f"event:begin{i}",
            f"event:end{i}",
            f"event:busy{i}",
            f"clock:1:x{i}",
            f"process:S{i}",
            f"location:S{i}:waits{{initial:}}",
            f"location:S{i}:sends{{invariant: x{i}<=808 : labels: sends{i}}}",
            f"location:S{i}:alone{{invariant: x{i}<=808 : labels: alone{i}}}",
            f"location:S{i}:retries{{invariant: x{i}<=52}}",
            f"edge:S{i}:waits:sends:begin{i}{{do: x{i}=0}}",
            f"edge:S{i}:waits:retries:busy{i}{{do: x{i}=0}}",
            f"edge:S{i}:waits:waits:cd{{do: x{i}=0}}",
            f"edge:S{i}:waits:retries:cd{{do: x{i}=0}}",
            f"edge:S{i}:sends:alone:tau{{provided: x{i}>=52}}",
            f"edge:S{i}:sends:retries:cd{{provided: x{i}<52 : do: x{i}=0}}",
            f"edge:S{i}:alone:waits:end{i}{{provided: x{i}==808 : do: x{i}=0}}",
            f"edge:S{i}:retries:sends:begin{i}{{do: x{i}=0}}",
            f"edge:S{i}:retries:retries:cd{{do: x{i}=0}}",
            f"edge:Bus:idle:active:begin{i}{{do: y=0}}",
            f"edge:Bus:active:collision:begin{i}{{provided: y<26 : do: y=0}}",
            f"edge:Bus:active:active:busy{i}{{provided: y>=26}}",
            f"edge:Bus:active:idle:end{i}{{do: y=0}}",
            f"sync:Bus@begin{i}:S{i}@begin{i}",
            f"sync:Bus@end{i}:S{i}@end{i}",
            f"sync:Bus@busy{i}:S{i}@busy{i}",
        ]
    lines.append("sync:Bus@cd:" + ":".join(f"S{i}@cd" for i in stations))
    return "\n".join(lines) + "\n", ["alone1", "sends2"]


def jobs(count, variant):
    """Whether all jobs can be done one unit of time sooner than is possible, or in the shortest time."""
    shortest = WORK * (count + MACHINES - 1)
    deadline = shortest - 1 if variant == "ok" else shortest
    lines = ["system:jobs", "event:tau", "clock:1:all"]
    lines += [f"int:1:0:1:0:machine{k}" for k in range(MACHINES)]
    lines += ["process:Day", f"location:Day:today{{initial: : invariant: all<={deadline}}}"]
    for i in range(1, count + 1):
        lines += [f"clock:1:x{i}", f"process:J{i}"]
        lines += [f"location:J{i}:before{k}{{{'initial:' if k == 0 else ''}}}" for k in range(MACHINES)]
        lines += [f"location:J{i}:on{k}{{invariant: x{i}<={WORK}}}" for k in range(MACHINES)]
        lines.append(f"location:J{i}:done{{labels: done{i}}}")
        for k in range(MACHINES):
            following = "done" if k + 1 == MACHINES else f"before{k + 1}"
            lines.append(f"edge:J{i}:before{k}:on{k}:tau{{provided: machine{k}==0 : do: machine{k}=1; x{i}=0}}")
            lines.append(f"edge:J{i}:on{k}:{following}:tau{{provided: x{i}=={WORK} : do: machine{k}=0}}")
    return "\n".join(lines) + "\n", [f"done{i}" for i in range(1, count + 1)]


FAMILIES = {"fischer": fischer, "gate": gate, "csma": csma, "jobs": jobs}

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in FAMILIES or sys.argv[3] not in ("ok", "late"):
        sys.exit(__doc__)
    model, labels = FAMILIES[sys.argv[1]](int(sys.argv[2]), sys.argv[3])
    sys.stdout.write(f"# Asked for: {','.join(labels)}\n{model}")
