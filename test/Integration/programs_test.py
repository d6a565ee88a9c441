# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unusual but legal programs train, with the same bits under any plan."""

import unittest

from optimizers_test import safetensors
from support import ToolTest

HEAD = """#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>
"""
X, V, S = "tensor<?x3xf32>", "tensor<3xf32>", "tensor<f32>"


def scaled(result, value, factor, kind=V):
    """tanh(value * factor), the factor a row or a scalar."""
    shape = "#row" if kind == V else "#none"
    return f"""
  {result} = linalg.generic {{indexing_maps = [#id, {shape}, #id], iterator_types = ["parallel", "parallel"]}}
      ins({value}, {factor} : {X}, {kind}) outs(%empty : {X}) {{
  ^bb0(%v: f32, %f: f32, %acc: f32):
    %p = arith.mulf %v, %f : f32
    %t = math.tanh %p : f32
    linalg.yield %t : f32
  }} -> {X}"""


def total(result, value):
    """The sum of the squares."""
    return f"""
  {result} = linalg.generic {{indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}}
      ins({value} : {X}) outs(%start : {S}) {{
  ^bb0(%v: f32, %acc: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %p, %acc : f32
    linalg.yield %t : f32
  }} -> {S}"""


def module(arguments, body, results):
    """Pairs (value, type, attributes), all but the data `%x`, and the text."""
    inputs = ", ".join(f"{n}: {t} {{{a}}}" for n, t, a in arguments)
    types = ", ".join(f"{t} {{{a}}}" for _, t, a in results)
    return f"""{HEAD}
func.func @main({inputs}, %x: {X} {{ckpt.data = "x"}}) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : {X}
  %empty = tensor.empty(%n) : {X}
  %scalar = tensor.empty() : {S}
  %start = linalg.fill ins(%zero : f32) outs(%scalar : {S}) -> {S}{body}
  return {", ".join(n for n, _, _ in results)} : {", ".join(t for _, t, _ in results)}
}}
"""


def weight(name, kind=V):
    return f"%{name}", kind, f'ckpt.param = "{name}", ckpt.init = "ones"'


def state(name, init):
    return f"%{name}", V, f'ckpt.state = "{name}", ckpt.init = "{init}"'


LOSS = "%loss", S, "ckpt.loss"


class Programs(ToolTest):
    def train(self, text, *options, steps=1):
        """The saved values; the plain step must give the same."""
        path, saved = self.work / "model.mlir", self.work / "saved.safetensors"
        path.write_text(text)
        self.run_model(path, "--synthetic", "--batch", 5, "--steps", steps,
                       "--compare", "--save", saved, *options)
        return safetensors(saved)

    def test_states_that_change_places(self):
        body = scaled("%h", "%x", "%w") + total("%loss", "%h")
        text = module(
            [weight("w"), state("a", "ones"), state("b", "zeros")], body,
            [LOSS, ("%b", V, 'ckpt.state = "a"'), ("%a", V, 'ckpt.state = "b"')])
        for steps, a in ((1, 0), (2, 1), (3, 0)):
            saved = self.train(text, steps=steps)
            self.assertEqual(list(saved["state.a"]), [a] * 3)
            self.assertEqual(list(saved["state.b"]), [1 - a] * 3)

    def test_a_state_that_follows_a_parameter(self):
        """It takes the value from before the step."""
        body = scaled("%h", "%x", "%w") + total("%loss", "%h")
        text = module([weight("w"), state("a", "zeros")], body,
                      [LOSS, ("%w", V, 'ckpt.state = "a"')])
        first = self.train(text, steps=1)
        self.assertEqual(list(first["state.a"]), [1] * 3)
        self.assertEqual(list(self.train(text, steps=2)["state.a"]), list(first["param.w"]))

    def test_a_loss_that_is_a_parameter(self):
        saved = self.train(module([weight("w", S)], "", [("%w", S, "ckpt.loss")]),
                           "--lr", 0.25)
        self.assertEqual(float(saved["param.w"]), 0.75)

    def test_results_that_are_arguments(self):
        body = scaled("%h", "%x", "%w") + total("%loss", "%h")
        self.train(module([weight("w")], body,
                          [LOSS, ("%w", V, 'ckpt.metric = "w"'),
                           ("%x", X, 'ckpt.metric = "x"'),
                           ("%loss", S, 'ckpt.metric = "again"')]))

    def test_regions(self):
        """Every policy in every other, over a shared scalar parameter."""
        policies = ("", "policy(nothing)", "policy(everything)",
                    'policy(names) names ["h"]', 'budget "64B"')
        saved = []
        for outer in policies:
            for inner in policies:
                body = f"""
  ckpt.region policy(nothing) "empty" {{
  }}
  %unused = ckpt.region {outer} -> {V} {{
    ckpt.yield %w : {V}
  }}
  %out:2 = ckpt.region {outer} -> {X}, {X} {{{scaled("%g", "%x", "%w")}
    %in = ckpt.region {inner} -> {X} {{{scaled("%h", "%g", "%s", S)}{scaled("%i", "%h", "%w")}
      ckpt.yield %i : {X}
    }}{scaled("%j", "%in", "%s", S)}
    ckpt.yield %j, %g : {X}, {X}
  }}{scaled("%k", "%out#1", "%w")}
  %mixed = arith.addf %k, %out#0 : {X}""" + total("%loss", "%mixed")
                text = module([weight("w"), weight("s", S)], body, [LOSS])
                saved.append(self.train(text, "--marks-only", steps=3))
        for other in saved[1:]:
            for name, value in saved[0].items():
                self.assertEqual(value.tobytes(), other[name].tobytes(), name)


if __name__ == "__main__":
    unittest.main()
