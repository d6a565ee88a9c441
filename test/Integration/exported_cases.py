# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of IR as exporters write it: gathers, upsampling, padded pooling, loops, branches."""

from op_cases import Case, generic, tensor as t, zeros


def maps(*dims):
    """Of indices "i, j" for each operand; the names are those of the first loops used."""
    names = []
    for letters in dims:
        for name in filter(None, letters.replace(" ", "").split(",")):
            if name not in names and name.isalpha():
                names.append(name)
    names.sort()
    return "[" + ", ".join(f"affine_map<({', '.join(names)}) -> ({d})>" for d in dims) + "]"


def parallel(shape):
    return "[" + ", ".join(['"parallel"'] * len(shape)) + "]"


def gather_cases():
    span = (-1, 1)
    keys = "dense<[3, 0, 3, 1, 3]> : tensor<5xi64>"
    rows = Case("gather_rows", [((4, 3), *span)], (5, 3), f"""
  %k = arith.constant {keys}
  %n = arith.constant 4 : index
  %e = tensor.empty() : {t((5, 3))}
  %r = linalg.generic {{indexing_maps = {maps("i", "i, j")}, iterator_types = {parallel("ij")}}}
      ins(%k : tensor<5xi64>) outs(%e : {t((5, 3))}) {{
  ^bb0(%key: i64, %o: f64):
    %row = arith.index_cast %key : i64 to index
    %column = linalg.index 1 : index
    %low = arith.cmpi slt, %row, %n : index
    cf.assert %low, "index must be smaller than dim size"
    %y = tensor.extract %a[%row, %column] : {t((4, 3))}
    linalg.yield %y : f64
  }} -> {t((5, 3))}""")
    labels = Case("gather_labels", [((5, 4), *span)], (5,), f"""
  %k = arith.constant {keys}
  %e = tensor.empty() : {t((5,))}
  %r = linalg.generic {{indexing_maps = {maps("i", "i")}, iterator_types = {parallel("i")}}}
      ins(%k : tensor<5xi64>) outs(%e : {t((5,))}) {{
  ^bb0(%key: i64, %o: f64):
    %row = linalg.index 0 : index
    %column = arith.index_cast %key : i64 to index
    %y = tensor.extract %a[%row, %column] : {t((5, 4))}
    linalg.yield %y : f64
  }} -> {t((5,))}""")
    flipped = Case("gather_flipped", [((3, 4), *span)], (3, 4), f"""
  %two = arith.constant 2 : index
  %e = tensor.empty() : {t((3, 4))}
  %r = linalg.generic {{indexing_maps = {maps("i, j")}, iterator_types = {parallel("ij")}}}
      outs(%e : {t((3, 4))}) {{
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %f = arith.subi %two, %i : index
    %y = tensor.extract %a[%f, %j] : {t((3, 4))}
    linalg.yield %y : f64
  }} -> {t((3, 4))}""")
    scaled = Case("gather_and_scale", [((4, 3), *span), ((5, 3), *span)], (5, 3), f"""
  %k = arith.constant {keys}
  %e = tensor.empty() : {t((5, 3))}
  %r = linalg.generic {{indexing_maps = {maps("i", "i, j", "i, j")}, iterator_types = {parallel("ij")}}}
      ins(%k, %b : tensor<5xi64>, {t((5, 3))}) outs(%e : {t((5, 3))}) {{
  ^bb0(%key: i64, %s: f64, %o: f64):
    %row = arith.index_cast %key : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %a[%row, %column] : {t((4, 3))}
    %y = arith.mulf %v, %s : f64
    linalg.yield %y : f64
  }} -> {t((5, 3))}""")
    return [rows, labels, flipped, scaled]


