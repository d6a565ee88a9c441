//===- Inlining.h - Calls and regions to a flat block -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_AUTODIFF_INLINING_H
#define CKPT_LIB_AUTODIFF_INLINING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Inlines all calls in `function`. Calls to unknown or external functions,
/// recursion and callees of several blocks are errors at the call.
llvm::LogicalResult inlineCalls(mlir::func::FuncOp function);

/// Inlines the `ckpt.region`s of `function`: their ops get `ckpt.marks`, the
/// function gets `ckpt.regions`.
void inlineRegions(mlir::func::FuncOp function);

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_INLINING_H
