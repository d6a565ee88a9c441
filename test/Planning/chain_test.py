# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unit chains up to 200 nodes: every result is the optimum, which is computed
here by the recursion over (layers, slots), for every budget."""
import pathlib
import sys
from functools import lru_cache

import checker
from support import check, plan, write

# `ckpt-bench plan table` lies beside ckpt-plan.
sys.path.insert(0, str(pathlib.Path(sys.argv[1]).parent))
from plan_table import CHAINS


def chain(n):
    nodes = [{"name": f"f{i}", "bytes": 1, "time": 1, "inputs": [i - 1] if i else []}
             for i in range(n)]
    nodes.append({"name": "loss", "bytes": 1, "time": 1, "inputs": [n - 1]})
    for i in range(n):
        nodes.append({"name": f"b{n - 1 - i}", "bytes": 1, "time": 1,
                      "inputs": [n - 1 - i, n + i]})
    return nodes


@lru_cache(None)
def forwards(layers, slots):
    if layers == 0:
        return 0
    if slots <= 0:
        return 1 << 40
    return min(k + forwards(layers - k, slots - 1) + forwards(k - 1, slots)
               for k in range(1, layers + 1))


# The published table (CHAINS) is for budgets rounded up: overhead in percent. Where
# N + 2 does not divide evenly, the percentage that ckpt-plan rounds down is one
# unit less: the optimum there is dearer, by the recursion above, so no planner
# reaches the entry. n = 8 and the 50 % of the even chains divide evenly.
def check_rounded_down(instance, n, percent, entry):
    budget = (n + 2) * percent // 100
    result, _, _ = plan(instance, f"{percent}%")
    optimum = 100 * (forwards(n, min(n, budget - 2)) - n) / (2 * n + 1)
    where = f"chain {n} at {percent}%: {result}, optimum {optimum}, entry {entry}"
    check(result["budget"] == budget and result["status"] == "optimal", where)
    check(abs(result["overhead_percent"] - optimum) < 1e-5, where)
    exact = (n + 2) * percent % 100 == 0
    check(abs(optimum - entry) < 0.006 if exact else optimum > entry + 0.4, where)


def main():
    for n in (1, 2, 3, 5, 8, 17, 32, 64, 100):
        instance = write(f"chain{n}.json", chain(n))
        nodes = checker.load(instance)
        budgets = set(range(3, n + 3)) if n <= 32 else set(range(3, n + 3, 9))
        percents = {-(-(n + 2) * p // 100): v for p, v in CHAINS.get(n, {}).items()}
        for percent, entry in CHAINS.get(n, {}).items():
            check_rounded_down(instance, n, percent, entry)
        for budget in sorted(budgets | set(percents)):
            result, schedule, _ = plan(instance, budget)
            peak, time, _ = checker.evaluate(nodes, schedule)
            best = n + 1 + forwards(n, min(n, budget - 2))
            check(peak <= budget and time == best,
                  f"chain {n} at {budget}: time {time}, optimum {best}")
            check(result["status"] == "optimal", f"chain {n} at {budget}: {result}")
            if budget in percents:
                check(abs(result["overhead_percent"] - percents[budget]) < 0.006,
                      f"table: chain {n} at {budget}: {result}")


main()
