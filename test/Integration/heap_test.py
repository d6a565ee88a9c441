# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A counter outside of the program agrees with the arena that the report names.

CKPT_HEAP_COUNTER is the library that `heap_counter.c` becomes.
"""

import json
import os
import unittest

from support import BIN, MODELS, ToolTest

COUNTER = os.environ["CKPT_HEAP_COUNTER"]
TOLERANCE = 1 << 20


class Heap(ToolTest):
    def check(self, model, *options):
        log, path = self.work / "heap.log", self.work / "report.json"
        log.unlink(missing_ok=True)
        self.call(["env", f"LD_PRELOAD={COUNTER}", f"CKPT_HEAP_LOG={log}",
                   BIN / "ckpt-run", MODELS / f"{model}.mlir", "--synthetic=10",
                   "--steps", 4, "--report", path, *options])
        report = json.loads(path.read_text())
        arena = report["arena_peak_bytes"] - report["persistent_bytes"]
        self.assertGreater(arena, 8 * TOLERANCE)
        rows = [tuple(map(int, line.split())) for line in log.read_text().splitlines()]
        self.assertEqual(len(rows), 4)
        # After the first step, which counts, everything but the arena is there.
        before = rows[0][0]
        for live, peak in rows[1:]:
            self.assertLess(abs(live - before - arena), TOLERANCE, (rows, arena))
            self.assertLess(abs(peak - before - arena), TOLERANCE, (rows, arena))

    def test_plain(self):
        self.check("lenet", "--batch", 1024, "--threads", 3)

    def test_budget(self):
        self.check("dense_lenet", "--batch", 128, "--budget", "50%", "--effort", "quick")


if __name__ == "__main__":
    unittest.main()
