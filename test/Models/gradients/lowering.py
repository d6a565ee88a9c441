# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the ops that upstream passes cannot lower as ops that they can.

This is also an independent definition of convolutions and pools: one product,
or one comparison, over all windows.
"""

import re

TYPE = r"tensor<[^>]*>"


def prefix(name):
    """Names of helpers: %7 -> %h7."""
    return "%h" + name[1:]


def shape(text):
    return [int(n) for n in re.findall(r"(\d+)x", text)]


def lower(text):
    text = re.sub(rf"ckpt\.gradient -> ((?:{TYPE}(?:, )?)+) {{",
                  r"scf.execute_region -> (\1) {", text)
    text = text.replace("ckpt.yield", "scf.yield").replace(" {ckpt.loss}", "")
    text = re.sub(r" *(%\w+) = math\.clampf (%\w+) to \[(%\w+), (%\w+)\] : (\S+)", clamp, text)
    text = re.sub(r" *(%\w+) = tensor\.concat dim\((\d+)\) ([^:]*) : \(([^)]*)\) -> (\S+)",
                  concat, text)
    text = re.sub(rf" *(%\w+) = ckpt\.(conv\w*) (%\w+), (%\w+) (?:{{(.*)}} )?: "
                  rf"\(({TYPE}), ({TYPE})\) -> ({TYPE})", conv, text)
    text = re.sub(rf" *(%\w+) = ckpt\.pool (\w+) (%\w+) {{(.*)}} : ({TYPE}) -> ({TYPE})",
                  pool, text)
    text = re.sub(rf" *(%\w+) = ckpt\.pool_backward (\w+) (%\w+)(?:, (%\w+))? {{(.*)}} : "
                  rf"({TYPE})(?:, {TYPE})? -> ({TYPE})", pool_backward, text)
    return text


def clamp(match):
    """Upstream's expansion (and text) has the bounds the wrong way round."""
    name, value, low, high, type = match.groups()
    return (f"{prefix(name)} = arith.maximumf {value}, {low} : {type}\n"
            f"{name} = arith.minimumf {prefix(name)}, {high} : {type}")


def concat(match):
    name, dim, parts, types, result = match.groups()
    helper = prefix(name)
    dim, current, offset = int(dim), f"{helper}_0", 0
    lines = [f"{current} = tensor.empty() : {result}"]
    parts = parts.split(", ")
    for i, (part, kind) in enumerate(zip(parts, types.split(", "))):
        sizes = shape(kind)
        offsets = [0] * len(sizes)
        offsets[dim] = offset
        offset += sizes[dim]
        new = name if i == len(parts) - 1 else f"{helper}_{i + 1}"
        lines.append(f"{new} = tensor.insert_slice {part} into {current}{offsets} {sizes} "
                     f"{[1] * len(sizes)} : {kind} into {result}")
        current = new
    return "\n".join(lines)


class Window:
    """Maps of a convolution or a pool over (n, y, x, c, o, ky, kx)."""

    def __init__(self, attributes):
        attributes = attributes or ""

        def pair(key, default):
            found = re.search(rf"\b{key} = array<i64: (\d+), (\d+)>", attributes)
            return [int(found[1]), int(found[2])] if found else [default] * 2

        self.strides, self.dilations = pair("strides", 1), pair("dilations", 1)
        self.low, self.high = pair("pad_low", 0), pair("pad_high", 0)
        self.size = pair("window", 1)
        found = re.search(r"groups = (\d+)", attributes)
        self.groups = int(found[1]) if found else 1
        self.nchw = "nchw" in attributes

    def position(self, i):
        return (f"{'yx'[i]} * {self.strides[i]} + "
                f"{'uv'[i]} * {self.dilations[i]}")

    def image(self, channel):
        y, x = self.position(0), self.position(1)
        return f"n, {channel}, {y}, {x}" if self.nchw else f"n, {y}, {x}, {channel}"

    def output(self, channel):
        return f"n, {channel}, y, x" if self.nchw else f"n, y, x, {channel}"

    def padding(self):
        low, high = [0] * 4, [0] * 4
        at = 2 if self.nchw else 1
        low[at:at + 2], high[at:at + 2] = self.low, self.high
        return low, high

    def padded(self, type):
        low, high = self.padding()
        sizes = [a + b + c for a, b, c in zip(shape(type), low, high)]
        return "tensor<" + "".join(f"{n}x" for n in sizes) + "f64>"

    def pad(self, name, value, type, fill):
        low, high = self.padding()
        return f"""{name}_fill = arith.constant {fill} : f64
{name} = tensor.pad {value} low{low} high{high} {{
^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
  tensor.yield {name}_fill : f64
}} : {type} to {self.padded(type)}"""

    def cut(self, name, value, type):
        low, _ = self.padding()
        return (f"{name} = tensor.extract_slice {value}{low} {shape(type)} [1, 1, 1, 1] : "
                f"{self.padded(type)} to {type}")


def filled(name, type, value):
    return f"""{name}_value = arith.constant {value} : f64
{name}_empty = tensor.empty() : {type}
{name} = linalg.fill ins({name}_value : f64) outs({name}_empty : {type}) -> {type}"""


def generic(name, loops, operands, body):
    """`operands`: (value, type, map); the last one is the init."""
    maps = ", ".join(f"affine_map<({loops}) -> ({m})>" for _, _, m in operands)
    kinds = ", ".join(['"reduction"'] * len(loops.split(",")))
    ins = operands[:-1]
    init, result, _ = operands[-1]
    arguments = ", ".join(f"%e{i}: f64" for i in range(len(operands)))
    return f"""{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
  ins({", ".join(o[0] for o in ins)} : {", ".join(o[1] for o in ins)}) outs({init} : {result}) {{
^bb0({arguments}):
{body}
}} -> {result}"""


