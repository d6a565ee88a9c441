//===- PlannedStep.h - What Remat decided, for reports ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step that a plan runs and the one that it replaces, with names and
// locations. Holds no operations, so it stays valid when the IR changes.
// `planning::Evaluation` says for each event what is alive, for each copy which
// event computes it, which one reads it last, and whose place it takes.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_PLANNEDSTEP_H
#define CKPT_REMAT_PLANNEDSTEP_H

#include "ckpt/Planning/Schedule.h"
#include "mlir/IR/Location.h"

#include <string>
#include <vector>

namespace ckpt {

struct StepGraph;

/// A launch (or an op) of the step.
struct PlannedNode {
  std::string name;
  /// The kernel's symbol, or the op's name.
  std::string kernel;
  mlir::Location location;
  bool gradient = false;
  /// Innermost region, or -1.
  int32_t region = -1;
  /// For clones that a mark demands the node that they repeat, else -1.
  int32_t cloneOf = -1;
  /// Names of the results.
  std::vector<std::string> values;
  /// For each result the storage in `PlannedStep::persistent` that it is
  /// written to, or -1.
  std::vector<int32_t> storage;
};

/// Bytes that are there for the whole step.
struct PlannedStorage {
  std::string name;
  /// "parameter", "optimizer", "state", "data", "constant", "result" or
  /// "argument" (learning rate, step index, arguments without a role).
  std::string role;
  int64_t bytes = 0;
  mlir::Location location;
};

struct PlannedStep {
  std::string function;
  std::vector<PlannedStorage> persistent;
  /// Parallel to `problem.nodes`.
  std::vector<PlannedNode> nodes;
  planning::Problem problem;
  planning::Schedule schedule;
  planning::Evaluation evaluation;
  /// The step without clones, in its first order: its nodes, and for each of
  /// them the node of `nodes` that it is.
  planning::Problem baselineProblem;
  std::vector<int32_t> baselineNodes;
  planning::Evaluation baseline;
};

/// Fills `nodes` and `persistent` from the graph that is planned.
void describeNodes(const StepGraph &graph, const planning::Problem &problem,
                   int64_t alignment, PlannedStep &planned);

} // namespace ckpt

#endif // CKPT_REMAT_PLANNEDSTEP_H
