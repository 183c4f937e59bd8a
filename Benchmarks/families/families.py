#!/usr/bin/env python3
"""Apps in `.lc` that grow, as their users would write them.

    families.py KIND N            > app.lc      for iOS
    families.py tasks N VARIANT   > app.lc      with `budget.lc`
    families.py pipeline J M VARIANT > app.lc   with `deadline.lc`

KIND is one of

    saves      N documents, each saved as the app is left
    sends      N transfers that start as the app is left, without a background task
    uploads    N transfers, each under a background task, never two of one kind at a time
    features   saves and uploads together: N documents, N tasks, N transfers
    careless   features whose uploads are begun again while the last one is under way
    refreshes  N scheduled requests, each asked for again in its handler, whose work may outlive its expiry
    debounces  N documents, each saved by a timer that every keystroke starts again

`tasks` and `pipeline` are the problems that the engines and the peers are measured with, on platforms of their own: N tasks that share one
budget, where with VARIANT `leak` the last one is forgotten and with `ok` none is; and J jobs of M steps against one deadline, which is
met with `ok` and one second too short with `late`.
"""
import sys


class App:
    """The lines of an app, by where they stand."""

    def __init__(self):
        self.declarations, self.launching, self.leaving, self.handlers = [], [], [], []

    def text(self, name, use):
        lines = self.declarations
        if self.launching:
            lines = lines + block("on didFinishLaunching {", self.launching)
        if self.leaving:
            lines = lines + block("on didEnterBackground {", self.leaving)
        return "\n".join([f"use {use}", "", f"app {name} {{", *indented(lines + self.handlers), "}", ""])


def indented(lines):
    return ["  " + line for line in lines]


def block(head, lines):
    return [head, *indented(lines), "}"]


# One feature each; `i` is its number.


def document(app, i):
    app.declarations.append(f"data draft{i}(saving: 0s...1s)")
    app.declarations.append(f'event edit{i} by user says "you edit document {i}" when active {{ draft{i}.edit() }}')
    app.leaving.append(f"draft{i}.save()")


def transfer(app, i):
    app.declarations.append(f"func send{i}() async takes 2s...40s, may fail")
    app.leaving.append(f"async {{ do {{ try await send{i}() }} catch {{ }} }}")


def upload(app, i, is_guarded=True):
    app.declarations += [f"task upload{i}", f"func send{i}() async takes 2s...40s, may fail"]
    app.handlers.append(f"on upload{i}.expired {{ upload{i}.end() }}")
    work = [f"upload{i}.begin()", f"async {{ do {{ try await send{i}() }} catch {{ }}; upload{i}.end() }}"]
    app.leaving += block(f"if not upload{i}.open {{", work) if is_guarded else work


def feature(app, i):
    document(app, i)
    upload(app, i)


def careless_feature(app, i):
    document(app, i)
    upload(app, i, is_guarded=False)


def refresh(app, i):
    app.declarations += [f"bgTask refresh{i}", f"func work{i}() async takes 1s...60s"]
    app.launching.append(f"refresh{i}.register()")
    app.leaving.append(f"try? refresh{i}.submit()")
    app.handlers += block(
        f"on refresh{i}.runs {{",
        [f"try? refresh{i}.submit()", f"async on main {{ await work{i}(); refresh{i}.complete() }}"])
    app.handlers.append(f"on refresh{i}.expired {{ refresh{i}.complete() }}")


def debounce(app, i):
    app.declarations += [f"data note{i}(saving: 0s...0s)", f"timer quiet{i}"]
    app.declarations += block(
        f'event type{i} by user says "you type into {i}" when active {{',
        [f"note{i}.edit()", f"quiet{i}.start(after: 2s...2s) {{ note{i}.save() }}"])
    app.leaving.append(f"note{i}.save()")


FEATURES = {
    "saves": document,
    "sends": transfer,
    "uploads": upload,
    "features": feature,
    "careless": careless_feature,
    "refreshes": refresh,
    "debounces": debounce,
}


def tasks(count, variant):
    app = App()
    app.declarations = [
        "var dirty = false",
        'event edit by user says "you edit the draft" when active { dirty = true }',
        'func save() takes 1s...4s says "the draft is saved"',
    ] + [f"task upload{i}" for i in range(count)]
    app.handlers = block("on entered {", ["save()", "dirty = false"])
    for i in range(count):
        is_forgotten = variant == "leak" and i == count - 1
        app.handlers.append(f"on upload{i}.expired {{ " + ("" if is_forgotten else f"upload{i}.end() ") + "}")
    app.handlers.append('property "nothing is suspended unsaved": never suspended and dirty')
    return app.text("Tasks", '"budget.lc"')


def pipeline(jobs, steps, variant):
    app = App()
    app.declarations = ["func step() async takes 1s...2s"]
    app.handlers = block("on entered {", ["async { " + "; ".join(["await step()"] * steps) + " }"] * jobs)
    limit = 2 * steps - (1 if variant == "late" else 0)
    app.handlers.append(f'property "all is done in time": after enters background, enters foreground within {limit}s')
    return app.text("Pipeline", '"deadline.lc"')


def family(kind, count):
    app = App()
    for i in range(count):
        FEATURES[kind](app, i)
    return app.text("Scaled", "ios 17")


def spec(kind, *rest):
    """The text of the app; raises ValueError for what there is not."""
    if kind == "tasks" and len(rest) == 2 and rest[1] in ("ok", "leak"):
        return tasks(int(rest[0]), rest[1])
    if kind == "pipeline" and len(rest) == 3 and rest[2] in ("ok", "late"):
        return pipeline(int(rest[0]), int(rest[1]), rest[2])
    if kind in FEATURES and len(rest) == 1:
        return family(kind, int(rest[0]))
    raise ValueError(kind)


if __name__ == "__main__":
    try:
        sys.stdout.write(spec(*sys.argv[1:]))
    except (ValueError, TypeError):
        sys.exit(__doc__)
