//===- Outline.h - Clusters to kernels and launches -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_OUTLINE_H
#define CKPT_LIB_FUSION_OUTLINE_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace ckpt::fusion {

struct Clusters;

/// The module's kernels; equal ones are one symbol.
class KernelPool {
public:
  explicit KernelPool(mlir::ModuleOp module);
  /// Takes a kernel that is in no block yet. Returns it, or an equal one that
  /// is already in the module.
  KernelOp intern(KernelOp kernel);

private:
  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::DenseMap<size_t, llvm::SmallVector<KernelOp, 1>> byHash;
  int64_t next = 0;
};

/// Replaces each cluster by a launch.
void outline(mlir::func::FuncOp function, const Clusters &clusters,
             KernelPool &pool);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_OUTLINE_H
