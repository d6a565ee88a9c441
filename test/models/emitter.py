# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes MLIR functions on tensors as text: each SSA value has a readable name.

Nothing here knows a layer or a network. Standard library only.
"""

import re

# A dimension that is bound later (`--batch`): the leading one of every batch.
DYN = "?"


class Value:
    """An SSA value: its name with the `%`, its shape (None: no tensor but one
    element) and its element type."""

    def __init__(self, name, shape, dtype):
        self.name, self.dtype = name, dtype
        self.shape = None if shape is None else tuple(shape)

    @property
    def full_type(self):
        if self.shape is None:
            return self.dtype
        return f"tensor<{''.join(f'{d}x' for d in self.shape)}{self.dtype}>"

    @property
    def alias(self):
        """A short name of the type: v16 for a vector, n7x7x16 for a batch of images."""
        sizes = "x".join(map(str, self.shape)).replace(DYN + "x", "").replace(DYN, "")
        kind = "n" if DYN in self.shape else "svw"[min(len(self.shape), 2)]
        return f"{kind}{sizes}{'i' if self.dtype[0] == 'i' else ''}"

    @property
    def type(self):
        return "!" + self.alias if self.shape else self.full_type


class Aliases:
    """Types, and indexing maps with iterators, that are named on top of the file,
    and the private functions: these keep a network with a thousand generics short
    enough to read."""

    def __init__(self):
        self.text, self.functions = {}, {}

    def define(self, name, text):
        if self.text.setdefault(name, text) != text:
            raise ValueError(f"{name} has two meanings")
        return name

    def trait(self, name, maps, iterators):
        dims = ", ".join(f"d{i}" for i in range(len(iterators)))
        maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
        kinds = {"p": '"parallel"', "r": '"reduction"'}
        kinds = ", ".join(kinds[i] for i in iterators)
        return self.define(
            "#" + name, f"{{indexing_maps = [{maps}], iterator_types = [{kinds}]}}")

    def type(self, value):
        if value.type != value.full_type:
            self.define(value.type, value.full_type)
        return value

    def function(self, name, text):
        if self.functions.setdefault(name, text) != text:
            raise ValueError(f"@{name} has two meanings")

    def lines(self):
        def order(item):
            return [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", item[0])]

        return [f"{name} = {text}" for name, text in sorted(self.text.items(), key=order)]


class Function:
    """One `func.func`: arguments, body and results are added in order."""

    def __init__(self, name, aliases, dtype, plain, marked, private=False):
        """`plain`: no attributes of ckpt; `marked`: with `ckpt.region`s; `private`:
        other functions call it, it has no roles."""
        self.name, self.aliases, self.dtype = name, aliases, dtype
        self.plain, self.marked, self.private = plain, marked, private
        self.has_roles = not plain and not private
        self.arguments, self.results, self.lines = [], [], []
        self.indent, self.prefix = "  ", ""
        # Of the function itself.
        self.attributes = ""
        self.batch, self.shared_scalars, self.shared_lines = None, [], {}

    # Names and lines.

    def line(self, text):
        self.lines.append(self.indent + text)

    def value(self, name, shape, dtype=None):
        return self.aliases.type(
            Value("%" + self.prefix + name, shape, dtype or self.dtype))

    def global_value(self, name, shape, dtype=None):
        """An argument: its name has no prefix, wherever it is used."""
        return self.aliases.type(
            Value("%" + name.replace(".", "_"), shape, dtype or self.dtype))

    def argument(self, name, shape, attributes, dtype=None):
        value = self.global_value(name, shape, dtype)
        text = ", ".join(f'{k} = "{v}"' for k, v in attributes)
        suffix = f" {{{text}}}" if attributes and self.has_roles else ""
        self.arguments.append(f"{value.name}: {value.type}{suffix}")

    def result(self, value, attribute=None):
        self.results.append((value, attribute))

    # Operations. `name` is the name of the result without the prefix.

    def define(self, name, op, shape, dtype=None):
        """One line `%name = op`; `{type}` in op is the result's type."""
        result = self.value(name, shape, dtype)
        self.line(f"{result.name} = {op.replace('{type}', result.type)}")
        return result

    def shared(self, name, op, shape, dtype):
        """A value of the whole function, made at its start once for each type."""
        value = Value(name, shape, dtype)
        value = self.global_value(f"{name}_{value.alias}", shape, dtype)
        if value.name not in self.shared_lines:
            op = op.replace("{type}", value.type)
            self.shared_lines[value.name] = f"  {value.name} = {op}"
        return value

    def empty(self, shape, dtype=None):
        """Uninitialised: where a result will be, no matter whose."""
        sizes = self.batch if DYN in shape else ""
        return self.shared(
            "empty", f"tensor.empty({sizes}) : {{type}}", shape, dtype or self.dtype)

    def fill(self, name, scalar, shape, dtype=None):
        """Vectors of zeros are shared; larger ones are made where they are used."""
        dtype = dtype or self.dtype
        empty = self.empty(shape, dtype)
        op = f"linalg.fill ins({scalar} : {dtype}) outs({empty.name} : {empty.type}) -> {{type}}"
        if DYN not in shape and shape:
            return self.shared(scalar[1:], op, shape, dtype)
        return self.define(name, op, shape, dtype)

    def generic(self, name, trait, ins, out, body, init=None):
        """`linalg.generic`: `body` is the list of its ops and yields its last
        result; its block arguments are the `arg` of (value, arg) in `ins` and
        `%acc` for the output. `out` is (shape, dtype); `init` a scalar name, the
        start of a reduction."""
        shape, dtype = out
        outs = (self.fill(name + "_0", init, shape, dtype) if init
                else self.empty(shape, dtype))
        result = self.value(name, shape, dtype)
        values = [value for value, _ in ins]
        head = f"{result.name} = linalg.generic {trait} "
        ins_text = (f"ins({', '.join(v.name for v in values)} : "
                    f"{', '.join(v.type for v in values)})")
        outs_text = f"outs({outs.name} : {outs.type}) {{"
        if len(head + ins_text) > 120:
            self.line(head + ins_text)
            self.line("    " + outs_text)
        else:
            self.line(head + ins_text + " " + outs_text)
        args = [f"{arg}: {value.dtype}" for value, arg in ins]
        self.line(f"^bb0({', '.join(args + ['%acc: ' + dtype])}):")
        last = body[-1].split(" = ")[0]
        line = ""
        for op in body + [f"linalg.yield {last} : {dtype}"]:
            if line and len(line + op) > 100:
                self.line(line)
                line = ""
            line += "  " + op
        self.line(line)
        self.line(f"}} -> {result.type}")
        return result

    def accumulate(self, name, op, ins, shape, init="%zero"):
        """A named linalg op that accumulates into a filled output."""
        outs = self.fill(name + "_0", init, shape)
        ins = (f"ins({', '.join(v.name for v in ins)} : "
               f"{', '.join(v.type for v in ins)})")
        return self.define(
            name, f"{op} {ins} outs({outs.name} : {outs.type}) -> {{type}}", shape)

    def pad(self, name, value, low, high, scalar):
        """Pads height and width; `low` and `high` are the same for both."""
        n, h, w, c = value.shape
        shape = (n, h + low + high, w + low + high, c)
        self.define(name, f"tensor.pad {value.name} low[0, {low}, {low}, 0] "
                    f"high[0, {high}, {high}, 0] {{", shape)
        self.line("^bb0(%i: index, %j: index, %k: index, %l: index):")
        self.line(f"  tensor.yield {scalar} : {self.dtype}")
        result = self.value(name, shape)
        self.line(f"}} : {value.type} to {result.type}")
        return result

    def concat(self, name, values, dim):
        shape = list(values[0].shape)
        shape[dim] = sum(v.shape[dim] for v in values)
        types = ", ".join(v.type for v in values)
        names = ", ".join(v.name for v in values)
        return self.define(
            name, f"tensor.concat dim({dim}) {names} : ({types}) -> {{type}}", shape)

    def collapse(self, name, value, groups, shape):
        groups = ", ".join(f"[{', '.join(map(str, g))}]" for g in groups)
        return self.define(
            name, f"tensor.collapse_shape {value.name} [{groups}] : "
            f"{value.type} into {{type}}", shape)

    def expand(self, name, value, groups, shape):
        groups = ", ".join(f"[{', '.join(map(str, g))}]" for g in groups)
        sizes = ", ".join(self.batch if d == DYN else str(d) for d in shape)
        return self.define(
            name, f"tensor.expand_shape {value.name} [{groups}] output_shape [{sizes}] : "
            f"{value.type} into {{type}}", shape)

    def call(self, name, callee, operands, results):
        """A call; `results` are the shapes of what it returns."""
        values = [self.value(name, shape) for shape in results]
        types = ", ".join(v.type for v in operands)
        ends = ", ".join(v.type for v in values)
        many = len(values) > 1
        self.line(f"%{self.prefix}{name}{f':{len(values)}' if many else ''} = "
                  f"func.call @{callee}({', '.join(v.name for v in operands)}) : "
                  f"({types}) -> {f'({ends})' if many else ends}")
        return [Value(v.name + (f"#{i}" if many else ""), v.shape, v.dtype)
                for i, v in enumerate(values)]

    def region(self, name, build):
        """`build()` emits the body and returns the values that leave it. Where
        marks are wanted it becomes a `ckpt.region`; names in it need no prefix:
        they end with it."""
        if not self.marked:
            outer, self.prefix = self.prefix, self.prefix + name + "_"
            values = build()
            self.prefix = outer
            return values
        at, outer = len(self.lines), self.indent
        self.indent += "  "
        values = build()
        types = ", ".join(v.type for v in values)
        self.line(f"ckpt.yield {', '.join(v.name for v in values)} : {types}")
        self.indent = outer
        many = f":{len(values)}" if len(values) > 1 else ""
        label = name.replace("_", ".")
        self.lines.insert(
            at, f'{outer}%{name}{many} = ckpt.region "{label}" -> {types} {{')
        self.line("}")
        return [Value(f"%{name}" + (f"#{i}" if many else ""), v.shape, v.dtype)
                for i, v in enumerate(values)]

    def text(self):
        def attributed(item):
            value, attribute = item
            return f"{value.type} {{{attribute}}}" if self.has_roles else value.type

        visibility, between = ("private ", ", ") if self.private else ("", ",\n    ")
        arguments = between.join(self.arguments)
        results = between.join(map(attributed, self.results))
        attributes = (f" attributes {{{self.attributes}}}"
                      if self.attributes and not self.plain else "")
        names = ", ".join(value.name for value, _ in self.results)
        types = ", ".join(value.type for value, _ in self.results)
        return "\n".join(
            [f"func.func {visibility}@{self.name}(", f"    {arguments}", ") -> (",
             f"    {results}", f"){attributes} {{"] +
            self.shared_scalars + self.lines[:self.start] + list(self.shared_lines.values()) +
            self.lines[self.start:] + [f"  return {names} : {types}", "}", ""])
