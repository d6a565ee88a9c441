# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models exported from PyTorch, JAX and Keras: results and gradients equal the frameworks'.

`test/models/exported` holds a few small ones. CKPT_MODELS, or ../shared/models beside the
checkout, may hold more; every one of those with a reference is a long test.
"""

import json
import os
import pathlib
import sys
import unittest

import numpy as np

from support import LONG, MODELS, SOURCE, ToolTest

OWN = MODELS / "exported"
MORE = pathlib.Path(os.environ.get("CKPT_MODELS", SOURCE.parent / "shared" / "models"))

sys.path.insert(0, str(OWN))
import f64mlir
import make_args


def to_float64(arrays):
    return {k: a.astype(np.float64) if a.dtype == np.float32 else a
            for k, a in arrays.items()}


class ExportedTest(ToolTest):
    def record(self, path, folder):
        """The reference's facts and files of a model; None if it has none."""
        name = path.name.split(".")[0]
        record = folder / f"{name}.json"
        return record if record.exists() else None

    def arguments(self, record):
        facts = json.loads(record.read_text())
        args = make_args.make_args(facts)
        return facts, {f"arg{k}": a for k, a in enumerate(args)}

    def roles(self, facts):
        options = []
        if facts["params"]:
            options += ["--params", ",".join(map(str, facts["params"]))]
        if facts["loss_result_index"] is not None:
            options += ["--loss-result", facts["loss_result_index"]]
        return options

    def evaluate(self, model, arrays, *options):
        """One evaluation; returns the file of its results."""
        args, got = self.work / "args.npz", self.work / "got.npz"
        np.savez(args, **arrays)
        self.run_model(model, "--args", args, "--gradients-out", got, *options)
        return got

    def check(self, path, folder, strict):
        """`strict`: the module in float64, with a tight tolerance."""
        record = self.record(path, folder)
        facts, arrays = self.arguments(record)
        model = path
        if strict:
            model = self.work / "model.mlir"
            model.write_text(f64mlir.convert(path.read_text()))
            arrays = to_float64(arrays)
        got = self.evaluate(model, arrays, *self.roles(facts))
        self.python(OWN / "compare.py", record,
                    folder / f"{facts['name']}.expected.npz", got,
                    *(["--strict"] if strict else []))

    def check_as_far_as_possible(self, path, folder):
        # The random bits of this one do not convert; tosa has no float64
        # convolutions.
        convertible = ".linalg." in path.name and "jax_mlp_dropout" not in path.name
        # Rounding flips ReLUs under batch norm in training: float32 says little.
        batch_norm = "bn" in path.name.split(".")[0].split("_")[-1] and "nobn" not in path.name
        if not batch_norm:
            self.check(path, folder, False)
        if convertible:
            self.check(path, folder, True)


def models_in(folder, references):
    return [path for path in sorted(folder.glob("*.mlir"))
            if (references / f"{path.name.split('.')[0]}.json").exists()]


