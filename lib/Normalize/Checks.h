//===- Checks.h - Assertions become results ---------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_CHECKS_H
#define CKPT_NORMALIZE_CHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Takes `cf.assert` out of the bodies of generics: a reduction says whether
/// all iterations hold, and one assertion after it checks that.
mlir::LogicalResult hoistAssertions(mlir::func::FuncOp function);

/// Assertions between tensors become results with `ckpt.check = "message"`, one
/// for each message; whoever runs the function looks at them. One that always
/// holds is dropped, one that never does is an error.
mlir::LogicalResult returnAssertions(mlir::func::FuncOp function);

} // namespace ckpt

#endif // CKPT_NORMALIZE_CHECKS_H