def upsampling_cases():
    image, out = (2, 3, 3, 4), (2, 3, 6, 8)
    head = f"""
  %e = tensor.empty() : {t(out)}
  %r = linalg.generic {{indexing_maps = {maps("i, j, k, l")}, iterator_types = {parallel(out)}}}
      outs(%e : {t(out)}) {{
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %l = linalg.index 3 : index"""
    nearest = Case("upsample_nearest", [(image, -1, 1)], out, f"""
  %two = arith.constant 2 : index {head}
    %h = arith.floordivsi %k, %two : index
    %wx = arith.floordivsi %l, %two : index
    %y = tensor.extract %a[%i, %j, %h, %wx] : {t(image)}
    linalg.yield %y : f64
  }} -> {t(out)}""")
    by_float = Case("upsample_by_float", [(image, -1, 1)], out, f"""
  %half = arith.constant 0.5 : f32 {head}
    %ki = arith.index_cast %k : index to i64
    %kf = arith.sitofp %ki : i64 to f32
    %hf = arith.mulf %kf, %half : f32
    %hn = math.floor %hf : f32
    %hi = arith.fptosi %hn : f32 to i64
    %h = arith.index_cast %hi : i64 to index
    %li = arith.index_cast %l : index to i64
    %lf = arith.sitofp %li : i64 to f32
    %wf = arith.mulf %lf, %half : f32
    %wn = math.floor %wf : f32
    %wi = arith.fptosi %wn : f32 to i64
    %wx = arith.index_cast %wi : i64 to index
    %y = tensor.extract %a[%i, %j, %h, %wx] : {t(image)}
    linalg.yield %y : f64
  }} -> {t(out)}""")
    at = "\n".join(f"""
    %{n}i = arith.index_cast %{c} : index to i64
    %{n}f = arith.sitofp %{n}i : i64 to f64
    %{n}s = arith.addf %{n}f, %half : f64
    %{n}m = arith.mulf %{n}s, %half : f64
    %{n}t = arith.subf %{n}m, %half : f64
    %{n}c = arith.maximumf %{n}t, %zero : f64
    %{n}l = math.floor %{n}c : f64
    %{n}p = arith.addf %{n}l, %one : f64
    %{n}u = arith.minimumf %{n}p, %max{n} : f64
    %{n}w = arith.subf %{n}c, %{n}l : f64
    %{n}v = arith.subf %one, %{n}w : f64
    %{n}li = arith.fptosi %{n}l : f64 to i64
    %{n}lx = arith.index_cast %{n}li : i64 to index
    %{n}ui = arith.fptosi %{n}u : f64 to i64
    %{n}ux = arith.index_cast %{n}ui : i64 to index""" for n, c in (("y", "k"), ("x", "l")))
    bilinear = Case("upsample_bilinear", [(image, -1, 1)], out, f"""
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %maxy = arith.constant 2.0 : f64
  %maxx = arith.constant 3.0 : f64 {head} {at}
    %ll = tensor.extract %a[%i, %j, %ylx, %xlx] : {t(image)}
    %lu = tensor.extract %a[%i, %j, %ylx, %xux] : {t(image)}
    %ul = tensor.extract %a[%i, %j, %yux, %xlx] : {t(image)}
    %uu = tensor.extract %a[%i, %j, %yux, %xux] : {t(image)}
    %lla = arith.mulf %ll, %xv : f64
    %lub = arith.mulf %lu, %xw : f64
    %low = arith.addf %lla, %lub : f64
    %ula = arith.mulf %ul, %xv : f64
    %uub = arith.mulf %uu, %xw : f64
    %up = arith.addf %ula, %uub : f64
    %lowv = arith.mulf %low, %yv : f64
    %upw = arith.mulf %up, %yw : f64
    %y = arith.addf %lowv, %upw : f64
    linalg.yield %y : f64
  }} -> {t(out)}""")
    return [nearest, by_float, bilinear]


def padded(source, low, high, shape, value, name="p", of="a"):
    names = ", ".join(f"%{name}{i}: index" for i in range(len(shape)))
    return f"""
  %{name}v = arith.constant {value} : f64
  %{name} = tensor.pad %{of} low{low} high{high} {{
  ^bb0({names}):
    tensor.yield %{name}v : f64
  }} : {t(source)} to {t(shape)}"""


