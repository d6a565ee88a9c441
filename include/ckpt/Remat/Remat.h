//===- Remat.h - From a plan to the step that carries it out ----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_REMAT_H
#define CKPT_REMAT_REMAT_H

#include "ckpt/Measure/Budget.h"
#include "ckpt/Planning/Plan.h"
#include "ckpt/Remat/PlannedStep.h"
#include "ckpt/Remat/StepGraph.h"

#include <optional>
#include <string>

namespace ckpt {

struct RematConfig {
  /// Limits persistent and transient bytes together; none: marks only.
  std::optional<measure::Budget> budget;
  /// Regions without a policy save nothing, instead of leaving it to the
  /// planner.
  bool marksOnly = false;
  /// The baseline itself: no policy is obeyed, nothing is planned.
  bool plain = false;
  planning::Effort effort = planning::Effort::Default;
  bool keepOrder = false;
  std::string solver;
  double timeLimitSeconds = 0;
  unsigned threads = 2;
  int64_t alignment = cpuAlignment;
};

/// A forward value that the gradient reads.
struct TensorDecision {
  std::string name;
  int64_t bytes = 0;
  double nanoseconds = 0;
  /// How many clones compute it again; 0: it is saved.
  int64_t recomputed = 0;
  /// Innermost region, or -1.
  int64_t region = -1;
  /// The policy of a region demands the clones.
  bool demanded = false;
};

struct RegionDecision {
  std::string name;
  Policy policy = Policy::Auto;
  /// Of the values inside that the gradient reads.
  int64_t savedBytes = 0;
  int64_t recomputedBytes = 0;
  /// Estimated time of the clones.
  double costNanoseconds = 0;
  /// Why it was skipped, or why it saves nothing; empty otherwise.
  std::string note;
};

/// What was decided. Bytes include the persistent ones unless they say so.
struct RematResult {
  /// "plain", "marks", "optimal", "feasible", "infeasible" or "not-found".
  std::string status;
  std::optional<int64_t> budgetBytes;
  int64_t persistentBytes = 0;
  int64_t baselinePeakBytes = 0;
  int64_t predictedPeakBytes = 0;
  int64_t floorBytes = 0;
  double extraTimePercent = 0;
  double lowerBoundPercent = 0;
  int64_t clones = 0;
  double planSeconds = 0;
  /// Of the schedule and the problem; equal plans have equal hashes.
  std::string planHash;
  std::vector<TensorDecision> tensors;
  std::vector<RegionDecision> regions;
  /// Everything that runs, with lifetimes. Of the baseline only, when the
  /// budget cannot be met.
  PlannedStep planned;
  /// Set with "infeasible" and "not-found": one sentence for people.
  std::string explanation;

  bool met() const { return explanation.empty(); }
};

/// Rewrites `step` (launches, after Kernels) so that it obeys its marks and the
/// budget. When the budget cannot be met the step is left as it was and the
/// result says why. Fails, with a diagnostic, on a malformed step only.
mlir::FailureOr<RematResult> rematerialize(mlir::func::FuncOp step,
                                           const KernelTime &time,
                                           const RematConfig &options);

/// What `applyMarks` did.
struct MarkedGraph {
  int64_t clones = 0;
  /// For each node of the new graph the node of the old one that it is, or that
  /// it repeats.
  std::vector<int32_t> origin;
};

/// Adds to the graph the clones that the policies of the step's regions demand,
/// each just before its first reader in the gradient.
mlir::FailureOr<MarkedGraph> applyMarks(StepGraph &graph,
                                        bool autoMeansNothing);

/// Says for each forward value that the gradient reads what `schedule` does
/// with it, and sums that up for each region.
void describeDecisions(const StepGraph &graph, const planning::Problem &problem,
                       const planning::Schedule &schedule, RematResult &result);

/// Rewrites the step's function to run `schedule` (indices of graph nodes).
/// Later occurrences of a node, and nodes with `cloneOf`, become clones on
/// barriers. Returns the number of clones.
int64_t applySchedule(StepGraph &graph, const planning::Schedule &schedule);

} // namespace ckpt

#endif // CKPT_REMAT_REMAT_H
