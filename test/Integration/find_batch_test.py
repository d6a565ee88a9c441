# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`--find-batch` finds what runs, and nothing larger runs."""

import json
import unittest

from support import ToolTest


class FindBatch(ToolTest):
    def find(self, *options, exit_code=0):
        path = self.work / "found.json"
        done = self.run_model("mlp", "--find-batch", "--report", path, *options,
                              exit_code=exit_code)
        return done, json.loads(path.read_text()) if exit_code == 0 else None

    def test_the_largest_batch(self):
        budget = ("--budget", "20MB", "--threads", 2)
        done, found = self.find(*budget, "--max-extra-time", 1)
        self.assertEqual(found["schema"], "ckpt-find-batch-1")
        self.assertEqual(found["budget_bytes"], 20_000_000)
        largest, cheap, plain = (found[f"largest_batch{suffix}"] for suffix in
                                 ("", "_within_extra_time", "_without_recomputation"))
        self.assertGreaterEqual(largest, cheap)
        self.assertGreaterEqual(cheap, plain)
        self.assertGreater(largest, plain)
        self.assertIn(f"largest batch within 20MB: {largest} ", done.stdout)
        self.assertIn("does not fit", done.stderr)
        for probe in found["probes"]:
            self.assertEqual(probe["fits"], probe["batch"] <= largest, probe)
            if probe["fits"]:
                self.assertLessEqual(probe["predicted_peak_bytes"], 20_000_000)
        run = ("--synthetic=10", "--steps", 1, *budget)
        report = self.report("mlp", *run, "--batch", largest)
        self.assertGreater(report["recomputed"], 0)
        report = self.report("mlp", *run, "--batch", cheap)
        self.assertLessEqual(report["extra_time_estimated_percent"], 1)
        self.assertEqual(self.report("mlp", *run, "--batch", plain)["recomputed"], 0)
        self.run_model("mlp", *run, "--batch", largest + 1, exit_code=3)

    def test_not_even_one_sample(self):
        done, _ = self.find("--budget", "100kB", exit_code=3)
        self.assertIn("not even one sample fits", done.stderr)

    def test_usage(self):
        for options in ([], ["--budget", "50%"], ["--budget", "6MB", "--batch", 4],
                        ["--budget", "6MB", "--synthetic"], ["--budget", "6MB", "--steps", 4],
                        ["--budget", "6MB", "--max-extra-time=-1"]):
            done, _ = self.find(*options, exit_code=2)
            self.assertIn("ckpt-run: error: --", done.stderr)


if __name__ == "__main__":
    unittest.main()
