#!/usr/bin/env python3
"""Timed automata in TChecker's format as systems that `lifecheck solve` decides.

    tchecker.py FILE LABEL[,LABEL…]        a system whose question is whether all these labels hold at once

For example, with one of the models of `field.py`:

    field.py fischer 3 ok > fischer.tck && tchecker.py fischer.tck inside1,inside2 | lifecheck solve -

What is read: `system`, `event`, `clock` and `int` of size 1, `process`, `location` with `initial`, `labels`, `urgent` and
`invariant` (upper bounds that include their end), `edge` with `provided` and `do` (assignments of clocks to 0 and of
integers), and `sync` of events that all take part in. Anything else ends with exit code 1 and the line that has it:
committed locations, differences of clocks, arrays, weak synchronisation, loops.
A unit of time becomes a millisecond.
"""
import re
import sys
from collections import namedtuple
from itertools import product

Location = namedtuple("Location", "name attributes line")
Edge = namedtuple("Edge", "source target event attributes line")


class Unsupported(Exception):
    def __init__(self, line, what):
        super().__init__(f"line {line}: {what}")


KEYS = ("initial", "labels", "urgent", "committed", "invariant", "provided", "do")


def attributes(text, line):
    """`{provided: x<=1 : do: x=0}` as a dictionary."""
    found = {}
    for part in re.split(rf":\s*(?=(?:{'|'.join(KEYS)})\s*:)", text.strip().strip("{}")):
        if part.strip():
            key, _, value = (word.strip() for word in part.partition(":"))
            if key not in KEYS or key == "committed" or ":" in value.rstrip(": "):
                raise Unsupported(line, f"`{part.strip()}` is not read")
            found[key] = value.rstrip(": ")
    return found


class Model:
    """What stands in a file."""

    def __init__(self, text):
        self.clocks, self.integers, self.processes, self.syncs = [], {}, {}, []
        for number, line in enumerate(text.splitlines(), 1):
            line = line.partition("#")[0].strip()
            if line:
                self.read(line, number)

    def read(self, line, number):
        head, _, rest = line.partition("{")
        words = [word.strip() for word in head.rstrip(":").split(":")]
        kind, names = words[0], words[1:]
        if kind in ("clock", "int") and names[0] != "1":
            raise Unsupported(number, "an array")
        if kind == "clock":
            self.clocks.append(names[1])
        elif kind == "int":
            low, high, first, name = int(names[1]), int(names[2]), int(names[3]), names[4]
            self.integers[name] = (low, high, first)
        elif kind == "process":
            self.processes[names[0]] = ([], [])
        elif kind == "location":
            self.processes[names[0]][0].append(Location(names[1], attributes(rest, number), number))
        elif kind == "edge":
            edge = Edge(names[1], names[2], names[3], attributes(rest, number), number)
            self.processes[names[0]][1].append(edge)
        elif kind == "sync":
            if "?" in line:
                raise Unsupported(number, "weak synchronisation")
            self.syncs.append([tuple(part.strip().split("@")) for part in line.partition(":")[2].split(":")])
        elif kind not in ("system", "event"):
            raise Unsupported(number, f"`{kind}` is not read")


