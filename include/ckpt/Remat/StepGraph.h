//===- StepGraph.h - A step as launches and values --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Remat and Memory see of a step function: its launches in one order, the
// values between them, and the persistent storage. Views (expand_shape,
// collapse_shape) and barriers are looked through.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_STEPGRAPH_H
#define CKPT_REMAT_STEPGRAPH_H

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Planning/Problem.h"

#include <functional>
#include <vector>

namespace ckpt {

/// Bytes of a tensor's elements, `i1` as a byte, rounded up to `alignment`.
int64_t bufferBytes(mlir::Type type, int64_t alignment);

/// Alignment of buffers on the CPU.
inline constexpr int64_t cpuAlignment = 64;

/// Where an operand of a launch, or a result of the step, comes from.
struct StepSource {
  /// A launch's result, or
  int32_t node = -1;
  int32_t output = -1;
  /// an index into `StepGraph::persistent`.
  int32_t persistent = -1;

  bool isPersistent() const { return persistent >= 0; }
};

/// Storage that outlives the step: an argument, a constant, or a result that
/// takes no argument's place.
struct PersistentStorage {
  enum class Kind { Argument, Constant, Result };
  Kind kind = Kind::Argument;
  /// The argument or constant; null for results.
  mlir::Value value;
  /// Number of the argument or of the result.
  unsigned index = 0;
  mlir::Type type;
};

struct StepNode {
  LaunchOp launch;
  KernelOp kernel;
  bool gradient = false;
  std::vector<StepSource> operands;
  /// For each result the persistent storage that it is written to, or -1.
  std::vector<int32_t> storage;
  /// For clones that a mark demands: the node they repeat.
  int32_t cloneOf = -1;
  /// It may run more than once; no policy overrules this.
  bool recomputable = true;
  /// A mark demands that it runs once.
  bool pinned = false;
  /// Nodes that must have run before this one, without reading them.
  std::vector<int32_t> after;

  bool writesPersistent() const {
    for (int32_t s : storage)
      if (s >= 0)
        return true;
    return false;
  }
};

/// Estimated nanoseconds of one launch of a kernel.
using KernelTime = std::function<double(KernelOp)>;

struct StepGraph {
  /// Fails with a diagnostic when the function is not a step of launches.
  static mlir::FailureOr<StepGraph> build(mlir::func::FuncOp step);

  mlir::func::FuncOp step;
  /// In the reference order: forward, then gradient.
  std::vector<StepNode> nodes;
  std::vector<PersistentStorage> persistent;
  /// Where each result of the function comes from.
  std::vector<StepSource> results;

  /// Sum over the persistent storage, each rounded up to `alignment`.
  int64_t persistentBytes(int64_t alignment) const;

  /// The planner's view. Results in persistent storage have no bytes.
  planning::Problem problem(const KernelTime &time, int64_t alignment) const;
};

} // namespace ckpt

#endif // CKPT_REMAT_STEPGRAPH_H
