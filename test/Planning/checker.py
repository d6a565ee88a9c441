# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An evaluation of schedules that shares no code with the planner.

  checker.py INSTANCE.json SCHEDULE.json [--budget BYTES]

Straight from the definition: for every event, look up what each read reads,
then ask of every copy whether it is live there. Quadratic, all fields.
"""
import json
import sys


def normalise(nodes):
    """Every field present, in one form."""
    result = []
    for node in nodes:
        sizes = node.get("bytes", node.get("outputs", []))
        sizes = sizes if isinstance(sizes, list) else [sizes]
        keep = node.get("keep", [])
        if isinstance(keep, bool):
            keep = list(range(len(sizes))) if keep else []
        result.append(
            dict(
                name=node.get("name", ""),
                sizes=sizes,
                workspace=node.get("workspace", 0),
                time=node.get("time", 0),
                inputs=[tuple(i) if isinstance(i, list) else (i, 0)
                        for i in node.get("inputs", [])],
                inplace=[tuple(p) for p in node.get("inplace", [])],
                after=node.get("after", []),
                reads=node.get("reads", []),
                overwrites=node.get("overwrites", []),
                once=node.get("recompute", True) in ("never", False)
                or bool(node.get("overwrites")),
                keep=keep,
            ))
    return result


def usable_pairs(nodes, v):
    node = nodes[v]
    pairs = []
    for output, position in node["inplace"]:
        read = node["inputs"][position]
        size = node["sizes"][output]
        equal = nodes[read[0]]["sizes"][read[1]] == size > 0
        alone = all((output, i) in node["inplace"]
                    for i, other in enumerate(node["inputs"]) if other == read)
        if equal and alone:
            pairs.append((output, position))
    return pairs


def evaluate(nodes, schedule):
    """-> (peak, time, memory per event); raises ValueError when not valid."""
    reads, latest, overwritten = [], {}, set()
    for e, v in enumerate(schedule):
        if not 0 <= v < len(nodes):
            raise ValueError(f"event {e}: no node {v}")
        node = nodes[v]
        if node["once"] and v in latest:
            raise ValueError(f"event {e}: node {v} must not be recomputed")
        if any(a not in latest for a in node["after"]):
            raise ValueError(f"event {e}: node {v} comes too early")
        if overwritten & set(node["reads"]):
            raise ValueError(f"event {e}: node {v} reads what is overwritten")
        if any(u not in latest for u, _ in node["inputs"]):
            raise ValueError(f"event {e}: node {v} reads what is not computed")
        overwritten |= set(node["overwrites"])
        reads.append([(latest[u], k) for u, k in node["inputs"]])
        latest[v] = e
    if len(latest) != len(nodes):
        raise ValueError("a node is never computed")
    end = len(schedule)
    last = {(e, k): e for e, v in enumerate(schedule)
            for k in range(len(nodes[v]["sizes"]))}
    for e, copies in enumerate(reads):
        for copy in copies:
            last[copy] = e
    for v, node in enumerate(nodes):
        for k in node["keep"]:
            last[latest[v], k] = end
    memory = []
    for e, v in enumerate(schedule):
        live = sum(nodes[schedule[c]]["sizes"][k]
                   for (c, k), stop in last.items() if c <= e <= stop)
        inputs, outputs = set(), set()
        for output, position in usable_pairs(nodes, v):
            copy = reads[e][position]
            if last[copy] == e and copy not in inputs and output not in outputs:
                inputs.add(copy)
                outputs.add(output)
                live -= nodes[v]["sizes"][output]
        memory.append(live + nodes[v]["workspace"])
    return max(memory), sum(nodes[v]["time"] for v in schedule), memory


def load(path):
    with open(path) as file:
        return normalise(json.load(file)["nodes"])


def main():
    nodes = load(sys.argv[1])
    with open(sys.argv[2]) as file:
        schedule = json.load(file)
    if isinstance(schedule, dict):
        schedule = schedule["schedule"]
    peak, time, _ = evaluate(nodes, schedule)
    base = sum(node["time"] for node in nodes)
    print(f"peak {peak} overhead {100 * (time - base) / base if base else 0:.6f}")
    if "--budget" in sys.argv:
        budget = int(sys.argv[sys.argv.index("--budget") + 1])
        if peak > budget:
            sys.exit(f"over the budget of {budget}")


if __name__ == "__main__":
    main()
