# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules of the tensor dialect; calls and regions."""

from harness import Case

A = (3, 4)
T = "tensor<3x4xf64>"


def cases():
    yield Case("pad", [(A, -2, 2)], f"""
  %y = tensor.pad %a low[1, 0] high[0, 2] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f64
  }} : {T} to tensor<4x6xf64>""", (4, 6))
    yield Case("concat", [(A, -2, 2), ((3, 2), -2, 2), ((3, 1), -2, 2)], f"""
  %y = tensor.concat dim(1) %a, %b, %c : ({T}, tensor<3x2xf64>, tensor<3x1xf64>) -> tensor<3x7xf64>""", (3, 7))
    yield Case("concat_twice", [(A, -2, 2)], f"""
  %y = tensor.concat dim(0) %a, %a : ({T}, {T}) -> tensor<6x4xf64>""", (6, 4))
    yield Case("extract_slice", [(A, -2, 2)], f"""
  %y = tensor.extract_slice %a[1, 0] [2, 2] [1, 2] : {T} to tensor<2x2xf64>""", (2, 2))
    yield Case("extract_slice_rank", [(A, -2, 2)], f"""
  %y = tensor.extract_slice %a[1, 1] [1, 3] [1, 1] : {T} to tensor<3xf64>""", (3,))
    yield Case("insert_slice", [((2, 2), -2, 2), (A, -2, 2)], f"""
  %y = tensor.insert_slice %a into %b[0, 1] [2, 2] [2, 1] : tensor<2x2xf64> into {T}""", A)
    yield Case("insert_slice_rank", [((3,), -2, 2), (A, -2, 2)], f"""
  %y = tensor.insert_slice %a into %b[2, 1] [1, 3] [1, 1] : tensor<3xf64> into {T}""", A)
    yield Case("expand_shape", [(A, -2, 2)], f"""
  %y = tensor.expand_shape %a [[0], [1, 2]] output_shape [3, 2, 2] : {T} into tensor<3x2x2xf64>""", (3, 2, 2))
    yield Case("collapse_shape", [(A, -2, 2)], f"""
  %y = tensor.collapse_shape %a [[0, 1]] : {T} into tensor<12xf64>""", (12,))
    yield Case("dynamic", [(A, -2, 2)], f"""
  %d = tensor.cast %a : {T} to tensor<?x?xf64>
  %s = arith.mulf %d, %d : tensor<?x?xf64>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %h = tensor.extract_slice %c[2] [7] [1] : tensor<?xf64> to tensor<7xf64>
  %y = math.exp %h : tensor<7xf64>""", (7,))
    yield Case("splat", [((), -2, 2)], f"""
  %s = tensor.extract %a[] : tensor<f64>
  %y = tensor.splat %s : {T}""", A)
    yield Case("insert_extract", [(A, -2, 2)], f"""
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = tensor.extract %a[%c0, %c2] : {T}
  %q = arith.mulf %s, %s : f64
  %y = tensor.insert %q into %a[%c2, %c0] : {T}""", A)
    yield Case("from_elements", [(A, -2, 2)], f"""
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = tensor.extract %a[%c0, %c2] : {T}
  %t = tensor.extract %a[%c2, %c0] : {T}
  %y = tensor.from_elements %s, %t, %s, %one : tensor<2x2xf64>""", (2, 2))
    yield Case("call", [(A, -2, 2), (A, -2, 2)], f"""
  %p = func.call @square_of_product(%a, %b) : ({T}, {T}) -> {T}
  %y = func.call @square_of_product(%p, %a) : ({T}, {T}) -> {T}""", A, helpers=f"""
func.func private @square_of_product(%p: {T}, %q: {T}) -> {T} {{
  %r = func.call @product(%p, %q) : ({T}, {T}) -> {T}
  %s = func.call @product(%r, %r) : ({T}, {T}) -> {T}
  return %s : {T}
}}
func.func private @product(%p: {T}, %q: {T}) -> {T} {{
  %r = arith.mulf %p, %q : {T}
  return %r : {T}
}}""")
    yield Case("region", [(A, -2, 2), (A, -2, 2)], f"""
  %y = ckpt.region -> {T} {{
    %p = arith.mulf %a, %b : {T}
    %q = ckpt.region policy(nothing) -> {T} {{
      %e = math.exp %p : {T}
      ckpt.yield %e : {T}
    }}
    %r = arith.mulf %q, %a : {T}
    ckpt.yield %r : {T}
  }}""", A)
