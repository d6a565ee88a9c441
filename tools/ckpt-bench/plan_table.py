# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The planner's table: one default command of ckpt-plan per entry.

  plan_table.py CKPT-PLAN [DIRECTORY] [--only TEXT] [--no-times]

DIRECTORY (or CKPT_DAGS) holds the published instances; without them the rest of
the table, the unit chains, is run. Prints for every entry the bar (overhead in
percent at most), the result, the lower bound and the order for which it holds,
wall and processor seconds (all threads), the limit of the wall time, the
verdict of the independent checkers, and a first plan's overhead when there is
one within a second. Exit 1 when a bar, a verdict, or (not with --no-times) a
first plan or a limit is missed; the times are meant for two quiet cores.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import plan_checker as checker

ANY, KEPT = "any", "kept"


def rows():
    """-> (instance, percent, order, bar, seconds)"""
    def both(name, bars, kept=None):
        for percent, bar in bars.items():
            yield name, percent, ANY, bar
            yield name, percent, KEPT, (kept or {}).get(percent, bar)

    def all_rows():
        yield from both("rl-g1", {90: 0, 80: 0}, {90: 0.7892, 80: 2.2965})
        yield from both("rl-g2", {90: 0, 80: 0}, {90: 0.9039, 80: 4.2607})
        yield from both("rl-g4", {90: 0.10, 80: 1.65}, {90: 0.69, 80: 2.70})
        yield from both("checkmate-fcn8", {90: 0.0294, 80: 0.1362, 70: 0.8915})
        yield from both("checkmate-resnet50", {
            90: 0.1086, 80: 0.2787, 70: 0.56, 60: 0.96, 50: 1.4989, 40: 2.25,
            30: 3.82, 20: 6.345})
        yield from both("checkmate-mobilenet", {
            70: 0.63, 60: 1.07, 50: 1.6351, 40: 2.48, 30: 3.99, 20: 8.46}, {20: 8.50})
        yield from both("checkmate-vgg16", {90: 1.9678})
        for n, bars in CHAINS.items():
            yield from both(f"linear{n}", bars)

    for name, percent, order, bar in all_rows():
        seconds = 60 if (name, percent) == ("rl-g4", 80) else 20
        yield name, percent, order, bar, seconds


# For budgets rounded up; see `budget_of`.
CHAINS = {
    8: {90: 5.88, 80: 11.76, 70: 17.65, 50: 29.41, 40: 52.94, 30: 164.71},
    17: {90: 2.86, 80: 8.57, 70: 14.29, 50: 25.71, 40: 31.43, 30: 45.71, 20: 108.57},
    32: {90: 4.62, 80: 9.23, 70: 15.38, 50: 26.15, 40: 30.77, 30: 35.38, 20: 60.00,
         10: 176.92},
    64: {90: 4.65, 80: 10.08, 70: 14.73, 50: 25.58, 40: 30.23, 30: 35.66, 20: 40.31,
         10: 86.82},
    100: {90: 4.98, 80: 9.95, 70: 14.93, 50: 25.37, 40: 30.35, 30: 35.32, 20: 40.30,
          10: 68.16},
}
# Bars of two digits that lie below a proved optimum: they are rounded.
ROUNDED = {("checkmate-resnet50", 70): 0.5645, ("checkmate-resnet50", 60): 0.9626}
# The others have four digits (chains: two), rounded as well.
DIGIT, CHAIN_DIGIT = 0.00005, 0.00501


