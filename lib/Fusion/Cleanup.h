//===- Cleanup.h - Equal ops, dead ops, tidy generics -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_CLEANUP_H
#define CKPT_LIB_FUSION_CLEANUP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace ckpt::fusion {

/// The function's block and then the block of its gradient, if it has one.
llvm::SmallVector<mlir::Block *, 2> blocksOf(mlir::func::FuncOp function);

/// Merges equal pure ops of one block (not with those of other blocks: the
/// forward and the gradient stay apart, as do ops of different marks).
void mergeEqualOps(mlir::Block &block);

/// Erases what nothing uses.
void eraseDeadOps(mlir::func::FuncOp function);

/// Moves what needs no launch (constants, fills, views, slices) as far up as
/// its operands allow, so that it is defined wherever they are.
void hoistAccesses(mlir::Block &block);

/// The scalar that all elements of `tensor` are, or null.
mlir::Value splatScalar(mlir::RewriterBase &rewriter, mlir::Value tensor);

/// Brings a generic into the form that fusion expects: constants are scalars
/// of the body, each (value, map) is one input, unused inputs are gone,
/// elementwise ops do not read their inits, inits that are not read are empty,
/// the body has no equal or dead ops. Returns the op or its replacement.
mlir::linalg::GenericOp tidy(mlir::RewriterBase &rewriter,
                             mlir::linalg::GenericOp op);

/// One op per result, where the results do not share expensive work or state.
/// Fusion joins them again where one sweep serves.
void splitResults(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_CLEANUP_H
