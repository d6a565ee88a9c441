# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles forward functions and their gradients, compares with differences.

A case is a function in float64. The harness weighs its result with an argument
`seed`, sums up, differentiates the sum with ckpt-opt, compiles with upstream
passes to a shared object, and compares each gradient with central differences
of the same compiled function. Standard library only.
"""

import ctypes
import os
import random
import re
import subprocess
import sys

import lowering

# Error of central differences in float64 with steps near 1e-5.
STEP, TOLERANCE = 1e-5, 2e-7

READ_ONLY = "{bufferization.writable = false}"

PIPELINE = [
    "--convert-elementwise-to-linalg",
    "--canonicalize",
    "--eliminate-empty-tensors",
    "--one-shot-bufferize=bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map",
    "--buffer-results-to-out-params=modify-public-functions",
    "--convert-linalg-to-loops",
    "--math-expand-ops=ops=rsqrt,fpowi",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--llvm-request-c-wrappers",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]


def tensor(shape, element="f64"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


class Case:
    """`args`: (shape, low, high) for random floats, (shape, (values...)) for
    given ones, (shape, [values]) for i32.

    `body` defines %y of shape `result` from %a, %b, %c, ... and the constants
    %zero, %one. `helpers` are other functions. Random values keep away from
    `kinks`. With `expected`, {argument: gradient}, no differences are taken and
    all weights are one.
    """

    def __init__(self, name, args, body, result, helpers="", kinks=(), expected=None):
        self.name, self.args, self.body, self.result = name, args, body, result
        self.helpers, self.kinks, self.expected = helpers, kinks, expected

    def is_float(self, i):
        return not isinstance(self.args[i][1], list)

    def text(self):
        rank = len(self.result)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = f"affine_map<({dims}) -> ({dims})>"
        kinds = ", ".join(['"reduction"'] * rank)
        arguments = [
            f"%{chr(97 + i)}: {tensor(a[0], 'f64' if self.is_float(i) else 'i32')} {READ_ONLY}"
            for i, a in enumerate(self.args)
        ]
        arguments.append(f"%seed: {tensor(self.result)} {READ_ONLY}")
        t = tensor(self.result)
        return f"""{self.helpers}
