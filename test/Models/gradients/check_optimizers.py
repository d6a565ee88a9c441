# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs three steps of each optimizer and compares with the formulas in Python.

The loss is the sum of a w^2 / 2, so the gradient is a w.
"""

import ctypes
import math
import sys
import tempfile

import check_gradients
import harness

WEIGHTS, FACTORS = [1.0, -2.0, 0.5, 0.0], [0.3, 0.7, -1.1, 2.0]
RATE, STEPS = 0.125, 3  # a rate that float32 holds exactly
OPTIONS = "momentum=0.8 beta1=0.85 beta2=0.99 epsilon=1e-3 weight-decay=0.05"

MODEL = """
#v = affine_map<(i) -> (i)>
func.func @model(%w: tensor<4xTYPE> {ckpt.param = "w"}, %a: tensor<4xTYPE> {ckpt.data = "a"})
    -> (tensor<TYPE> {ckpt.loss}) {
  %zero = arith.constant 0.0 : TYPE
  %half = arith.constant 0.5 : TYPE
  %e = tensor.empty() : tensor<TYPE>
  %z = linalg.fill ins(%zero : TYPE) outs(%e : tensor<TYPE>) -> tensor<TYPE>
  %l = linalg.generic {indexing_maps = [#v, #v, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%w, %a : tensor<4xTYPE>, tensor<4xTYPE>) outs(%z : tensor<TYPE>) {
  ^bb0(%x: TYPE, %f: TYPE, %s: TYPE):
    %q = arith.mulf %x, %x : TYPE
    %r = arith.mulf %q, %f : TYPE
    %h = arith.mulf %r, %half : TYPE
    %t = arith.addf %s, %h : TYPE
    linalg.yield %t : TYPE
  } -> tensor<TYPE>
  return %l : tensor<TYPE>
}
"""


def update(optimizer, w, g, m, v, t):
    if optimizer == "sgd":
        return w - RATE * g, m, v
    if optimizer == "momentum":
        m = 0.8 * m + g
        return w - RATE * m, m, v
    m, v = 0.85 * m + 0.15 * g, 0.99 * v + 0.01 * g * g
    step = (m / (1 - 0.85 ** t)) / (math.sqrt(v / (1 - 0.99 ** t)) + 1e-3)
    if optimizer == "adamw":
        step += 0.05 * w
    return w - RATE * step, m, v


def check(optimizer, type, options, folder):
    element = ctypes.c_double if type == "f64" else ctypes.c_float
    text = harness.run(
        [options.ckpt_opt, "--pass-pipeline=builtin.module("
         f"ckpt-differentiate{{optimizer={optimizer} {OPTIONS}}})"], MODEL.replace("TYPE", type))
    library = harness.compile_text(harness.strip_roles(text), options, folder)
    slots = {"sgd": 0, "momentum": 1}.get(optimizer, 2)
    state = [list(WEIGHTS)] + [[0.0] * 4 for _ in range(slots)]
    expected = [(w, 0.0, 0.0) for w in WEIGHTS]
    for step in range(STEPS):
        inputs = [harness.Memref((4,), element, values) for values in state]
        inputs += [harness.Memref((), ctypes.c_float, [RATE]),
                   harness.Memref((), ctypes.c_int64, [step]),
                   harness.Memref((4,), element, FACTORS)]
        loss = harness.Memref((), element)
        outputs = [harness.Memref((4,), element) for _ in state]
        library._mlir_ciface_model_step(*[m.pointer() for m in inputs + [loss] + outputs])
        state = [list(m.data) for m in outputs]
        expected = [update(optimizer, w, a * w, m, v, step + 1)
                    for (w, m, v), a in zip(expected, FACTORS)]
    got = [tuple(values[i] for values in state) for i in range(4)]
    error = max(abs(x - y) for g, e in zip(got, expected) for x, y in zip(g, e))
    # The rate is a float32, and the corrections are in the parameter's type.
    good = error <= (1e-14 if type == "f64" else 1e-6)
    print(f"{optimizer} in {type}: error {error:.3g}{'' if good else ', too large'}")
    return good


def main():
    options = check_gradients.parse_options(__doc__.splitlines()[0])
    good = True
    for optimizer in ("sgd", "momentum", "adam", "adamw"):
        for type in ("f32", "f64"):
            with tempfile.TemporaryDirectory() as folder:
                good &= check(optimizer, type, options, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
