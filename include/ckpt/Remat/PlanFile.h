//===- PlanFile.h - Plans that outlive a compilation ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// {"schema":1,"plans":[{"function":"mlp_step","hash":"…","status":"feasible",
//   "peak":N,"limit":N,"extra_time_percent":X,
//   "nodes":[{"name":"a","op":"k1","bytes":[N],"inputs":[[node,output],…]},…],
//   "schedule":[0,1,…],"loops":[{"node":7, "nodes":…, "schedule":…}]}]}
//
// `nodes` says what the plan is for: a plan is applied to a step with the same
// nodes only.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_PLANFILE_H
#define CKPT_REMAT_PLANFILE_H

#include "ckpt/Remat/StepGraph.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ckpt {

struct SavedNode {
  std::string name;
  /// The kernel's symbol, or the op's name.
  std::string op;
  std::vector<int64_t> bytes;
  std::vector<planning::ValueRef> inputs;
};

struct SavedPlan {
  std::string function;
  std::string hash;
  std::string status;
  int64_t peak = 0;
  std::optional<int64_t> limit;
  double extraTimePercent = 0;
  std::vector<SavedNode> nodes;
  std::vector<int32_t> schedule;
  /// Of the loops among the nodes, by node.
  std::vector<std::pair<int32_t, SavedPlan>> loops;
};

/// Nodes, schedule and loops of a graph; the rest is left to the caller.
SavedPlan savePlan(const StepGraph &graph, const planning::Problem &problem,
                   const std::vector<int32_t> &schedule);

/// The first difference between what the plan is for and `graph`, and the op
/// there, or nothing.
struct PlanMismatch {
  std::string text;
  mlir::Operation *op = nullptr;
};
std::optional<PlanMismatch> findMismatch(const SavedPlan &plan,
                                         const StepGraph &graph,
                                         const planning::Problem &problem);

/// Gives the loops of `graph` the schedules of the plan.
void setLoopPlans(const SavedPlan &plan, StepGraph &graph);

std::string writePlans(const std::vector<SavedPlan> &plans);
llvm::Expected<std::vector<SavedPlan>> parsePlans(llvm::StringRef text);

/// Equal plans for equal steps have equal hashes, on every machine: for the
/// processes of a parallel run to agree on.
std::string hashOf(const SavedPlan &plan);

} // namespace ckpt

#endif // CKPT_REMAT_PLANFILE_H
