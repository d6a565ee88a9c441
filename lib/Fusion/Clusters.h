//===- Clusters.h - Which ops share a kernel --------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_CLUSTERS_H
#define CKPT_LIB_FUSION_CLUSTERS_H

#include "Parts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace ckpt::fusion {

/// Ops that become one launch at the place of the first of them.
struct Cluster {
  llvm::SmallVector<mlir::Operation *> ops;
  /// Takes no further op: the kernel is one library call or one update.
  bool closed = false;
};

/// The clusters of the function's ops in program order.
///
/// An op on small tensors joins the latest cluster that computes one of its
/// operands. All that it reads then exists where the cluster stands, so no
/// cycle can arise.
struct Clusters {
  Clusters(mlir::func::FuncOp function, const Groups &groups);
  std::vector<Cluster> list;
  llvm::DenseMap<mlir::Operation *, size_t> clusterOf;

  mlir::Value sourceOf(mlir::Value value) const;

private:
  void add(mlir::Operation *op);
  void addToGroup(mlir::Operation *op, size_t group);
  int64_t latestProducer(mlir::Operation *op) const;

  llvm::DenseMap<size_t, size_t> clusterOfGroup;
};

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_CLUSTERS_H
