# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the planner's tests share: run ckpt-plan, write instances."""
import json
import os
import subprocess
import sys
import tempfile

import checker

TOOL = sys.argv[1] if len(sys.argv) > 1 else "ckpt-plan"
FOLDER = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(FOLDER.name, name)


def write(name, nodes):
    with open(path(name), "w") as file:
        json.dump({"name": name, "nodes": nodes}, file)
    return path(name)


def run(*args):
    return subprocess.run([TOOL, *map(str, args)], capture_output=True, text=True)


def plan(instance, budget, *args):
    """-> (the JSON line, the schedule or None, the exit code)."""
    out = path("plan.json")
    if os.path.exists(out):
        os.remove(out)
    result = run(instance, "--budget", budget, "--plan-out", out, *args)
    if result.returncode not in (0, 3):
        raise AssertionError(f"exit {result.returncode}: {result.stderr}")
    schedule = None
    if os.path.exists(out):
        with open(out) as file:
            schedule = json.load(file)["schedule"]
    return json.loads(result.stdout), schedule, result.returncode


def reference_peak(instance):
    nodes = checker.load(instance)
    return checker.evaluate(nodes, range(len(nodes)))[0]


def check(condition, message):
    if not condition:
        sys.exit("FAILED: " + message)