def window_cases():
    span, cases = (-1, 1), []
    lowest = "0xFFF0000000000000"
    two = "strides = dense<2> : vector<2xi64>"

    def conv(name, image, filters, out, op, attributes=""):
        cases.append(Case(name, [(image, *span), (filters, *span)], out, zeros("z", out) + f"""
  %r = linalg.{op} {attributes} ins(%a, %b : {t(image)}, {t(filters)}) outs(%z : {t(out)}) -> {t(out)}"""))

    def pool(name, image, low, high, whole, window, out, op, value, attributes):
        start = lowest if "max" in op else "0.0"
        cases.append(Case(name, [(image, *span)], out,
                          padded(image, low, high, whole, value) + zeros("z", out, start) + f"""
  %v = tensor.empty() : {t(window)}
  %r = linalg.{op} {{{attributes}}} ins(%p, %v : {t(whole)}, {t(window)}) outs(%z : {t(out)}) -> {t(out)}"""))

    pool("pool_max_padded", (2, 2, 5, 5), [0, 0, 1, 1], [0, 0, 1, 1], (2, 2, 7, 7), (3, 3),
         (2, 2, 3, 3), "pooling_nchw_max", lowest, two)
    # Ceil mode: the last window begins inside and reaches past the end.
    pool("pool_max_ceil", (1, 2, 6, 6), [0, 0, 0, 0], [0, 0, 1, 1], (1, 2, 7, 7), (3, 3),
         (1, 2, 3, 3), "pooling_nchw_max", lowest, two)
    pool("pool_sum_padded", (2, 2, 5, 5), [0, 0, 1, 1], [0, 0, 1, 1], (2, 2, 7, 7), (3, 3),
         (2, 2, 3, 3), "pooling_nchw_sum", "0.0", two)
    conv("depthwise_nhwc", (2, 5, 5, 3), (3, 3, 3), (2, 3, 3, 3), "depthwise_conv_2d_nhwc_hwc")
    conv("depthwise_nchw", (2, 3, 5, 5), (3, 3, 3), (2, 3, 2, 2), "depthwise_conv_2d_nchw_chw",
         f"{{{two}}}")
    conv("depthwise_multiplier", (1, 4, 4, 2), (3, 3, 2, 3), (1, 2, 2, 2, 3),
         "depthwise_conv_2d_nhwc_hwcm")
    conv("grouped_nchw", (2, 2, 3, 5, 5), (2, 2, 3, 3, 3), (2, 2, 2, 3, 3),
         "conv_2d_ngchw_gfchw")
    conv("conv_1d_ncw", (2, 3, 8), (4, 3, 3), (2, 4, 6), "conv_1d_ncw_fcw")
    conv("conv_1d_nwc", (2, 8, 3), (3, 3, 4), (2, 6, 4), "conv_1d_nwc_wcf")
    pool("pool_1d", (2, 3, 7), [0, 0, 1], [0, 0, 1], (2, 3, 9), (3,), (2, 3, 4),
         "pooling_ncw_max", lowest, "strides = dense<2> : vector<1xi64>")
    pool("pool_1d_sum", (2, 7, 3), [0, 0, 0], [0, 1, 0], (2, 8, 3), (2,), (2, 4, 3),
         "pooling_nwc_sum", "0.0", "strides = dense<2> : vector<1xi64>")
    conv("depthwise_1d", (2, 8, 3), (3, 3), (2, 3, 3), "depthwise_conv_1d_nwc_wc",
         "{strides = dense<2> : vector<1xi64>, dilations = dense<1> : vector<1xi64>}")
    cases.append(Case("conv_1d_padded", [((2, 3, 8), *span), ((4, 3, 3), *span)], (2, 4, 4),
                      padded((2, 3, 8), [0, 0, 1], [0, 0, 1], (2, 3, 10), "0.0")
                      + zeros("z", (2, 4, 4)) + f"""
  %r = linalg.conv_1d_ncw_fcw {{strides = dense<2> : vector<1xi64>}} ins(%p, %b : {t((2, 3, 10))}, {t((4, 3, 3))}) outs(%z : {t((2, 4, 4))}) -> {t((2, 4, 4))}"""))
    conv("conv_fhwc", (2, 5, 5, 2), (3, 3, 3, 2), (2, 3, 3, 3), "conv_2d_nhwc_fhwc")
    # A transposed convolution: zeros between the elements, and the filter flipped.
    cases.append(Case("conv_transposed", [((1, 2, 3, 3), *span), ((2, 3, 2, 2), *span)],
                      (1, 3, 6, 6), zeros("s", (1, 2, 7, 7)) + zeros("z", (1, 3, 6, 6)) + f"""
  %one = arith.constant 1 : index
  %p = tensor.insert_slice %a into %s[0, 0, 1, 1] [1, 2, 3, 3] [1, 1, 2, 2] : {t((1, 2, 3, 3))} into {t((1, 2, 7, 7))}
  %e = tensor.empty() : {t((3, 2, 2, 2))}
  %f = linalg.generic {{indexing_maps = {maps("i, j, k, l")}, iterator_types = {parallel("ijkl")}}}
      outs(%e : {t((3, 2, 2, 2))}) {{
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %l = linalg.index 3 : index
    %h = arith.subi %one, %k : index
    %wx = arith.subi %one, %l : index
    %v = tensor.extract %b[%j, %i, %h, %wx] : {t((2, 3, 2, 2))}
    linalg.yield %v : f64
  }} -> {t((3, 2, 2, 2))}
  %r = linalg.conv_2d_nchw_fchw ins(%p, %f : {t((1, 2, 7, 7))}, {t((3, 2, 2, 2))}) outs(%z : {t((1, 3, 6, 6))}) -> {t((1, 3, 6, 6))}"""))
    bias = f"""
  %e = tensor.empty() : {t((1, 2, 3, 3))}
  %z = linalg.broadcast ins(%c : {t((2,))}) outs(%e : {t((1, 2, 3, 3))}) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw ins(%a, %b : {t((1, 2, 5, 5))}, {t((2, 2, 3, 3))}) outs(%z : {t((1, 2, 3, 3))}) -> {t((1, 2, 3, 3))}"""
    cases.append(Case("conv_on_bias", [((1, 2, 5, 5), *span), ((2, 2, 3, 3), *span),
                                       ((2,), *span)], (1, 2, 3, 3), bias))
    return cases


