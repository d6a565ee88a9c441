# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models exported from PyTorch, unchanged: loss and gradients equal PyTorch's."""

import json
import unittest

from support import SHARED, ToolTest


@unittest.skipUnless(SHARED.is_dir(), "no ../shared/models beside the checkout")
class SharedModels(ToolTest):
    def check(self, name, strict):
        """`strict`: the module in float64, with a tight tolerance."""
        reference = SHARED / "reference"
        record = reference / f"{name}.json"
        facts = json.loads(record.read_text())
        model, args = SHARED / f"{name}.linalg.mlir", self.work / "args.npz"
        self.python(reference / "make_args.py", record, args)
        if strict:
            self.python(reference / "f64mlir.py", model, self.work / "model.mlir")
            model = self.work / "model.mlir"
            self.to_float64(args)
        got = self.work / "got.npz"
        self.run_model(
            model, "--params", ",".join(map(str, facts["params"])),
            "--loss-result", facts["loss_result_index"], "--args", args,
            "--gradients-out", got)
        self.python(reference / "compare.py", record, reference / f"{name}.expected.npz",
                    got, *(["--strict"] if strict else []))

    def to_float64(self, path):
        import numpy as np
        arrays = {k: a.astype(np.float64) if a.dtype == np.float32 else a
                  for k, a in np.load(path).items()}
        np.savez(path, **arrays)

    def test_torch_mlp(self):
        self.check("torch_mlp", False)
        self.check("torch_mlp", True)

    def test_torch_lenet(self):
        self.check("torch_lenet", False)
        self.check("torch_lenet", True)


if __name__ == "__main__":
    unittest.main()
