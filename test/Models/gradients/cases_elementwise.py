# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every rule of arith and math, on tensors and on scalars in a body."""

from harness import Case

SHAPE = (2, 3)
T = "tensor<2x3xf64>"
ID = "affine_map<(i, j) -> (i, j)>"

# name, op text with operands %a, %b, %c and type !t, ranges of the operands,
# points to keep away from
OPS = [
    ("addf", "arith.addf %a, %b : !t", [(-2, 2), (-2, 2)]),
    ("addf_twice", "arith.addf %a, %a : !t", [(-2, 2)]),
    ("subf", "arith.subf %a, %b : !t", [(-2, 2), (-2, 2)]),
    ("mulf", "arith.mulf %a, %b : !t", [(-2, 2), (-2, 2)]),
    ("square", "arith.mulf %a, %a : !t", [(-2, 2)]),
    ("divf", "arith.divf %a, %b : !t", [(-2, 2), (0.5, 2)]),
    ("remf", "arith.remf %a, %b : !t", [(4.1, 4.9), (1.1, 1.3)]),
    ("negf", "arith.negf %a : !t", [(-2, 2)]),
    ("maximumf", "arith.maximumf %a, %b : !t", [(-2, 0.4), (-0.3, 2)]),
    ("minimumf", "arith.minimumf %a, %b : !t", [(-2, 0.4), (-0.3, 2)]),
    ("maxnumf", "arith.maxnumf %a, %b : !t", [(-2, 0.4), (-0.3, 2)]),
    ("minnumf", "arith.minnumf %a, %b : !t", [(-2, 0.4), (-0.3, 2)]),
    ("atan2", "math.atan2 %a, %b : !t", [(0.5, 2), (0.5, 2)]),
    ("copysign", "math.copysign %a, %b : !t", [(-2, 2), (-2, 2)]),
    ("fma", "math.fma %a, %b, %c : !t", [(-2, 2)] * 3),
    ("powf", "math.powf %a, %b : !t", [(0.5, 2), (-2, 2)]),
    ("clampf", "math.clampf %a to [%b, %c] : !t", [(-2, 2), (-1, -0.5), (0.5, 1)]),
]
UNARY = {
    "exp": (-2, 2), "exp2": (-2, 2), "expm1": (-2, 2), "log": (0.2, 3),
    "log1p": (-0.5, 3), "log2": (0.2, 3), "log10": (0.2, 3), "sqrt": (0.2, 3),
    "rsqrt": (0.2, 3), "cbrt": (0.2, 3), "tanh": (-2, 2), "sin": (-3, 3),
    "cos": (-3, 3), "tan": (-1, 1), "sinh": (-2, 2), "cosh": (-2, 2),
    "asin": (-0.9, 0.9), "acos": (-0.9, 0.9), "atan": (-2, 2), "asinh": (-2, 2),
    "acosh": (1.2, 3), "atanh": (-0.9, 0.9), "erf": (-2, 2), "erfc": (-2, 2),
    "absf": (-2, 2), "ceil": (0.1, 0.9), "floor": (0.1, 0.9), "round": (0.1, 0.4),
    "roundeven": (0.1, 0.4), "trunc": (0.1, 0.9),
}
OPS += [(name, f"math.{name} %a : !t", [limits]) for name, limits in UNARY.items()]


def case(name, op, limits):
    args = [(SHAPE, low, high) for low, high in limits]
    kinks = (0.0,)
    yield Case(f"tensor_{name}", args, f"  %y = {op.replace('!t', T)}", SHAPE, kinks=kinks)
    outer = ", ".join(f"%{chr(97 + i)}" for i in range(len(args)))
    # Scalars of the body must not hide the arguments of the function.
    inner = op
    for i in range(len(args)):
        inner = inner.replace(f"%{chr(97 + i)}", f"%s{chr(97 + i)}")
    arguments = ", ".join(f"%s{chr(97 + i)}: f64" for i in range(len(args)))
    maps = ", ".join([ID] * (len(args) + 1))
    # Two more ops around the op under test: its result and its operands are
    # then not the ones of the structured op.
    yield Case(f"scalar_{name}", args, f"""
  %empty = tensor.empty() : {T}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}
      ins({outer} : {", ".join([T] * len(args))}) outs(%empty : {T}) {{
  ^bb0({arguments}, %out: f64):
    %r = {inner.replace("!t", "f64")}
    %q = arith.mulf %r, %r : f64
    %t = arith.addf %q, %sa : f64
    linalg.yield %t : f64
  }} -> {T}""", SHAPE, kinks=kinks)
    yield Case(f"plain_{name}", args, f"""
  %empty = tensor.empty() : {T}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}
      ins({outer} : {", ".join([T] * len(args))}) outs(%empty : {T}) {{
  ^bb0({arguments}, %out: f64):
    %r = {inner.replace("!t", "f64")}
    linalg.yield %r : f64
  }} -> {T}""", SHAPE, kinks=kinks)


SPECIAL = [
    Case("relu_tensor", [(SHAPE, -2, 2)], f"""
  %zeros = arith.constant dense<0.0> : {T}
  %y = arith.maximumf %a, %zeros : {T}""", SHAPE, kinks=(0.0,)),
    Case("relu_select", [(SHAPE, -2, 2)], f"""
  %zeros = arith.constant dense<0.0> : {T}
  %cond = arith.cmpf ugt, %a, %zeros : {T}
  %y = arith.select %cond, %a, %zeros : tensor<2x3xi1>, {T}""", SHAPE, kinks=(0.0,)),
    Case("select_both", [(SHAPE, -2, 2), (SHAPE, -2, 2)], f"""
  %cond = arith.cmpf olt, %a, %b : {T}
  %product_ab = arith.mulf %a, %b : {T}
  %y = arith.select %cond, %a, %product_ab : tensor<2x3xi1>, {T}""", SHAPE),
    Case("integer_path", [(SHAPE, 1.2, 1.8)], f"""
  %int = arith.fptosi %a : {T} to tensor<2x3xi32>
  %float = arith.sitofp %int : tensor<2x3xi32> to {T}
  %y = arith.mulf %float, %a : {T}""", SHAPE),
    Case("sincos", [(SHAPE, -2, 2)], f"""
  %empty = tensor.empty() : {T}
  %y = linalg.generic {{indexing_maps = [{ID}, {ID}], iterator_types = ["parallel", "parallel"]}}
      ins(%a : {T}) outs(%empty : {T}) {{
  ^bb0(%p: f64, %out: f64):
    %s, %c = math.sincos %p : f64
    %q = arith.mulf %c, %c : f64
    %t = arith.mulf %q, %s : f64
    linalg.yield %t : f64
  }} -> {T}""", SHAPE),
    Case("fpowi", [(SHAPE, 0.5, 2), (SHAPE, [3, -2, 0, 1, 2, 5])], f"""
  %y = math.fpowi %a, %b : {T}, tensor<2x3xi32>""", SHAPE),
    Case("powf_square", [(SHAPE, -2, 2)], f"""
  %two = arith.constant dense<2.0> : {T}
  %y = math.powf %a, %two : {T}""", SHAPE),
]


def cases():
    for op in OPS:
        yield from case(*op)
    yield from SPECIAL
