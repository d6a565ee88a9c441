//===- Regions.h - Regions by rule ------------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_REGIONS_H
#define CKPT_MARKING_REGIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// A region for each `size` consecutive ops that compute on tensors.
void formRegionsOfOps(mlir::func::FuncOp func, int64_t size);

/// `count` regions whose values have about the same number of bytes.
void formRegionsOfBytes(mlir::func::FuncOp func, int64_t count);

/// As many regions as there are ops in each.
void formSqrtRegions(mlir::func::FuncOp func);

} // namespace ckpt

#endif // CKPT_MARKING_REGIONS_H
