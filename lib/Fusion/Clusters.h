//===- Clusters.h - Which ops share a kernel --------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_CLUSTERS_H
#define CKPT_LIB_FUSION_CLUSTERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace ckpt::fusion {

/// Ops that become one launch at the place of the first of them.
struct Cluster {
  llvm::SmallVector<mlir::Operation *> ops;
  /// Takes no further op: the kernel is one library call or one update.
  bool closed = false;
  /// Bytes that the ops read, where one reads what another wrote included.
  int64_t readBytes = 0;
  /// Scalar ops in the bodies.
  size_t bodySize = 0;
};

/// The clusters of the function's ops in program order.
///
/// An op on small tensors joins the latest cluster that computes one of its
/// operands. All that it reads then exists where the cluster stands, so no
/// cycle can arise.
struct Clusters {
  explicit Clusters(mlir::func::FuncOp function);
  std::vector<Cluster> list;
  llvm::DenseMap<mlir::Operation *, size_t> clusterOf;

  mlir::Value sourceOf(mlir::Value value) const;

private:
  void add(mlir::Operation *op);
  void addToGroup(mlir::Operation *op, mlir::Attribute group);
  void push(size_t cluster, mlir::Operation *op);
  bool isEpilogue(mlir::Operation *op, size_t cluster) const;
  int64_t latestProducer(mlir::Operation *op) const;

  llvm::DenseMap<mlir::Attribute, size_t> clusterOfGroup;
};

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_CLUSTERS_H