class Exported(ExportedTest):
    def test_own_copies(self):
        paths = models_in(OWN, OWN)
        self.assertGreater(len(paths), 10)
        for path in paths:
            with self.subTest(path.name):
                self.check_as_far_as_possible(path, OWN)

    def test_channels_last_inside(self):
        """Layout changes only at the edges: filters and their gradients, images, and
        what leaves the convolutions (features or masks) with its gradient."""
        for name, most in (("torch_lenet", 2 * 2 + 2), ("torch_unet_nobn", 2 * 17 + 4)):
            facts, arrays = self.arguments(OWN / f"{name}.json")
            args = self.work / "args.npz"
            np.savez(args, **arrays)
            report = self.report(OWN / f"{name}.linalg.mlir", "--args", args, "--gradients-out",
                                 self.work / "got.npz", *self.roles(facts))
            self.assertGreater(report["layout_conversions"], 0)
            self.assertLessEqual(report["layout_conversions"], most, name)

    def test_wrong_results_are_noticed(self):
        path = OWN / "jax_mlp.linalg.mlir"
        record = self.record(path, OWN)
        facts, arrays = self.arguments(record)
        got = self.evaluate(path, arrays, *self.roles(facts))
        results = dict(np.load(got))
        results["grad0"] *= 1.01
        np.savez(got, **results)
        self.python(OWN / "compare.py", record, OWN / "jax_mlp.expected.npz", got, exit_code=1)

    def test_a_failed_assertion_stops(self):
        for name, argument, wrong in (("torch_mlp_idx", 7, 10), ("torch_gpt2layer_idx", 29, -1)):
            path = OWN / f"{name}.linalg.mlir"
            facts, arrays = self.arguments(OWN / f"{name}.json")
            indices = arrays[f"arg{argument}"]
            self.assertEqual(indices.dtype, np.int64)
            indices.flat[indices.size - 1] = wrong
            args = self.work / "args.npz"
            np.savez(args, **arrays)
            done = self.run_model(path, "--args", args, "--gradients-out", self.work / "got.npz",
                                  *self.roles(facts), exit_code=1)
            self.assertIn("an assertion of the model failed: index must be", done.stderr)

    def test_dynamic_batch(self):
        path = OWN / "torch_mlp_dynbatch.linalg.mlir"
        facts, arrays = self.arguments(OWN.parent / "exported" / "jax_mlp.json")
        shapes = [(256, 784), (256,), (256, 256), (256,), (10, 256), (10,), (64, 784), (64, 10)]
        random = np.random.default_rng(5)
        arrays = {f"arg{k}": random.uniform(-0.1, 0.1, s).astype(np.float32)
                  for k, s in enumerate(shapes)}
        arrays["arg7"] = np.eye(10, dtype=np.float32)[random.integers(0, 10, 64)]
        whole = dict(np.load(self.evaluate(path, arrays, "--bind", "dim=64")))
        for name in ("arg6", "arg7"):
            arrays[name] = arrays[name][:32]
        half = dict(np.load(self.evaluate(path, arrays, "--bind", "arg6=32", "--bind", "arg7=32")))
        # The loss is a mean over the batch, so its gradient by one example halves.
        np.testing.assert_allclose(whole["grad6"][:32] * 2, half["grad6"], rtol=1e-3, atol=1e-9)
        done = self.run_model(path, "--args", self.work / "args.npz", "--gradients-out",
                              self.work / "got.npz", exit_code=1)
        self.assertIn("dimension 0 of argument 'arg6' has no size", done.stderr)

    def test_a_large_embedding(self):
        """The gradient is a scatter in the order of the tokens, not a one-hot product."""
        rows, columns, tokens = 50_000, 64, 4096
        (self.work / "embedding.mlir").write_text(f"""
func.func @main(%w: tensor<{rows}x{columns}xf32>, %k: tensor<{tokens}xi64>, %g: tensor<{tokens}x{columns}xf32>) -> tensor<f32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}}
      ins(%k, %g : tensor<{tokens}xi64>, tensor<{tokens}x{columns}xf32>) outs(%z : tensor<f32>) {{
  ^bb0(%key: i64, %by: f32, %sum: f32):
    %row = arith.index_cast %key : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %w[%row, %column] : tensor<{rows}x{columns}xf32>
    %p = arith.mulf %v, %by : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> tensor<f32>
  return %loss : tensor<f32>
}}""")
        random = np.random.default_rng(11)
        keys = np.minimum(random.zipf(1.3, tokens), rows) - 1
        by = random.uniform(-1, 1, (tokens, columns)).astype(np.float32)
        arrays = {"arg0": np.ones((rows, columns), np.float32), "arg1": keys, "arg2": by}
        wanted = np.zeros((rows, columns), np.float32)
        np.add.at(wanted, keys, by)
        for threads in (1, 2):
            before = os.times().children_user
            got = np.load(self.evaluate(self.work / "embedding.mlir", arrays,
                                        "--threads", threads))
            self.assertEqual(got["grad0"].tobytes(), wanted.tobytes())
            # A product with a one-hot matrix would take 13 thousand million steps.
            self.assertLess(os.times().children_user - before, 5)

    def test_a_joint_graph_with_a_loss(self):
        path = OWN / "jax_mlp.linalg.mlir"
        _, arrays = self.arguments(OWN / "jax_mlp.json")
        got = dict(np.load(self.evaluate(path, arrays, "--joint")))
        self.assertEqual(list(got), ["out0"])


@unittest.skipUnless(LONG, "a long test")
@unittest.skipUnless(MORE.is_dir(), f"no models in {MORE}; CKPT_MODELS says where they are")
class EveryExported(ExportedTest):
    def test_long_every_reference(self):
        paths = models_in(MORE, MORE / "reference")
        self.assertTrue(paths)
        for path in paths:
            with self.subTest(path.name):
                self.check_as_far_as_possible(path, MORE / "reference")


if __name__ == "__main__":
    unittest.main()
