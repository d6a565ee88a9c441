# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that may map only what a budgeted run needs trains with the budget, and
the plain step is refused before it starts."""

import pathlib
import resource
import subprocess
import time
import unittest

from support import BIN, LONG, MODELS, ToolTest

MARGIN = 64 << 20
COMMAND = [str(BIN / "ckpt-run"), str(MODELS / "dense_lenet.mlir"), "--synthetic=10",
           "--batch", "512", "--steps", "2", "--threads", "2"]


class MemoryLimit(ToolTest):
    def peak_of_address_space(self, command):
        """VmPeak in bytes, as last seen while the process ran."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        status, peak = pathlib.Path(f"/proc/{process.pid}/status"), 0
        while process.poll() is None:
            for line in status.read_text().splitlines():
                if line.startswith("VmPeak:"):
                    peak = max(peak, int(line.split()[1]) << 10)
            time.sleep(0.005)
        self.assertEqual(process.returncode, 0)
        return peak

    def limited(self, command, limit):
        def shrink():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        return subprocess.run(command, capture_output=True, text=True, preexec_fn=shrink)

    @unittest.skipUnless(LONG, "long")
    def test_long_a_limit_that_only_the_budget_meets(self):
        budgeted = COMMAND + ["--budget", "110MB"]
        limit = self.peak_of_address_space(budgeted) + MARGIN
        done = self.limited(budgeted, limit)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.limited(COMMAND, limit)
        self.assertIn(done.returncode, (1, 3), done.stderr)
        self.assertRegex(done.stderr, r"\d{8,} bytes")
        self.assertNotIn("loss", done.stderr)


if __name__ == "__main__":
    unittest.main()
