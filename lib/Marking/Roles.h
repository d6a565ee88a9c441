//===- Roles.h - What arguments and results are -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_ROLES_H
#define CKPT_MARKING_ROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Roles as the options say them; indices are checked when they are applied.
struct Roles {
  std::optional<int64_t> lossResult;
  llvm::SmallVector<int64_t> params;
  /// (argument, result)
  llvm::SmallVector<std::pair<int64_t, int64_t>> states;
  /// (argument, name; empty: the argument's own)
  llvm::SmallVector<std::pair<int64_t, std::string>> datas;
};

/// Reads the options; reports malformed ones at `location`.
mlir::FailureOr<Roles> parseRoles(mlir::Location location, int64_t lossResult,
                                  llvm::ArrayRef<std::string> params,
                                  llvm::ArrayRef<std::string> states,
                                  llvm::ArrayRef<std::string> datas);

/// Writes `roles` as attributes of the entry.
mlir::LogicalResult applyRoles(mlir::func::FuncOp entry, const Roles &roles);

/// Finds the loss of an entry without one; marks the arguments that have no
/// role as data when others have one.
mlir::LogicalResult completeRoles(mlir::func::FuncOp entry, bool needsLoss);

/// Gives every parameter without a name one that no other role has.
void nameParameters(mlir::func::FuncOp func);

/// Reports roles that contradict each other or the types.
mlir::LogicalResult checkRoles(mlir::func::FuncOp func);

} // namespace ckpt

#endif // CKPT_MARKING_ROLES_H
