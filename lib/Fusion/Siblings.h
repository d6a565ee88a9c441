//===- Siblings.h - Ops with the same loops become one ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_SIBLINGS_H
#define CKPT_LIB_FUSION_SIBLINGS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt::fusion {

/// Makes one op with several results of
/// - reductions with the same loops that read the same large operand,
/// - an elementwise op whose result is stored and the reductions that read it,
/// - elementwise ops with the same loops that are small, or that all write new
///   parameters or states, where one reads the other or both read one operand.
void mergeSiblings(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_SIBLINGS_H
