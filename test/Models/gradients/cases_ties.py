# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the rules give where there is no derivative."""

from cases_structured import B, R, RC, filled, generic
from harness import Case

V = "tensor<3xf64>"


def extremum(op, start):
    return f"""
  %start = arith.constant {start} : f64""" + filled("e", R, "%start") + generic(
        "y", ["d0, d1", "d0"], "pr", [("%a", RC)], [("%e", R)],
        f"""^bb0(%p: f64, %o: f64):
    %r = arith.{op} %o, %p : f64
    linalg.yield %r : f64""")


def cases():
    values = (B, (-1.0, 0.0, 2.0))
    zeros = f"  %zeros = arith.constant dense<0.0> : {V}\n"
    yield Case("relu", [values], zeros + f"  %y = arith.maximumf %a, %zeros : {V}", B,
               expected={0: (0.0, 0.0, 1.0)})
    yield Case("relu_select", [values], zeros + f"""
  %c = arith.cmpf ugt, %a, %zeros : {V}
  %y = arith.select %c, %a, %zeros : tensor<3xi1>, {V}""", B, expected={0: (0.0, 0.0, 1.0)})
    yield Case("maximum", [values, (B, (-1.0, 1.0, 1.0))], f"  %y = arith.maximumf %a, %b : {V}",
               B, expected={0: (0.5, 0.0, 1.0), 1: (0.5, 1.0, 0.0)})
    yield Case("minimum", [values, (B, (-1.0, 1.0, 1.0))], f"  %y = arith.minimumf %a, %b : {V}",
               B, expected={0: (0.5, 1.0, 0.0), 1: (0.5, 0.0, 1.0)})
    # Of the inner one, where both sides are one value, both halves arrive.
    inner = """^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.minimumf %p, %q : f64
    %r = arith.minimumf %m, %p : f64
    linalg.yield %r : f64"""
    yield Case("minimum_of_minimum", [values, (B, (-1.0, 1.0, 1.0))],
               f"\n  %e = tensor.empty() : {V}" + generic(
                   "y", ["d0", "d0", "d0"], "p", [("%a", V), ("%b", V)], [("%e", V)], inner),
               B, expected={0: (0.75, 1.0, 0.0), 1: (0.25, 0.0, 1.0)})
    yield Case("absolute", [values], f"  %y = math.absf %a : {V}", B,
               expected={0: (-1.0, 0.0, 1.0)})
    yield Case("clamp_on_its_bounds", [values], f"""
  %lo = arith.constant dense<-1.0> : {V}
  %hi = arith.constant dense<1.0> : {V}
  %y = math.clampf %a to [%lo, %hi] : {V}""", B, expected={0: (1.0, 1.0, 0.0)})
    yield Case("power_zero", [(B, (0.0, 0.0, 2.0)), (B, (0.0, 2.0, 1.0))],
               f"  %y = math.powf %a, %b : {V}", B, expected={0: (0.0, 0.0, 1.0)})
    table = ((3, 4), (1.0, 1.0, 0.0, 1.0, 2.0, 3.0, 3.0, -1.0, 0.0, 0.0, 0.0, 0.0))
    third = 1.0 / 3.0
    yield Case("reduce_maximum", [table], extremum("maximumf", "0xFFF0000000000000"), B, expected={
        0: (third, third, 0.0, third, 0.0, 0.5, 0.5, 0.0, 0.25, 0.25, 0.25, 0.25)})
    yield Case("reduce_minimum", [table], extremum("minimumf", "0x7FF0000000000000"), B, expected={
        0: (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.25, 0.25, 0.25, 0.25)})
