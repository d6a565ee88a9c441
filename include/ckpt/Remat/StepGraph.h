//===- StepGraph.h - A step as launches and values --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Remat and Memory see of a step: its nodes in one order, the values
// between them, and the persistent storage. After Fusion the nodes are the
// launches; at op level each op is one, whatever dialect it is from, as long as
// it says which effects it has. Views and barriers are looked through.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_STEPGRAPH_H
#define CKPT_REMAT_STEPGRAPH_H

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Planning/Problem.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ckpt {

/// Bytes of a tensor's elements, `i1` as a byte, rounded up to `alignment`. 0
/// for what is no tensor of static shape.
int64_t bufferBytes(mlir::Type type, int64_t alignment);

/// Alignment of buffers on the CPU.
inline constexpr int64_t cpuAlignment = 64;

/// Where an operand of a node, or a result of the step, comes from. Neither a
/// node nor persistent: it is free (an empty tensor, a scalar or splat
/// constant, a value from outside of a loop's body).
struct StepSource {
  /// A node's result, or
  int32_t node = -1;
  int32_t output = -1;
  /// an index into `StepGraph::persistent`.
  int32_t persistent = -1;

  bool isNode() const { return node >= 0; }
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

struct StepGraph;

/// The body of an `scf.for`, planned by itself. From outside the loop is one
/// node whose workspace is what its body needs.
struct LoopBody {
  std::shared_ptr<StepGraph> graph;
  /// 1 when unknown.
  int64_t trips = 1;
  /// The plan of one iteration, and what it needs.
  planning::Problem problem;
  std::vector<int32_t> schedule;
  int64_t peak = 0;
  double time = 0;
  /// No plan can need less.
  int64_t floor = 0;
};

struct StepNode {
  mlir::Operation *op = nullptr;
  /// Null at op level.
  LaunchOp launch;
  KernelOp kernel;
  /// Stable name for messages, plans and reports.
  std::string name;
  bool gradient = false;
  /// How many gradient regions begin or end before it: odd inside of one.
  int32_t phase = 0;
  /// The operands, then the values from outside that its regions use.
  std::vector<mlir::Value> reads;
  /// Where they come from.
  std::vector<StepSource> operands;
  /// For each result the persistent storage that it is written to, or -1.
  std::vector<int32_t> storage;
  /// Results that are alive to the end.
  std::vector<int32_t> keep;
  /// Pairs (result, read) that may share storage.
  std::vector<std::pair<int32_t, int32_t>> inPlace;
  /// For clones that a mark demands: the node they repeat.
  int32_t cloneOf = -1;
  /// It may run more than once; no policy overrules this.
  bool recomputable = true;
  /// A mark demands that it runs once.
  bool pinned = false;
  /// Nodes that must have run before this one, without reading them.
  std::vector<int32_t> after;
  std::optional<LoopBody> loop;
  /// Estimated time, once the baseline is known.
  double nanoseconds = 0;

  bool writesPersistent() const {
    for (int32_t s : storage)
      if (s >= 0)
        return true;
    return false;
  }
  /// The regions that it was written in, outermost first.
  llvm::ArrayRef<int64_t> marks() const;
};

/// Estimated nanoseconds of a kernel, or of an op at op level.
using NodeTime = std::function<double(mlir::Operation *)>;

struct StepGraph {
  /// The launches of a step. Fails with a diagnostic when there is anything
  /// else.
  static mlir::FailureOr<StepGraph> build(mlir::func::FuncOp step);
  /// Any function of one block: launches if it has some, else its ops. Results
  /// of a function that is no step are alive to the end and not persistent.
  static mlir::FailureOr<StepGraph> buildAny(mlir::func::FuncOp function);

  mlir::func::FuncOp step;
  /// The function's, or a loop's body.
  mlir::Block *block = nullptr;
  bool opLevel = false;
  /// In the reference order: forward, then gradient.
  std::vector<StepNode> nodes;
  std::vector<PersistentStorage> persistent;
  /// Where each operand of the block's terminator comes from.
  std::vector<StepSource> results;

  /// Sum over the persistent storage, each rounded up to `alignment`.
  int64_t persistentBytes(int64_t alignment) const;

  /// The planner's view. Results in persistent storage have no bytes. Nodes
  /// whose results have fewer than `minBytes` together run once.
  planning::Problem problem(const NodeTime &time, int64_t alignment,
                            int64_t minBytes = 0) const;
};

} // namespace ckpt

#endif // CKPT_REMAT_STEPGRAPH_H
