//===- Random.h - Random numbers as arithmetic ------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_RANDOM_H
#define CKPT_NORMALIZE_RANDOM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Gives every `ckpt.random` without a stream one that no other of the function
/// has, in their order, and turns all of them into integer arithmetic in
/// generics. An error when two have the same key, counter and stream: one
/// would tell about the other.
mlir::LogicalResult expandRandom(mlir::func::FuncOp function);

} // namespace ckpt

#endif // CKPT_NORMALIZE_RANDOM_H
