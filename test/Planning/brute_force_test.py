# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On small graphs with every field the result is optimal: compared with an
exhaustive search over states (what is computed, what stays live), for both
orders. So is the bound of the gap program. Every schedule is evaluated by the
independent checker as well. `--long`: 9 to 12 nodes.
"""
import heapq
import itertools
import random
import sys

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


def events(nodes):
    """By node: masks of what it reads and makes, and for every set of these that
    ends there, the bytes that are shared in place."""
    index, sizes = {}, []
    for v, node in enumerate(nodes):
        for k, size in enumerate(node["sizes"]):
            index[v, k] = len(sizes)
            sizes.append(size)
    result = []
    for v, node in enumerate(nodes):
        reads = sorted({index[i] for i in node["inputs"]})
        own = [index[v, k] for k in range(len(node["sizes"]))]
        pairs = [(k, index[node["inputs"][position]], node["sizes"][k])
                 for k, position in checker.usable_pairs(nodes, v)]
        endings = []
        for count in range(len(reads) + len(own) + 1):
            for dead in itertools.combinations(reads + own, count):
                taken_in, taken_out, saved = set(), set(), 0
                for output, read, size in pairs:
                    if read in dead and read not in taken_in and output not in taken_out:
                        taken_in.add(read)
                        taken_out.add(output)
                        saved += size
                endings.append((sum(1 << u for u in dead), saved))
        result.append((sum(1 << u for u in reads), sum(1 << u for u in own), endings))
    kept = sum(1 << index[v, k] for v, node in enumerate(nodes) for k in set(node["keep"]))
    return result, sizes, kept


def optimum(nodes, budget, keep_order):
    """Least total time within the budget, or None: shortest path over states
    (nodes done, values live)."""
    n = len(nodes)
    table, sizes, kept = events(nodes)
    after = [sum(1 << a for a in set(node["after"])) for node in nodes]
    # Nodes that may not come before v: those that overwrite what v reads.
    spoilers = [sum(1 << w for w, other in enumerate(nodes)
                    if set(other["overwrites"]) & set(node["reads"])) for node in nodes]
    total = {0: 0}

    def size(mask):
        if mask not in total:
            low = mask & -mask
            total[mask] = sizes[low.bit_length() - 1] + size(mask ^ low)
        return total[mask]

    everything = (1 << n) - 1
    best, queue = {(0, 0): 0}, [(0, 0, 0)]
    while queue:
        time, done, live = heapq.heappop(queue)
        if best[done, live] < time:
            continue
        if done == everything and kept & live == kept:
            return time
        for v, node in enumerate(nodes):
            reads, own, endings = table[v]
            again = done >> v & 1
            if (again and node["once"] or reads & ~live or own & live
                    or keep_order and not again and done != (1 << v) - 1
                    or after[v] & ~done or spoilers[v] & ~(1 << v) & done):
                continue
            held = live | own
            room = node["workspace"] + size(held) - budget
            following, cost = done | 1 << v, time + node["time"]
            for dead, saved in endings:
                state = following, held & ~dead
                if saved >= room and cost < best.get(state, 1 << 60):
                    best[state] = cost
                    heapq.heappush(queue, (cost, *state))
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
    budget = rng.randint(peak * (5 if n < 7 else 7) // 10, peak)
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
    if "--long" in sys.argv:
        rng = random.Random(3)
        for i in range(120):
            compare(rng, 9 + i % 4, i % 3 != 0)
        return
    for seed in (7, 11):
        rng = random.Random(seed)
        for i in range(1500):
            compare(rng, rng.randint(2, 6), i % 3 != 0)
        for i in range(20):
            compare(rng, rng.randint(7, 8), i % 3 != 0)


main()
