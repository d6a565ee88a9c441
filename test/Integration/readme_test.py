# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's model can be pasted, its pass pipeline runs, and --help shows the
options that it names. (Its Python is in python_test.py.)"""

import re
import shlex
import unittest

from support import BIN, SOURCE, ToolTest

README = (SOURCE / "README.md").read_text()


def blocks(language):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for word, text in fenced if word == language]


class ReadmeTest(ToolTest):
    """A test of what the README shows."""

    def model(self):
        path = self.work / "mlp.mlir"
        model, = blocks("mlir")
        path.write_text(model)
        return path


class Readme(ReadmeTest):

    def test_model_trains_within_its_budget(self):
        report = self.report(self.model(), "--synthetic=10", "--batch", 256,
                             "--steps", 2, "--budget", "2MB", "--compare")
        self.assertLessEqual(report["arena_peak_bytes"], 2_000_000)

    def test_roles_on_the_command_line(self):
        path = self.model()
        path.write_text(re.sub(r' \{ckpt\.\w+( = [^}]*)?\}', "", path.read_text()))
        self.run_model(path, "--params", "0-2", "--state", "3:1", "--loss-result", 0,
                       "--synthetic=10", "--batch", 32, "--steps", 2)

    def test_pass_pipelines(self):
        (self.work / "joint.mlir").write_text(
            (SOURCE / "test/Remat/joint-graph.mlir").read_text())
        models = self.work / "test"
        models.unlink(missing_ok=True)
        models.symlink_to(SOURCE / "test")
        text = "".join(blocks("")).replace("\\\n", " ")
        commands = [shlex.split(line, comments=True) for line in text.splitlines()
                    if line.startswith("ckpt-opt")]
        self.assertGreaterEqual(len(commands), 3)
        for tool, *arguments in commands:
            self.call([BIN / tool, *arguments, "-o", "/dev/null"], cwd=self.work)

    def test_help_has_the_options(self):
        shown = self.call([BIN / "ckpt-run", "--help"]).stdout
        for line in README.splitlines():
            if line.startswith("| `--"):
                for option in re.findall(r"`(--[a-z-]+)", line):
                    self.assertIn(f" {option}", shown)


if __name__ == "__main__":
    unittest.main()
