# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line: statuses, exit codes, fields, errors, fronts, generators."""
import json

import checker
from support import check, path, plan, reference_peak, run, write

TRIANGLE = [
    {"name": "a", "bytes": 10, "time": 1, "inputs": []},
    {"name": "b", "bytes": 10, "time": 2, "inputs": [0]},
    {"name": "c", "bytes": 4, "time": 3, "inputs": [1, 0]},
]
KEYS = {"status", "peak", "budget", "overhead_percent", "lower_bound_percent",
        "gap_percent", "floor", "floor_node", "solver", "steps"}


def test_statuses():
    instance = write("triangle.json", TRIANGLE)
    result, schedule, code = plan(instance, "100%")
    check(code == 0 and schedule == [0, 1, 2], "the reference order fits")
    check(KEYS <= set(result), f"fields: {result}")
    result, _, code = plan(instance, 23)
    check(code == 3 and result["status"] == "infeasible", f"floor: {result}")
    check(result["floor"] == 24 and result["floor_node"] == "c", f"floor: {result}")
    check([o["name"] for o in result["floor_operands"]] == ["b", "a"], "operands")


def test_proved_impossible():
    # Every node fits into 20 alone; "a" cannot be recomputed beside "b".
    nodes = [{"name": "a", "bytes": 10, "time": 1, "inputs": [], "recompute": "never"},
             {"name": "b", "bytes": 4, "time": 1, "inputs": [0]},
             {"name": "c", "bytes": 4, "time": 1, "inputs": [], "workspace": 12,
              "after": [1]},
             {"name": "d", "bytes": 4, "time": 1, "inputs": [0, 1], "after": [2]}]
    result, _, code = plan(write("stuck.json", nodes), 20)
    check(code == 3 and result["status"] == "infeasible", f"{result}")
    check(result["floor"] < 20 and result["lower_bound_percent"] is None, f"{result}")


def test_errors():
    text = {
        "cycle.json": '{"nodes": [{"name": "x", "bytes": 1, "time": 1, "inputs": [0]}]}',
        "longer-cycle.json": '{"nodes": [{"bytes": 1, "time": 1, "inputs": [1]}, '
                             '{"bytes": 1, "time": 1, "inputs": [0]}]}',
        "negative.json": '{"nodes": [{"name": "x", "bytes": -1, "time": 1, "inputs": []}]}',
        "huge.json": '{"nodes": [{"name": "x", "bytes": [9223372036854775807, 9], '
                     '"time": 1, "inputs": []}]}',
        "sum.json": '{"nodes": [{"bytes": 6000000000000000000, "time": 1}, '
                    '{"bytes": 6000000000000000000, "time": 1, "inputs": [0]}]}',
        "workspace.json": '{"nodes": [{"bytes": 1, "time": 1, "workspace": -3}]}',
        "output.json": '{"nodes": [{"bytes": 1, "time": 1}, '
                       '{"bytes": 1, "time": 1, "inputs": [[0, 1]]}]}',
        "nan.json": '{"nodes": [{"bytes": 1, "time": NaN}]}',
        "infinite.json": '{"nodes": [{"bytes": 1, "time": 1e999}]}',
        "long.json": '{"nodes": [{"bytes": 99999999999999999999, "time": 1}]}',
        "broken.json": '{"nodes": [{"name": "x", ',
        "empty.json": '',
        "none.json": '{"name": "x"}',
        "nodes.json": '{"nodes": []}',
        "time.json": '{"nodes": [{"bytes": 1, "time": -2}]}',
        "deep.json": '{"extra": ' + '[' * 100000 + ']' * 100000 + ', "nodes": []}',
    }
    for name, content in text.items():
        with open(path(name), "w") as file:
            file.write(content)
        result = run(path(name), "--budget", "50%")
        check(result.returncode == 1 and "error:" in result.stderr, f"{name}: {result}")
    instance = write("triangle.json", TRIANGLE)
    check(run(instance, "--budget", "24", "--solver", "none").returncode == 1, "solver")
    for args in (["--budget", "5x"], ["--budget", "%"], [], ["--what"],
                 ["--budget", "5%", "--threads", "0"], ["--budget", "-5"],
                 ["--minimize-peak", "--pareto"]):
        result = run(instance, *args)
        check(result.returncode == 2, f"usage {args}: {result}")
    check(run("no-such-file.json", "--budget", "5%").returncode == 1, "missing file")


def test_budgets_are_rounded_down():
    instance = write("triangle.json", TRIANGLE)  # peak 24
    for text, budget in (("99%", 23), ("99.9%", 23), ("100%", 24), ("0.024kB", 24),
                         ("24B", 24), ("1KiB", 1024), ("0.5MiB", 524288)):
        result, _, _ = plan(instance, text)
        check(result["budget"] == budget, f"{text}: {result}")


def test_every_percent():
    check(run("--generate", "unet", "--nodes", 41, "--out", path("u.json")).returncode == 0,
          "generate")
    nodes, peak = checker.load(path("u.json")), reference_peak(path("u.json"))
    for percent in range(100, 30, -1):
        result, schedule, code = plan(path("u.json"), f"{percent}%", "--effort", "quick")
        check(result["budget"] == peak * percent // 100, "budget")
        if code == 0:
            found = checker.evaluate(nodes, schedule)[0]
            check(found == result["peak"] <= result["budget"], f"{percent}: {result}")


def test_fronts():
    instance = path("u.json")
    lowest = json.loads(run(instance, "--minimize-peak", "--effort", "quick").stdout)
    check(lowest["floor"] <= lowest["peak"] < reference_peak(instance), f"{lowest}")
    result = run(instance, "--pareto", "--effort", "quick", "--points", 8, "--csv",
                 path("front.csv"))
    front = json.loads(result.stdout)
    for a, b in zip(front, front[1:]):
        check(a["peak"] >= b["peak"] and a["overhead_percent"] <= b["overhead_percent"],
              f"monotone: {a} {b}")
    with open(path("front.csv")) as file:
        check(len(file.readlines()) == len(front) + 1, "one CSV line per point")


def test_deep_chain():
    # A chain of recomputations 100,000 deep: nothing recurses.
    n = 100000
    nodes = [{"name": "", "bytes": 1, "time": 1, "inputs": [i - 1] if i else []}
             for i in range(n)]
    nodes[0]["bytes"] = 2
    nodes.append({"name": "last", "bytes": 1, "time": 1, "inputs": [n - 1]})
    for i in range(n):
        nodes.append({"name": "", "bytes": 1, "time": 1, "inputs": [n - 1 - i, n + i]})
    result, _, code = plan(write("deep.json", nodes), "2%", "--effort", "quick")
    check(code == 0 and result["peak"] <= result["budget"], f"{result}")


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
