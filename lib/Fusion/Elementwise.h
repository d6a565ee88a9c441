//===- Elementwise.h - Elementwise ops into their consumers -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_ELEMENTWISE_H
#define CKPT_LIB_FUSION_ELEMENTWISE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt::fusion {

/// Makes elementwise ops part of the generics that read them, where that saves
/// traffic and keeps no more memory alive.
void fuseElementwise(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_ELEMENTWISE_H
