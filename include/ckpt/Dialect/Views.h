//===- Views.h - What a value of a step is a view of ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_VIEWS_H
#define CKPT_DIALECT_VIEWS_H

#include "ckpt/Dialect/Ckpt.h"

namespace ckpt {

/// Whether `op` gives the storage of its first operand another shape, or
/// nothing but another name: expand_shape, collapse_shape, barrier.
bool isStorageView(mlir::Operation *op);

/// The value whose storage `value` is: looks through views, barriers and
/// results of the gradient. Appends the views on the way (no barriers), the
/// last one first, so that they can be built again on another base.
mlir::Value
storageOf(mlir::Value value,
          llvm::SmallVectorImpl<mlir::Operation *> *views = nullptr);

/// `base` seen through `views`, as `storageOf` returned them.
mlir::Value rebuildViews(mlir::OpBuilder &builder, mlir::Value base,
                         llvm::ArrayRef<mlir::Operation *> views);

} // namespace ckpt

#endif // CKPT_DIALECT_VIEWS_H
