//===- Memory.h - Every buffer gets its place -------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEMORY_MEMORY_H
#define CKPT_MEMORY_MEMORY_H

#include "ckpt/Remat/StepGraph.h"
#include "ckpt/Remat/Storage.h"

#include <optional>

namespace ckpt {

/// In bytes.
struct MemoryFigures {
  /// Most transient bytes alive at one launch.
  int64_t peak = 0;
  /// Size of the arena that holds them; the difference is fragmentation.
  int64_t arena = 0;
  int64_t persistent = 0;
};

/// A step in its final order with its buffers and their lifetimes.
struct StepBuffers {
  StepGraph graph;
  planning::Problem problem;
  planning::Evaluation evaluation;
  TransientBuffers transient;

  static mlir::FailureOr<StepBuffers> build(mlir::func::FuncOp step,
                                            int64_t alignment);
};

/// Inlines the gradient, erases barriers, decides which results are written in
/// place of an operand (`tied`) and gives every buffer a constant offset in one
/// arena (`offsets` of each launch: its results, then its workspace; -1 for
/// persistent storage). Fails when the order no longer has the peak that Remat
/// planned: then a pass in between has merged or moved a clone.
mlir::FailureOr<MemoryFigures> assignMemory(mlir::func::FuncOp step,
                                            int64_t alignment = cpuAlignment);

/// Checks a step after `assignMemory` from its IR alone: every offset is inside
/// the arena and aligned, no two buffers that are alive together overlap, no
/// result takes the place of an operand that is still read, and arena and
/// persistent bytes are within `budgetBytes`.
mlir::LogicalResult verifyMemory(mlir::func::FuncOp step,
                                 std::optional<int64_t> budgetBytes,
                                 int64_t alignment = cpuAlignment);

} // namespace ckpt

#endif // CKPT_MEMORY_MEMORY_H