class Writer:
    """A model as the text of a system."""

    def __init__(self, model):
        self.model = model
        self.numbers = {
            process: {location.name: number for number, location in enumerate(locations)}
            for process, (locations, _) in model.processes.items()
        }

    def integer(self, text):
        """An expression of integers, which variables of ours count from 0."""

        def named(match):
            low = self.model.integers[match.group()][0]
            return match.group() if low == 0 else f"({match.group()} + {low})" if low > 0 else f"({match.group()} - {-low})"

        return re.sub(r"[A-Za-z_]\w*", named, text.strip())

    def condition(self, text, line):
        return " and ".join(self.comparison(part.strip(), line) for part in text.split("&&"))

    def comparison(self, text, line):
        match = re.fullmatch(r"([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)", text)
        if not match:
            raise Unsupported(line, f"`{text}` is no comparison")
        left, sign, right = (part.strip() for part in match.groups())
        if left in self.model.clocks:
            if not right.isdigit():
                raise Unsupported(line, f"`{text}`: a clock is compared with a number")
            return f"{left} {sign} {right}"
        left, right = self.integer(left), self.integer(right)
        return f"not ({left} == {right})" if sign == "!=" else f"{left} {sign} {right}"

    def actions(self, edge):
        """What an edge assumes, and then does."""
        guard = edge.attributes.get("provided")
        assumed = [f"assume {self.condition(guard, edge.line)}"] if guard else []
        done = []
        for statement in filter(None, (part.strip() for part in edge.attributes.get("do", "").split(";"))):
            name, sign, value = (part.strip() for part in statement.partition("="))
            if name in self.model.clocks and value == "0":
                done.append(f"reset {name}")
            elif name in self.model.integers and sign:
                low, high, _ = self.model.integers[name]
                value = self.integer(value)
                # Outside of its range it is not taken, as there.
                done += [f"assume {value} >= {low} and {value} <= {high}"] if not value.isdigit() else []
                done.append(f"set {name} = {value}" + (f" - {low}" if low > 0 else f" + {-low}" if low < 0 else ""))
            elif statement != "nop":
                raise Unsupported(edge.line, f"`{statement}` is not read")
        return assumed, done

    def edge(self, own, others):
        """One step of a process, and of those that take part with it."""
        process, edge = own
        numbers = self.numbers[process]
        assumed, done = self.actions(edge)
        for other, partner in others:
            assumed.append(f"assume {other} at [{self.numbers[other][partner.source]}]")
            more_assumed, more_done = self.actions(partner)
            assumed, done = assumed + more_assumed, done + more_done
            done.append(f"move {other} to {self.numbers[other][partner.target]}")
        body = "".join(f"    {action}\n" for action in assumed + done)
        return f"  edge {numbers[edge.source]} to {numbers[edge.target]} {{\n    says \"{edge.event}\"\n{body}  }}\n"

    def edges(self, process):
        synchronised = {pair for sync in self.model.syncs for pair in sync}
        for edge in self.model.processes[process][1]:
            if (process, edge.event) not in synchronised:
                yield self.edge((process, edge), [])
        for sync in self.model.syncs:
            # Written by the first that takes part.
            if sync[0][0] != process:
                continue
            ways = [[(name, edge) for edge in self.model.processes[name][1] if edge.event == event] for name, event in sync]
            for way in product(*ways):
                yield self.edge(way[0], way[1:])

    def location(self, number, location):
        text = f'  location {number} "{location.name}"'
        for part in filter(None, location.attributes.get("invariant", "").split("&&")):
            match = re.fullmatch(r"\s*(\w+)\s*<=\s*(\d+)\s*", part)
            if not match or match.group(1) not in self.model.clocks:
                raise Unsupported(location.line, f"`{part.strip()}` is no upper bound that includes its end")
            text += f" until {match.group(1)} <= {match.group(2)}"
        return text + "\n"

    def automaton(self, process):
        locations, _ = self.model.processes[process]
        first = [number for number, location in enumerate(locations) if "initial" in location.attributes]
        if len(first) != 1:
            raise Unsupported(locations[0].line, f"`{process}` has {len(first)} initial locations")
        urgent = "".join(
            f"  edge {number} to {number} urgent {{\n  }}\n"
            for number, location in enumerate(locations)
            if "urgent" in location.attributes
        )
        body = "".join(self.location(number, location) for number, location in enumerate(locations))
        return f"automaton {process} starts {first[0]} {{\n{body}{''.join(self.edges(process))}{urgent}}}\n"

    def question(self, labels):
        places = []
        for label in labels:
            meant = [
                f"{process} at [{number}]"
                for process, (locations, _) in self.model.processes.items()
                for number, location in enumerate(locations)
                if label in re.split(r"[,\s]+", location.attributes.get("labels", ""))
            ]
            if not meant:
                raise Unsupported(0, f"no location has the label `{label}`")
            places.append("(" + " or ".join(meant) + ")")
        return f'question "{", ".join(labels)}": {" and ".join(places)}\n'

    def text(self, labels):
        parts = ["system 1\n"]
        for name, (low, high, first) in self.model.integers.items():
            parts.append(f"var {name}: 0...{high - low} = {first - low}\n")
        parts += [f"clock {name}\n" for name in self.model.clocks]
        parts += [self.automaton(process) for process in self.model.processes]
        return "".join(parts) + self.question(labels)


def main(arguments):
    if len(arguments) == 2:
        with open(arguments[0], encoding="utf-8") as file:
            sys.stdout.write(Writer(Model(file.read())).text(arguments[1].split(",")))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Unsupported as problem:
        sys.exit(str(problem))
