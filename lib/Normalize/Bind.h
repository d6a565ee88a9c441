//===- Bind.h - Sizes of dynamic dimensions ---------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_BIND_H
#define CKPT_NORMALIZE_BIND_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace ckpt {

/// What `batch` and `bind` say.
struct Bindings {
  /// Size of the leading `?` of data arguments.
  std::optional<int64_t> batch;
  /// Size of every dimension that has none by the others.
  std::optional<int64_t> anyDim;
  /// Size by argument name and dimension.
  llvm::StringMap<llvm::SmallDenseMap<int64_t, int64_t>> sizes;
};

/// Reads the options; reports malformed ones at `location`.
mlir::FailureOr<Bindings> parseBindings(mlir::Location location, int64_t batch,
                                        llvm::ArrayRef<std::string> binds);

/// Fails when `bindings` name an argument that no function of `module` has.
mlir::LogicalResult checkBindings(mlir::ModuleOp module,
                                  const Bindings &bindings);

/// Gives the arguments of `func` their sizes and propagates them. Fails with a
/// diagnostic where a dynamic dimension is left.
mlir::LogicalResult bindShapes(mlir::func::FuncOp func,
                               const Bindings &bindings);

} // namespace ckpt

#endif // CKPT_NORMALIZE_BIND_H
