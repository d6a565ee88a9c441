//===- Models.h - External models of upstream dialects ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MODELS_MODELS_H
#define CKPT_MODELS_MODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ckpt {

/// Differentiation of one dialect.
void registerBuiltinGradientTypes(mlir::DialectRegistry &registry);
void registerArithDifferentiation(mlir::DialectRegistry &registry);
void registerMathDifferentiation(mlir::DialectRegistry &registry);
void registerTensorDifferentiation(mlir::DialectRegistry &registry);
void registerLinalgDifferentiation(mlir::DialectRegistry &registry);
void registerCkptDifferentiation(mlir::DialectRegistry &registry);

/// All of the above.
void registerDifferentiationModels(mlir::DialectRegistry &registry);

} // namespace ckpt

#endif // CKPT_MODELS_MODELS_H
