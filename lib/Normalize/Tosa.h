//===- Tosa.h - The tosa dialect by upstream conversions --------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_TOSA_H
#define CKPT_NORMALIZE_TOSA_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace ckpt {

/// Whether any op of the module is of the tosa dialect.
bool hasTosa(mlir::ModuleOp module);

/// The upstream passes that turn tosa into linalg, tensor and arith.
void addTosaConversions(mlir::OpPassManager &manager);

} // namespace ckpt

#endif // CKPT_NORMALIZE_TOSA_H
