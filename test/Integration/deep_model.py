#===- deep_model.py - A deep net of equal layers, as text ----------------===#
#
# Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Writes `blocks` blocks of `layers` layers relu(x W_b), one weight per block.

    python3 deep_model.py OUT.mlir [BLOCKS LAYERS WIDTH]
"""
import sys


def deep_model(blocks, layers, width):
    x, w = f"tensor<?x{width}xf32>", f"tensor<{width}x{width}xf32>"
    params = ", ".join(
        f'%w{b}: {w} {{ckpt.param = "w{b}", ckpt.init = "he_normal"}}'
        for b in range(blocks))
    lines = [
        "#v = affine_map<(i, j) -> (i, j)>",
        "#none = affine_map<(i, j) -> ()>",
        # One layer; Normalize inlines it.
        f"func.func private @layer(%x: {x}, %w: {w}) -> {x} {{",
        "  %zero = arith.constant 0.0 : f32",
        "  %c0 = arith.constant 0 : index",
        f"  %n = tensor.dim %x, %c0 : {x}",
        f"  %e = tensor.empty(%n) : {x}",
        f"  %z = linalg.fill ins(%zero : f32) outs(%e : {x}) -> {x}",
        f"  %p = linalg.matmul ins(%x, %w : {x}, {w}) outs(%z : {x}) -> {x}",
        "  %r = linalg.generic {indexing_maps = [#v, #v], "
        'iterator_types = ["parallel", "parallel"]}',
        f"      ins(%p : {x}) outs(%e : {x}) {{",
        "  ^bb0(%v: f32, %o: f32):",
        "    %m = arith.maximumf %v, %zero : f32",
        "    linalg.yield %m : f32",
        f"  }} -> {x}",
        f"  return %r : {x}",
        "}",
        f'func.func @deep({params}, %x: {x} {{ckpt.data = "x"}}) '
        "-> (tensor<f32> {ckpt.loss}) {",
    ]
    value = "%x"
    for b in range(blocks):
        for layer in range(layers):
            new = f"%h{b}_{layer}"
            lines.append(f"  {new} = func.call @layer({value}, %w{b}) : "
                         f"({x}, {w}) -> {x}")
            value = new
    lines += [
        "  %zero = arith.constant 0.0 : f32",
        "  %es = tensor.empty() : tensor<f32>",
        "  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) "
        "-> tensor<f32>",
        "  %loss = linalg.generic {indexing_maps = [#v, #none], "
        'iterator_types = ["reduction", "reduction"]}',
        f"      ins({value} : {x}) outs(%zs : tensor<f32>) {{",
        "  ^bb0(%v: f32, %sum: f32):",
        "    %scale = arith.constant 1.0e-6 : f32",
        "    %s = arith.mulf %v, %v : f32",
        "    %t = arith.mulf %s, %scale : f32",
        "    %u = arith.addf %sum, %t : f32",
        "    linalg.yield %u : f32",
        "  } -> tensor<f32>",
        "  return %loss : tensor<f32>",
        "}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sizes = [int(a) for a in sys.argv[2:5]] or [100, 100, 256]
    with open(sys.argv[1], "w") as out:
        out.write(deep_model(*sizes))
