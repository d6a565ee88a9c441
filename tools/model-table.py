#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains exported models under budgets with synthetic data and prints the README's table.

  python3 tools/model-table.py FOLDER [NAME...] [--bin build/bin] [--steps 3]

FOLDER holds NAME.linalg.mlir, NAME.tosa.mlir or NAME.mlir, and the roles: a signature as the
exporters write it (NAME.json, or one of test/models/signatures), or NAME.json (in FOLDER or in
FOLDER/reference) with `args` and `results` with names, `params`, `buffers`, `loss_result_index`;
joint graphs have none of these. Extra times are estimated / measured. Every run compares all state with the plain step's, byte for byte, and the predicted with the counted
peak; a run that differs fails here, too.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


SIGNATURES = pathlib.Path(__file__).parent.parent / "test" / "models" / "signatures"


def roles(facts):
    """The options of ckpt-run that say what arguments and results are."""
    if "schema" in facts:
        return ["--signature", facts["path"]]
    result_of = {result["name"]: i for i, result in enumerate(facts["results"])}
    states = [f"{i}:{result_of[facts['args'][i]['name']]}" for i in facts["buffers"]]
    return [*(["--params", ",".join(map(str, facts["params"]))]),
            *(["--state", ",".join(states)] if states else []),
            "--loss-result", str(facts["loss_result_index"])]


def find_facts(model):
    name = model.name.split(".")[0]
    for folder in (model.parent, model.parent / "reference", SIGNATURES):
        path = folder / f"{name}.json"
        if path.exists():
            return json.loads(path.read_text()) | {"path": path}
    return None


class Failed(Exception):
    """A run that did not do what it promises."""


def run(tool, model, options, budget, steps):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [tool, model, *options, "--synthetic=10", "--steps", str(steps), "--lr", "1e-4",
                   "--report", report, *(["--budget", budget, "--compare"] if budget else [])]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        facts = json.loads(report.read_text()) if report.exists() else {}
        if done.returncode not in (0, 3):
            raise Failed(f"{model.name} {budget or ''}: exit {done.returncode}: "
                         f"{done.stderr.strip()[-300:]}")
    if done.returncode == 3:
        return None, facts
    if facts["predicted_peak_bytes"] != facts["counted_peak_bytes"]:
        raise Failed(f"{model.name} {budget}: predicted and counted peak differ")
    if budget and not facts["compare"]["identical"]:
        raise Failed(f"{model.name} {budget}: state differs from the plain step's")
    return facts, facts


def megabytes(count):
    return f"{count / 1e6:.1f}"


def percent_cell(facts, label):
    if facts is None:
        return "–"
    measured = facts["extra_time_measured_percent"]
    cell = f"{facts['extra_time_estimated_percent']:.1f} / " + (
        "–" if measured is None else f"{measured:.1f}")
    return cell + (f" ({label})" if label else "")


def row(tool, model, facts, steps):
    options = roles(facts)
    if "?" in model.read_text().split("->")[0]:
        options += ["--bind", "dim=64"]
    plain, _ = run(tool, model, options, None, steps)
    persistent = plain["persistent_bytes"]
    transient = plain["baseline_peak_bytes"] - persistent
    cells, floor, plan_seconds = [], None, 0
    for share in (60, 35):
        got, report = run(tool, model, options, f"{share}%", steps)
        label = ""
        if got is None:
            floor = report["floor_bytes"]
            budget = floor + (floor - persistent) * 5 // 100
            got, report = run(tool, model, options, f"{budget}B", steps)
            label = f"at {100 * (budget - persistent) // transient} %"
        floor = report.get("floor_bytes") or floor
        plan_seconds = max(plan_seconds, got["plan_seconds"] if got else 0)
        cells.append(percent_cell(got, label))
    ops = sum(" = " in line for line in model.read_text().splitlines())
    return [model.name.replace(".mlir", ""), str(ops), str(plain["distinct_kernels"]),
            megabytes(persistent), megabytes(plain["baseline_peak_bytes"]), megabytes(floor),
            *cells, f"{plain['compile_seconds']:.1f} s", f"{plan_seconds:.1f} s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="only these files (default: all)")
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/bin"))
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    print("| model | ops | distinct kernels | persistent MB | plain peak MB | floor MB | "
          "extra % at 60 % | at 35 % | compile | plan |\n" + "|---" * 10 + "|", flush=True)
    failures = 0
    for model in sorted(options.folder.glob("*.mlir")):
        facts = find_facts(model)
        chosen = not options.names or any(model.name.startswith(name) for name in options.names)
        if not facts or not chosen or ("schema" not in facts
                                       and facts["loss_result_index"] is None):
            continue
        try:
            cells = row(options.bin / "ckpt-run", model, facts, options.steps)
            print("| " + " | ".join(cells) + " |", flush=True)
        except Failed as failed:
            failures += 1
            print(failed, file=sys.stderr, flush=True)
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
