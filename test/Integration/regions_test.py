# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes into regions and comes out of them: shared and captured parameters,
integers, inputs without gradient, results that nobody uses, slices of one tensor
that are written and read."""

import unittest

from support import ToolTest

import numpy as np

N, D = 64, 16
IMAGE, WIDE, INDEX = f"tensor<{N}x{D}xTYPE>", f"tensor<{N}x{2 * D}xTYPE>", f"tensor<{N}xi32>"
ID = "affine_map<(i, j) -> (i, j)>"


def generic(name, ins, body):
    """`ins`: (value, type, map's results); %v0, … in the body, which makes %t."""
    maps = "".join(f"affine_map<(i, j) -> ({m})>, " for _, _, m in ins)
    arguments = "".join(f"%v{i}: {'i32' if 'i32' in t else 'TYPE'}, " for i, (_, t, _) in enumerate(ins))
    return f"""
  {name} = linalg.generic {{indexing_maps = [{maps}{ID}], iterator_types = ["parallel", "parallel"]}}
      ins({", ".join(n for n, _, _ in ins)} : {", ".join(t for _, t, _ in ins)}) outs(%e : {IMAGE}) {{
  ^bb0({arguments}%o: TYPE):
    {body}
    linalg.yield %t : TYPE
  }} -> {IMAGE}"""


def product(name, value):
    return f"""
  {name} = linalg.matmul ins({value}, %w : {IMAGE}, tensor<{D}x{D}xTYPE>) outs(%z : {IMAGE}) -> {IMAGE}"""


def slices(name, value):
    """Two halves that overlap, the second on the first; a piece of both; and once
    more into what was read."""
    def insert(to, what, onto, column):
        return f"""
  {to} = tensor.insert_slice {what} into {onto}[0, {column}] [{N}, {D}] [1, 1] : {IMAGE} into {WIDE}"""

    def extract(to, whole, column):
        return f"""
  {to} = tensor.extract_slice {whole}[0, {column}] [{N}, {D}] [1, 1] : {WIDE} to {IMAGE}"""

    return (generic("%sine", [(value, IMAGE, "i, j")], "%t = math.sin %v0 : TYPE") +
            insert("%one", value, "%wide", 0) + insert("%two", "%sine", "%one", D // 2) +
            extract("%middle", "%two", D // 4) + insert("%three", "%middle", "%two", D) +
            extract("%early", "%two", D) + extract("%late", "%three", D) +
            generic(name, [("%early", IMAGE, "i, j"), ("%late", IMAGE, "i, j")],
                    "%t = arith.mulf %v0, %v1 : TYPE"))


def model(policy, f):
    region = f'ckpt.region policy({policy})' if policy else "ckpt.region"
    scale = generic("%s0", [("%x", IMAGE, "i, j"), ("%k", INDEX, "i")], """%q = arith.sitofp %v1 : i32 to TYPE
    %t = arith.mulf %v0, %q : TYPE""")
    pick = generic("%t0", [("%p0", IMAGE, "i, j"), ("%k", INDEX, "i")], """%column = linalg.index 1 : index
    %row = arith.index_cast %v1 : i32 to index
    %u = tensor.extract %table[%row, %column] : tensor<4x16xTYPE>
    %q = arith.addf %v0, %u : TYPE
    %t = math.tanh %q : TYPE""")
    text = f"""
func.func @main(%w: tensor<{D}x{D}xTYPE> {{ckpt.param = "w", ckpt.init = "glorot_uniform"}},
    %table: tensor<4x{D}xTYPE> {{ckpt.param = "table", ckpt.init = "normal(0.5)"}},
    %x: {IMAGE} {{ckpt.data = "x"}}, %k: {INDEX} {{ckpt.data = "k"}}) -> (tensor<TYPE> {{ckpt.loss}}) {{
  %zero = arith.constant 0.0 : TYPE
  %e = tensor.empty() : {IMAGE}
  %z = linalg.fill ins(%zero : TYPE) outs(%e : {IMAGE}) -> {IMAGE}
  %ewide = tensor.empty() : {WIDE}
  %wide = linalg.fill ins(%zero : TYPE) outs(%ewide : {WIDE}) -> {WIDE}
  %escalar = tensor.empty() : tensor<TYPE>
  %start = linalg.fill ins(%zero : TYPE) outs(%escalar : tensor<TYPE>) -> tensor<TYPE>
  %a:3 = {region} "input" -> {IMAGE}, {IMAGE}, {INDEX} {{{scale}{product("%p0", "%s0")}{pick}
    ckpt.yield %t0, %p0, %k : {IMAGE}, {IMAGE}, {INDEX}
  }}
  %b:2 = {region} "shared" -> {IMAGE}, {IMAGE} {{{product("%p1", "%a#0")}{generic("%t1", [("%p1", IMAGE, "i, j"), ("%p1", IMAGE, "i, j")], '''%q = math.sin %v0 : TYPE
    %t = arith.mulf %q, %v1 : TYPE''')}
    %unused = math.exp %t1 : {IMAGE}
    ckpt.yield %t1, %unused : {IMAGE}, {IMAGE}
  }}
  %c = {region} "slices" -> {IMAGE} {{{slices("%t2", "%b#0")}
    ckpt.yield %t2 : {IMAGE}
  }}
  {region} "nothing" {{
    %lost = math.exp %c : {IMAGE}
    ckpt.yield
  }}
  %loss = linalg.generic {{indexing_maps = [{ID}, {ID}, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}}
      ins(%c, %a#0 : {IMAGE}, {IMAGE}) outs(%start : tensor<TYPE>) {{
  ^bb0(%v: TYPE, %u: TYPE, %o: TYPE):
    %q = arith.mulf %v, %u : TYPE
    %t = arith.addf %q, %o : TYPE
    linalg.yield %t : TYPE
  }} -> tensor<TYPE>
  return %loss : tensor<TYPE>
}}
"""
    return text.replace("TYPE", f)


def loss_of(w, table, x, k):
    a = np.tanh((x * k[:, None]) @ w + table[k])
    b = a @ w
    b = np.sin(b) * b
    one = np.concatenate([b, np.zeros((N, D))], 1)
    one[:, D // 2:D // 2 + D] = np.sin(b)
    three = one.copy()
    three[:, D:] = one[:, D // 4:D // 4 + D]
    return (one[:, D:] * three[:, D:] * a).sum()


WAYS = (("", ()), ("nothing", ("--marks-only",)), ("", ("--budget", "70%")))


class Regions(ToolTest):
    def write(self, *args):
        path = self.work / "model.mlir"
        path.write_text(model(*args))
        return path

    def test_gradients_of_everything(self):
        rng = np.random.default_rng(3)
        args = [rng.normal(0, 0.3, (D, D)), rng.normal(0, 1, (4, D)), rng.normal(0, 1, (N, D)),
                rng.integers(0, 4, N).astype(np.int32)]
        np.savez(self.work / "args.npz", **{f"arg{i}": a for i, a in enumerate(args)})
        plain = None
        for policy, options in WAYS:
            self.run_model(self.write(policy, "f64"), "--args", self.work / "args.npz",
                           "--gradients-out", self.work / "got.npz", *options)
            got = dict(np.load(self.work / "got.npz"))
            plain = plain or got
            self.assertEqual({n: v.tobytes() for n, v in plain.items()},
                             {n: v.tobytes() for n, v in got.items()})
        self.assertEqual(set(plain), {"out0", "grad0", "grad1", "grad2"})
        self.assertAlmostEqual(float(plain["out0"]), loss_of(*args), places=8)
        for i in range(3):
            direction = rng.normal(0, 1, args[i].shape)

            def at(t):
                return loss_of(*(a + t * direction if j == i else a for j, a in enumerate(args)))
            slope = (at(1e-6) - at(-1e-6)) / 2e-6
            self.assertAlmostEqual((plain[f"grad{i}"] * direction).sum() / slope, 1, places=6)

    def test_training(self):
        for policy, options in WAYS:
            report = self.report(self.write(policy, "f32"), "--synthetic=4", "--steps", 10,
                                 "--compare", "--optimizer", "adam", *options)
            self.assertTrue(report["compare"]["identical"])
            self.assertEqual(report["recomputed"] > 0, bool(options))


if __name__ == "__main__":
    unittest.main()
