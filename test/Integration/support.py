# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the integration tests share: running the tools, and their files.

CTest sets CKPT_BIN (the tools' folder), CKPT_SOURCE (the checkout) and CKPT_WORK
(where a test may write). Needs numpy.
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

BIN = pathlib.Path(os.environ["CKPT_BIN"])
SOURCE = pathlib.Path(os.environ["CKPT_SOURCE"])
WORK = pathlib.Path(os.environ["CKPT_WORK"])
# Long tests are run apart, named test_long...
LONG = "CKPT_LONG" in os.environ
MODELS = SOURCE / "test" / "models"
INPUTS = SOURCE / "test" / "Integration" / "Inputs"

sys.path.insert(0, str(MODELS))


class ToolTest(unittest.TestCase):
    """A test with a folder of its own and ways to run a tool."""

    def setUp(self):
        self.work = WORK / self.id()
        self.work.mkdir(parents=True, exist_ok=True)

    def call(self, command, exit_code=0, cwd=None, env=None):
        """Runs a command, with `env` beside the environment; what it printed is in the
        failure's message."""
        command = [str(part) for part in command]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600,
                              cwd=cwd, env={**os.environ, **(env or {})})
        accepted = exit_code if isinstance(exit_code, tuple) else (exit_code,)
        if done.returncode not in accepted:
            self.fail(f"exit {done.returncode}, not {exit_code}: {' '.join(command)}\n"
                      f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
        return done

    def run_model(self, model, *options, exit_code=0):
        """ckpt-run on a file, or on a test model by its name."""
        path = MODELS / f"{model}.mlir" if isinstance(model, str) else model
        return self.call([BIN / "ckpt-run", path, *options], exit_code)

    def report(self, model, *options, exit_code=0):
        """The report of a run."""
        path = self.work / "report.json"
        path.unlink(missing_ok=True)
        self.run_model(model, *options, "--report", path, exit_code=exit_code)
        report = json.loads(path.read_text())
        # The library has code of its own for everything that it is given.
        for primitive in report["primitives"]:
            self.assertNotIn("ref", primitive["implementation"], primitive["kernel"])
        return report

    def python(self, script, *arguments, exit_code=0):
        return self.call([sys.executable, script, *arguments], exit_code)


