//===- ControlFlow.h - Loops and branches between tensors -------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_CONTROLFLOW_H
#define CKPT_NORMALIZE_CONTROLFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Repeats the bodies of `scf.for` with constant bounds, inner ones first. A
/// loop without constant bounds, or one that would become too many ops, is an
/// error. Loops inside the bodies of structured ops stay.
mlir::LogicalResult unrollLoops(mlir::func::FuncOp function);

/// `scf.if` without effects: both branches are computed, and the condition
/// chooses. Assertions of a branch hold only where it is taken.
mlir::LogicalResult flattenBranches(mlir::func::FuncOp function);

} // namespace ckpt

#endif // CKPT_NORMALIZE_CONTROLFLOW_H
