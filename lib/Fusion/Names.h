//===- Names.h - Readable names of kernels and launches ---------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_NAMES_H
#define CKPT_LIB_FUSION_NAMES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace ckpt::fusion {

/// What a kernel does in a few words, such as "mul_add_max" or "conv".
std::string roleOf(KernelOp kernel);

/// `ckpt.names`: one entry per result, an empty string for none.
void setLaunchNames(LaunchOp launch, llvm::ArrayRef<mlir::StringAttr> names);

/// Gives each launch a unique `ckpt.name`: the place in the model and what is
/// computed there, such as "b0.l3.conv" or
/// "grad.b0.l3.conv1.w.conv_backward_data", or the loss, metric, state or
/// parameter that results ("update.b0.l3.conv1.w").
void nameLaunches(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_NAMES_H
