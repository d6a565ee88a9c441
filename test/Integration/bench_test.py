# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ckpt-bench measures what ckpt-run runs. No test looks at a time."""

import json
import unittest

from support import BIN, MODELS, ToolTest

# Speaks as torch_step.py does.
PEER = """#!/bin/sh
echo '{"torch": "of the test"}'
while read command name; do
  case "$command $name" in
    "prepare broken") echo '{"error": "it is"}' ;;
    prepare*) echo '{"first_seconds": 3, "peak_bytes": 5000000}' ;;
    step*) echo '{"seconds": 1000}' ;;
  esac
done
"""


class Step(ToolTest):
    def step(self, *options):
        done = self.call([BIN / "ckpt-bench", "step", MODELS / "mlp.mlir", "--synthetic=10",
                          "--batch", "64", "--rounds", "2", *options])
        return [json.loads(line) for line in done.stdout.splitlines()]

    def peer(self, text):
        path = self.work / "peer"
        path.write_text(text)
        path.chmod(0o755)
        return ["--net", "mlp", "--python", path]

    def test_peaks_are_those_of_the_report(self):
        budget = 2_050_000
        plain, small, machine = self.step("--budgets", f"{budget}B")
        run = ["--synthetic=10", "--batch", "64", "--steps", "1"]
        for line, options in ((plain, []), (small, ["--budget", f"{budget}B"])):
            peak = self.report("mlp", *run, *options)["predicted_peak_bytes"]
            self.assertAlmostEqual(line["peak_megabytes"], peak * 1e-6, delta=0.05)
        self.assertEqual(machine["batch"], 64)

    def test_a_peer_takes_turns(self):
        hello, failed, plain, eager, _ = self.step(
            *self.peer(PEER), "--peers", "broken,eager")
        self.assertEqual(hello["torch"], "of the test")
        self.assertEqual(failed["failed"], "it is")
        self.assertEqual(eager["least_seconds"], 1000)
        self.assertEqual(eager["step_megabytes"], 5)
        self.assertLess(plain["of_eager"], 1)

    def test_threads_take_turns(self):
        both, one, machine = self.step("--threads", "2", "--also-threads", "1")
        self.assertEqual(one["step"], "ckpt on 1 threads")
        self.assertEqual(one["peak_megabytes"], both["peak_megabytes"])
        self.assertEqual(machine["threads"], 2)

    def test_a_missing_peer_is_said(self):
        missing, plain, _ = self.step(*self.peer("#!/bin/sh\necho '{\"missing\": \"no torch\"}'\n"))
        self.assertEqual(missing, {"torch": None, "why": "no torch"})
        self.assertNotIn("of_eager", plain)


class Others(ToolTest):
    def lines(self, *command):
        done = self.call([BIN / "ckpt-bench", *command])
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_kernels_of_a_model(self):
        first, *kernels, machine = self.lines(
            "kernels", MODELS / "mlp.mlir", "--batch", "64")
        self.assertEqual(first["kernels"], len(kernels))
        for kernel in kernels:
            self.assertGreater(kernel["launches"], 0)
            self.assertGreater(kernel["gigabytes_per_second"], 0)
        self.assertAlmostEqual(sum(k["percent_of_step"] for k in kernels), 100, delta=1)
        self.assertGreater(machine["copy_gigabytes_per_second"], 0)

    def test_compile_time_of_a_chain(self):
        short, long, growth = self.lines("compile", "chain", "10", "40")
        # The layers are the same kernels; a longer chain has no more of them.
        self.assertEqual(short["kernels"], long["kernels"])
        self.assertEqual(long["launches"] - short["launches"], 30 * 5)
        self.assertIn("exponent", growth)

    def test_launches(self):
        _, one, three = self.lines("launch", "1", "3")
        self.assertEqual((one["threads"], three["threads"]), (1, 3))
        self.assertGreater(one["launches"], 1000)
        self.assertGreater(one["nanoseconds_per_launch"], 0)


if __name__ == "__main__":
    unittest.main()
