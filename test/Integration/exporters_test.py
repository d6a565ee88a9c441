# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exporters of python/export: what they write is trained within a budget.

CKPT_EXPORT_PYTHON names the Python that has the frameworks (default: this one); a framework that
it lacks is skipped. Joint graphs run bit for bit as without a plan.
"""

import json
import os
import subprocess
import sys
import unittest

import numpy as np

from support import INPUTS, SOURCE, ToolTest

PYTHON = os.environ.get("CKPT_EXPORT_PYTHON", sys.executable)


def needs(*modules):
    found = subprocess.run([PYTHON, "-c", "import " + ", ".join(modules)], capture_output=True,
                           env={**os.environ, "KERAS_BACKEND": "jax"}).returncode == 0
    return unittest.skipUnless(found, f"{PYTHON} has no {' or no '.join(modules)}")


class Exporters(ToolTest):
    def export(self, framework, *options):
        model = self.work / "model.mlir"
        self.call([PYTHON, SOURCE / "python" / "export" / f"export_{framework}.py",
                   f"{INPUTS / 'export_models.py'}:with_{framework}", "-o", model, *options])
        return model

    def check_trains(self, model, states):
        signature = model.with_suffix(".json")
        roles = json.loads(signature.read_text())
        self.assertEqual(len(roles["state"]), states)
        self.assertEqual(len({e["name"] for e in roles["params"]}), len(roles["params"]))
        report = self.report(model, "--signature", signature, "--synthetic=10", "--steps", 3,
                             "--budget", "95%", "--compare")
        self.assertTrue(report["compare"]["identical"])
        self.assertEqual(report["predicted_peak_bytes"], report["counted_peak_bytes"])
        self.assertTrue(np.isfinite(report["loss"]))
        return roles

    @needs("jax", "iree.compiler")
    def test_jax(self):
        roles = self.check_trains(self.export("jax"), states=1)
        self.assertIn("hidden.w", {entry["name"] for entry in roles["params"]})

    @needs("jax", "iree.compiler")
    def test_joint_graph_of_jax(self):
        model = self.export("jax", "--joint")
        self.assertFalse(model.with_suffix(".json").exists())
        random = np.random.default_rng(1)
        # first, head, hidden.b, hidden.w, the state and x
        shapes = [(20, 16), (32, 20), (32,), (16, 32), (32,), (64, 20)]
        arrays = [random.normal(size=s).astype(np.float32) for s in shapes]
        arrays.append(random.integers(0, 20, 64).astype(np.int32))
        args = self.work / "args.npz"
        np.savez(args, **{f"arg{k}": a for k, a in enumerate(arrays)})
        got = []
        for budget in ((), ("--budget", "85%")):
            out = self.work / "got.npz"
            report = self.report(model, "--joint", "--args", args, "--gradients-out", out, *budget)
            self.assertEqual(report["predicted_peak_bytes"], report["counted_peak_bytes"])
            got.append({k: a.tobytes() for k, a in np.load(out).items()})
        self.assertEqual(got[0], got[1])

    @needs("torch", "torch_mlir")
    def test_torch(self):
        roles = self.check_trains(self.export("torch"), states=2)
        names = [entry["name"] for entry in roles["params"]]
        self.assertEqual(sum(name.endswith(("again.weight", "tied.weight")) for name in names), 1)
        self.assertEqual([entry["name"] for entry in roles["data"]], ["x", "y", "random_0"])

    @needs("torch", "torch_mlir")
    def test_torch_to_tosa(self):
        text = self.export("torch", "--dialect", "tosa").read_text()
        self.assertIn("tosa.max_pool2d", text)

    @needs("keras", "jax", "iree.compiler")
    def test_keras(self):
        self.check_trains(self.export("keras"), states=2)


if __name__ == "__main__":
    unittest.main()
