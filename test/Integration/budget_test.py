# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run promises about memory is what it does."""

import unittest

from support import ToolTest

SIZES = ("--synthetic=10", "--batch", "64", "--steps", "2")


class Budget(ToolTest):
    def promise(self, *options):
        """The report of a run, whose figures must agree with each other."""
        report = self.report("dense_lenet", *SIZES, *options)
        predicted, counted, arena = (
            report[f"{name}_peak_bytes"] for name in ("predicted", "counted", "arena"))
        self.assertEqual(predicted, counted)
        self.assertGreaterEqual(arena, predicted)
        transient = predicted - report["persistent_bytes"]
        self.assertLessEqual(arena - predicted, 0.02 * transient)
        self.assertEqual(report["fragmentation_bytes"], arena - predicted)
        if report["budget_bytes"] is not None:
            self.assertLessEqual(arena, report["budget_bytes"])
        return report

    def test_plain_step(self):
        report = self.promise()
        self.assertEqual(report["recomputed"], 0)
        self.assertEqual(report["predicted_peak_bytes"], report["baseline_peak_bytes"])

    def test_half_the_memory(self):
        report = self.promise("--budget", "50%")
        self.assertGreater(report["recomputed"], 0)
        self.assertLess(report["predicted_peak_bytes"], report["baseline_peak_bytes"])

    def test_marks_only(self):
        report = self.promise("--marks-only")
        self.assertGreater(report["recomputed"], 0)
        self.assertLess(report["predicted_peak_bytes"], report["baseline_peak_bytes"])

    def test_a_budget_that_is_enough_changes_nothing(self):
        report = self.promise("--budget", "110%")
        self.assertEqual(report["recomputed"], 0)

    def test_below_the_floor(self):
        done = self.run_model("dense_lenet", *SIZES, "--budget", "2MB", exit_code=3)
        # The bytes, the kernel, its operands.
        self.assertRegex(done.stderr, r"less than \d+ bytes .* kernel @\w+ reads '[^']+' "
                                      r"\(\d+ bytes, dense_lenet.mlir:\d+:\d+\)")

    def test_without_recomputation(self):
        done = self.run_model("dense_lenet", *SIZES, "--plain", "--budget", "60%", exit_code=3)
        self.assertRegex(done.stderr, r"without recomputation: the step needs \d+ bytes")
        self.assertNotIn("step 1", done.stderr)
        report = self.promise("--plain", "--budget", "105%")
        self.assertEqual(report["recomputed"], 0)

    def test_compare_with_the_plain_step(self):
        report = self.report("dense_lenet", *SIZES, "--budget", "50%", "--compare")
        self.assertEqual(report["compare"], {"identical": True, "steps": 2})

    def test_compare_notices_one_wrong_clone(self):
        report = self.report("dense_lenet", *SIZES, "--budget", "50%", "--compare",
                             "--test-corrupt-clone", "0", exit_code=1)
        self.assertEqual(report["compare"]["identical"], False)


if __name__ == "__main__":
    unittest.main()
