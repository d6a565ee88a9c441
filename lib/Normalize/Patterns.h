//===- Patterns.h - Rewrites to the canonical form --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_PATTERNS_H
#define CKPT_NORMALIZE_PATTERNS_H

#include "ckpt/Normalize/Copies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace ckpt {

//===----------------------------------------------------------------------===//
// Sets of patterns, each documented in its file
//===----------------------------------------------------------------------===//

void populateWindowPatterns(mlir::RewritePatternSet &patterns);
void populateWindow1DPatterns(mlir::RewritePatternSet &patterns);
void populateWindowGenericPatterns(mlir::RewritePatternSet &patterns);
void populateConcatPatterns(mlir::RewritePatternSet &patterns);
void populateContractionPatterns(mlir::RewritePatternSet &patterns);
void populateGeneralizationPatterns(mlir::RewritePatternSet &patterns);
void populateDynamicSlicePatterns(mlir::RewritePatternSet &patterns);
void populateScalarPatterns(mlir::RewritePatternSet &patterns);
void populateGenericCleanupPatterns(mlir::RewritePatternSet &patterns);

//===----------------------------------------------------------------------===//
// What they share
//===----------------------------------------------------------------------===//

/// The one value of all elements: of a fill with a constant or a splat.
std::optional<llvm::APFloat> getSplatFloat(mlir::Value value);

/// Whether a reduction that starts from `value` starts from zero.
bool isZero(mlir::Value value);

mlir::Value createEmptyLike(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::Value value);

/// The sum of two tensors of one type, element by element.
mlir::Value createAdd(mlir::OpBuilder &builder, mlir::Location location,
                      mlir::Value lhs, mlir::Value rhs);

/// Whether maps of two inputs and an output are those of a `linalg.contract`:
/// each dimension is in the output and an input, or in both inputs.
bool isContraction(llvm::ArrayRef<mlir::AffineMap> maps);

} // namespace ckpt

#endif // CKPT_NORMALIZE_PATTERNS_H
