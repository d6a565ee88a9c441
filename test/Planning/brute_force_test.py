# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On small graphs with every field the result is optimal: compared with an
exhaustive search over states (what is computed, what stays live), for both
orders. So is the bound of the gap program. Every schedule is evaluated by the independent checker as well.
"""
import heapq
import itertools
import random

import checker
from support import check, plan, write


def random_nodes(rng, n, extended):
    nodes, overwritten = [], set()
    for v in range(n):
        count = rng.choice([1, 1, 1, 2, 0]) if extended else 1
        node = {"name": f"n{v}", "bytes": [rng.choice([2, 2, 4, rng.randint(0, 6)])
                                           for _ in range(count)],
                "time": rng.randint(0, 5), "inputs": []}
        for _ in range(rng.randint(0, 3)):
            u = rng.randrange(v) if v else 0
            if v and nodes[u]["bytes"]:
                node["inputs"].append([u, rng.randrange(len(nodes[u]["bytes"]))])
        if extended:
            add_extras(rng, node, v, overwritten)
        nodes.append(node)
    return nodes


def add_extras(rng, node, v, overwritten):
    if rng.random() < 0.25:
        node["workspace"] = rng.randint(1, 5)
    if node["bytes"] and node["inputs"] and rng.random() < 0.5:
        node["inplace"] = [[rng.randrange(len(node["bytes"])), i]
                           for i in range(len(node["inputs"])) if rng.random() < 0.7]
    if v and rng.random() < 0.1:
        node["after"] = [rng.randrange(v)]
    if rng.random() < 0.1:
        node["recompute"] = "never"
    if node["bytes"] and rng.random() < 0.15:
        node["keep"] = [0]
    readable = [x for x in (0, 1) if x not in overwritten]
    if readable and rng.random() < 0.25:
        node["reads"] = [rng.choice(readable)]
    if readable and v > 2 and rng.random() < 0.15:
        node["overwrites"] = [readable[0]]
        overwritten.add(readable[0])


def optimum(nodes, budget, keep_order):
    """Least total time within the budget, or None."""
    n = len(nodes)
    shared = [checker.usable_pairs(nodes, v) for v in range(n)]
    size = {(v, k): s for v in range(n) for k, s in enumerate(nodes[v]["sizes"])}
    kept = {(v, k) for v in range(n) for k in nodes[v]["keep"]}
    start = (frozenset(), frozenset())
    best, queue, tick = {start: 0}, [(0, 0, start)], itertools.count(1)
    while queue:
        time, _, state = heapq.heappop(queue)
        if best[state] < time:
            continue
        done, live = state
        if len(done) == n and kept <= live:
            return time
        gone_buffers = {x for v in done for x in nodes[v]["overwrites"]}
        for v in range(n):
            node = nodes[v]
            own = {(v, k) for k in range(len(node["sizes"]))}
            inputs = set(node["inputs"])
            if (v in done and node["once"] or not inputs <= live or own & live
                    or keep_order and v not in done and v != len(done)
                    or not set(node["after"]) <= done
                    or gone_buffers & set(node["reads"])):
                continue
            after = live | own
            total = node["workspace"] + sum(size[c] for c in after)
            ending = sorted(inputs | own)
            for count in range(len(ending) + 1):
                for dead in itertools.combinations(ending, count):
                    saved, taken_in, taken_out = 0, set(), set()
                    for output, position in shared[v]:
                        read = node["inputs"][position]
                        if (read in dead and read not in taken_in
                                and output not in taken_out):
                            taken_in.add(read)
                            taken_out.add(output)
                            saved += node["sizes"][output]
                    if total - saved > budget:
                        continue
                    following = (done | {v}, frozenset(after - set(dead)))
                    cost = time + node["time"]
                    if cost < best.get(following, 1 << 60):
                        best[following] = cost
                        heapq.heappush(queue, (cost, next(tick), following))
    return None


def check_bound(nodes, instance, budget, best):
    """The bound of the gap program holds, whether it finds a plan or not."""
    result, _, _ = plan(instance, budget, "--keep-order", "--solver", "gap")
    where = f"budget {budget} optimum {best} {nodes} {result}"
    if result["lower_bound_percent"] is None:
        check(best is None, "proved impossible: " + where)
    elif best is not None:
        base = sum(node["time"] for node in nodes)
        bound = base * (1 + result["lower_bound_percent"] / 100)
        check(bound <= best + 1e-4, f"bound {bound}: " + where)
        if result["status"] == "optimal":
            check(abs(base * (1 + result["overhead_percent"] / 100) - best) < 1e-4,
                  "gap: " + where)


def compare(rng, n, extended):
    raw = random_nodes(rng, n, extended)
    nodes = checker.normalise(raw)
    instance = write("small.json", raw)
    peak = checker.evaluate(nodes, range(n))[0]
    budget = rng.randint(peak * 5 // 10, peak)
    keep_order = rng.random() < 0.5
    result, schedule, code = plan(instance, budget,
                                  *(["--keep-order"] if keep_order else []))
    best = optimum(nodes, budget, keep_order)
    if keep_order:
        check_bound(nodes, instance, budget, best)
    where = f"budget {budget} keep_order {keep_order} {raw} {result}"
    if best is None:
        check(code == 3 and result["status"] == "infeasible", "infeasible: " + where)
        return
    check(code == 0 and result["status"] == "optimal", "optimal: " + where)
    found, time, _ = checker.evaluate(nodes, schedule)
    check(found == result["peak"] <= budget, "peak: " + where)
    check(time == best, f"time {time}, optimum {best}: " + where)


def main():
    for seed in (7, 11):
        rng = random.Random(seed)
        for i in range(600):
            compare(rng, rng.randint(2, 6), i % 3 != 0)
        for _ in range(6):
            compare(rng, rng.randint(7, 8), True)


main()
