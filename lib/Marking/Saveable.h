//===- Saveable.h - Classes of values that a policy may save ----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_SAVEABLE_H
#define CKPT_MARKING_SAVEABLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Gives regions without a policy the one that `save` describes: names of
/// values, classes, or `nothing_saveable` or `everything_saveable` alone. When
/// there is no region yet, the whole body becomes one.
mlir::LogicalResult saveIn(mlir::func::FuncOp func,
                           llvm::ArrayRef<std::string> save);

/// Replaces the classes in the policies' lists (`dots_saveable` and the like)
/// by the names of the values that belong to them; those without a name get
/// one.
void expandClasses(mlir::func::FuncOp func);

} // namespace ckpt

#endif // CKPT_MARKING_SAVEABLE_H
