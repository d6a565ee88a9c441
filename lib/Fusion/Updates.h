//===- Updates.h - Updates after the last reader ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_UPDATES_H
#define CKPT_LIB_FUSION_UPDATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt::fusion {

/// Moves each launch that computes a new parameter or state behind the last
/// reader of the old one, where it can take the old one's storage. Fusion may
/// have moved a reader behind the update.
void delayUpdates(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_UPDATES_H