func.func @{self.name}({", ".join(arguments)}) -> (tensor<f64> {{ckpt.loss}}) {{
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
{self.body}
  %loss_empty = tensor.empty() : tensor<f64>
  %loss_zero = linalg.fill ins(%zero : f64) outs(%loss_empty : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {{indexing_maps = [{maps}, {maps}, affine_map<({dims}) -> ()>],
      iterator_types = [{kinds}]}} ins(%y, %seed : {t}, {t}) outs(%loss_zero : tensor<f64>) {{
  ^bb0(%value: f64, %weight: f64, %sum: f64):
    %product = arith.mulf %value, %weight : f64
    %total = arith.addf %sum, %product : f64
    linalg.yield %total : f64
  }} -> tensor<f64>
  return %loss : tensor<f64>
}}
"""


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stderr[:4000]}")
    return done.stdout


class Memref:
    """A dense buffer and its descriptor."""

    def __init__(self, shape, element=ctypes.c_double, values=None):
        count = 1
        for n in shape:
            count *= n
        self.data = (element * count)(*(values or [0] * count))
        strides, stride = [], 1
        for n in reversed(shape):
            strides.insert(0, stride)
            stride *= n
        fields = [("base", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                  ("offset", ctypes.c_int64)]
        if shape:
            array = ctypes.c_int64 * len(shape)
            fields += [("sizes", array), ("strides", array)]
        kind = type("Descriptor", (ctypes.Structure,), {"_fields_": fields})
        address = ctypes.addressof(self.data)
        self.descriptor = kind(address, address, 0)
        if shape:
            self.descriptor.sizes[:] = shape
            self.descriptor.strides[:] = strides

    def pointer(self):
        return ctypes.byref(self.descriptor)


def strip_roles(text):
    """Without ckpt's attributes; arguments become read only."""
    text = re.sub(r"(%arg\d+: tensor<[^>]*>) {ckpt[^}]*}", r"\1", text)
    text = re.sub(r"(tensor<[^>]*>) {ckpt\.[^}]*}", r"\1", text)
    text = re.sub(r"(%arg\d+: tensor<[^>]*>)(?=[,)])", rf"\1 {READ_ONLY}", text)
    return re.sub(r"ckpt\.marks = array<i64: [\d, ]*>(, )?", "", text)


def compile_text(text, tools, folder):
    """A shared object of a differentiated module."""
    text = run([tools.ckpt_opt], lowering.lower(text))
    text = run([tools.ckpt_opt] + PIPELINE, text)
    text = run([tools.mlir_translate, "--mlir-to-llvmir"], text)
    ir, library = os.path.join(folder, "cases.ll"), os.path.join(folder, "cases.so")
    with open(ir, "w") as file:
        file.write(text)
    run([tools.llc, "-O1", "-filetype=obj", "-relocation-model=pic", ir, "-o", ir + ".o"], "")
    run([tools.cc, "-shared", ir + ".o", "-o", library, "-lm"], "")
    # Copies of strided slices are calls into this library.
    ctypes.CDLL(os.path.join(tools.llvm, "../lib/libmlir_c_runner_utils.so"), ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(library)


def compile_cases(cases, tools, folder):
    passes = ",".join(
        f"ckpt-differentiate{{entry={c.name} mode=gradients}}" for c in cases)
    text = "\n".join(c.text() for c in cases)
    text = run([tools.ckpt_opt, f"--pass-pipeline=builtin.module({passes})"], text)
    return compile_text(text, tools, folder)


def make_arguments(case):
    rng = random.Random(case.name)
    arguments = []
    weights = (case.result, 1, 1) if case.expected else (case.result, 0.5, 1.5)
    for spec in case.args + [weights]:
        shape = spec[0]
        if isinstance(spec[1], (list, tuple)):
            element = ctypes.c_int32 if isinstance(spec[1], list) else ctypes.c_double
            arguments.append(Memref(shape, element, spec[1]))
            continue
        arguments.append(Memref(shape))
        for k in range(len(arguments[-1].data)):
            value = rng.uniform(spec[1], spec[2])
            while any(abs(value - kink) < 1e-2 for kink in case.kinks):
                value = rng.uniform(spec[1], spec[2])
            arguments[-1].data[k] = value
    return arguments


def check(case, library):
    """The largest error of a gradient of `case`, relative to 1 + its size."""
    function = getattr(library, f"_mlir_ciface_{case.name}_gradients")
    arguments = make_arguments(case)
    floats = [i for i in range(len(case.args)) if case.is_float(i)]
    floats.append(len(case.args))
    shapes = [a[0] for a in case.args] + [case.result]
    loss = Memref(())

    def call():
        gradients = [Memref(shapes[i]) for i in floats]
        for memref in gradients:  # every element must be written
            memref.data[:] = [float("nan")] * len(memref.data)
        function(*[m.pointer() for m in arguments + [loss] + gradients])
        return gradients

    gradients = call()
    worst = (0.0, "")
    if case.expected:
        for i, values in case.expected.items():
            got = list(gradients[floats.index(i)].data)
            if got != list(values):
                worst = (float("inf"), f"argument {i}: {got}, not {list(values)}")
        return worst
    for i, gradient in zip(floats, gradients):
        data = arguments[i].data
        for k in range(len(data)):
            old = data[k]
            step = STEP * max(1.0, abs(old))
            data[k] = old + step
            call()
            high, up = loss.data[0], data[k]
            data[k] = old - step
            call()
            slope = (high - loss.data[0]) / (up - data[k])
            data[k] = old
            error = abs(gradient.data[k] - slope) / (1.0 + abs(slope))
            if not error <= worst[0]:
                worst = (error, f"argument {i}, element {k}: gradient "
                                f"{gradient.data[k]:.9g}, difference {slope:.9g}")
    return worst
