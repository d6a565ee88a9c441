# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Normalize and Layout do not change what a model computes.

    check_values.py --ckpt-opt build/bin/ckpt-opt --llvm /usr/lib/llvm-22/bin

Compiles Inputs/channels_first.mlir as it is, normalized, and with channels last,
and compares the losses; then the gradients with and without channels last.
Standard library only.
"""

import argparse
import os
import random
import re
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../Models/gradients"))
import harness  # noqa: E402

# The order of the sums differs.
TOLERANCE = 1e-12

NORMALIZE = "ckpt-normalize,ckpt-mark{params=0-5}"
GRADIENTS = (",ckpt-differentiate{entry=net mode=gradients},"
             "symbol-privatize{exclude=net_gradients},symbol-dce")
LAYOUT = ",func.func(ckpt-layout)"


def transform(text, passes, options):
    pipeline = f"--pass-pipeline=builtin.module({passes})"
    text = harness.run([options.ckpt_opt, pipeline], text)
    if re.search(r"linalg\.(conv|pool|matmul|batch)", text):
        sys.exit(f"{passes} leaves named ops")
    if LAYOUT in passes and "nchw" in text:
        sys.exit("channels are still first")
    return re.sub(r"{bufferization.writable = false, ", "{", text)


def evaluate(text, name, inputs, outputs, options):
    """The results of a function on the same arguments each time."""
    rng = random.Random(3)
    with tempfile.TemporaryDirectory() as folder:
        library = harness.compile_text(harness.strip_roles(text), options, folder)
        arguments = []
        for shape in inputs:
            arguments.append(harness.Memref(shape))
            for k in range(len(arguments[-1].data)):
                arguments[-1].data[k] = rng.uniform(-1, 1)
        results = [harness.Memref(shape) for shape in outputs]
        function = getattr(library, "_mlir_ciface_" + name)
        function(*[m.pointer() for m in arguments + results])
        return [list(result.data) for result in results]


def differ(got, expected):
    return max(abs(a - b) / (1 + abs(b)) for x, y in zip(got, expected)
               for a, b in zip(x, y))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ckpt-opt", required=True)
    parser.add_argument("--llvm", required=True, help="folder of MLIR's tools")
    parser.add_argument("--cc", default="cc", help="C compiler, to link")
    options = parser.parse_args()
    options.mlir_translate = os.path.join(options.llvm, "mlir-translate")
    options.llc = os.path.join(options.llvm, "llc")
    with open(os.path.join(FOLDER, "Inputs/channels_first.mlir")) as file:
        text = file.read()
    signature = re.search(r"@net\((.*?)\) ->", text, re.S)[1]
    inputs = [[int(n) for n in shape.split("x")]
              for shape in re.findall(r"tensor<([\dx]+)xf64>", signature)]

    (loss,), = [evaluate(text, "net", inputs, [()], options)]
    worst = 0
    for passes in (NORMALIZE, NORMALIZE + LAYOUT):
        got = evaluate(transform(text, passes, options), "net", inputs, [()], options)
        worst = max(worst, differ(got, [loss]))
    first, last = [
        evaluate(transform(text, NORMALIZE + GRADIENTS + layout, options),
                 "net_gradients", inputs, [(), *inputs], options)
        for layout in ("", LAYOUT)]
    worst = max(worst, differ(last, first), differ(first[:1], [loss]))
    if all(value == 0 for value in first[1]):
        sys.exit("no gradient reaches the first filter")
    print(f"loss {loss[0]:.6f}, largest difference {worst:.3g}")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