def generic_window_cases():
    """Windows as generics, which JAX's converters write for reduce_window."""
    def window(name, source, low, high, shape, size, out, dims, body, start):
        window_dims = ", ".join(f"w{i}" for i in range(len(size)))
        loops = ", ".join(f"d{i}" for i in range(len(out))) + ", " + window_dims
        kinds = ", ".join(['"parallel"'] * len(out) + ['"reduction"'] * len(size))
        here = ", ".join(f"d{i}" for i in range(len(out)))
        each = ", ".join(f"affine_map<({loops}) -> ({d})>" for d in (dims, window_dims, here))
        return Case(name, [(source, -1, 1)], out, padded(source, low, high, shape, start) +
                    zeros("z", out, start) + f"""
  %k = tensor.empty() : {t(size)}
  %r = linalg.generic {{indexing_maps = [{each}], iterator_types = [{kinds}]}}
      ins(%p, %k : {t(shape)}, {t(size)}) outs(%z : {t(out)}) {{
  ^bb0(%v: f64, %unread: f64, %o: f64):
    %y = arith.{body} %o, %v : f64
    linalg.yield %y : f64
  }} -> {t(out)}""")
    lowest, volume = "0xFFF0000000000000", (1, 3, 4, 3, 2)
    return [
        window("window_pool", (2, 5, 5, 2), [0, 1, 1, 0], [0, 1, 1, 0], (2, 7, 7, 2), (3, 3),
               (2, 3, 3, 2), "d0, d1 * 2 + w0, d2 * 2 + w1, d3", "maximumf", lowest),
        window("window_sum", (2, 6, 6, 2), [0, 0, 0, 0], [0, 1, 1, 0], (2, 7, 7, 2), (3, 3),
               (2, 3, 3, 2), "d0, d1 * 2 + w0, d2 * 2 + w1, d3", "addf", "0.0"),
        window("cumulative_sum", (3, 5), [0, 4], [0, 0], (3, 9), (5,), (3, 5), "d0, d1 + w0",
               "addf", "0.0"),
        window("cumulative_maximum", (3, 5), [0, 4], [0, 0], (3, 9), (5,), (3, 5), "d0, d1 + w0",
               "maximumf", lowest),
        window("window_of_channels", (2, 3, 6), [0, 0, 2], [0, 0, 2], (2, 3, 10), (5,), (2, 3, 6),
               "d0, d1, d2 + w0", "addf", "0.0"),
        Case("conv_3d", [(volume, -1, 1), ((2, 2, 2, 2, 3), -1, 1)], (1, 2, 3, 2, 3),
             zeros("z", (1, 2, 3, 2, 3)) + f"""
  %r = linalg.conv_3d_ndhwc_dhwcf ins(%a, %b : {t(volume)}, {t((2, 2, 2, 2, 3))}) outs(%z : {t((1, 2, 3, 2, 3))}) -> {t((1, 2, 3, 2, 3))}"""),
    ]


