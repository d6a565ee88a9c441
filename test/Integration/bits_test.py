# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever the budget and the number of threads: the same bytes are learnt.

Every run is a process of its own; the files with parameters, optimizer state and
running statistics are compared.
"""

import hashlib
import unittest

from support import LONG, ToolTest


class Bits(ToolTest):
    def trained(self, model, threads, *options, steps=5, batch=32):
        path = self.work / "trained.safetensors"
        path.unlink(missing_ok=True)
        report = self.report(
            model, "--synthetic=10", "--batch", batch, "--steps", steps, "--seed", 7,
            "--optimizer", "adam", "--threads", threads, "--save", path, *options)
        return hashlib.sha256(path.read_bytes()).hexdigest(), report

    def check(self, model, variants, **sizes):
        """All variants, (threads, options), give what the first one gives."""
        expected = None
        for threads, *options in variants:
            got, report = self.trained(model, threads, *options, **sizes)
            expected = expected or got
            name = f"{model} with {threads} threads {' '.join(options)}"
            self.assertEqual(got, expected, name)
            if options and model == "dense_lenet":
                self.assertGreater(report["recomputed"], 0, name)

    def test_training_changes_the_parameters(self):
        one, _ = self.trained("mlp", 1, steps=1)
        two, _ = self.trained("mlp", 1, steps=2)
        self.assertNotEqual(one, two)

    def test_mlp(self):
        self.check("mlp", [(1,), (3,), (2, "--marks-only")])

    def test_lenet(self):
        self.check("lenet", [(1,), (2,), (3, "--budget", "100%")])

    def test_dense_lenet(self):
        self.check("dense_lenet", [(1,), (2, "--budget", "50%"), (3, "--marks-only")])

    @unittest.skipUnless(LONG, "long")
    def test_long_dense_lenet_in_every_way(self):
        ways = [(), ("--budget", "60%"), ("--budget", "45%"), ("--marks-only",)]
        self.check("dense_lenet", [(threads, *way) for way in ways
                                   for threads in (1, 2, 3) for _ in range(2)],
                   steps=20, batch=64)


if __name__ == "__main__":
    unittest.main()