PRODUCT = """%p = arith.mulf %e0, %e1 : f64
%s = arith.addf %e2, %p : f64
linalg.yield %s : f64"""


def conv(match):
    name, op, lhs, rhs, attributes, lhs_type, rhs_type, result = match.groups()
    helper = prefix(name)
    window = Window(attributes)
    loops = "n, y, x, g, c, o, u, v"
    roles = {"conv": "image filter output", "conv_backward_data": "output filter image",
             "conv_backward_filter": "image output filter"}[op].split()
    types = dict(zip(roles, (lhs_type, rhs_type, result)))
    filter_shape = shape(types["filter"])
    out, inner = (filter_shape[0], filter_shape[1]) if window.nchw else (
        filter_shape[3], filter_shape[2])
    o, c = f"g * {out // window.groups} + o", f"g * {inner} + c"
    filters = f"{o}, c, u, v" if window.nchw else f"u, v, c, {o}"
    maps = {"image": window.image(c), "filter": filters, "output": window.output(o)}
    values = dict(zip(roles, (lhs, rhs, f"{helper}_init")))
    lines = []
    if roles[2] != "image":
        lines.append(window.pad(f"{helper}_image", values["image"], types["image"], "0.0"))
        values["image"] = f"{helper}_image"
    image_type, types["image"] = types["image"], window.padded(types["image"])
    lines.append(filled(f"{helper}_init", types[roles[2]], "0.0"))
    operands = [(values[r], types[r], maps[r]) for r in roles]
    # Loops that only appear in sums or products get their extents from here.
    at, images = 2 if window.nchw else 1, shape(types["output"])
    kernel = filter_shape[2:] if window.nchw else filter_shape[:2]
    counts = images[:1] + images[at:at + 2] + [
        window.groups, inner, out // window.groups] + kernel
    extents = "tensor<" + "".join(f"{n}x" for n in counts) + "f64>"
    lines.append(f"{helper}_extents = tensor.empty() : {extents}")
    operands.insert(2, (f"{helper}_extents", extents, loops))
    body = PRODUCT.replace("%e2", "%e3")
    if roles[2] != "image":
        return "\n".join(lines + [generic(name, loops, operands, body)])
    lines.append(generic(f"{helper}_padded", loops, operands, body))
    return "\n".join(lines + [window.cut(name, f"{helper}_padded", image_type)])


def extents_of(helper, window, output, lines):
    sizes = shape(output)
    if window.nchw:
        sizes = [sizes[0], sizes[2], sizes[3], sizes[1]]
    type = "tensor<" + "".join(f"{n}x" for n in sizes + window.size) + "f64>"
    lines.append(f"{helper}_extents = tensor.empty() : {type}")
    return (f"{helper}_extents", type, "n, y, x, c, u, v")


def pool(match):
    name, kind, source, attributes, source_type, result = match.groups()
    helper = prefix(name)
    window = Window(attributes)
    loops = "n, y, x, c, u, v"
    least = "0xFFF0000000000000" if kind == "max" else "0.0"
    lines = [window.pad(f"{helper}_image", source, source_type, least),
             filled(f"{helper}_init", result, least)]
    scale = 1.0 / (window.size[0] * window.size[1]) if kind == "average" else 1.0
    body = ("%s = arith.maximumf %e0, %e2 : f64" if kind == "max" else
            f"%f = arith.constant {scale!r} : f64\n%p = arith.mulf %e0, %f : f64\n"
            "%s = arith.addf %e2, %p : f64") + "\nlinalg.yield %s : f64"
    operands = [(f"{helper}_image", window.padded(source_type), window.image("c")),
                extents_of(helper, window, result, lines),
                (f"{helper}_init", result, window.output("c"))]
    return "\n".join(lines + [generic(name, loops, operands, body)])


def pool_backward(match):
    name, kind, adjoint, source, attributes, adjoint_type, result = match.groups()
    helper = prefix(name)
    window = Window(attributes)
    loops = "n, y, x, c, u, v"
    padded = window.padded(result)
    lines = [filled(f"{helper}_init", padded, "0.0")]
    output = (adjoint, adjoint_type, window.output("c"))
    operands = [output, extents_of(helper, window, adjoint_type, lines)]
    scale = 1.0 / (window.size[0] * window.size[1]) if kind == "average" else 1.0
    body = (f"%f = arith.constant {scale!r} : f64\n%p = arith.mulf %e0, %f : f64\n"
            "%s = arith.addf %e2, %p : f64\nlinalg.yield %s : f64")
    if kind == "max":  # without ties
        largest = f"{helper}_largest"
        lines.append(lower(f"{largest} = ckpt.pool max {source} {{{attributes}}} : "
                           f"{result} -> {adjoint_type}"))
        operands += [(largest, adjoint_type, window.output("c")),
                     (f"{prefix(largest)}_image", padded, window.image("c"))]
        body = ("%z = arith.constant 0.0 : f64\n%q = arith.cmpf oeq, %e2, %e3 : f64\n"
                "%p = arith.select %q, %e0, %z : f64\n%s = arith.addf %e4, %p : f64\n"
                "linalg.yield %s : f64")
    operands.append((f"{helper}_init", padded, window.image("c")))
    lines.append(generic(f"{helper}_padded", loops, operands, body))
    return "\n".join(lines + [window.cut(name, f"{helper}_padded", result)])
