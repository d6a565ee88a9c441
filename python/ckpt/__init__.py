# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole training steps, compiled and run within one memory budget.

    import ckpt

    step = ckpt.compile("mlp.mlir", batch=256, optimizer="adam", budget="2MB")
    step.initialize(seed=1)
    for x, y in batches:
        loss = step.run(x=x, y=y, learning_rate=1e-3)
    step["w1"]                  # a parameter: a numpy array on the step's own memory
    step.report["recomputed"]   # what was decided, and why
    step.save("mlp.safetensors")

Needs numpy, and libCkptC.so: beside an installed package, in the build folder of a
checkout, or where CKPT_LIBRARY says.
"""

from ._step import Buffer, Error, Step, compile, compile_text

__all__ = ["Buffer", "Error", "Step", "compile", "compile_text"]
