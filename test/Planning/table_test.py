# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of published instances: one default command per entry.

  table_test.py CKPT-PLAN [--dags DIR] [--only TEXT] [--wall]

Prints for every entry the bar (overhead in percent at most), the result, the
lower bound and the order for which it holds, wall and processor seconds (all
threads), the limit of time, the verdict of the independent checker, and a first
plan's overhead when there is one within a second. Fails when a bar, a verdict,
a first plan or a limit is missed. The limit is for half of the processor time
(two lanes), or with --wall for the wall time, on a quiet machine.
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

import checker

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
    17: {90: 2.86, 80: 8.57, 70: 14.29, 50: 25.71, 40: 31.43, 30: 45.71, 20: 108.57},
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


def verdict(nodes, instance, plan_file, budget, result):
    """The independent checker, and the one beside the instances when it is
    there."""
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
    other = instance.parent.parent / "check_plan.py"
    if other.exists():
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--dags", type=pathlib.Path, default=pathlib.Path(
        os.environ.get("CKPT_DAGS",
                       pathlib.Path(__file__).resolve().parents[3] / "shared/bench/dags")))
    parser.add_argument("--only", default="")
    parser.add_argument("--wall", action="store_true",
                        help="judge the wall time (on a quiet machine)")
    options = parser.parse_args()
    if not options.dags.is_dir():
        print(f"no instances in {options.dags}: skipped")
        sys.exit(77)
    failures = 0
    print(f"{'instance':20} {'%':>3} {'order':5} {'bar':>9} {'result':>9} {'bound':>9} "
          f"{'of':4} {'status':9} {'wall s':>7} {'cpu s':>7} {'limit':>5}  checker  {'in 1 s':>9}  verdict")
    loaded = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, percent, order, bar, limit in rows():
            if options.only not in f"{name} {percent} {order}":
                continue
            instance = options.dags / f"{name}.json"
            if name not in loaded:
                nodes = checker.load(instance)
                loaded[name] = nodes, checker.evaluate(nodes, range(len(nodes)))[0]
            nodes, reference = loaded[name]
            plan_file = os.path.join(folder, "plan.json")
            command = [options.tool, str(instance), "--budget",
                       budget_of(name, percent, reference), "--plan-out", plan_file]
            extra = ["--keep-order"] if order == KEPT else []
            run, wall, cpu = measure(command + extra)
            if run.returncode:
                print(f"{name:20} {percent:3} {order:5} exit {run.returncode}: {run.stderr}")
                failures += 1
                continue
            result = json.loads(run.stdout)
            checked = verdict(nodes, instance, plan_file, result["budget"], result)
            if order == KEPT and not keeps_order(json.load(open(plan_file))["schedule"]):
                checked = "order"
            got = result["overhead_percent"]
            rounded = ROUNDED.get((name, percent), bar)
            digit = CHAIN_DIGIT if name.startswith("linear") else DIGIT
            good = got <= bar + digit
            proved = result["status"] == "optimal" and got <= rounded + digit
            slow = (wall if options.wall else cpu / 2) > limit
            first, _, _ = measure(command + ["--time-limit", "1"] + extra)
            early = json.loads(first.stdout) if first.returncode == 0 else {}
            words = [word for word, holds in (
                ("MISSED", not good and not proved), ("proved optimum, bar is rounded",
                                                      not good and proved),
                ("SLOW", slow), ("WRONG", checked != "ok"), ("NO FIRST PLAN", not early)) if holds]
            failures += any(word.isupper() for word in words)
            print(f"{name:20} {percent:3} {order:5} {bar:9.4f} {got:9.4f} "
                  f"{result['lower_bound_percent']:9.4f} {result['bound_order'][:4]:4} "
                  f"{result['status']:9} {wall:7.2f} {cpu:7.2f} {limit:5}  {checked:7}  "
                  f"{early.get('overhead_percent', -1):9.4f}  "
                  f"{', '.join(words) or 'ok'}", flush=True)
    print(f"{failures} failures")
    sys.exit(failures > 0)


main()
