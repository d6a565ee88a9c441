//===- Domain.h - Which images change their layout --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LAYOUT_DOMAIN_H
#define CKPT_LAYOUT_DOMAIN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace ckpt {

/// A convolution, a pool or the gradient of one, with channels first.
bool isChannelsFirst(mlir::Operation *op);

/// The operands and results of a window op that are images (not filters).
llvm::SmallVector<mlir::Value> getImageOperands(mlir::Operation *op);
bool hasImageResult(mlir::Operation *op);

/// Ops that work on images of any layout as long as all have the same.
bool isTransparent(mlir::Operation *op);

/// The results of ops in `func` that are images connected with a channels-first
/// op through transparent ops.
llvm::SetVector<mlir::Value> findImages(mlir::func::FuncOp func);

} // namespace ckpt

#endif // CKPT_LAYOUT_DOMAIN_H
