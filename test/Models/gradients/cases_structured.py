# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules of linalg: generic and what is written as such, contractions."""

from harness import Case


def generic(name, maps, kinds, ins, outs, body, results=1):
    """`ins`, `outs`: (value, type)."""
    kinds = ", ".join('"parallel"' if k == "p" else '"reduction"' for k in kinds)
    loops = ", ".join(f"d{i}" for i in range(kinds.count('"') // 2))
    maps = ", ".join(f"affine_map<({loops}) -> ({m})>" for m in maps)
    types = ", ".join(t for _, t in outs)
    return f"""
  %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins({", ".join(v for v, _ in ins)} : {", ".join(t for _, t in ins)})
      outs({", ".join(v for v, _ in outs)} : {types}) {{
  {body}
  }} -> {types if len(outs) == 1 else "(" + types + ")"}"""


def empty(name, type):
    return f"\n  %{name} = tensor.empty() : {type}"


def filled(name, type, value="%zero"):
    return (f"\n  %{name}_e = tensor.empty() : {type}\n  %{name} = linalg.fill "
            f"ins({value} : f64) outs(%{name}_e : {type}) -> {type}")


R, C, RC, CR = "tensor<3xf64>", "tensor<4xf64>", "tensor<3x4xf64>", "tensor<4x3xf64>"
A, B = (3, 4), (3,)


def structured():
    yield Case("broadcast_mul", [(A, -2, 2), ((4,), -2, 2)], empty("e", RC) + generic(
        "y", ["d0, d1", "d1", "d0, d1"], "pp", [("%a", RC), ("%b", C)], [("%e", RC)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64"""), A)
    yield Case("transposed_operand", [(A, -2, 2), ((4, 3), -2, 2)], empty("e", RC) + generic(
        "y", ["d0, d1", "d1, d0", "d0, d1"], "pp", [("%a", RC), ("%b", CR)], [("%e", RC)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    %s = math.tanh %r : f64
    linalg.yield %s : f64"""), A)
    yield Case("same_tensor_twice", [(A, -2, 2)], empty("e", RC) + generic(
        "y", ["d0, d1", "d0, d1", "d0, d1"], "pp", [("%a", RC), ("%a", RC)], [("%e", RC)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64"""), A)
    yield Case("same_tensor_two_maps", [((3, 3), -2, 2)], empty("e", "tensor<3x3xf64>") + generic(
        "y", ["d0, d1", "d1, d0", "d0, d1"], "pp", [("%a", "tensor<3x3xf64>")] * 2,
        [("%e", "tensor<3x3xf64>")],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64"""), (3, 3))
    yield Case("elementwise_reads_init", [(A, -2, 2), (A, -2, 2)], generic(
        "y", ["d0, d1", "d0, d1"], "pp", [("%a", RC)], [("%b", RC)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.mulf %p, %o : f64
    linalg.yield %r : f64"""), A)
    yield Case("sum", [(A, -2, 2), (B, -2, 2)], generic(
        "y", ["d0, d1", "d0"], "pr", [("%a", RC)], [("%b", R)],
        """^bb0(%p: f64, %o: f64):
    %q = math.exp %p : f64
    %r = arith.addf %o, %q : f64
    linalg.yield %r : f64"""), B)
    yield Case("sum_subtracts", [(A, -2, 2), (B, -2, 2), (B, -2, 2)], generic(
        "y", ["d0, d1", "d0", "d0"], "pr", [("%a", RC), ("%c", R)], [("%b", R)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.subf %o, %p : f64
    %r = math.fma %p, %q, %s : f64
    linalg.yield %r : f64"""), B)
    yield Case("sum_rows_unread_loop", [(B, -2, 2), (A, -2, 2)], filled("e", R) + generic(
        "y", ["d0", "d0, d1", "d0"], "pr", [("%a", R), ("%b", RC)], [("%e", R)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    %r = arith.addf %o, %s : f64
    linalg.yield %r : f64"""), B)
    yield Case("sum_unread_loop_with_index", [(B, -2, 2), (A, -2, 2)], filled("e", R) + generic(
        "y", ["d0", "d0, d1", "d0"], "pr", [("%a", R), ("%b", RC)], [("%e", R)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f64
    %m = arith.mulf %p, %f : f64
    %s = arith.addf %m, %q : f64
    %r = arith.addf %o, %s : f64
    linalg.yield %r : f64"""), B)
    yield Case("sum_unread_first_loop", [((4,), -2, 2), (A, -2, 2)], filled("e", "tensor<f64>") + generic(
        "y", ["d1", "d0, d1", ""], "rr", [("%a", C), ("%b", RC)], [("%e", "tensor<f64>")],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f64
    %m = arith.mulf %p, %f : f64
    %s = arith.addf %m, %q : f64
    %r = arith.addf %o, %s : f64
    linalg.yield %r : f64"""), ())
    yield Case("keep_dimension", [(A, -2, 2)], filled("e", "tensor<3x1xf64>") + generic(
        "y", ["d0, d1", "d0, 0"], "pr", [("%a", RC)], [("%e", "tensor<3x1xf64>")],
        """^bb0(%p: f64, %o: f64):
    %q = arith.mulf %p, %p : f64
    %r = arith.addf %o, %q : f64
    linalg.yield %r : f64"""), (3, 1))
    yield Case("unit_dimension", [(A, -2, 2), ((3, 1), -2, 2)], empty("e", RC) + generic(
        "y", ["d0, d1", "d0, 0", "d0, d1"], "pp", [("%a", RC), ("%b", "tensor<3x1xf64>")],
        [("%e", RC)], """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64"""), A)
    yield Case("one_row_of_many", [(A, -2, 2)], empty("e", C) + generic(
        "y", ["2, d0", "d0"], "p", [("%a", RC)], [("%e", C)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.mulf %p, %p : f64
    linalg.yield %r : f64"""), (4,))
    for op in ("maximumf", "maxnumf", "minimumf", "minnumf"):
        # -9 and 9 are no extremum, so the init does not win.
        start = "-9.0" if op.startswith("max") else "9.0"
        yield Case(f"reduce_{op}", [(A, -2, 2)], f"""
  %start = arith.constant {start} : f64""" + filled("e", R, "%start") + generic(
            "y", ["d0, d1", "d0"], "pr", [("%a", RC)], [("%e", R)],
            f"""^bb0(%p: f64, %o: f64):
    %q = arith.mulf %p, %p : f64
    %r = arith.{op} %q, %o : f64
    linalg.yield %r : f64"""), B)
    yield Case("reduce_max_wanted_init", [(A, -2, 2), (B, 0.5, 2.2)], generic(
        "y", ["d0, d1", "d0"], "pr", [("%a", RC)], [("%b", R)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.maximumf %o, %p : f64
    linalg.yield %r : f64"""), B)
    yield Case("reduce_max_with_index", [(A, -2, 2)], """
  %low = arith.constant -9.0 : f64
  %none = arith.constant 0 : i64
  %ie = tensor.empty() : tensor<3xi64>
  %if = linalg.fill ins(%none : i64) outs(%ie : tensor<3xi64>) -> tensor<3xi64>""" +
               filled("e", R, "%low") + generic(
        "both:2", ["d0, d1", "d0", "d0"], "pr", [("%a", RC)], [("%e", R), ("%if", "tensor<3xi64>")],
        """^bb0(%p: f64, %o: f64, %n: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %p, %o : f64
    %r = arith.select %c, %p, %o : f64
    %k = arith.select %c, %j, %n : i64
    linalg.yield %r, %k : f64, i64""") + generic(
        "y", ["d0", "d0"], "p", [("%both#0", R)], [("%e_e", R)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.mulf %p, %p : f64
    linalg.yield %r : f64"""), B)
    yield Case("two_results", [(A, -2, 2), (A, -2, 2)], filled("e", R) + empty("f", RC) + generic(
        "both:2", ["d0, d1", "d0, d1", "d0", "d0, d1"], "pr", [("%a", RC), ("%b", RC)],
        [("%e", R), ("%f", RC)],
        """^bb0(%p: f64, %q: f64, %o: f64, %n: f64):
    %r = arith.mulf %p, %q : f64
    %s = arith.addf %o, %r : f64
    %t = math.exp %r : f64
    linalg.yield %s, %t : f64, f64""") + empty("g", RC) + generic(
        "y", ["d0", "d0, d1", "d0, d1"], "pp", [("%both#0", R), ("%both#1", RC)], [("%g", RC)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %r = arith.mulf %p, %q : f64
    linalg.yield %r : f64"""), A)
    yield Case("index_in_body", [(A, -2, 2), (B, [2, 0, 3])], filled("e", R) + generic(
        "y", ["d0, d1", "d0", "d0"], "pr", [("%a", RC), ("%b", "tensor<3xi32>")], [("%e", R)],
        """^bb0(%p: f64, %n: i32, %o: f64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %c = arith.cmpi eq, %j, %n : i32
    %q = arith.mulf %p, %p : f64
    %r = arith.select %c, %q, %zero : f64
    %s = arith.addf %o, %r : f64
    linalg.yield %s : f64"""), B)
    yield Case("captured_scalar", [(A, -2, 2), ((), 0.5, 2)], """
  %scalar = tensor.extract %b[] : tensor<f64>""" + empty("e", RC) + generic(
        "y", ["d0, d1", "d0, d1"], "pp", [("%a", RC)], [("%e", RC)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.divf %p, %scalar : f64
    linalg.yield %r : f64"""), A)
    yield Case("gather_label", [(A, -2, 2), (B, [2, 0, 3])], empty("e", R) + generic(
        "y", ["d0", "d0"], "p", [("%b", "tensor<3xi32>")], [("%e", R)],
        """^bb0(%n: i32, %o: f64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %n : i32 to index
    %p = tensor.extract %a[%i, %j] : tensor<3x4xf64>
    %r = arith.mulf %p, %p : f64
    linalg.yield %r : f64"""), B)
    yield Case("gather_rows", [(A, -2, 2), ((5,), [2, 0, 2, 1, 0])], empty("e", "tensor<5x4xf64>") +
               generic("y", ["d0", "d0, d1"], "pp", [("%b", "tensor<5xi32>")],
                       [("%e", "tensor<5x4xf64>")],
                       """^bb0(%n: i32, %o: f64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %n : i32 to index
    %p = tensor.extract %a[%j, %i] : tensor<3x4xf64>
    linalg.yield %p : f64"""), (5, 4))
    yield Case("gather_upsample", [(B, -2, 2)], empty("e", "tensor<6xf64>") + """
  %two = arith.constant 2 : index""" + generic(
        "y", ["d0"], "p", [], [("%e", "tensor<6xf64>")],
        """^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = arith.divui %i, %two : index
    %p = tensor.extract %a[%j] : tensor<3xf64>
    linalg.yield %p : f64""").replace("ins( : )", ""), (6,))
    yield Case("gather_diagonal", [((3, 3), -2, 2)], empty("e", R) + generic(
        "y", ["d0"], "p", [], [("%e", R)],
        """^bb0(%o: f64):
    %i = linalg.index 0 : index
    %p = tensor.extract %a[%i, %i] : tensor<3x3xf64>
    linalg.yield %p : f64""").replace("ins( : )", ""), B)
    yield Case("strided_window", [((7,), -2, 2), ((3,), -2, 2)], filled("e", "tensor<3xf64>") +
               generic("y", ["d0 * 2 + d1", "d1", "d0"], "pr",
                       [("%a", "tensor<7xf64>"), ("%b", "tensor<3xf64>")],
                       [("%e", "tensor<3xf64>")],
                       """^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %r = arith.addf %o, %m : f64
    linalg.yield %r : f64"""), (3,))
    yield Case("softmax_loss", [(A, -2, 2), (B, [2, 0, 3])], """
  %low = arith.constant 0xFFF0000000000000 : f64""" + filled("l", R, "%low") + generic(
        "m", ["d0, d1", "d0"], "pr", [("%a", RC)], [("%l", R)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.maximumf %p, %o : f64
    linalg.yield %r : f64""") + filled("z", R) + generic(
        "s", ["d0, d1", "d0", "d0"], "pr", [("%a", RC), ("%m", R)], [("%z", R)],
        """^bb0(%p: f64, %q: f64, %o: f64):
    %d = arith.subf %p, %q : f64
    %x = math.exp %d : f64
    %r = arith.addf %o, %x : f64
    linalg.yield %r : f64""") + empty("e", RC) + generic(
        "y", ["d0, d1", "d0", "d0", "d0, d1"], "pp", [("%a", RC), ("%m", R), ("%s", R)],
        [("%e", RC)], """^bb0(%p: f64, %q: f64, %w: f64, %o: f64):
    %d = arith.subf %p, %q : f64
    %g = math.log %w : f64
    %r = arith.subf %d, %g : f64
    linalg.yield %r : f64"""), A)
    yield Case("batch_norm_relu", [(A, -2, 2), ((4,), 0.5, 1.5), ((4,), -0.5, 0.5)], """
  %third = arith.constant 0.3333333333333333 : f64
  %eps = arith.constant 0.001 : f64""" + filled("z", C) + generic(
        "avg", ["d0, d1", "d1"], "rp", [("%a", RC)], [("%z", C)],
        """^bb0(%p: f64, %o: f64):
    %r = arith.mulf %p, %third : f64
    %s = arith.addf %o, %r : f64
    linalg.yield %s : f64""") + generic(
        "sq", ["d0, d1", "d1"], "rp", [("%a", RC)], [("%z", C)],
        """^bb0(%p: f64, %o: f64):
    %q = arith.mulf %p, %p : f64
    %r = arith.mulf %q, %third : f64
    %s = arith.addf %o, %r : f64
    linalg.yield %s : f64""") + generic(
        "gain", ["d0", "d0", "d0", "d0"], "p", [("%avg", C), ("%sq", C), ("%b", C)], [("%z_e", C)],
        """^bb0(%m: f64, %q: f64, %g: f64, %o: f64):
    %s = arith.mulf %m, %m : f64
    %u = arith.subf %q, %s : f64
    %d = arith.maximumf %u, %zero : f64
    %f = arith.addf %d, %eps : f64
    %r = math.rsqrt %f : f64
    %t = arith.mulf %r, %g : f64
    linalg.yield %t : f64""") + empty("e", RC) + generic(
        "y", ["d0, d1", "d1", "d1", "d1", "d0, d1"], "pp",
        [("%a", RC), ("%avg", C), ("%gain", C), ("%c", C)], [("%e", RC)],
        """^bb0(%v: f64, %m: f64, %g: f64, %h: f64, %o: f64):
    %k = arith.subf %v, %m : f64
    %n = arith.mulf %k, %g : f64
    %p = arith.addf %n, %h : f64
    %t = arith.maximumf %p, %zero : f64
    linalg.yield %t : f64"""), A)


def named():
    yield Case("fill_value", [((), -2, 2)], """
  %scalar = tensor.extract %a[] : tensor<f64>
  %e = tensor.empty() : tensor<3x4xf64>
  %y = linalg.fill ins(%scalar : f64) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>""", A)
    yield Case("map", [(A, -2, 2), (A, -2, 2)], """
  %e = tensor.empty() : tensor<3x4xf64>
  %y = linalg.map { arith.mulf } ins(%a, %b : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>)""", A)
    yield Case("reduce", [(A, -2, 2), ((4,), -2, 2)], """
  %y = linalg.reduce { arith.addf } ins(%a : tensor<3x4xf64>) outs(%b : tensor<4xf64>) dimensions = [0]""", (4,))
    yield Case("broadcast", [((4,), -2, 2)], """
  %e = tensor.empty() : tensor<3x4xf64>
  %y = linalg.broadcast ins(%a : tensor<4xf64>) outs(%e : tensor<3x4xf64>) dimensions = [0]""", A)
    yield Case("transpose", [(A, -2, 2)], """
  %e = tensor.empty() : tensor<4x3xf64>
  %y = linalg.transpose ins(%a : tensor<3x4xf64>) outs(%e : tensor<4x3xf64>) permutation = [1, 0]""", (4, 3))
    yield Case("matmul", [(A, -2, 2), ((4, 2), -2, 2), ((3, 2), -2, 2)], """
  %y = linalg.matmul ins(%a, %b : tensor<3x4xf64>, tensor<4x2xf64>) outs(%c : tensor<3x2xf64>) -> tensor<3x2xf64>""", (3, 2))
    yield Case("matmul_with_itself", [((3, 3), -2, 2)], filled("z", "tensor<3x3xf64>") + """
  %y = linalg.matmul ins(%a, %a : tensor<3x3xf64>, tensor<3x3xf64>) outs(%z : tensor<3x3xf64>) -> tensor<3x3xf64>""", (3, 3))
    yield Case("batch_matmul", [((2, 2, 3), -2, 2), ((2, 3, 2), -2, 2)], filled("z", "tensor<2x2x2xf64>") + """
  %y = linalg.batch_matmul ins(%a, %b : tensor<2x2x3xf64>, tensor<2x3x2xf64>) outs(%z : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>""", (2, 2, 2))
    yield Case("matvec", [(A, -2, 2), ((4,), -2, 2)], filled("z", R) + """
  %y = linalg.matvec ins(%a, %b : tensor<3x4xf64>, tensor<4xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>""", B)
    yield Case("dot", [((4,), -2, 2), ((4,), -2, 2)], filled("z", "tensor<f64>") + """
  %y = linalg.dot ins(%a, %b : tensor<4xf64>, tensor<4xf64>) outs(%z : tensor<f64>) -> tensor<f64>""", ())
    yield Case("contract_transposed", [((4, 3), -2, 2), ((2, 4), -2, 2), ((2, 3), -2, 2)], """
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]
      ins(%a, %b : tensor<4x3xf64>, tensor<2x4xf64>) outs(%c : tensor<2x3xf64>) -> tensor<2x3xf64>""", (2, 3))
    yield Case("contract_broadcast", [((2, 2, 3), -2, 2), ((3, 2), -2, 2)], filled("z", "tensor<2x2x2xf64>") + """
  %y = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<2x2x3xf64>, tensor<3x2xf64>) outs(%z : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>""", (2, 2, 2))
    yield Case("conv_2d_nhwc", [((1, 5, 5, 2), -2, 2), ((3, 3, 2, 2), -2, 2)], filled("z", "tensor<1x2x2x2xf64>") + """
  %y = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<1x5x5x2xf64>, tensor<3x3x2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>""", (1, 2, 2, 2))
    yield Case("pooling_nhwc_max", [((1, 4, 4, 2), -2, 2)], """
  %low = arith.constant -9.0 : f64
  %w = tensor.empty() : tensor<2x2xf64>""" + filled("z", "tensor<1x2x2x2xf64>", "%low") + """
  %y = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a, %w : tensor<1x4x4x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>""", (1, 2, 2, 2))


def cases():
    yield from structured()
    yield from named()
