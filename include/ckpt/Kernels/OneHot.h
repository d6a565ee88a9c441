//===- OneHot.h - Sums in which one iteration of a loop counts --*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a gather is a sum of `select(row == index, g, 0)`: a product
// with a one-hot matrix. Of the loop over the rows only one iteration adds
// anything. Code generation goes there directly, and the cost model knows.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_KERNELS_ONEHOT_H
#define CKPT_KERNELS_ONEHOT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ckpt {

/// A loop of a generic, and the value in the body that its counter must have.
struct OneHotLoop {
  unsigned loop = 0;
  mlir::Value position;
};

/// For a generic with one result, a sum of `select(condition, value, 0)`: the
/// loops that the condition compares with a value that does not depend on any
/// of them. Empty for everything else.
llvm::SmallVector<OneHotLoop, 2> findOneHotLoops(mlir::linalg::GenericOp op);

} // namespace ckpt

#endif // CKPT_KERNELS_ONEHOT_H
