//===- Roles.h - What arguments and results are -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_ROLES_H
#define CKPT_MARKING_ROLES_H

#include "ckpt/Marking/Signature.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Writes `roles` as attributes of the entry.
mlir::LogicalResult applyRoles(mlir::func::FuncOp entry,
                               const Signature &roles);

/// Finds the loss of an entry without one; marks the arguments that have no
/// role as data when others have one, or says that they have none when the data
/// are known.
mlir::LogicalResult completeRoles(mlir::func::FuncOp entry, bool needsLoss,
                                  bool dataKnown);

/// Gives every parameter without a name one that no other role has.
void nameParameters(mlir::func::FuncOp func);

/// Reports roles that contradict each other or the types.
mlir::LogicalResult checkRoles(mlir::func::FuncOp func);

} // namespace ckpt

#endif // CKPT_MARKING_ROLES_H
