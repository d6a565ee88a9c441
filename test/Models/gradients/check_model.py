# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differentiates a model, runs it in float64, compares with another framework.

    check_model.py MODEL --ckpt-opt build/bin/ckpt-opt --llvm /usr/lib/llvm-22/bin

MODEL is one of test/models, with the numbers in test/models/reference. What the
harness does for single ops is done for the whole: only upstream passes lower it.
Needs numpy.
"""

import ctypes
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import check_gradients
import harness

ELEMENTS = {"f64": ctypes.c_double, "i32": ctypes.c_int32, "i64": ctypes.c_int64}


def parse_signature(text):
    """(shape, element) of each argument and result of the function."""
    signature = re.search(r"func\.func @\w+\((.*)\) -> \((.*)\) attributes", text)

    def types(part):
        found = re.findall(r"tensor<((?:\d+x)*)(\w+)>", part)
        return [([int(n) for n in re.findall(r"\d+", shape)], element)
                for shape, element in found]

    return types(signature[1]), types(signature[2])


def main():
    options = check_gradients.parse_options(__doc__.splitlines()[0], "model")
    models = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models")
    with open(os.path.join(models, options.model + ".mlir")) as file:
        text = file.read()
    text = text.replace("f32", "f64").replace("0xFF800000", "0xFFF0000000000000")
    passes = (f"--pass-pipeline=builtin.module(ckpt-normalize{{batch=8}},ckpt-mark,"
              f"ckpt-differentiate{{entry={options.model} mode=gradients}},"
              f"symbol-privatize{{exclude={options.model}_gradients}},symbol-dce)")
    text = harness.run([options.ckpt_opt, passes], text)
    inputs, outputs = parse_signature(text)
    text = harness.strip_roles(text)

    with tempfile.TemporaryDirectory() as folder:
        library = harness.compile_text(text, options, folder)
        arguments = os.path.join(folder, "args.npz")
        subprocess.run([sys.executable, os.path.join(models, "arguments.py"), options.model,
                        arguments, "--dtype", "f64"], check=True)
        values = np.load(arguments)
        memrefs = [harness.Memref(shape, ELEMENTS[element],
                                  values[f"arg{i}"].ravel().tolist())
                   for i, (shape, element) in enumerate(inputs)]
        results = [harness.Memref(shape, ELEMENTS[element]) for shape, element in outputs]
        function = getattr(library, f"_mlir_ciface_{options.model}_gradients")
        function(*[m.pointer() for m in memrefs + results])
        arrays = [np.array(m.data).reshape(shape)
                  for m, (shape, _) in zip(results, outputs)]
        floats = [i for i, (_, element) in enumerate(inputs) if element == "f64"]
        count = len(arrays) - len(floats)
        got = {f"out{i}": arrays[i] for i in range(count)}
        got.update({f"grad{k}": array for k, array in zip(floats, arrays[count:])})
        path = os.path.join(folder, "got.npz")
        np.savez(path, **got)
        return subprocess.run(
            [sys.executable, os.path.join(models, "compare.py"),
             os.path.join(models, "reference", options.model + ".npz"), path,
             "--tolerance", "1e-6"]).returncode


if __name__ == "__main__":
    sys.exit(main())
