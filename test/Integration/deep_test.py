# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A chain of 10,000 layers trains in a twentieth of what its activations take.

100 blocks of 100 layers relu(x W), one W per block, width 256, batch 1024: every activation
has 1 MiB. The model is written by deep_model.py.
"""

import unittest

from support import LONG, SOURCE, ToolTest
import deep_model

MIB = 1 << 20


class Deep(ToolTest):
    def model(self, *sizes):
        path = self.work / "deep.mlir"
        path.write_text(deep_model.deep_model(*sizes))
        return path

    def budgeted(self, path, batch, budget, *options):
        """The report of one step."""
        report = self.report(path, "--synthetic", "--batch", batch, "--steps", 1,
                             "--threads", 2, "--budget", f"{budget}B", *options)
        self.assertEqual(report["predicted_peak_bytes"], report["counted_peak_bytes"])
        self.assertLessEqual(report["arena_peak_bytes"], budget)
        return report

    def test_a_thousand_layers(self):
        """The same form, a tenth as deep."""
        path, batch, layer = self.model(10, 100, 256), 16, 16 * 1024
        plain = self.report(path, "--synthetic", "--batch", batch, "--steps", 1)
        transient = plain["predicted_peak_bytes"] - plain["persistent_bytes"]
        self.assertGreater(transient, 1000 * layer)
        # About 3 sqrt(n) layers.
        report = self.budgeted(path, batch, plain["persistent_bytes"] + 100 * layer,
                               "--effort", "quick")
        self.assertLessEqual(report["extra_time_estimated_percent"], 40)

    @unittest.skipUnless(LONG, "a long test")
    def test_long_ten_thousand_layers(self):
        path = self.model(100, 100, 256)
        done = self.run_model(path, "--synthetic", "--batch", 1024, "--steps", 1,
                              "--budget", "1GiB", "--plain", exit_code=3)
        self.assertRegex(done.stderr, r"budget of 1073741824 bytes cannot be met without "
                                      r"recomputation: the step needs \d{11} bytes")
        whole = self.budgeted(path, 1024, 400 * MIB)
        self.assertLessEqual(whole["extra_time_estimated_percent"], 40)
        small = self.budgeted(path, 1024, whole["persistent_bytes"] + 200 * MIB)
        self.assertLessEqual(small["extra_time_estimated_percent"], 40)


if __name__ == "__main__":
    unittest.main()
