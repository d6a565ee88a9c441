# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From JAX to linalg: StableHLO text, then the converters of iree-base-compiler and torch-mlir.

Each of the two converts ops that the other one leaves. What comes out is text, because the
bytecode of other versions of MLIR cannot be read.
"""

import re

import jax

from common import ExportError, package_file, run_tool

IREE_PIPELINE = ("builtin.module(inline,func.func(chlo-legalize-to-stablehlo,"
                 "iree-stablehlo-legalize-control-flow),iree-stablehlo-to-iree-input)")
TORCH_MLIR_PASSES = ("--stablehlo-convert-to-signless", "--stablehlo-legalize-to-linalg",
                     "--canonicalize", "--cse")


def to_linalg(function, arguments):
    """The module of `function`, whose entry is @main. Every argument stays one."""
    shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments]
    text = jax.jit(function, keep_unused=True).lower(*shapes).as_text()
    iree = package_file("iree.compiler", "_mlir_libs/iree-opt")
    if iree is None:
        raise ExportError("needs the package iree-base-compiler")
    text = run_tool([iree, f"--pass-pipeline={IREE_PIPELINE}"], text)
    second = package_file("torch_mlir", "_mlir_libs/torch-mlir-opt")
    if second is not None:
        text = run_tool([second, *TORCH_MLIR_PASSES], text)
    left = sorted(set(re.findall(r"\b(?:stablehlo|chlo)\.\w+", text)))
    if left:
        hint = "" if second else "; the package torch-mlir converts more of them"
        raise ExportError(f"not converted: {', '.join(left)}{hint}")
    return text
