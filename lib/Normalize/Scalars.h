//===- Scalars.h - Scalars at the level of a function -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_SCALARS_H
#define CKPT_NORMALIZE_SCALARS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

namespace ckpt {

/// A tensor of `shape` whose elements are all the value `scalar`, which stands
/// outside; patterns bring what it is computed from into the body.
mlir::linalg::GenericOp createSpread(mlir::OpBuilder &builder,
                                     mlir::Location location,
                                     mlir::Value scalar,
                                     llvm::ArrayRef<int64_t> shape);

/// For each element the one of `ifTrue` or that of `ifFalse`, by a scalar `i1`.
mlir::Value createSelect(mlir::OpBuilder &builder, mlir::Location location,
                         mlir::Value condition, mlir::Value ifTrue,
                         mlir::Value ifFalse);

} // namespace ckpt

#endif // CKPT_NORMALIZE_SCALARS_H
