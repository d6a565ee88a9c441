# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test models are what their generator writes, and MLIR accepts them."""

import unittest

import numpy as np

from support import BIN, MODELS, ToolTest
import compare
import generate


class Models(ToolTest):
    def test_committed_files_are_what_the_generator_writes(self):
        self.python(MODELS / "generate.py", "--check")

    def test_files_are_small(self):
        for model in generate.NAMES:
            self.assertLess((MODELS / f"{model}.mlir").stat().st_size, 200_000)

    def test_a_changed_file_is_noticed(self):
        self.python(MODELS / "generate.py", "mlp", "-o", self.work)
        path = self.work / "mlp.mlir"
        path.write_text(path.read_text().replace("fc0.w", "fc0.v"))
        self.python(MODELS / "generate.py", "mlp", "--check", "-o", self.work, exit_code=1)

    def test_every_variant_is_valid(self):
        for variant in ([], ["--dtype", "f64"], ["--plain"]):
            self.python(MODELS / "generate.py", "-o", self.work, *variant)
            for model in generate.NAMES:
                self.call([BIN / "ckpt-opt", self.work / f"{model}.mlir", "-o", "/dev/null"])


class Compare(ToolTest):
    """compare.py accepts what is equal, and nothing else."""

    def setUp(self):
        super().setUp()
        generator = np.random.default_rng(1)
        self.arrays = {"out0": np.float64(2.5), "grad0": generator.normal(size=(20, 30)),
                       "grad1": generator.normal(size=7), "grad2": np.zeros(5)}
        record = {key: compare.summary(array) for key, array in self.arrays.items()}
        np.savez(self.work / "reference.npz", **record)

    def check(self, exit_code):
        np.savez(self.work / "got.npz", **self.arrays)
        self.python(MODELS / "compare.py", self.work / "reference.npz",
                    self.work / "got.npz", exit_code=exit_code)

    def test_equal_arrays(self):
        self.check(0)

    def test_rounding_to_float32_needs_float32_arrays(self):
        rounded = {k: a.astype(np.float32) for k, a in self.arrays.items()}
        self.arrays.update({k: a.astype(np.float64) * (1 + 3e-6) for k, a in rounded.items()})
        self.check(1)
        self.arrays = {k: a.astype(np.float32) for k, a in self.arrays.items()}
        self.check(0)

    def test_an_element_that_is_not_sampled(self):
        self.arrays["grad0"][1, 3] += 1.0
        self.check(1)

    def test_zero_where_zero_is_expected(self):
        self.arrays["grad2"][0] = 1e-3
        self.check(1)

    def test_missing_and_not_finite(self):
        grad = self.arrays.pop("grad1")
        self.check(1)
        self.arrays["grad1"] = grad * np.nan
        self.check(1)


if __name__ == "__main__":
    unittest.main()
