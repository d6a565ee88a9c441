//===- Copies.h - Transposes and broadcasts ---------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In canonical form a transpose or a broadcast is a linalg.generic that only
// yields its input.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_COPIES_H
#define CKPT_NORMALIZE_COPIES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace ckpt {

/// From the coordinates of the copy's result to those of its source; nothing
/// if `value` is not a copy, or is one that a policy can name.
std::optional<mlir::AffineMap> getCopyMap(mlir::Value value);

/// Dimension i of the result is dimension permutation[i] of `value`.
mlir::Value createTranspose(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::Value value,
                            llvm::ArrayRef<int64_t> permutation);

/// Generics and contractions read the source of a copy instead of the copy.
void populateCopyPatterns(mlir::RewritePatternSet &patterns);

} // namespace ckpt

#endif // CKPT_NORMALIZE_COPIES_H
