# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gradient of every op rule equals central differences, in float64."""

import unittest

import numpy as np

from support import ToolTest
import exported_cases
import op_cases

STEP = 1e-5
DIRECTIONS = 2


class OpRules(ToolTest):
    def evaluate(self, arrays):
        path = self.work / "args.npz"
        np.savez(path, **{f"arg{k}": array for k, array in enumerate(arrays)})
        got = self.work / "got.npz"
        self.run_model(self.work / "cases.mlir", "--args", path, "--gradients-out", got)
        return dict(np.load(got))

    def check(self, group):
        cases = {**op_cases.GROUPS, **exported_cases.GROUPS}[group]()
        (self.work / "cases.mlir").write_text(op_cases.module(cases))
        random = np.random.default_rng(3)
        arrays, owner = [], []
        for i, case in enumerate(cases):
            for shape, low, high in case.operands:
                arrays.append(random.uniform(low, high, shape))
            arrays.append(random.uniform(0.5, 1.5, case.shape))
            owner += [i] * (len(case.operands) + 1)
        gradients = self.evaluate(arrays)
        for _ in range(DIRECTIONS):
            steps = [random.uniform(-1, 1, a.shape) for a in arrays]
            ends = [self.evaluate([a + sign * STEP * s for a, s in zip(arrays, steps)])
                    for sign in (1, -1)]
            slopes = np.zeros(len(cases))
            for k, step in enumerate(steps):
                slopes[owner[k]] += np.sum(gradients[f"grad{k}"] * step)
            for i, case in enumerate(cases):
                with self.subTest(case.name):
                    quotient = (ends[0][f"out{i + 1}"] - ends[1][f"out{i + 1}"]) / (2 * STEP)
                    self.assertAlmostEqual(slopes[i], float(quotient), delta=1e-7)
                    # A term that does not move would test nothing.
                    self.assertGreater(abs(quotient), 1e-4)
        for i, case in enumerate(cases):
            if not case.smooth:
                k = owner.index(i)
                self.assertEqual(np.abs(gradients[f"grad{k}"]).max(), 0, case.name)

    def test_arith(self):
        self.check("arith")

    def test_math(self):
        self.check("math")

    def test_tensor(self):
        self.check("tensor")

    def test_linalg(self):
        self.check("linalg")

    def test_window(self):
        self.check("window")

    def test_structure(self):
        self.check("structure")

    def test_gather(self):
        self.check("gather")

    def test_upsampling(self):
        self.check("upsampling")

    def test_exported_window(self):
        self.check("exported_window")

    def test_generic_window(self):
        self.check("generic_window")

    def test_slice(self):
        self.check("slice")

    def test_reduction(self):
        self.check("reduction")

    def test_control(self):
        self.check("control")


if __name__ == "__main__":
    unittest.main()
