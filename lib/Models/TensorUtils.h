//===- TensorUtils.h - Small tensor builders for rules ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MODELS_TENSORUTILS_H
#define CKPT_LIB_MODELS_TENSORUTILS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ckpt {

/// A `tensor.empty` in the shape of `like`, of `elementType` if given.
mlir::Value createEmpty(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value like, mlir::Type elementType = {});

/// A tensor in the shape of `like` that holds `value` everywhere.
mlir::Value createFilled(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value like, double value,
                         mlir::Type elementType = {});

/// The float constant that every element of `tensor` (or the scalar) holds, if
/// that is evident from its definition.
mlir::TypedAttr getSplat(mlir::Value value);

/// `value`, a float scalar or a tensor of them, in another element type.
mlir::Value createFloatCast(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, mlir::Type elementType);

} // namespace ckpt

#endif // CKPT_LIB_MODELS_TENSORUTILS_H
