# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Discrete decisions under recomputation: a network of experts, each sample in
each layer sent to the expert with the largest score."""

import json
import unittest

from support import ToolTest

import numpy as np

SAMPLES, WIDTH, EXPERTS, LAYERS = 64, 16, 4, 3


def generic(name, iterators, ins, outs, body):
    """`ins`, `outs`: (map's results, value, type) of each."""
    dims = ", ".join(f"d{i}" for i in range(len(iterators)))
    maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m, _, _ in ins + outs)
    kinds = ", ".join({"p": '"parallel"', "r": '"reduction"'}[i] for i in iterators)
    results = ", ".join(t for _, _, t in outs)
    read = f"ins({', '.join(v for _, v, _ in ins)} : {', '.join(t for _, _, t in ins)}) " if ins else ""
    return f"""
  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      {read}outs({', '.join(v for _, v, _ in outs)} : {results}) {{
  {body}
  }} -> {results if len(outs) == 1 else '(' + results + ')'}"""


def layer(i, x, f):
    """The scores, the winner, its probability, and its output times that."""
    scores, rows, index = (f"tensor<{SAMPLES}x{EXPERTS}x{f}>", f"tensor<{SAMPLES}x{f}>",
                           f"tensor<{SAMPLES}xi32>")
    image = f"tensor<{SAMPLES}x{WIDTH}x{f}>"
    expert, all_of = f"tensor<{EXPERTS}x{WIDTH}x{WIDTH}x{f}>", f"tensor<{SAMPLES}x{EXPERTS}x{WIDTH}x{f}>"
    inner = f"""
  %l{i} = linalg.matmul ins({x}, %g{i} : {image}, tensor<{WIDTH}x{EXPERTS}x{f}>) outs(%zscores : {scores}) -> {scores}""" + generic(
        f"%w{i}:2", "pr", [("d0, d1", f"%l{i}", scores)],
        [("d0", "%lowest", rows), ("d0", "%none", index)], f"""^bb0(%v: {f}, %m: {f}, %k: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %v, %m : {f}
    %a = arith.select %c, %v, %m : {f}
    %b = arith.select %c, %n, %k : i32
    linalg.yield %a, %b : {f}, i32""") + generic(
        f"%s{i}", "pr", [("d0, d1", f"%l{i}", scores)], [("d0", "%zrows", rows)],
        f"""^bb0(%v: {f}, %o: {f}):
    %e = math.exp %v : {f}
    %t = arith.addf %e, %o : {f}
    linalg.yield %t : {f}""") + f"""
  %all{i} = linalg.contract indexing_maps = [affine_map<(n, e, k, d) -> (n, d)>, affine_map<(n, e, k, d) -> (e, d, k)>, affine_map<(n, e, k, d) -> (n, e, k)>]
      ins({x}, %e{i} : {image}, {expert}) outs(%zall : {all_of}) -> {all_of}""" + generic(
        f"%y{i}", "pp", [("d0", f"%w{i}#1", index), ("d0", f"%s{i}", rows), ("d0, d1", x, image)],
        [("d0, d1", "%eimage", image)], f"""^bb0(%k: i32, %s: {f}, %v: {f}, %o: {f}):
    %n = linalg.index 0 : index
    %d = linalg.index 1 : index
    %j = arith.index_cast %k : i32 to index
    %h = tensor.extract %all{i}[%n, %j, %d] : {all_of}
    %q = tensor.extract %l{i}[%n, %j] : {scores}
    %r = math.exp %q : {f}
    %p = arith.divf %r, %s : {f}
    %u = arith.mulf %h, %p : {f}
    %t = arith.addf %u, %v : {f}
    linalg.yield %t : {f}""")
    return f"""
  %h{i}:2 = ckpt.region policy(POLICY) "layer{i}" -> {image}, {index} {{{inner}
    ckpt.yield %y{i}, %w{i}#1 : {image}, {index}
  }}""" + generic(f"%load{i}", "pr", [("d1", f"%h{i}#1", index)],
                  [("d0", f"%{'load' + str(i - 1) if i else 'load'}", f"tensor<{EXPERTS}xi64>")],
                  """^bb0(%k: i32, %o: i64):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i32
    %c = arith.cmpi eq, %n, %k : i32
    %u = arith.extui %c : i1 to i64
    %t = arith.addi %u, %o : i64
    linalg.yield %t : i64""")


