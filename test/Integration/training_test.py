# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The DenseNet on Fashion-MNIST, as in the quickstart, at three ways to save memory."""

import pathlib
import unittest

from support import LONG, ToolTest

DATA = pathlib.Path("/usr/share/datasets/fashion-mnist")
MB = 1_000_000
# What eager PyTorch needs for the same step.
PYTORCH_PEAK = 1373 * MB


@unittest.skipUnless(DATA.is_dir(), "no dataset-fashion-mnist")
class Training(ToolTest):
    def train(self, model, *options):
        return self.report(model, "--dataset", "fashion-mnist", "--optimizer", "adam",
                           "--lr", "1e-3", "--seed", 1, *options)

    def test_lenet_learns(self):
        report = self.train("lenet", "--batch", 128, "--steps", 200)
        self.assertGreater(report["metrics"]["test_accuracy"], 0.65)

    def epoch(self, *options):
        report = self.train("dense_lenet", "--batch", 1024, "--epochs", 1, *options)
        predicted, arena = report["predicted_peak_bytes"], report["arena_peak_bytes"]
        self.assertGreaterEqual(report["metrics"]["test_accuracy"], 0.70)
        self.assertLessEqual(report["baseline_peak_bytes"], PYTORCH_PEAK)
        self.assertEqual(predicted, report["counted_peak_bytes"])
        self.assertLessEqual(arena, 1.02 * predicted)
        return report

    @unittest.skipUnless(LONG, "long")
    def test_long_within_350_megabytes(self):
        report = self.epoch("--budget", "350MB")
        self.assertLessEqual(report["arena_peak_bytes"], 350 * MB)

    @unittest.skipUnless(LONG, "long")
    def test_long_within_220_megabytes(self):
        report = self.epoch("--budget", "220MB")
        self.assertLessEqual(report["arena_peak_bytes"], 220 * MB)
        self.assertGreater(report["recomputed"], 0)

    @unittest.skipUnless(LONG, "long")
    def test_long_marks_only(self):
        report = self.epoch("--marks-only")
        self.assertLess(report["arena_peak_bytes"], report["baseline_peak_bytes"])
        self.assertGreater(report["recomputed"], 0)


if __name__ == "__main__":
    unittest.main()
