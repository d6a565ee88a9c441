//===- LaunchTable.h - From a placed step to the launch table ---*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LOWERING_LAUNCHTABLE_H
#define CKPT_LOWERING_LAUNCHTABLE_H

#include "ckpt/Memory/Memory.h"
#include "ckpt/Runtime/LaunchTable.h"

namespace ckpt {

/// The table of a step after `assignMemory`. `kernels` has an entry for each
/// kernel that the step launches, found by its symbol name; the table holds
/// those only, in the order of their first launch. Persistent values are named
/// and given their roles by the attributes of the step's arguments and results;
/// without any, arguments are "argN" (data) and results "resultN" (other).
mlir::FailureOr<runtime::Table>
buildLaunchTable(mlir::func::FuncOp step, std::vector<runtime::Kernel> kernels);

} // namespace ckpt

#endif // CKPT_LOWERING_LAUNCHTABLE_H
