# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generator and discriminator in one step: two losses, each with parameters and an
optimizer of its own."""

import re
import unittest

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from support import BIN, MODELS, ToolTest
import arguments
import emitter
import gan

BATCH = 4


def convolution(x, w, stride):
    size, height = w.shape[0], x.shape[1]
    total = max((-(-height // stride) - 1) * stride + size - height, 0)
    pad = (total // 2, total - total // 2)
    x = np.pad(x, ((0, 0), pad, pad, (0, 0)))
    windows = sliding_window_view(x, (size, size), (1, 2))[:, ::stride, ::stride]
    return np.einsum("nhwcij,ijcf->nhwf", windows, w, optimize=True)


def losses(p):
    """The model once more, from its description: the losses by name."""
    def discriminator(x):
        for i, (_, stride) in enumerate(gan.LAYERS):
            x = convolution(x, p[f"disc.conv{i}.w"], stride)
            x = np.maximum(x, 0.2 * x)
        return (x.reshape(len(x), -1) @ p["disc.head.w"] + p["disc.head.b"])[:, 0]

    h = p["z"]
    for name in ("gen.fc0", "gen.fc1"):
        h = np.maximum(h @ p[name + ".w"] + p[name + ".b"], 0)
    h = convolution(h.reshape(-1, 28, 28, 2), p["gen.conv0.w"], 1)
    mean = h.mean((0, 1, 2))
    variance = (h * h).mean((0, 1, 2)) - mean * mean
    h = (h - mean) / np.sqrt(variance + 1e-3) * p["gen.bn.scale"] + p["gen.bn.shift"]
    made = 1 / (1 + np.exp(-convolution(np.maximum(h, 0), p["gen.conv1.w"], 1)))
    real, fake = discriminator(p["x"]), discriminator(made)
    return {"disc": (np.logaddexp(0, -real) + np.logaddexp(0, fake)).mean(),
            "gen": np.logaddexp(0, -fake).mean()}


class Gradients(ToolTest):
    def setUp(self):
        super().setUp()
        self.python(MODELS / "generate.py", "gan", "--dtype", "f64", "-o", self.work)
        net = gan.build(emitter.Aliases())
        self.values = {
            name: arguments.values(k, shape, dict(roles)["ckpt.init"])
            for k, (name, shape, roles) in enumerate(net.parameters + net.states)}
        for k, (name, value) in enumerate(net.data, len(self.values)):
            shape = (BATCH, *value.shape[1:])
            u = arguments.uniform(k, int(np.prod(shape))).reshape(shape)
            self.values[name] = u if name == "x" else 4 * u - 2
        self.parameters = [name for name, *_ in net.parameters]
        np.savez(self.work / "args.npz", **{
            f"arg{k}": value for k, value in enumerate(self.values.values())})

    def run_gan(self, *options):
        got = self.work / "got.npz"
        self.run_model(self.work / "gan.mlir", "--args", self.work / "args.npz",
                       "--batch", BATCH, "--gradients-out", got, *options)
        return dict(np.load(got))

    def test_each_group_follows_its_own_loss(self):
        got = self.run_gan()
        expected = losses(self.values)
        self.assertAlmostEqual(got["out0"], expected["disc"], delta=1e-10)
        self.assertAlmostEqual(got["out1"], expected["gen"], delta=1e-10)
        random = np.random.default_rng(1)
        for k, name in enumerate(self.parameters):
            direction = random.normal(size=self.values[name].shape)
            direction *= 1e-8 / np.abs(direction).max()
            low, high = (losses({**self.values, name: self.values[name] + s * direction})
                         for s in (-1, 1))
            group = name.split(".")[0]
            slope = (high[group] - low[group]) / 2
            self.assertNotEqual(slope, 0, name)
            self.assertAlmostEqual(np.vdot(got[f"grad{k}"], direction) / slope, 1,
                                   delta=1e-4, msg=name)
        # What is no parameter follows no loss.
        for k in range(len(self.parameters), len(self.values)):
            self.assertFalse(got[f"grad{k}"].any())

    def test_a_budget_changes_no_bit(self):
        plain = self.run_gan()
        for way in (["--budget", "60%"], ["--marks-only"]):
            less = self.run_gan(*way)
            for key in plain:
                self.assertEqual(plain[key].tobytes(), less[key].tobytes(), key)


class Training(ToolTest):
    BATCH = 32

    def train(self, *options, exit_code=0):
        return self.report("gan", "--synthetic=10", "--batch", self.BATCH, *options,
                           exit_code=exit_code)

    def check(self, *way):
        """Trains as the plain step does, bit for bit; the report."""
        report = self.train("--steps", 3, "--compare", *way)
        self.assertEqual(report["compare"], {"identical": True, "steps": 3})
        self.assertEqual(report["counted_peak_bytes"], report["predicted_peak_bytes"])
        self.assertEqual(
            [region["name"].split("_")[0] for region in report["regions"]],
            ["generator", "discriminator", "discriminator"])
        if report["budget_bytes"]:
            self.assertLessEqual(report["arena_peak_bytes"], report["budget_bytes"])
        return report

    def test_losses_move_and_are_reported(self):
        report = self.train("--steps", 20)
        metrics = report["metrics"]
        self.assertAlmostEqual(report["loss"], metrics["d"] + metrics["g"], places=6)
        self.assertEqual(set(metrics), {"d", "g", "fooled"})

    def test_marks_recompute_both_calls(self):
        report = self.check("--marks-only")
        for region in report["regions"]:
            self.assertGreater(region["recomputed_bytes"], 0)

    def test_a_budget(self):
        self.assertGreater(self.check("--budget", "50%")["recomputed"], 0)

    def test_a_low_budget_recomputes_both_calls(self):
        for region in self.check("--budget", "28%")["regions"]:
            self.assertGreater(region["recomputed_bytes"], 0)


class Updates(ToolTest):
    """An update overwrites its parameter: nothing may read that afterwards, neither
    the other model's backward pass nor a clone."""

    def check(self, *options):
        text = self.call([BIN / "ckpt-opt", MODELS / "gan.mlir",
                          f"--ckpt-train-step=batch=32 {' '.join(options)}"]).stdout
        step = text[text.index("func.func @gan_step"):]
        signature, body = step.split(" attributes ", 1)
        names = re.findall(r"(%\w+): tensor<[^>]*> {[^}]*ckpt.(?:param|opt_state)", signature)
        donates = [int(n.group(1)) if (n := re.search(r"donates = (\d+)", r)) else None
                   for r in re.findall(r"tensor<[^>]*> {[^}]*}", signature.split("->")[1])]
        arguments_in_order = re.findall(r"(%\w+): tensor", signature.split("->")[0])
        returned = re.search(r"return (.*?) :", body).group(1).split(", ")
        writer = {result: arguments_in_order[place]
                  for result, place in zip(returned, donates) if place is not None}
        written, clones, updates = set(), 0, 0
        views = {}
        for line in body.splitlines():
            if view := re.match(r"\s*(%\w+) = tensor.\w+_shape (%\w+) ", line):
                views[view.group(1)] = view.group(2)
            launch = re.match(r"\s*(%\w+)(:\d+)? = ckpt.launch @\S+?\((.*?)\)", line)
            if not launch:
                continue
            result, count, operands = launch.groups()
            clones += "ckpt.clone_of" in line
            for operand in operands.split(", "):
                base = operand.split("#")[0]
                while base in views:
                    base = views[base]
                self.assertNotIn(base, written, line)
            results = ([f"{result}#{i}" for i in range(int(count[1:]))] if count
                       else [result])
            for each in results:
                if each in writer:
                    written.add(writer[each])
                    updates += 1
        self.assertEqual(len(written & set(names)), len(names))
        return clones

    def test_no_value_is_read_after_its_update(self):
        self.assertEqual(self.check(), 0)
        self.assertGreater(self.check("policy=nothing"), 0)
        self.assertGreater(self.check("budget=45%"), 0)
        self.assertGreater(self.check("budget=60%", "keep-order=true"), 0)


if __name__ == "__main__":
    unittest.main()
