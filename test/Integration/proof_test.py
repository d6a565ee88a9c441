# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is predicted is what is counted, for every model, in every way of running it.

Each model runs plain, with its marks only, and within 60, 40 and 25 % of the transient
bytes; where a share is below the floor, within 5 % more than the floor, and where the
planner finds nothing, within 5 % more than the least that it found. The long test takes
the models of ../shared/models (or CKPT_MODELS), too. The table is `proof.txt` in the
test's folder.
"""

import concurrent.futures
import json
import math
import re
import unittest

import numpy as np

from exported_test import MORE, OWN, make_args
from support import LONG, MODELS, ToolTest

WAYS = {"plain": [], "marks": ["--marks-only"], "60 %": ["--budget", "60%"],
        "40 %": ["--budget", "40%"], "25 %": ["--budget", "25%"]}
# Some of the models of this folder; the long test takes all.
SMALL = ("mlp", "lenet", "gan", "jax_mlp_dropout", "jax_mlp_grad",
         "keras_cnn_bn", "torch_gpt2layer_idx", "torch_lenet", "torch_mlp_dynbatch")


def spans(first, count):
    return f"{first}-{first + count - 1}"


def roles_of_record(facts):
    """Options that say what arguments and results are, for a model with a reference."""
    options = ["--params", ",".join(map(str, facts["params"])),
               "--loss-result", facts["loss_result_index"]]
    if facts["buffers"]:
        count = len(facts["buffers"])
        first = 0 if facts["loss_result_index"] else 1
        options += ["--state", f"{spans(facts['buffers'][0], count)}:{spans(first, count)}"]
    return options


def roles_of_signature(text):
    """The same for one without: loss first, then states, which are before the data."""
    signature = re.search(r"func\.func (?:public )?@\w+\((.*?)\) -> (.*?) \{", text)
    arguments = len(re.findall(r"%\w+:", signature[1]))
    states = len(re.findall(r"tensor<", signature[2])) - 1
    options = ["--params", spans(0, arguments - 2 - states), "--loss-result", 0]
    if states:
        options += ["--state", f"{spans(arguments - 2 - states, states)}:{spans(1, states)}"]
    return options


class Proof(ToolTest):
    def options(self, path, records):
        """How a model is run once."""
        if path.parent == MODELS:
            return ["--synthetic=10", "--batch", 64, "--steps", 1]
        record = records / f"{path.name.split('.')[0]}.json"
        if not record.exists():
            return ["--synthetic", "--bind", "dim=32", "--steps", 1,
                    *roles_of_signature(path.read_text())]
        facts = json.loads(record.read_text())
        batches = {tuple(facts["args"][k]["shape"][:1]) for k in facts["data"]}
        trains = facts["loss_result_index"] is not None
        if trains and len(batches) == 1:
            return ["--synthetic", "--steps", 1, *roles_of_record(facts)]
        # Holds its gradients already, or has data that is no batch (the key of a random
        # generator): evaluated, not trained.
        args = self.work / f"{path.name}.npz"
        np.savez(args, **{f"arg{k}": a for k, a in enumerate(make_args.make_args(facts))})
        return ["--args", args, "--gradients-out", self.work / f"{path.name}.got.npz",
                *(roles_of_record(facts) if trains else [])]

    def run_once(self, path, way, options):
        """The report of one run, and how it was run."""
        file = self.work / f"{path.name}.{way.replace(' ', '')}.json"
        file.unlink(missing_ok=True)
        # The promise does not depend on how good the plan is.
        command = [*options, "--threads", 2, "--effort", "quick", "--report", file]
        budget = WAYS[way]
        while True:
            done = self.run_model(path, *command, *budget, exit_code=(0, 3))
            report = json.loads(file.read_text())
            if done.returncode == 0:
                return way, report
            found = re.search(r"no plan below (\d+) bytes was found", done.stderr)
            self.assertNotEqual(way, "found", done.stderr)
            if found:
                way, least = "found", int(found[1])
            else:
                self.assertNotEqual(way, "floor", done.stderr)
                way, least = "floor", report["floor_bytes"]
            budget = ["--budget", f"{math.ceil(1.05 * least)}B"]

    def check_row(self, name, report):
        predicted, counted, arena = (
            report[f"{what}_peak_bytes"] for what in ("predicted", "counted", "arena"))
        self.assertEqual(predicted, counted, name)
        transient = predicted - report["persistent_bytes"]
        self.assertLessEqual(arena - predicted, 0.02 * transient, name)
        self.assertEqual(report["fragmentation_bytes"], arena - predicted, name)
        if report["budget_bytes"] is not None:
            self.assertLessEqual(arena, report["budget_bytes"], name)

    def check(self, models, share):
        """`models`: pairs of a file and the folder of its reference; `share`: how many
        of the arenas have no gap at all."""
        jobs = [(path, way, self.options(path, records))
                for path, records in models for way in WAYS]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda job: self.run_once(*job), jobs))
        lines, done, whole = [], set(), 0
        for (path, asked, _), (way, report) in zip(jobs, results):
            if (path, way) in done:
                continue
            done.add((path, way))
            whole += report["fragmentation_bytes"] == 0
            lines.append(f"{path.name:44} {way:6} {report['predicted_peak_bytes']:>13,} "
                         f"{report['counted_peak_bytes']:>13,} "
                         f"{report['fragmentation_bytes']:>9,} {report['recomputed']:>6} "
                         f"{report['extra_time_estimated_percent']:>7.2f}")
        lines.append(f"{whole} of {len(done)} without fragmentation")
        text = "\n".join(lines) + "\n"
        (self.work / "proof.txt").write_text(text)
        for (path, asked, _), (way, report) in zip(jobs, results):
            with self.subTest(f"{path.name} {asked}"):
                self.check_row(f"{path.name} {way}", report)
        self.assertGreaterEqual(whole, share * len(done), "\n" + text)

    def own(self):
        return ([(path, MODELS) for path in sorted(MODELS.glob("*.mlir"))] +
                [(path, OWN) for path in sorted(OWN.glob("*.mlir"))])

    def test_small_models(self):
        models = [(path, records) for path, records in self.own()
                  if path.name.split(".")[0] in SMALL]
        self.assertGreaterEqual(len(models), len(SMALL))
        self.check(models, 0.8)

    @unittest.skipUnless(LONG, "a long test")
    def test_long_every_model(self):
        shared = sorted(MORE.glob("*.mlir")) if MORE.is_dir() else []
        self.check(self.own() + [(path, MORE / "reference") for path in shared],
                   0.9)


if __name__ == "__main__":
    unittest.main()
