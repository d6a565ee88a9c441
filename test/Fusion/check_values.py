# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fusion changes no bit of a training step.

    check_values.py MODEL --ckpt-opt build/bin/ckpt-opt --llvm /usr/lib/llvm-22/bin

Compiles a step of a model of test/models in float64 by upstream passes, once as AutoDiff leaves it and once with kernels, which become functions, and
compares all results: loss, metric, states, parameters and moments. Standard
library only.
"""

import ctypes
import os
import random
import re
import struct
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../Models/gradients"))
import check_gradients  # noqa: E402
import harness  # noqa: E402

MODELS = os.path.join(FOLDER, "../models")
ELEMENTS = {"f64": ctypes.c_double, "f32": ctypes.c_float,
            "i32": ctypes.c_int32, "i64": ctypes.c_int64}


def parse_signature(text):
    """(shape, element, attributes) of each argument, (shape, element) of each result."""
    signature = re.search(r"func\.func @\w+_step\((.*)\) -> \((.*)\) attributes", text)
    kind = r"tensor<((?:\d+x)*)(\w+)>"

    def sizes(shape):
        return [int(n) for n in re.findall(r"\d+", shape)]

    arguments = [(sizes(shape), element, attributes) for shape, element, attributes
                 in re.findall(rf"%arg\d+: {kind} {{([^}}]*)}}", signature[1])]
    return arguments, [(sizes(s), e) for s, e in re.findall(kind, signature[2])]


def kernels_to_functions(text):
    """Kernels as private functions and launches as calls."""
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith("  ckpt.kernel "):
            inside = True
            line = line.replace("ckpt.kernel ", "func.func private ", 1)
        elif line == "  }":
            inside = False
        elif inside:
            line = re.sub(r"^    ckpt\.yield", "    return", line)
        else:
            line = re.sub(r"ckpt\.launch (@\w+\(.*?\)) {[^}]*} :", r"func.call \1 :", line)
        lines.append(line)
    return "\n".join(lines)


def make_arguments(signature):
    rng = random.Random(5)
    arguments = []
    for shape, element, attributes in signature:
        memref = harness.Memref(shape, ELEMENTS[element])
        for k in range(len(memref.data)):
            if element[0] == "i":  # labels, or the number of the step
                memref.data[k] = rng.randrange(10) if shape else 3
            elif "ckpt.opt_state" in attributes or "ckpt.lr" in attributes:
                memref.data[k] = rng.uniform(0.001, 0.01)
            elif "ckpt.data" in attributes:
                memref.data[k] = rng.uniform(0, 1)
            else:
                memref.data[k] = rng.uniform(-0.5, 0.5)
        arguments.append(memref)
    return arguments


def evaluate(text, signature, model, options):
    arguments, results = signature
    # What the function itself carries means nothing to upstream passes.
    text = re.sub(r" attributes {ckpt\.regions = .*ckpt\.step} {", " {", text)
    text = text.replace(" attributes {ckpt.step} {", " {")
    with tempfile.TemporaryDirectory() as folder:
        library = harness.compile_text(harness.strip_roles(text), options, folder)
        memrefs = make_arguments(arguments)
        outputs = [harness.Memref(shape, ELEMENTS[element]) for shape, element in results]
        function = getattr(library, f"_mlir_ciface_{model}_step")
        function(*[m.pointer() for m in memrefs + outputs])
        return [list(output.data) for output in outputs]


def bits(values):
    return [struct.pack("d", value) for value in values]


def main():
    options = check_gradients.parse_options(__doc__.splitlines()[0], "model")
    with open(os.path.join(MODELS, options.model + ".mlir")) as file:
        text = file.read()
    text = text.replace("f32", "f64").replace("0xFF800000", "0xFFF0000000000000")
    # Python passes at most 1024 arguments to a function.
    optimizer = "sgd" if options.model == "dense_lenet" else "adam"
    passes = (f"ckpt-normalize{{batch=8}},ckpt-mark,"
              f"ckpt-differentiate{{entry={options.model} optimizer={optimizer}}},"
              f"symbol-privatize{{exclude={options.model}_step}},symbol-dce")
    plain = harness.run([options.ckpt_opt, f"--pass-pipeline=builtin.module({passes})"], text)
    fused = harness.run([options.ckpt_opt, "--ckpt-fuse"], plain)
    launches = len(re.findall(r"ckpt\.launch", fused))
    if not launches or "linalg" in fused[:fused.index("ckpt.kernel")]:
        sys.exit("something is left between the launches")
    signature = parse_signature(plain)
    expected = evaluate(plain, signature, options.model, options)
    got = evaluate(kernels_to_functions(fused), signature, options.model, options)
    differing = [i for i, (a, b) in enumerate(zip(got, expected)) if bits(a) != bits(b)]
    still = sum(len(result) > 1 and not any(result) for result in expected)
    print(f"{options.model}: {launches} launches, {len(expected)} results, "
          f"{len(differing)} differ, {still} are zero, loss {expected[0][0]:.6f}")
    return 1 if differing or still or expected[0][0] != expected[0][0] else 0


if __name__ == "__main__":
    sys.exit(main())
