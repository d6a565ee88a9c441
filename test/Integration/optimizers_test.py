# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The first step of every optimizer is what its formula says.

The gradient is what a step of sgd with the rate 1 takes from the parameters.
"""

import json
import unittest

import numpy as np

from support import ToolTest

RATE = 1e-3


def safetensors(path):
    """The float32 tensors of a file."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    body, tensors = content[8 + size:], {}
    for name, entry in json.loads(content[8:8 + size]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(body[begin:end], np.float32).astype(np.float64)
    return tensors


class Optimizers(ToolTest):
    def step(self, optimizer, rate):
        """All tensors after one step from the same start."""
        path = self.work / f"{optimizer}.safetensors"
        self.run_model("mlp", "--synthetic=10", "--batch", 16, "--steps", 1, "--seed", 5,
                       "--optimizer", optimizer, "--lr", rate, "--save", path)
        return safetensors(path)

    def check(self, optimizer, formula):
        start, down = self.step("sgd", 0), self.step("sgd", 1)
        after = self.step(optimizer, RATE)
        self.assertGreater(len(start), 5)
        for name, value in start.items():
            gradient = value - down[name]
            # What float32 leaves of the difference of two parameters.
            known = np.abs(gradient) > 1e-4
            self.assertTrue(known.any(), name)
            expected = formula(value, gradient)[known]
            np.testing.assert_allclose(after[name][known], expected, rtol=1e-6, atol=1e-6,
                                       err_msg=name)

    def test_sgd(self):
        self.check("sgd", lambda p, g: p - RATE * g)

    def test_momentum(self):
        self.check("momentum", lambda p, g: p - RATE * g)

    def test_adam(self):
        self.check("adam", lambda p, g: p - RATE * g / (np.abs(g) + 1e-7))

    def test_adamw(self):
        self.check("adamw", lambda p, g: p - RATE * (g / (np.abs(g) + 1e-7) + 0.01 * p))


if __name__ == "__main__":
    unittest.main()