def slice_cases():
    span = (-1, 1)
    return [
        Case("slice_strided", [((2, 7, 3), *span)], (2, 3, 3), f"""
  %r = tensor.extract_slice %a[0, 1, 0] [2, 3, 3] [1, 2, 1] : {t((2, 7, 3))} to {t((2, 3, 3))}"""),
        Case("insert_strided", [((2, 3), *span), ((2, 7), *span)], (2, 7), f"""
  %r = tensor.insert_slice %a into %b[0, 1] [2, 3] [1, 2] : {t((2, 3))} into {t((2, 7))}"""),
        Case("slice_at_data", [((5, 3), *span)], (2, 3), f"""
  %k = arith.constant dense<[7, 2]> : tensor<2xi32>
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %i = tensor.extract %k[%one] : tensor<2xi32>
  %x = arith.index_cast %i : i32 to index
  %l = arith.maxsi %x, %zero : index
  %u = arith.minsi %l, %three : index
  %r = tensor.extract_slice %a[%u, 0] [2, 3] [1, 1] : {t((5, 3))} to {t((2, 3))}"""),
        Case("insert_at_data", [((2, 3), *span), ((5, 3), *span)], (5, 3), f"""
  %k = arith.constant dense<2> : tensor<i32>
  %i = tensor.extract %k[] : tensor<i32>
  %x = arith.index_cast %i : i32 to index
  %r = tensor.insert_slice %a into %b[%x, 0] [2, 3] [1, 1] : {t((2, 3))} into {t((5, 3))}"""),
        Case("pad_value", [((2, 3), *span)], (4, 5), padded(
            (2, 3), [1, 0], [1, 2], (4, 5), "0.5").replace("%p", "%r")),
        Case("concat_many", [((2, 3), *span), ((2, 2), *span), ((2, 1), *span)], (2, 6), f"""
  %r = tensor.concat dim(1) %a, %b, %c : ({t((2, 3))}, {t((2, 2))}, {t((2, 1))}) -> {t((2, 6))}"""),
        Case("keepdim", [((2, 3), *span)], (2, 3), zeros("s", (2, 1)) + f"""
  %m = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}}
      ins(%a : {t((2, 3))}) outs(%s : {t((2, 1))}) {{
  ^bb0(%v: f64, %o: f64):
    %y = arith.addf %v, %o : f64
    linalg.yield %y : f64
  }} -> {t((2, 1))}
  %e = tensor.empty() : {t((2, 3))}
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%a, %m : {t((2, 3))}, {t((2, 1))}) outs(%e : {t((2, 3))}) {{
  ^bb0(%v: f64, %u: f64, %o: f64):
    %y = arith.mulf %v, %u : f64
    linalg.yield %y : f64
  }} -> {t((2, 3))}"""),
    ]


def reduction_cases():
    span = (-1, 1)
    argmax = Case("max_with_argmax", [((3, 4), *span)], (3,), zeros("z", (3,), "0xFFF0000000000000") + f"""
  %zi = arith.constant 0 : i64
  %ie = tensor.empty() : tensor<3xi64>
  %iz = linalg.fill ins(%zi : i64) outs(%ie : tensor<3xi64>) -> tensor<3xi64>
  %r, %n = linalg.generic {{indexing_maps = {maps("i, j", "i", "i")}, iterator_types = ["parallel", "reduction"]}}
      ins(%a : {t((3, 4))}) outs(%z, %iz : {t((3,))}, tensor<3xi64>) {{
  ^bb0(%v: f64, %o: f64, %at: i64):
    %j = linalg.index 1 : index
    %jc = arith.index_cast %j : index to i64
    %m = arith.maximumf %v, %o : f64
    %g = arith.cmpf ogt, %v, %o : f64
    %wx = arith.select %g, %jc, %at : i64
    linalg.yield %m, %wx : f64, i64
  }} -> ({t((3,))}, tensor<3xi64>)""")
    minimum = Case("minimum", [((3, 4), *span)], (3,), zeros("z", (3,), "0x7FF0000000000000") + generic(
        [("a", (3, 4))], ("z", (3,)), ["d0, d1", "d0"], "pr", "%y = arith.minimumf %va, %o : f64"))
    softmax = Case("softmax", [((3, 4), *span)], (3, 4), f"""
  %e = tensor.empty() : {t((3, 4))}
  %r = linalg.softmax dimension(1) ins(%a : {t((3, 4))}) outs(%e : {t((3, 4))}) -> {t((3, 4))}""")
    batched = Case("batch_matmul_broadcast", [((2, 3, 4), *span), ((4, 2), *span)], (2, 3, 2),
                   zeros("z", (2, 3, 2)) + f"""
  %e = tensor.empty() : {t((2, 4, 2))}
  %wx = linalg.broadcast ins(%b : {t((4, 2))}) outs(%e : {t((2, 4, 2))}) dimensions = [0]
  %r = linalg.batch_matmul ins(%a, %wx : {t((2, 3, 4))}, {t((2, 4, 2))}) outs(%z : {t((2, 3, 2))}) -> {t((2, 3, 2))}""")
    power = Case("power_of_negative", [((3, 5), -2.0, -0.5)], (3, 5), f"""
  %three = arith.constant 3.0 : f64
  %e = tensor.empty() : {t((3, 5))}
  %r = linalg.generic {{indexing_maps = {maps("i, j", "i, j")}, iterator_types = {parallel("ij")}}}
      ins(%a : {t((3, 5))}) outs(%e : {t((3, 5))}) {{
  ^bb0(%v: f64, %o: f64):
    %y = math.powf %v, %three : f64
    linalg.yield %y : f64
  }} -> {t((3, 5))}""")
    random = Case("random_mask", [((4, 8), *span)], (4, 8), f"""
  %c13 = arith.constant 13 : i32
  %c17 = arith.constant 17 : i32
  %c5 = arith.constant 5 : i32
  %seed = arith.constant 2463534242 : i32
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %limit = arith.constant 0 : i32
  %e = tensor.empty() : {t((4, 8))}
  %r = linalg.generic {{indexing_maps = {maps("i, j", "i, j")}, iterator_types = {parallel("ij")}}}
      ins(%a : {t((4, 8))}) outs(%e : {t((4, 8))}) {{
  ^bb0(%v: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i32
    %jj = arith.index_cast %j : index to i32
    %s0 = arith.muli %ii, %seed : i32
    %s1 = arith.addi %s0, %jj : i32
    %s2 = arith.xori %s1, %seed : i32
    %l = arith.shli %s2, %c13 : i32
    %x = arith.xori %s2, %l : i32
    %h = arith.shrui %x, %c17 : i32
    %x2 = arith.xori %x, %h : i32
    %l2 = arith.shli %x2, %c5 : i32
    %x3 = arith.ori %x2, %l2 : i32
    %keep = arith.cmpi sgt, %x3, %limit : i32
    %d = arith.mulf %v, %two : f64
    %y = arith.select %keep, %d, %zero : f64
    linalg.yield %y : f64
  }} -> {t((4, 8))}""")
    return [argmax, minimum, softmax, batched, power, random]


