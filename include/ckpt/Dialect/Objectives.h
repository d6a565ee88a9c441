//===- Objectives.h - Several losses, each with its parameters --*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ckpt.objectives = [{loss = "d", params = "disc", optimizer = "adam"},
//                      {loss = "g", params = ["gen", "style.w"],
//                       optimizer = {kind = "sgd", lr_scale = 2.0}}]
//
// `loss` names a result with `ckpt.loss = "d"`. An entry of `params` is the
// name of a parameter, or of a group: the parameters whose names begin with it
// and a dot. Without `optimizer` the step's is taken. Two objectives may share
// a loss. An only objective may leave `params` out.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_OBJECTIVES_H
#define CKPT_DIALECT_OBJECTIVES_H

#include "ckpt/Dialect/Ckpt.h"

namespace ckpt {

struct Objective {
  std::string loss;
  /// Number of the result.
  unsigned result = 0;
  /// Numbers of the arguments that follow the gradient of the loss.
  llvm::SmallVector<unsigned> params;
  /// A string or a dictionary; null: the step's optimizer.
  mlir::Attribute optimizer;
};

/// The names in an entry's `params`.
llvm::SmallVector<llvm::StringRef> groupsOf(mlir::DictionaryAttr objective);

/// The objectives of `function`, none without `ckpt.objectives`. Every loss is
/// in one of them, every parameter in exactly one; anything else is an error.
llvm::FailureOr<llvm::SmallVector<Objective>>
readObjectives(mlir::func::FuncOp function);

} // namespace ckpt

#endif // CKPT_DIALECT_OBJECTIVES_H
