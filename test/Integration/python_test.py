# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package: what it trains has the bits of the plain step, with a budget and
after a restart; what is wrong is an exception that says so."""

import gc
import sys
import unittest

import numpy

import readme_test
from support import MODELS, SOURCE, ToolTest

sys.path.insert(0, str(SOURCE / "python"))
import ckpt  # noqa: E402

BATCH = 64


def batch(index):
    return numpy.random.default_rng(index).random((BATCH, 16)) - 0.5


def train(step, first, last):
    return [step.run(x=batch(index), learning_rate=1e-3) for index in range(first, last)]


def compile_net(**options):
    return ckpt.compile(SOURCE / "test/Pipelines/train-step.mlir", batch=BATCH,
                        optimizer="adam", **options)


class Python(ToolTest):
    def assertSameState(self, a, b):
        for role in ("param", "state", "opt_state"):
            self.assertEqual(a.of_role(role).keys(), b.of_role(role).keys())
            for name, value in a.of_role(role).items():
                self.assertEqual(value.tobytes(), b[name].tobytes(), name)

    def test_budget_and_restart_have_the_bits_of_the_plain_step(self):
        plain = compile_net()
        small = compile_net(budget="75%", threads=1)
        self.assertEqual(plain.clones, 0)
        self.assertGreater(small.clones, 0)
        self.assertLess(small.clones, small.launches)
        self.assertEqual(small.report["recomputed"], small.clones)
        self.assertLess(small.arena_bytes, plain.arena_bytes)
        self.assertLessEqual(small.arena_bytes + small.persistent_bytes,
                             small.report["budget_bytes"])
        for step in (plain, small):
            step.initialize(seed=3)
        losses = train(plain, 0, 6)
        self.assertLess(losses[-1], losses[0])
        self.assertEqual(train(small, 0, 4), losses[:4])
        file = self.work / "state.safetensors"
        small.save(file)
        resumed = compile_net(budget=small.report["budget_bytes"])
        resumed.load(file)
        self.assertEqual(train(resumed, 4, 6), losses[4:])
        self.assertSameState(plain, resumed)

    def test_arrays_are_the_memory_of_the_step_and_keep_it(self):
        step = compile_net()
        parameters = step.of_role("param")
        name, value = next(iter(parameters.items()))
        self.assertIn(name, step)
        value[...] = 0.25
        self.assertTrue((step[name] == 0.25).all())
        step.run(x=batch(0), learning_rate=0.0)
        self.assertTrue((value == 0.25).all())
        del step, parameters
        gc.collect()
        self.assertEqual(float(value.sum()), 0.25 * value.size)

    def test_a_plan_is_saved_and_applied(self):
        plan = self.work / "a plan.json"  # with a blank
        first = compile_net(budget="75%", plan_out=plan)
        second = compile_net(budget="75%", plan_in=plan)
        self.assertEqual(first.report["plan_hash"], second.report["plan_hash"])
        self.assertEqual(first.report["timeline"], second.report["timeline"])

    def test_errors(self):
        for options, text in (({"budget": "1kB"}, "budget of 1000 bytes cannot be met"),
                              ({"optimiser": "adam"}, "optimiser"),
                              ({"budget": "lots"}, "lots")):
            with self.assertRaisesRegex(ckpt.Error, text):
                ckpt.compile(MODELS / "mlp.mlir", batch=BATCH, **options)
        with self.assertRaisesRegex(ckpt.Error, "line 1"):
            ckpt.compile_text("nonsense")
        with self.assertRaises(FileNotFoundError):
            ckpt.compile(self.work / "none.mlir")
        step = ckpt.compile(MODELS / "mlp.mlir", batch=BATCH)
        with self.assertRaisesRegex(KeyError, "no data is called 'z'"):
            step.run(z=1, learning_rate=1e-3)
        with self.assertRaisesRegex(ValueError, "y: the shape"):
            step.run(y=numpy.zeros(3), learning_rate=1e-3)
        with self.assertRaisesRegex(ckpt.Error, "none.safetensors"):
            step.load(self.work / "none.safetensors")


class Readme(readme_test.ReadmeTest):
    def test_python(self):
        script = self.work / "train.py"
        text, = readme_test.blocks("python")
        script.write_text(text)
        model = self.model()
        printed = self.call([sys.executable, script], cwd=self.work,
                            env={"PYTHONPATH": str(SOURCE / "python")}).stdout
        used, budget, recomputed = map(int, printed.splitlines()[1].split())
        self.assertLessEqual(used, budget)
        self.assertGreater(recomputed, 0)
        # "ckpt-run --load goes on with it"
        self.run_model(model, "--synthetic=10", "--batch", 256, "--steps", 1,
                       "--load", self.work / "mlp.safetensors")


if __name__ == "__main__":
    unittest.main()