def model(policy, f="f32"):
    image, scalar = f"tensor<{SAMPLES}x{WIDTH}x{f}>", f"tensor<{f}>"
    filled = {"zscores": (f"{SAMPLES}x{EXPERTS}x{f}", 0), "zrows": (f"{SAMPLES}x{f}", 0),
              "zall": (f"{SAMPLES}x{EXPERTS}x{WIDTH}x{f}", 0), "lowest": (f"{SAMPLES}x{f}", -1e30),
              "start": (f, 0)}
    text = "".join(f"""
  %v{n} = arith.constant {float(v):e} : {f}
  %t{n} = tensor.empty() : tensor<{t}>
  %{n} = linalg.fill ins(%v{n} : {f}) outs(%t{n} : tensor<{t}>) -> tensor<{t}>""" for n, (t, v) in filled.items())
    x = "%x"
    for i in range(LAYERS):
        text += layer(i, x, f)
        x = f"%h{i}#0"
    text += generic("%loss", "rr", [("d0, d1", x, image)], [("", "%start", scalar)],
                    f"""^bb0(%v: {f}, %o: {f}):
    %q = arith.mulf %v, %v : {f}
    %t = arith.addf %q, %o : {f}
    linalg.yield %t : {f}""")
    params = "".join(
        f'%g{i}: tensor<{WIDTH}x{EXPERTS}x{f}> {{ckpt.param = "g{i}"}}, '
        f'%e{i}: tensor<{EXPERTS}x{WIDTH}x{WIDTH}x{f}> {{ckpt.param = "e{i}", ckpt.init = "normal(0.2)"}}, '
        for i in range(LAYERS))
    loads = f"tensor<{EXPERTS}xi64>"
    text = f"""
func.func @main({params}%load: {loads} {{ckpt.state = "load"}}, %x: {image} {{ckpt.data = "x"}})
    -> ({scalar} {{ckpt.loss}}, {loads} {{ckpt.state = "load"}}) {{
  %noindex = arith.constant 0 : i32
  %eindex = tensor.empty() : tensor<{SAMPLES}xi32>
  %none = linalg.fill ins(%noindex : i32) outs(%eindex : tensor<{SAMPLES}xi32>) -> tensor<{SAMPLES}xi32>
  %eimage = tensor.empty() : {image}{text}
  return %loss, %load{LAYERS - 1} : {scalar}, {loads}
}}
"""
    return text.replace("policy(POLICY)", f"policy({policy})" if policy else "")


def loss_of(args):
    x = args[-1]
    for gate, experts in zip(args[:-2:2], args[1:-2:2]):
        scores = x @ gate
        k, n = scores.argmax(1), np.arange(SAMPLES)
        e = np.exp(scores)
        x = x + np.einsum("nd,ndk->nk", x, experts[k]) * (e[n, k] / e.sum(1))[:, None]
    return (x * x).sum()


class Decisions(ToolTest):
    def write(self, *args):
        path = self.work / "model.mlir"
        path.write_text(model(*args))
        return path

    def test_training(self):
        """Fifty steps: same bits, each sample counted once in each layer, and the
        winners are kept while the rest is computed again."""
        saved = []
        for policy, options in (("", ()), ("nothing", ("--marks-only",)), ("", ("--budget", "80%"))):
            save = self.work / "saved.safetensors"
            report = self.report(self.write(policy), "--synthetic", "--steps", 50, "--compare",
                                 "--lr", 1e-4, "--save", save, *options)
            self.assertTrue(report["compare"]["identical"])
            self.assertEqual(report["recomputed"] > 0, bool(options))
            if options:
                whys = {t["why"] for t in report["tensors"]
                        if t["bytes"] == SAMPLES * 4 and t["verdict"] == "saved"}
                self.assertIn("it may not be computed again", whys)
            content = save.read_bytes()
            size = int.from_bytes(content[:8], "little")
            begin, end = json.loads(content[8:8 + size])["state.load"]["data_offsets"]
            load = np.frombuffer(content[8 + size:][begin:end], np.int64)
            self.assertEqual(load.sum(), 50 * LAYERS * SAMPLES)
            saved.append(content)
        self.assertEqual(saved[0], saved[1])
        self.assertEqual(saved[0], saved[2])

    def test_gradients(self):
        """Against differences, which see the same winners."""
        rng = np.random.default_rng(1)
        args = []
        for _ in range(LAYERS):
            args += [rng.normal(0, 1, (WIDTH, EXPERTS)), rng.normal(0, 0.2, (EXPERTS, WIDTH, WIDTH))]
        args += [np.zeros(EXPERTS, np.int64), rng.normal(0, 1, (SAMPLES, WIDTH))]
        np.savez(self.work / "args.npz", **{f"arg{i}": a for i, a in enumerate(args)})
        results = []
        for policy, options in (("", ()), ("nothing", ("--marks-only",)), ("", ("--budget", "80%"))):
            self.run_model(self.write(policy, "f64"), "--args", self.work / "args.npz",
                           "--gradients-out", self.work / "got.npz", *options)
            results.append(dict(np.load(self.work / "got.npz")))
        for other in results[1:]:
            for name, value in results[0].items():
                self.assertEqual(value.tobytes(), other[name].tobytes(), name)
        self.assertAlmostEqual(float(results[0]["out0"]), loss_of(args), places=6)
        floats = [i for i, a in enumerate(args) if a.dtype == np.float64]
        for i in floats:
            direction = rng.normal(0, 1, args[i].shape)
            def at(t):
                return loss_of([a + t * direction if j == i else a for j, a in enumerate(args)])
            h = 1e-6
            slope = (at(h) - at(-h)) / (2 * h)
            got = (results[0][f"grad{i}"] * direction).sum()
            self.assertAlmostEqual(got / slope, 1, places=6, msg=f"arg{i}")


if __name__ == "__main__":
    unittest.main()
