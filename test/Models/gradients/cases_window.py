# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules of convolutions and pools, in both layouts."""

from harness import Case, tensor


def conv(name, image, filter, output, attributes, op="conv"):
    lhs, rhs, result = {
        "conv": (image, filter, output), "conv_backward_data": (output, filter, image),
        "conv_backward_filter": (image, output, filter)}[op]
    return Case(f"{op}_{name}", [(lhs, -1, 1), (rhs, -1, 1)], f"""
  %y = ckpt.{op} %a, %b {{{attributes}}} : ({tensor(lhs)}, {tensor(rhs)}) -> {tensor(result)}""",
                result)


def pool(name, kind, image, output, attributes):
    return Case(f"pool_{kind}_{name}", [(image, -2, 2)], f"""
  %y = ckpt.pool {kind} %a {{{attributes}}} : {tensor(image)} -> {tensor(output)}""", output)


CONVOLUTIONS = [
    ("same", (1, 4, 4, 2), (3, 3, 2, 2), (1, 4, 4, 2),
     "pad_low = array<i64: 1, 1>, pad_high = array<i64: 1, 1>"),
    ("strided", (2, 5, 4, 1), (3, 2, 1, 2), (2, 3, 2, 2),
     "pad_low = array<i64: 1, 0>, pad_high = array<i64: 1, 0>, strides = array<i64: 2, 2>"),
    ("dilated", (1, 5, 5, 1), (2, 2, 1, 1), (1, 3, 3, 1), "dilations = array<i64: 2, 2>"),
    ("grouped", (1, 3, 3, 4), (2, 2, 2, 4), (1, 2, 2, 4), "groups = 2 : i64"),
    ("nchw", (1, 4, 4, 3), (2, 2, 3, 2), (1, 2, 2, 2),
     "groups = 2 : i64, layout = #ckpt.layout<nchw>"),
]
POOLS = [
    ("valid", (1, 5, 4, 2), (1, 2, 2, 2), "window = array<i64: 2, 2>, strides = array<i64: 2, 2>"),
    ("overlapping", (1, 4, 4, 2), (1, 3, 2, 2),
     "window = array<i64: 2, 3>, strides = array<i64: 1, 1>"),
    ("padded", (1, 3, 3, 1), (1, 2, 2, 1), "window = array<i64: 2, 2>, "
     "strides = array<i64: 2, 2>, pad_low = array<i64: 1, 1>"),
    ("nchw", (1, 2, 4, 3), (1, 2, 2, 3),
     "window = array<i64: 2, 1>, strides = array<i64: 2, 1>, layout = #ckpt.layout<nchw>"),
]


def cases():
    for spec in CONVOLUTIONS:
        for op in ("conv", "conv_backward_data", "conv_backward_filter"):
            yield conv(*spec, op=op)
    for name, image, output, attributes in POOLS:
        for kind in ("max", "average", "sum"):
            yield pool(name, kind, image, output, attributes)
