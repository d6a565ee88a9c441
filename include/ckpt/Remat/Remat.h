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
#include "ckpt/Remat/PlanFile.h"
#include "ckpt/Remat/PlannedStep.h"
#include "ckpt/Remat/StepGraph.h"

#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ckpt {

struct RematConfig {
  /// Limits persistent and transient bytes together; none: marks only.
  std::optional<measure::Budget> budget;
  /// What regions without a policy may save; `Auto` leaves it to the planner.
  Policy defaultPolicy = Policy::Auto;
  /// The baseline itself: no policy is obeyed, nothing is planned.
  bool plain = false;
  planning::Effort effort = planning::Effort::Default;
  bool keepOrder = false;
  std::string solver;
  double timeLimitSeconds = 0;
  unsigned threads = 2;
  int64_t alignment = cpuAlignment;
  /// Nodes whose results have fewer bytes together are not recomputed, unless a
  /// mark demands it.
  int64_t minBytes = 0;
  /// Also plans for this many budgets, for `RematResult::front`.
  unsigned frontPoints = 0;
  planning::Effort frontEffort = planning::Effort::Quick;
  /// Plans to apply instead of searching; the one of the function's name.
  const std::vector<SavedPlan> *plans = nullptr;
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

/// A plan on the front of memory against time.
struct FrontPoint {
  int64_t peakBytes = 0;
  double extraTimePercent = 0;
  int64_t clones = 0;
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

/// Without this tensor no step would need as much as the floor.
struct FloorTensor {
  std::string name;
  int64_t bytes = 0;
  bool persistent = false;
  /// What the floor would be, persistent bytes included.
  int64_t floorWithout = 0;
  mlir::Location location;
};

/// An operand or a result of the launch that the floor comes from.
struct FloorOperand {
  std::string name;
  int64_t bytes = 0;
  bool result = false;
  mlir::Location location;
};

/// Why no step can need less.
struct Floor {
  std::string name;
  /// The kernel's symbol, or the op's name.
  std::string kernel;
  bool isLaunch = true;
  /// Its workspace is what its body needs.
  bool isLoop = false;
  std::optional<mlir::Location> location;
  std::vector<FloorOperand> operands;
  int64_t workspace = 0;
  /// The three that would lower it most, the best first.
  std::vector<FloorTensor> tensors;
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
  /// From much memory to little; empty unless asked for.
  std::vector<FrontPoint> front;
  /// Everything that runs, with lifetimes. Of the baseline only, when the
  /// budget cannot be met.
  PlannedStep planned;
  /// To be written to a file and applied again.
  SavedPlan saved;
  /// Set with "infeasible" and "not-found".
  Floor floor;
  /// Set with "infeasible" and "not-found": one sentence for people.
  std::string explanation;

  bool met() const { return explanation.empty(); }
};

/// Rewrites `step` (launches after Kernels, or any ops) so that it obeys its
/// marks and the budget. When the budget cannot be met the step is left as it
/// was and the result says why. Fails, with a diagnostic, on a malformed step
/// or on a plan that is not for this step.
mlir::FailureOr<RematResult> rematerialize(mlir::func::FuncOp step,
                                           const NodeTime &time,
                                           const RematConfig &options);

/// Checks that a step still is what `ckpt.plan` says: the same clones, in the
/// same order, with the same peak. Passes that merge or move a clone are found
/// out here. Without `ckpt.plan` there is nothing to check.
mlir::LogicalResult verifyPlan(const StepGraph &graph, int64_t alignment);

/// A hash of the order of the nodes, by name.
std::string orderHash(const StepGraph &graph);

/// What a mark does that its author may not expect.
struct MarkNote {
  int64_t region = -1;
  std::string text;
  /// The region is `strict`, and this is an error then.
  bool error = false;
};

/// What `applyMarks` did.
struct MarkedGraph {
  int64_t clones = 0;
  /// For each node of the new graph the node of the old one that it is, or that
  /// it repeats.
  std::vector<int32_t> origin;
  std::vector<MarkNote> notes;
};

/// Adds to the graph the clones that the policies of the step's regions demand,
/// each just before its first reader in the gradient. Regions without a policy
/// have `defaultPolicy`.
mlir::FailureOr<MarkedGraph> applyMarks(StepGraph &graph, Policy defaultPolicy);

/// The floor's node, its operands, and the tensors that would lower it most.
Floor describeFloor(const StepGraph &graph, const planning::Problem &problem,
                    int32_t node, int64_t persistentBytes, int64_t alignment);

/// "launch 'd1' of kernel @k reads 'a' (10 bytes, m.mlir:3:5) and writes 20
/// bytes", then the tensors.
void printFloor(llvm::raw_ostream &os, const Floor &floor);

/// "; 'a' (64 bytes, model.mlir:3:5) may run only once": the largest such
/// values of the forward computation, or nothing.
void printRunOnce(llvm::raw_ostream &os, const StepGraph &graph,
                  const planning::Problem &problem);

/// What planning needs besides the problem.
struct PlanningContext {
  const NodeTime &time;
  int64_t alignment = cpuAlignment;
  int64_t minBytes = 0;
  planning::PlanOptions options;
};

/// Each loop's body in its first order: its peak and time.
void setReferenceBodies(StepGraph &graph, const NodeTime &time,
                        int64_t alignment);

/// Plans the graph under `budget` transient bytes. The bodies of its loops are
/// planned under what is left while they run. `problem` becomes the one that
/// the plan is for.
planning::Plan planGraph(StepGraph &graph, int64_t budget,
                         const PlanningContext &context,
                         planning::Problem &problem);

/// Rewrites the bodies of all loops to run their schedules. Returns the number
/// of clones.
int64_t applyLoopPlans(StepGraph &graph);

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
