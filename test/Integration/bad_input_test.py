# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bad input is refused with a clear message that names the place."""

import resource
import subprocess
import unittest

import numpy as np

from support import BIN, INPUTS, ToolTest


class BadModules(ToolTest):
    def refused(self, name, message, *options):
        """`message`: expected on stderr, after the file and the line."""
        done = self.run_model(INPUTS / f"{name}.mlir", "--synthetic=10", "--steps", 1,
                              *options, exit_code=1)
        self.assertRegex(done.stderr, rf"{name}\.mlir:\d+:\d+: error: .*{message}")

    def test_no_loss(self):
        self.refused("no_loss", "loss", "--batch", 4)

    def test_two_losses_without_objectives(self):
        self.refused("two_losses", "loss", "--batch", 4)

    def test_unbound_dimension(self):
        self.refused("scale", r"\?|batch|bind")

    def test_an_op_without_a_rule(self):
        self.refused("no_rule", r"tensor\.gather|gather", "--batch", 4)

    def test_not_mlir(self):
        self.refused("not_mlir", "", "--batch", 4)

    def test_no_file(self):
        done = self.run_model(INPUTS / "absent.mlir", "--synthetic=10", "--batch", 4,
                              "--steps", 1, exit_code=1)
        self.assertIn("absent.mlir", done.stderr)

    def test_a_folder(self):
        done = self.run_model(INPUTS, "--synthetic=10", "--batch", 4, "--steps", 1, exit_code=1)
        self.assertRegex(done.stderr, "^ckpt-run: error: .*Inputs: is a folder, not a model$")

    def test_a_size_for_nothing(self):
        done = self.run_model(INPUTS / "scale.mlir", "--synthetic=10", "--batch", 4,
                              "--bind", "z=4", "--steps", 1, exit_code=1)
        self.assertIn("bind=z: no argument has this name; known are ", done.stderr)

    def test_compare_says_it_once(self):
        done = self.run_model(INPUTS / "no_rule.mlir", "--synthetic=10", "--batch", 4,
                              "--steps", 1, "--compare", exit_code=1)
        self.assertEqual(done.stderr.count("error:"), 1, done.stderr)


class BadOptions(ToolTest):
    def refused(self, message, *options):
        done = self.run_model(INPUTS / "scale.mlir", "--synthetic=10", "--batch", 4,
                              "--steps", 1, *options, exit_code=2)
        self.assertRegex(done.stderr, message)

    def test_budgets_that_are_none(self):
        for text in ("-1", "40", "lots", "", "350XB", "-5MB"):
            self.refused("budget", f"--budget={text}")

    def test_unknown_option(self):
        self.refused("no-such-option", "--no-such-option")

    def test_numbers(self):
        self.refused("batch", "--batch=none")
        self.refused("threads", "--threads=0")
        self.refused("optimizer", "--optimizer=best")
        self.refused("effort", "--effort=some")


class TooLarge(ToolTest):
    def test_more_samples_than_memory(self):
        """However the memory runs out, there is a message and no stack."""
        limit = 4 << 30
        for batch in (10**8, 10**11):
            done = subprocess.run(
                [BIN / "ckpt-run", INPUTS / "scale.mlir", "--synthetic", "--steps=1",
                 f"--batch={batch}"], capture_output=True, text=True, timeout=600,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertEqual(done.returncode, 1, done.stderr)
            if "AddressSanitizer failed to allocate" in done.stderr:
                self.skipTest("AddressSanitizer needs a large address space")
            self.assertRegex(done.stderr, "ckpt-run: error: .*memory")
            self.assertNotIn("Stack dump", done.stderr)


class BadData(ToolTest):
    def refused(self, path, message):
        done = self.run_model(
            INPUTS / "scale.mlir", "--batch", 4, "--steps", 1,
            "--data", f"x={path}", exit_code=1)
        # The file, or which data of the model it is for.
        self.assertRegex(done.stderr, rf"{path.name}|data 'x'|data set")
        self.assertRegex(done.stderr, message)

    def array(self, name, array):
        path = self.work / name
        np.save(path, array)
        return path

    def test_a_good_file(self):
        path = self.array("good.npy", np.ones((8, 3), np.float32))
        self.run_model(INPUTS / "scale.mlir", "--batch", 4, "--steps", 1,
                       "--data", f"x={path}")

    def test_missing(self):
        self.refused(self.work / "missing.npy", "No such file|not.*open|missing")

    def test_truncated(self):
        path = self.array("truncated.npy", np.ones((8, 3), np.float32))
        path.write_bytes(path.read_bytes()[:-8])
        self.refused(path, "truncated|short|bytes")

    def test_wrong_type(self):
        self.refused(self.array("wrong.npy", np.ones((8, 3), np.int64)), "i64|int64|type")

    def test_wrong_shape(self):
        self.refused(self.array("wide.npy", np.ones((8, 5), np.float32)), "shape|5")

    def test_fewer_examples_than_a_batch(self):
        self.refused(self.array("few.npy", np.ones((3, 3), np.float32)), "3|batch")

    def test_no_array_at_all(self):
        path = self.work / "text.npy"
        path.write_text("no array")
        self.refused(path, "npy|not")


if __name__ == "__main__":
    unittest.main()
