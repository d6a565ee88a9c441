# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plan is never worse than a simpler one that fits: over models, marks and budgets
its estimated time is at most that of the marks, of evenly spaced checkpoints and of
the solver for chains. Where the plain step fits nothing is computed again."""

import json
import unittest

from support import BIN, LONG, MODELS, ToolTest
import deep_model

# Of the plain step's transient peak; besides, what the marks alone need.
BUDGETS = (90, 60, 40, 25) if LONG else (85,)
SIMPLER = ("sqrt", "chain")
EXPORTED = MODELS / "exported"


class NeverWorse(ToolTest):
    def kernels(self, model, mark, batch=0, name="kernels"):
        """The step of a model as launches, in a file."""
        path = self.work / f"{name}.mlir"
        self.call([BIN / "ckpt-opt", model, f"--ckpt-normalize=batch={batch}", mark,
                   "--ckpt-differentiate=optimizer=adam", "--ckpt-layout", "--ckpt-fuse",
                   "--ckpt-own-results", "--ckpt-kernels", "-o", path])
        return path

    def plan(self, step, options, exit_code=0):
        """The saved plan, or None where the budget is not met."""
        path = self.work / "plan.json"
        path.unlink(missing_ok=True)
        done = self.call([BIN / "ckpt-opt", step, f"--ckpt-remat={options} plan-out={path}",
                          "-o", "/dev/null"], exit_code)
        if done.returncode:
            self.assertIn("cannot be met", done.stderr)
            return None
        plan, = json.loads(path.read_text())["plans"]
        return plan

    def check(self, step):
        """The number of budgets at which some simpler plan fits."""
        # An arena is at most 2 % above the peak.
        plain = self.plan(step, "budget=102%")
        self.assertEqual(plain["extra_time_percent"], 0)
        self.assertEqual(len(plain["schedule"]), len(set(plain["schedule"])))
        marks = self.plan(step, "policy=nothing")
        persistent = 10**12 - self.plan(step, "budget=1000GB")["limit"]
        budgets = [f"budget={percent}%" for percent in BUDGETS]
        budgets.append(f"budget={persistent + int(1.02 * marks['peak'])}B")
        compared = 0
        for budget in budgets:
            best = self.plan(step, budget, (0, 1))
            simpler = {solver: self.plan(step, f"{budget} solver={solver}", (0, 1))
                       for solver in SIMPLER}
            if best and marks["peak"] <= best["limit"]:
                simpler["marks"] = marks
            for name, plan in simpler.items():
                if plan is None:
                    continue
                compared += 1
                self.assertIsNotNone(best, f"{budget}: only {name} fits")
                self.assertLessEqual(best["peak"], best["limit"])
                self.assertLessEqual(best["extra_time_percent"],
                                     plan["extra_time_percent"] + 1e-9, f"{budget} {name}")
        return compared

    def check_marks(self, model, marks, batch=0, role=""):
        """With each of these marks; the budgets at which a simpler plan fits."""
        return sum(self.check(self.kernels(model, f"--ckpt-mark={role} {mark}", batch))
                   for mark in marks)

    def check_exported(self, name, marks):
        facts = json.loads((EXPORTED / f"{name}.json").read_text())
        return self.check_marks(
            EXPORTED / f"{name}.linalg.mlir", marks,
            role=f"params={','.join(map(str, facts['params']))} "
                 f"loss-result={facts['loss_result_index']}")

    def check_chain(self, layers, marks):
        path = self.work / "deep.mlir"
        path.write_text(deep_model.deep_model(3, layers, 32))
        return self.check_marks(path, marks, 256)

    def test_small_models(self):
        # Most of their bytes are needed at once: a simpler plan seldom fits.
        self.check_marks(MODELS / "mlp.mlir", [""], 64)
        self.check_marks(MODELS / "lenet.mlir", ["sqrt"], 32)

    def test_chain(self):
        self.assertGreater(self.check_chain(6, ["sqrt"]), 0)

    def test_gan(self):
        self.assertGreater(self.check_marks(MODELS / "gan.mlir", [""], 16), 0)

    def test_unet(self):
        self.assertGreater(self.check_exported("torch_unet_nobn", ["sqrt"]), 0)

    @unittest.skipUnless(LONG, "long")
    def test_long(self):
        marks = ["", "sqrt", "every=6", "count=5"]
        self.assertGreater(self.check_chain(12, marks), 0)
        self.assertGreater(self.check_marks(MODELS / "dense_lenet.mlir", [""], 32), 0)
        for model in ("mlp", "lenet", "gan"):
            self.check_marks(MODELS / f"{model}.mlir", marks, 16)
        for name in ("torch_unet_nobn", "torch_gpt2layer_idx", "keras_cnn_bn"):
            self.check_exported(name, marks)


if __name__ == "__main__":
    unittest.main()