def control_cases():
    span = (-1, 1)
    scan = Case("scan", [((4, 3), *span), ((3,), *span)], (4, 3), zeros("s", (4, 3)) + f"""
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %last, %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %b, %all = %s) -> ({t((3,))}, {t((4, 3))}) : i32 {{
    %at = arith.index_cast %i : i32 to index
    %x = tensor.extract_slice %a[%at, 0] [1, 3] [1, 1] : {t((4, 3))} to {t((3,))}
    %p = arith.mulf %h, %x : {t((3,))}
    %q = arith.addf %p, %x : {t((3,))}
    %n = math.tanh %q : {t((3,))}
    %ins = tensor.insert_slice %n into %all[%at, 0] [1, 3] [1, 1] : {t((3,))} into {t((4, 3))}
    scf.yield %n, %ins : {t((3,))}, {t((4, 3))}
  }}""")
    branch = Case("branch", [((3,), *span), ((3,), 0.5, 1.0)], (3,), f"""
  %flag = arith.constant dense<[3, -1]> : tensor<2xi32>
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %f = tensor.extract %flag[%one] : tensor<2xi32>
  %is = arith.cmpi sgt, %f, %zero : i32
  %r = scf.if %is -> {t((3,))} {{
    %x = arith.mulf %a, %b : {t((3,))}
    scf.yield %x : {t((3,))}
  }} else {{
    %x = math.log %b : {t((3,))}
    %y = arith.mulf %x, %a : {t((3,))}
    scf.yield %y : {t((3,))}
  }}""")
    by_value = Case("branch_by_value", [((3,), 0.5, 1.0), ((), 0.5, 1.0)], (3,), f"""
  %zero = arith.constant 0.0 : f64
  %f = tensor.extract %b[] : tensor<f64>
  %is = arith.cmpf ogt, %f, %zero : f64
  %r = scf.if %is -> {t((3,))} {{
    %e = tensor.empty() : {t((3,))}
    %s = linalg.fill ins(%f : f64) outs(%e : {t((3,))}) -> {t((3,))}
    %x = arith.mulf %a, %s : {t((3,))}
    scf.yield %x : {t((3,))}
  }} else {{
    scf.yield %a : {t((3,))}
  }}""")
    return [scan, branch, by_value]


GROUPS = {"gather": gather_cases, "upsampling": upsampling_cases, "exported_window": window_cases,
          "generic_window": generic_window_cases, "slice": slice_cases, "reduction": reduction_cases, "control": control_cases}
