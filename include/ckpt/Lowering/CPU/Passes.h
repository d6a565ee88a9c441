//===- Passes.h - Passes of the lowering to the CPU -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LOWERING_CPU_PASSES_H
#define CKPT_LOWERING_CPU_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace ckpt {

/// Replaces math functions below `root`; see the pass `ckpt-expand-math`.
mlir::LogicalResult expandMath(mlir::Operation *root);

/// Translates the phase functions of a module; see `ckpt-lower-to-cpu`.
mlir::LogicalResult lowerToCPU(mlir::ModuleOp module);

namespace cpu {

#define GEN_PASS_DECL
#include "ckpt/Lowering/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ckpt/Lowering/CPU/Passes.h.inc"

} // namespace cpu
} // namespace ckpt

#endif // CKPT_LOWERING_CPU_PASSES_H
