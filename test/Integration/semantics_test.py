# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a plan may not change: states are updated once, NaNs stay NaNs."""

import json
import unittest

from support import ToolTest

import numpy as np

IMAGE, ROW, SCALAR = "tensor<?x16xf32>", "tensor<16xf32>", "tensor<f32>"


def elementwise(name, ins, body):
    """`ins`: (value, type, map) of each; %v0, %v1, … in `body`, which makes %t."""
    maps = "".join(f"affine_map<(d0, d1) -> ({m})>, " for _, _, m in ins)
    arguments = "".join(f"%v{i}: f32, " for i in range(len(ins)))
    return f"""
  {name} = linalg.generic {{indexing_maps = [{maps}affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
      ins({", ".join(n for n, _, _ in ins)} : {", ".join(t for _, t, _ in ins)}) outs(%e : {IMAGE}) {{
  ^bb0({arguments}%acc: f32):
    {body}
    linalg.yield %t : f32
  }} -> {IMAGE}"""


def reduction(name, value, to, start, body):
    kind = ROW if to == "d1" else SCALAR
    kinds = '"reduction", "parallel"' if to == "d1" else '"reduction", "reduction"'
    return f"""
  {name} = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ({to})>], iterator_types = [{kinds}]}}
      ins({value} : {IMAGE}) outs({start} : {kind}) {{
  ^bb0(%v: f32, %acc: f32):
    {body}
    linalg.yield %t : f32
  }} -> {kind}"""


def layer(number, value, policy):
    """A product, a largest absolute value (as for 8-bit formats), a mean that is
    kept, and an activation that is scaled by the history."""
    n = str(number)
    inner = (f"""
  %p{n} = linalg.matmul ins({value}, %w : {IMAGE}, tensor<16x16xf32>) outs(%z : {IMAGE}) -> {IMAGE}""" +
             reduction(f"%amax{n}", f"%p{n}", "d1", "%row", """%b = math.absf %v : f32
    %t = arith.maximumf %b, %acc : f32""") +
             reduction(f"%mean{n}", f"%p{n}", "d1", "%row", "%t = arith.addf %v, %acc : f32") +
             elementwise(f"%a{n}", [(f"%p{n}", IMAGE, "d0, d1"), ("%history", ROW, "d1")],
                         """%s = arith.addf %v1, %one : f32
    %q = arith.divf %v0, %s : f32
    %t = math.sin %q : f32"""))
    return f"""
  %h{n}:3 = ckpt.region {policy} -> {IMAGE}, {ROW}, {ROW} {{{inner}
    ckpt.yield %a{n}, %amax{n}, %mean{n} : {IMAGE}, {ROW}, {ROW}
  }}"""


def model(policy, layers=4):
    value, body = "%x", ""
    for i in range(layers):
        body += layer(i, value, policy)
        value = f"%h{i}#0"
    last = layers - 1
    return f"""
func.func @main(%w: tensor<16x16xf32> {{ckpt.param = "w"}}, %idle: {ROW} {{ckpt.param = "idle"}},
    %history: {ROW} {{ckpt.state = "history", ckpt.init = "ones"}}, %running: {ROW} {{ckpt.state = "running"}},
    %count: tensor<i64> {{ckpt.state = "count"}}, %x: {IMAGE} {{ckpt.data = "x"}})
    -> ({SCALAR} {{ckpt.loss}}, {ROW} {{ckpt.state = "history"}}, {ROW} {{ckpt.state = "running"}}, tensor<i64> {{ckpt.state = "count"}}) {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : {IMAGE}
  %e = tensor.empty(%n) : {IMAGE}
  %z = linalg.fill ins(%zero : f32) outs(%e : {IMAGE}) -> {IMAGE}
  %r = tensor.empty() : {ROW}
  %row = linalg.fill ins(%zero : f32) outs(%r : {ROW}) -> {ROW}
  %sc = tensor.empty() : {SCALAR}
  %start = linalg.fill ins(%zero : f32) outs(%sc : {SCALAR}) -> {SCALAR}{body}{reduction("%loss", value, "", "%start", '''%q = arith.mulf %v, %v : f32
    %t = arith.addf %q, %acc : f32''')}
  %more = arith.addf %running, %h{last}#2 : {ROW}
  %step = arith.constant dense<1> : tensor<i64>
  %next = arith.addi %count, %step : tensor<i64>
  return %loss, %h{last}#1, %more, %next : {SCALAR}, {ROW}, {ROW}, tensor<i64>
}}
"""


class Semantics(ToolTest):
    def train(self, policy, *options, steps):
        path, saved = self.work / "model.mlir", self.work / "saved.safetensors"
        path.write_text(model(policy))
        report = self.report(path, "--batch", 64, "--steps", steps, "--compare",
                             "--lr", 0.001, "--save", saved, *options)
        content = saved.read_bytes()
        size = int.from_bytes(content[:8], "little")
        return report, {name: content[8 + size:][slice(*entry["data_offsets"])]
                        for name, entry in json.loads(content[8:8 + size]).items()
                        if name != "__metadata__"}

    def test_states_are_updated_once(self):
        """Fifty steps of a running sum, a history of largest values that the
        layers read, and a counter; a parameter that has no gradient stays."""
        saved, clones = [], []
        for policy, options in (("", ()), ("policy(nothing)", ("--marks-only",)),
                                ("", ("--budget", "70%"))):
            report, values = self.train(policy, "--synthetic", *options, steps=50)
            self.assertEqual(int.from_bytes(values["state.count"], "little"), 50)
            self.assertTrue(report["compare"]["identical"])
            clones.append(report["recomputed"])
            saved.append(values)
        self.assertEqual(clones[0], 0)
        self.assertGreater(clones[1], 0)
        self.assertGreater(clones[2], 0)
        self.assertEqual(saved[0], saved[1])
        self.assertEqual(saved[0], saved[2])

    def test_what_is_no_number_stays_so(self):
        x = np.ones((64, 16), np.float32)
        x[3, 5], x[7, 1], x[9, 2] = np.nan, np.inf, -np.inf
        x.view(np.uint32)[11, 0] = 0x7FC12345
        np.save(self.work / "x.npy", x)
        for policy, options in (("policy(nothing)", ("--marks-only",)), ("", ("--budget", "70%"))):
            report, values = self.train(policy, "--data", f"x={self.work / 'x.npy'}", *options,
                                        steps=2)
            self.assertTrue(report["compare"]["identical"])
            self.assertTrue(np.isnan(np.frombuffer(values["state.running"], np.float32)).any())


if __name__ == "__main__":
    unittest.main()