def budget_of(name, percent, peak):
    """Percentages round down, except in the table of chains, which is for
    budgets rounded up."""
    if name.startswith("linear"):
        return str(-(-peak * percent // 100))
    return f"{percent}%"


def measure(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result, wall, cpu


def verdict(nodes, instance, directory, plan_file, budget, result):
    """Of the independent checker, and of the one beside the directory of the
    instances when it is there."""
    with open(plan_file) as file:
        schedule = json.load(file)["schedule"]
    try:
        peak, spent, _ = checker.evaluate(nodes, schedule)
    except ValueError as error:
        return str(error)
    base = sum(node["time"] for node in nodes)
    overhead = 100 * (spent - base) / base
    if peak > budget or peak != result["peak"]:
        return f"peak {peak}"
    if abs(overhead - result["overhead_percent"]) > 1e-5:
        return f"overhead {overhead}"
    other = directory.absolute().parent / "check_plan.py" if directory else None
    if other and other.exists():
        run = subprocess.run([sys.executable, other, instance, plan_file],
                             capture_output=True, text=True)
        if run.returncode or f"peak={peak} " not in run.stdout:
            return run.stdout.strip()
    return "ok"


def keeps_order(schedule):
    following = 0
    for v in schedule:
        if v > following:
            return False
        following += v == following
    return True


def instances(directory, folder):
    """-> (name, percent, order, bar, seconds, file) of the entries that can be
    run; says which cannot."""
    missing = set()
    for name, percent, order, bar, limit in rows():
        if name.startswith("linear"):
            yield name, percent, order, bar, limit, folder / f"{name}.json"
            continue
        file = directory / f"{name}.json" if directory else None
        if file and file.exists():
            yield name, percent, order, bar, limit, file
        elif name not in missing:
            missing.add(name)
            print(f"{name}: not in {directory or 'any directory given'}: skipped")


def generate_chains(tool, folder):
    for n in CHAINS:
        subprocess.run([tool, "--generate", "chain", "--nodes", str(2 * n + 1), "--out",
                        folder / f"linear{n}.json"], check=True)


class Entry:
    """One line of the table."""

    def __init__(self, tool, folder, directory, nodes, row):
        self.directory = directory
        self.name, self.percent, self.order, self.bar, self.limit, self.file = row
        self.nodes = nodes
        self.plan_file = str(folder / "plan.json")
        reference = checker.evaluate(nodes, range(len(nodes)))[0]
        command = [tool, str(self.file), "--budget",
                   budget_of(self.name, self.percent, reference)]
        if self.order == KEPT:
            command.append("--keep-order")
        self.run, self.wall, self.cpu = measure(command + ["--plan-out", self.plan_file])
        first, self.first_wall, _ = measure(command + ["--time-limit", "0.9"])
        self.early = json.loads(first.stdout) if first.returncode == 0 else {}

    def faults(self, times):
        """-> (what is wrong, a remark)"""
        if self.run.returncode:
            return [f"exit {self.run.returncode}: {self.run.stderr}"], ""
        self.result = json.loads(self.run.stdout)
        self.checked = verdict(self.nodes, self.file, self.directory,
                               self.plan_file, self.result["budget"], self.result)
        if self.order == KEPT:
            with open(self.plan_file) as file:
                if not keeps_order(json.load(file)["schedule"]):
                    self.checked = "order"
        got = self.result["overhead_percent"]
        digit = CHAIN_DIGIT if self.name.startswith("linear") else DIGIT
        rounded = ROUNDED.get((self.name, self.percent), self.bar)
        good = got <= self.bar + digit
        proved = self.result["status"] == "optimal" and got <= rounded + digit
        faults = [word for word, holds in (
            ("MISSED", not good and not proved),
            ("WRONG", self.checked != "ok"),
            ("SLOW", times and self.wall > self.limit),
            ("NO FIRST PLAN", times and not self.early)) if holds]
        return faults, "" if good else "optimum, bar is rounded" if proved else ""

    def line(self, faults, remark):
        if self.run.returncode:
            return f"{self.name:20} {self.percent:3} {self.order:5} {faults[0]}"
        return (f"{self.name:20} {self.percent:3} {self.order:5} {self.bar:9.4f} "
                f"{self.result['overhead_percent']:9.4f} "
                f"{self.result['lower_bound_percent']:9.4f} "
                f"{self.result['bound_order'][:4]:4} {self.result['status']:9} "
                f"{self.wall:7.2f} {self.cpu:7.2f} {self.limit:5}  {self.checked:7} "
                f"{self.early.get('overhead_percent', -1):9.4f}  "
                f"{', '.join(faults) or remark or 'ok'}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("directory", nargs="?", type=pathlib.Path,
                        default=os.environ.get("CKPT_DAGS"))
    parser.add_argument("--only", default="", help="entries that contain this text, "
                        "of 'INSTANCE PERCENT ORDER'")
    parser.add_argument("--no-times", action="store_true", help="judge no times")
    options = parser.parse_args()
    directory = pathlib.Path(options.directory) if options.directory else None
    failures = entries = 0
    loaded = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        generate_chains(options.tool, folder)
        print(f"{'instance':20} {'%':>3} {'order':5} {'bar':>9} {'result':>9} "
              f"{'bound':>9} {'of':4} {'status':9} {'wall s':>7} {'cpu s':>7} "
              f"{'limit':>5}  checker {'in 1 s':>9}  verdict", flush=True)
        for row in instances(directory, folder):
            if options.only not in f"{row[0]} {row[1]} {row[2]}":
                continue
            if row[0] not in loaded:
                loaded[row[0]] = checker.load(row[5])
            entry = Entry(options.tool, folder, directory, loaded[row[0]], row)
            faults, remark = entry.faults(not options.no_times)
            entries += 1
            failures += bool(faults)
            print(entry.line(faults, remark), flush=True)
    print(f"{entries} entries, {failures} with faults")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
