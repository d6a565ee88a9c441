# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers: Philox 4x32-10 to the bit, the same under any plan, and new
ones in every step."""

import json
import math
import unittest

from support import ToolTest

import numpy as np


def philox(counter, key):
    """Four words. Ten rounds, as published (Salmon et al., 2011)."""
    counter, key = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [(b >> 32) ^ counter[1] ^ key[0], b & 0xFFFFFFFF,
                   (a >> 32) ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def words(element, stream, counter, key):
    low = lambda wide: (wide & 0xFFFFFFFF, wide >> 32 & 0xFFFFFFFF)
    return philox((element, stream, *low(counter)), low(key))


def saved_bytes(path):
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    return {name: content[8 + size:][slice(*entry["data_offsets"])]
            for name, entry in json.loads(content[8:8 + size]).items()
            if name != "__metadata__"}


KEY, COUNTER, SIZE = 0x299F31D0A4093822, 0x0370734413198A2E, 37

NUMBERS = f"""
func.func @main(%k: tensor<i64>, %c: tensor<i64>) -> (tensor<{SIZE}xi32>, tensor<{SIZE}xf32>, tensor<{SIZE}xf64>, tensor<{SIZE}xf32>, tensor<{SIZE}xf32>) {{
  %i = tensor.empty() : tensor<{SIZE}xi32>
  %f = tensor.empty() : tensor<{SIZE}xf32>
  %d = tensor.empty() : tensor<{SIZE}xf64>
  %0 = ckpt.random bits %k, %c outs(%i : tensor<{SIZE}xi32>) : tensor<i64>, tensor<i64>
  %1 = ckpt.random uniform %k, %c outs(%f : tensor<{SIZE}xf32>) : tensor<i64>, tensor<i64>
  %2 = ckpt.random uniform %k, %c outs(%d : tensor<{SIZE}xf64>) : tensor<i64>, tensor<i64>
  %3 = ckpt.random normal %k, %c outs(%f : tensor<{SIZE}xf32>) : tensor<i64>, tensor<i64>
  %4 = ckpt.random bernoulli %k, %c outs(%f : tensor<{SIZE}xf32>) {{probability = 0.75}} : tensor<i64>, tensor<i64>
  return %0, %1, %2, %3, %4 : tensor<{SIZE}xi32>, tensor<{SIZE}xf32>, tensor<{SIZE}xf64>, tensor<{SIZE}xf32>, tensor<{SIZE}xf32>
}}
"""

IMAGE = "tensor<?x16xf32>"

DROPOUT = f"""
#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
func.func private @layer(%x: {IMAGE}, %w: tensor<16x16xf32>, %k: tensor<i64>, %c: tensor<i64>) -> {IMAGE} {{
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : {IMAGE}
  %e = tensor.empty(%n) : {IMAGE}
  %z = linalg.fill ins(%zero : f32) outs(%e : {IMAGE}) -> {IMAGE}
  %m = linalg.matmul ins(%x, %w : {IMAGE}, tensor<16x16xf32>) outs(%z : {IMAGE}) -> {IMAGE}
  %t = linalg.tanh ins(%m : {IMAGE}) outs(%e : {IMAGE}) -> {IMAGE}
  %r = ckpt.random bernoulli %k, %c outs(%e : {IMAGE}) {{probability = 0.75}} : tensor<i64>, tensor<i64>
  %d = linalg.mul ins(%t, %r : {IMAGE}, {IMAGE}) outs(%e : {IMAGE}) -> {IMAGE}
  return %d : {IMAGE}
}}
func.func @main(%w: tensor<16x16xf32> {{ckpt.param = "w"}}, %k: tensor<i64> {{ckpt.state = "key"}}, %c: tensor<i64> {{ckpt.state = "counter"}}, %x: {IMAGE} {{ckpt.data = "x"}})
    -> (tensor<f32> {{ckpt.loss}}, tensor<i64> {{ckpt.state = "key"}}, tensor<i64> {{ckpt.state = "counter"}}) {{
  %h0 = ckpt.region policy(nothing) -> {IMAGE} {{
    %a = func.call @layer(%x, %w, %k, %c) : ({IMAGE}, tensor<16x16xf32>, tensor<i64>, tensor<i64>) -> {IMAGE}
    %b = func.call @layer(%a, %w, %k, %c) : ({IMAGE}, tensor<16x16xf32>, tensor<i64>, tensor<i64>) -> {IMAGE}
    ckpt.yield %b : {IMAGE}
  }}
  %h1 = func.call @layer(%h0, %w, %k, %c) : ({IMAGE}, tensor<16x16xf32>, tensor<i64>, tensor<i64>) -> {IMAGE}
  %h2 = func.call @layer(%h1, %w, %k, %c) : ({IMAGE}, tensor<16x16xf32>, tensor<i64>, tensor<i64>) -> {IMAGE}
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<f32>
  %s0 = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {{indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}} ins(%h2 : {IMAGE}) outs(%s0 : tensor<f32>) {{
  ^bb0(%v: f32, %acc: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  }} -> tensor<f32>
  %one = arith.constant dense<1> : tensor<i64>
  %next = arith.addi %c, %one : tensor<i64>
  return %loss, %k, %next : tensor<f32>, tensor<i64>, tensor<i64>
}}
"""


class Random(ToolTest):
    def test_reference_has_the_published_answers(self):
        """The known answers that Random123 is distributed with."""
        ones = 0xFFFFFFFF
        for counter, key, answer in (
                ((0,) * 4, (0,) * 2, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
                ((ones,) * 4, (ones,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
                ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
                 (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1))):
            self.assertEqual(philox(counter, key), list(answer))

    def numbers(self, key, counter):
        model, args, out = (self.work / n for n in ("numbers.mlir", "args.npz", "out.npz"))
        model.write_text(NUMBERS)
        np.savez(args, arg0=np.int64(key), arg1=np.int64(counter))
        self.run_model(model, "--args", args, "--gradients-out", out)
        with np.load(out) as got:
            return [got[f"out{i}"] for i in range(5)]

    def test_numbers_are_philox(self):
        for key, counter in ((0, 0), (KEY, COUNTER)):
            bits, single, double, normal, coin = self.numbers(key, counter)
            self.assertEqual(bits.view(np.uint32)[0], words(0, 0, counter, key)[0])
            for e in range(SIZE):
                of = lambda stream: words(e, stream, counter, key)
                self.assertEqual(bits.view(np.uint32)[e], of(0)[0])
                self.assertEqual(single[e], (of(1)[0] >> 8) * 2.0**-24)
                wide = of(2)[0] << 32 | of(2)[1]
                self.assertEqual(double[e], (wide >> 11) * 2.0**-53)
                u, v = ((word >> 8) * 2.0**-24 for word in of(3)[:2])
                expected = math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * v)
                self.assertAlmostEqual(float(normal[e]), expected, delta=1e-5)
                self.assertEqual(coin[e], float((of(4)[0] >> 8) * 2.0**-24 < 0.75))

    def train(self, *options, steps):
        model, saved = self.work / "dropout.mlir", self.work / "saved.safetensors"
        model.write_text(DROPOUT)
        self.run_model(model, "--synthetic", "--batch", 64, "--steps", steps,
                       "--compare", "--save", saved, *options)
        return saved_bytes(saved)

    def test_dropout_recomputes_the_same_mask(self):
        saved = []
        for options in ((), ("--marks-only",), ("--budget", "70%"), ("--threads", 2)):
            values = self.train(*options, steps=3)
            self.assertEqual(int.from_bytes(values["state.counter"], "little"), 3)
            saved.append(values["param.w"])
        self.assertEqual(len(set(saved)), 1)


if __name__ == "__main__":
    unittest.main()
