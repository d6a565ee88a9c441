# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One small piece of IR for each op that AutoDiff has a rule for, in float64.

A case computes %r from its operands %a, %b, %c; all cases of a group make one
function: the loss is the sum of all terms, a term is the sum of %r times weights
of its own, and each term is a metric too. So the gradients of all cases come
from one evaluation, and the difference quotients of all cases from two more.
"""

import re


class Case:
    """`operands`: (shape, low, high) of each; `text` defines %r with `shape`."""

    def __init__(self, name, operands, shape, text, smooth=True):
        self.name, self.operands, self.shape = name, operands, shape
        # Without a slope that a difference quotient would find: gradient zero.
        self.text, self.smooth = text, smooth


def tensor(shape):
    return f"tensor<{''.join(f'{d}x' for d in shape)}f64>"


def identity(rank):
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"


def scalar_op(name, body, *ranges, smooth=True):
    """An op on floats, in the body of an element-wise linalg.generic on 3x5."""
    shape, letters = (3, 5), "abc"[:len(ranges)]
    ins = ", ".join(f"%{x}" for x in letters)
    types = ", ".join([tensor(shape)] * len(ranges))
    args = ", ".join(f"%v{x}: f64" for x in letters)
    body = re.sub(r"%([abc])\b", r"%v\1", body)
    maps = ", ".join([identity(2)] * (len(ranges) + 1))
    return Case(name, [(shape, low, high) for low, high in ranges], shape, f"""
  %e = tensor.empty() : {tensor(shape)}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}
      ins({ins} : {types}) outs(%e : {tensor(shape)}) {{
  ^bb0({args}, %o: f64):
    {body}
    linalg.yield %y : f64
  }} -> {tensor(shape)}""", smooth)


def unary(dialect, name, low, high, smooth=True):
    return scalar_op(f"{dialect}_{name}", f"%y = {dialect}.{name} %a : f64",
                     (low, high), smooth=smooth)


def binary(dialect, name, *ranges):
    return scalar_op(f"{dialect}_{name}", f"%y = {dialect}.{name} %a, %b : f64", *ranges)


def arith_cases():
    anything, positive = (-2.0, 2.0), (0.5, 2.0)
    pairs = [binary("arith", name, anything, anything) for name in (
        "addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf")]
    return pairs + [
        binary("arith", "divf", anything, positive),
        binary("arith", "remf", (2.2, 2.8), (0.95, 1.05)),
        unary("arith", "negf", *anything),
        scalar_op("arith_select", """%z = arith.constant 0.0 : f64
    %g = arith.cmpf ogt, %a, %z : f64
    %y = arith.select %g, %a, %b : f64""", anything, anything),
        scalar_op("arith_constant", """%k = arith.constant 2.5 : f64
    %y = arith.mulf %a, %k : f64""", anything),
        scalar_op("arith_many_uses", """%s = arith.mulf %a, %a : f64
    %t = arith.mulf %s, %b : f64
    %u = arith.addf %s, %t : f64
    %y = arith.mulf %u, %t : f64""", anything, anything),
    ]


def math_cases():
    ranges = {
        "absf": (0.2, 2), "acos": (-0.8, 0.8), "acosh": (1.2, 3), "asin": (-0.8, 0.8),
        "asinh": (-2, 2), "atan": (-2, 2), "atanh": (-0.8, 0.8), "cbrt": (0.3, 2),
        "cos": (-2, 2), "cosh": (-2, 2), "erf": (-2, 2), "erfc": (-2, 2),
        "exp": (-2, 2), "exp2": (-2, 2), "expm1": (-2, 2), "log": (0.3, 3),
        "log10": (0.3, 3), "log1p": (-0.5, 2), "log2": (0.3, 3), "rsqrt": (0.3, 3),
        "sin": (-2, 2), "sinh": (-2, 2), "sqrt": (0.3, 3), "tan": (-1, 1),
        "tanh": (-2, 2)}
    steps = {name: (1.1, 1.4) for name in ("ceil", "floor", "round", "roundeven", "trunc")}
    return ([unary("math", name, *span) for name, span in ranges.items()] +
            [unary("math", name, *span, smooth=False) for name, span in steps.items()] + [
        binary("math", "atan2", (0.3, 2), (0.3, 2)),
        binary("math", "copysign", (0.3, 2), (0.3, 2)),
        binary("math", "powf", (0.3, 2), (-2, 2)),
        scalar_op("math_fma", "%y = math.fma %a, %b, %c : f64", (-2, 2), (-2, 2), (-2, 2)),
        scalar_op("math_fpowi", """%n = arith.constant 3 : i32
    %y = math.fpowi %a, %n : f64, i32""", (0.3, 2)),
        scalar_op("math_clampf", "%y = math.clampf %a to [%b, %c] : f64",
                  (-2, 2), (-1, -0.5), (0.5, 1)),
    ])


def tensor_cases():
    t = tensor
    return [
        Case("tensor_pad", [((2, 3), -1, 1)], (5, 4), f"""
  %z = arith.constant 0.0 : f64
  %r = tensor.pad %a low[1, 0] high[2, 1] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f64
  }} : {t((2, 3))} to {t((5, 4))}"""),
        Case("tensor_concat", [((2, 3), -1, 1), ((2, 1), -1, 1), ((2, 2), -1, 1)], (2, 6),
             f"  %r = tensor.concat dim(1) %a, %b, %c : "
             f"({t((2, 3))}, {t((2, 1))}, {t((2, 2))}) -> {t((2, 6))}"),
        Case("tensor_concat_twice_the_same", [((2, 3), -1, 1)], (4, 3),
             f"  %r = tensor.concat dim(0) %a, %a : ({t((2, 3))}, {t((2, 3))}) -> {t((4, 3))}"),
        Case("tensor_extract_slice", [((5, 7), -1, 1)], (2, 3),
             f"  %r = tensor.extract_slice %a[1, 0] [2, 3] [2, 3] : {t((5, 7))} to {t((2, 3))}"),
        Case("tensor_extract_slice_fewer_dims", [((4, 5), -1, 1)], (5,),
             f"  %r = tensor.extract_slice %a[2, 0] [1, 5] [1, 1] : {t((4, 5))} to {t((5,))}"),
        Case("tensor_insert_slice", [((2, 3), -1, 1), ((5, 7), -1, 1)], (5, 7),
             f"  %r = tensor.insert_slice %a into %b[1, 0] [2, 3] [2, 3] : "
             f"{t((2, 3))} into {t((5, 7))}"),
        Case("tensor_expand_shape", [((6, 2), -1, 1)], (2, 3, 2),
             f"  %r = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 2] : "
             f"{t((6, 2))} into {t((2, 3, 2))}"),
        Case("tensor_collapse_shape", [((2, 3, 2), -1, 1)], (6, 2),
             f"  %r = tensor.collapse_shape %a [[0, 1], [2]] : "
             f"{t((2, 3, 2))} into {t((6, 2))}"),
        Case("tensor_cast", [((2, 3), -1, 1)], (2, 3), f"""
  %d = tensor.cast %a : {t((2, 3))} to tensor<?x3xf64>
  %r = tensor.cast %d : tensor<?x3xf64> to {t((2, 3))}"""),
        Case("tensor_splat", [((), -1, 1)], (2, 3), f"""
  %s = tensor.extract %a[] : {t(())}
  %r = tensor.splat %s : {t((2, 3))}"""),
    ]


def generic(ins, outs, maps, iterators, body):
    """`ins`: (name, shape) of each; `outs`: (name, shape); block arguments %va …, %o."""
    names = ", ".join(f"%{name}" for name, _ in ins)
    types = ", ".join(tensor(shape) for _, shape in ins)
    args = ", ".join(f"%v{name}: f64" for name, _ in ins)
    dims = ", ".join(f"d{i}" for i in range(len(iterators)))
    maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    kinds = {"p": '"parallel"', "r": '"reduction"'}
    kinds = ", ".join(kinds[i] for i in iterators)
    name, shape = outs
    return f"""
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins({names} : {types}) outs(%{name} : {tensor(shape)}) {{
  ^bb0({args}, %o: f64):
    {body}
    linalg.yield %y : f64
  }} -> {tensor(shape)}"""


def zeros(name, shape, value="0.0"):
    return f"""
  %{name}k = arith.constant {value} : f64
  %{name}e = tensor.empty() : {tensor(shape)}
  %{name} = linalg.fill ins(%{name}k : f64) outs(%{name}e : {tensor(shape)}) -> {tensor(shape)}"""


def linalg_cases():
    t, span = tensor, (-1, 1)
    add = "%y = arith.addf %va, %o : f64"
    three = [("a", (2, 3)), ("b", (3,)), ("c", (2,))]
    named = lambda op, ins, out: (
        f"  %r = linalg.{op} ins({', '.join('%' + n for n, _ in ins)} : "
        f"{', '.join(t(s) for _, s in ins)}) outs(%z : {t(out)}) -> {t(out)}")
    empty = lambda shape: f"\n  %z = tensor.empty() : {t(shape)}\n"
    matrix = [("a", (2, 3)), ("b", (3, 4))]
    return [
        Case("generic_broadcasts", [(s, *span) for _, s in three], (2, 3),
             empty((2, 3)) + generic(three, ("z", (2, 3)), ["d0, d1", "d1", "d0", "d0, d1"], "pp",
                                     "%x = arith.mulf %va, %vb : f64\n"
                                     "    %y = arith.mulf %x, %vc : f64")),
        Case("generic_transposes", [((2, 3), *span), ((3, 2), *span)], (3, 2),
             empty((3, 2)) + generic([("a", (2, 3)), ("b", (3, 2))], ("z", (3, 2)),
                                     ["d1, d0", "d0, d1", "d0, d1"], "pp",
                                     "%y = arith.mulf %va, %vb : f64")),
        Case("generic_sum", [((2, 3, 4), *span)], (3,), zeros("z", (3,)) + generic(
            [("a", (2, 3, 4))], ("z", (3,)), ["d0, d1, d2", "d1"], "rpr", add)),
        Case("generic_sum_with_a_start", [((2, 3), *span), ((2,), *span)], (2,), generic(
            [("a", (2, 3))], ("b", (2,)), ["d0, d1", "d0"], "pr", add)),
        Case("generic_sum_of_squares", [((2, 3), *span)], (), zeros("z", ()) + generic(
            [("a", (2, 3))], ("z", ()), ["d0, d1", ""], "rr",
            "%x = arith.mulf %va, %va : f64\n    %y = arith.addf %x, %o : f64")),
        Case("generic_maximum", [((3, 4), *span)], (3,), zeros("z", (3,), "-1.0e9") + generic(
            [("a", (3, 4))], ("z", (3,)), ["d0, d1", "d0"], "pr",
            "%y = arith.maximumf %va, %o : f64")),
        Case("generic_contraction", [((2, 3), *span), ((4, 3), *span)], (4, 2),
             zeros("z", (4, 2)) + generic(
                 [("a", (2, 3)), ("b", (4, 3))], ("z", (4, 2)),
                 ["d0, d2", "d1, d2", "d1, d0"], "ppr",
                 "%x = arith.mulf %va, %vb : f64\n    %y = arith.addf %o, %x : f64")),
        Case("generic_same_operand_twice", [((3, 3), *span)], (3, 3),
             empty((3, 3)) + f"""
  %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
      ins(%a, %a : {t((3, 3))}, {t((3, 3))}) outs(%z : {t((3, 3))}) {{
  ^bb0(%p: f64, %q: f64, %o: f64):
    %y = arith.mulf %p, %q : f64
    linalg.yield %y : f64
  }} -> {t((3, 3))}"""),
        Case("linalg_matmul", [(s, *span) for _, s in matrix], (2, 4),
             zeros("z", (2, 4)) + "\n" + named("matmul", matrix, (2, 4))),
        Case("linalg_matmul_with_a_start", [(s, *span) for _, s in matrix] + [((2, 4), *span)],
             (2, 4), named("matmul", matrix, (2, 4)).replace("%z", "%c")),
        Case("linalg_batch_matmul", [((2, 2, 3), *span), ((2, 3, 2), *span)], (2, 2, 2),
             zeros("z", (2, 2, 2)) + "\n" + named(
                 "batch_matmul", [("a", (2, 2, 3)), ("b", (2, 3, 2))], (2, 2, 2))),
        Case("linalg_matvec", [((2, 3), *span), ((3,), *span)], (2,),
             zeros("z", (2,)) + "\n" + named("matvec", [("a", (2, 3)), ("b", (3,))], (2,))),
        Case("linalg_dot", [((5,), *span), ((5,), *span)], (),
             zeros("z", ()) + "\n" + named("dot", [("a", (5,)), ("b", (5,))], ())),
        Case("linalg_contract", [((2, 3), *span), ((4, 3), *span)], (4, 2),
             zeros("z", (4, 2)) + f"""
  %r = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>]
      ins(%a, %b : {t((2, 3))}, {t((4, 3))}) outs(%z : {t((4, 2))}) -> {t((4, 2))}"""),
        Case("linalg_map", [((2, 3), *span), ((2, 3), *span)], (2, 3), empty((2, 3)) +
             f"  %r = linalg.map {{ arith.mulf }} ins(%a, %b : {t((2, 3))}, {t((2, 3))}) "
             f"outs(%z : {t((2, 3))})"),
        Case("linalg_reduce", [((2, 3), *span)], (2,), zeros("z", (2,)) +
             f"\n  %r = linalg.reduce {{ arith.addf }} ins(%a : {t((2, 3))}) "
             f"outs(%z : {t((2,))}) dimensions = [1]"),
        Case("linalg_broadcast", [((3,), *span)], (2, 3), empty((2, 3)) +
             f"  %r = linalg.broadcast ins(%a : {t((3,))}) outs(%z : {t((2, 3))}) dimensions = [0]"),
        Case("linalg_transpose", [((2, 3, 4), *span)], (4, 2, 3), empty((4, 2, 3)) +
             f"  %r = linalg.transpose ins(%a : {t((2, 3, 4))}) outs(%z : {t((4, 2, 3))}) "
             "permutation = [2, 0, 1]"),
        Case("linalg_exp", [((2, 3), *span)], (2, 3),
             empty((2, 3)) + named("exp", [("a", (2, 3))], (2, 3))),
        Case("linalg_mul", [((2, 3), *span), ((2, 3), *span)], (2, 3),
             empty((2, 3)) + named("mul", [("a", (2, 3)), ("b", (2, 3))], (2, 3))),
    ]


def window_cases():
    t, span, cases = tensor, (-1, 1), []

    def convolution(name, image, filters, out, attributes="", op="conv_2d_nhwc_hwcf"):
        cases.append(Case(name, [(image, *span), (filters, *span)], out, zeros("z", out) + f"""
  %r = linalg.{op} {attributes} ins(%a, %b : {t(image)}, {t(filters)}) outs(%z : {t(out)}) -> {t(out)}"""))

    def pool(name, op, image, out, window, attributes):
        start = "0xFFF0000000000000" if "max" in op else "0.0"
        cases.append(Case(name, [(image, *span)], out, zeros("z", out, start) + f"""
  %v = tensor.empty() : {t(window)}
  %r = linalg.{op} {attributes} ins(%a, %v : {t(image)}, {t(window)}) outs(%z : {t(out)}) -> {t(out)}"""))

    two = "strides = dense<2> : tensor<2xi64>"
    convolution("conv", (2, 5, 5, 2), (3, 3, 2, 3), (2, 3, 3, 3))
    convolution("conv_1x1", (2, 3, 3, 4), (1, 1, 4, 2), (2, 3, 3, 2))
    convolution("conv_strided", (1, 6, 6, 2), (3, 3, 2, 2), (1, 2, 2, 2), f"{{{two}}}")
    convolution("conv_dilated", (1, 6, 6, 2), (2, 2, 2, 2), (1, 4, 4, 2),
                "{dilations = dense<2> : tensor<2xi64>}")
    convolution("conv_nchw", (2, 2, 5, 5), (3, 2, 3, 3), (2, 3, 3, 3), "", "conv_2d_nchw_fchw")
    pool("pool_max", "pooling_nhwc_max", (2, 4, 4, 2), (2, 2, 2, 2), (2, 2), f"{{{two}}}")
    pool("pool_max_odd", "pooling_nhwc_max", (1, 5, 5, 2), (1, 2, 2, 2), (2, 2), f"{{{two}}}")
    pool("pool_max_overlapping", "pooling_nhwc_max", (1, 5, 5, 2), (1, 2, 2, 2), (3, 3),
         f"{{{two}}}")
    pool("pool_sum", "pooling_nhwc_sum", (2, 5, 5, 2), (2, 2, 2, 2), (2, 2), f"{{{two}}}")
    image, padded, filters = (2, 4, 4, 2), (2, 7, 7, 2), (3, 3, 2, 2)
    cases.append(Case("conv_padded", [(image, *span), (filters, *span)], (2, 3, 3, 2),
                      zeros("z", (2, 3, 3, 2)) + f"""
  %n = arith.constant 0.0 : f64
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 2, 2, 0] {{
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %n : f64
  }} : {t(image)} to {t(padded)}
  %r = linalg.conv_2d_nhwc_hwcf {{{two}}} ins(%p, %b : {t(padded)}, {t(filters)}) outs(%z : {t((2, 3, 3, 2))}) -> {t((2, 3, 3, 2))}"""))
    return cases


def structure_cases():
    """Calls, and regions that capture values."""
    t = tensor((2, 3))
    square = f"""%e = tensor.empty() : {t}
    %q = linalg.mul ins(%a, %b : {t}, {t}) outs(%e : {t}) -> {t}"""
    return [
        Case("call", [((2, 3), -1, 1), ((2, 3), -1, 1)], (2, 3), f"""
  %s = func.call @product(%a, %b) : ({t}, {t}) -> {t}
  %r = func.call @product(%s, %b) : ({t}, {t}) -> {t}"""),
        Case("region", [((2, 3), -1, 1), ((2, 3), -1, 1)], (2, 3), f"""
  %r = ckpt.region -> {t} {{
    {square}
    ckpt.yield %q : {t}
  }}"""),
        Case("region_nested", [((2, 3), -1, 1), ((2, 3), -1, 1)], (2, 3), f"""
  %r = ckpt.region policy(nothing) -> {t} {{
    %s = ckpt.region policy(everything) -> {t} {{
    {square}
      ckpt.yield %q : {t}
    }}
    %f = tensor.empty() : {t}
    %h = linalg.mul ins(%s, %b : {t}, {t}) outs(%f : {t}) -> {t}
    ckpt.yield %h : {t}
  }}"""),
    ]


GROUPS = {"arith": arith_cases, "math": math_cases, "tensor": tensor_cases,
          "linalg": linalg_cases, "window": window_cases, "structure": structure_cases}

PRODUCT = """
func.func private @product(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %q = linalg.mul ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %q : tensor<2x3xf64>
}
"""


def module(cases):
    """Arguments: for each case its operands, then its weights."""
    arguments, lines, terms = [], [], []
    for case in cases:
        local = lambda text: re.sub(r"%(\w+)", rf"%{case.name}_\1", text)
        for letter, (shape, *_) in zip("abc", case.operands):
            arguments.append(local(f"%{letter}: {tensor(shape)}") + " {ckpt.param}")
        arguments.append(local(f"%w: {tensor(case.shape)}") + " {ckpt.param}")
        rank = len(case.shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        kinds = ", ".join(['"reduction"'] * rank)
        same = f"affine_map<({dims}) -> ({dims})>"
        lines.append(local(case.text + f"""
  %start = tensor.empty() : tensor<f64>
  %null = arith.constant 0.0 : f64
  %sum = linalg.fill ins(%null : f64) outs(%start : tensor<f64>) -> tensor<f64>
  %term = linalg.generic {{indexing_maps = [{same}, {same}, affine_map<({dims}) -> ()>], iterator_types = [{kinds}]}}
      ins(%r, %w : {tensor(case.shape)}, {tensor(case.shape)}) outs(%sum : tensor<f64>) {{
  ^bb0(%fst: f64, %snd: f64, %acc: f64):
    %prd = arith.mulf %fst, %snd : f64
    %tot = arith.addf %acc, %prd : f64
    linalg.yield %tot : f64
  }} -> tensor<f64>""").replace(f"@%{case.name}_", "@"))
        terms.append(f"%{case.name}_term")
    total = terms[0]
    for i, term in enumerate(terms[1:]):
        lines.append(f"  %total{i} = arith.addf {total}, {term} : tensor<f64>")
        total = f"%total{i}"
    results = ["tensor<f64> {ckpt.loss}"] + [
        f'tensor<f64> {{ckpt.metric = "{case.name}"}}' for case in cases]
    call = PRODUCT if any("@product" in case.text for case in cases) else ""
    return (call + "func.func @cases(" + ", ".join(arguments) + ") -> (" +
            ", ".join(results) + ") {" + "\n".join(lines) +
            f"\n  return {', '.join([total] + terms)} : " +
            ", ".join(["tensor<f64>"] * (len(terms) + 1)) + "\n}\n")
