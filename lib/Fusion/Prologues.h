//===- Prologues.h - Contractions that compute their operand ----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_PROLOGUES_H
#define CKPT_LIB_FUSION_PROLOGUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt::fusion {

/// Puts elementwise work before a pointwise convolution or its filter gradient
/// into their kernels (`groupAttrName`): a block of rows is computed, used and
/// forgotten. Done where all readers can, so that the tensor is never stored,
/// and where the cost model says that it takes no longer.
void fusePrologues(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_PROLOGUES_H
