# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loss, states and gradients of the test models equal another framework's."""

import unittest

import numpy as np

from support import MODELS, ToolTest
import arguments


class Gradients(ToolTest):
    def gradients(self, model, dtype, *options):
        """Runs one evaluation; returns the file of its results."""
        path, args = MODELS / f"{model}.mlir", self.work / "args.npz"
        if dtype != "f32":
            self.python(MODELS / "generate.py", model, "--dtype", dtype, "-o", self.work)
            path = self.work / f"{model}.mlir"
        self.python(MODELS / "arguments.py", model, args, "--dtype", dtype)
        got = self.work / f"got{len(list(self.work.glob('got*')))}.npz"
        self.run_model(path, "--args", args, "--batch", arguments.BATCH,
                       "--gradients-out", got, *options)
        return got

    def check(self, model, dtype, *options):
        got = self.gradients(model, dtype, *options)
        self.python(MODELS / "compare.py", MODELS / "reference" / f"{model}.npz", got)
        return got

    def test_mlp(self):
        self.check("mlp", "f32")
        self.check("mlp", "f64")

    def test_lenet(self):
        self.check("lenet", "f32")
        self.check("lenet", "f64")

    def test_dense_lenet(self):
        self.check("dense_lenet", "f32")

    def test_dense_lenet_in_float64(self):
        self.check("dense_lenet", "f64")

    def test_a_budget_changes_no_bit(self):
        plain = np.load(self.gradients("dense_lenet", "f32"))
        less = np.load(self.gradients("dense_lenet", "f32", "--budget", "60%"))
        self.assertEqual(sorted(plain), sorted(less))
        for key in plain:
            self.assertEqual(plain[key].tobytes(), less[key].tobytes(), key)


if __name__ == "__main__":
    unittest.main()
