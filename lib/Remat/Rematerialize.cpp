//===- Rematerialize.cpp - Marks, budget, plan, rewrite -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Remat.h"
#include "ckpt/Remat/Solvers.h"
#include "ckpt/Remat/Storage.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <chrono>

using namespace mlir;
using namespace ckpt;
using planning::Evaluation;
using planning::Plan;
using planning::Problem;
using planning::Schedule;

/// How often a plan is tightened because its arena did not fit.
static constexpr int arenaAttempts = 6;

/// The arena that Memory will find for this schedule under the same limit.
static int64_t arenaBytes(const Problem &problem, const Schedule &schedule,
                          int64_t limit) {
  Evaluation evaluation = evaluate(problem, schedule);
  return packTransient(transientBuffers(problem, schedule, evaluation), limit)
      .bytes;
}

static std::string hashOf(const Problem &problem, const Schedule &schedule) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const planning::Node &node : problem.nodes) {
    stream << node.name << ':' << node.workspace;
    for (int64_t bytes : node.outputs)
      stream << ',' << bytes;
    for (planning::ValueRef input : node.inputs)
      stream << ';' << input.node << '.' << input.output;
    stream << '\n';
  }
  for (int32_t node : schedule)
    stream << node << ' ';
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}

/// "@k3 ('conv1') reads a (10 bytes) and writes 20 bytes".
static void describeNode(llvm::raw_ostream &os, const StepGraph &graph,
                         const Problem &problem, int32_t index) {
  const planning::Node &node = problem.nodes[index];
  KernelOp kernel = graph.nodes[index].kernel;
  os << "launch '" << node.name << "' of kernel @" << kernel.getSymName();
  const char *separator = " reads ";
  std::vector<planning::ValueRef> seen;
  for (planning::ValueRef input : node.inputs) {
    if (llvm::is_contained(seen, input))
      continue;
    seen.push_back(input);
    const planning::Node &source = problem.nodes[input.node];
    os << separator << "'" << source.name;
    if (source.outputs.size() > 1)
      os << "#" << input.output;
    os << "' (" << source.outputs[input.output] << " bytes)";
    separator = ", ";
  }
  separator = node.inputs.empty() ? " writes " : " and writes ";
  for (int64_t bytes : node.outputs) {
    os << separator << bytes << " bytes";
    separator = ", ";
  }
  if (node.workspace)
    os << " with a workspace of " << node.workspace << " bytes";
}

namespace {
class Rematerializer {
public:
  Rematerializer(func::FuncOp step, const KernelTime &time,
                 const RematConfig &options)
      : step(step), time(time), options(options) {}

  FailureOr<RematResult> run() {
    FailureOr<StepGraph> built = StepGraph::build(step);
    if (failed(built))
      return failure();
    graph = std::move(*built);
    if (failed(makeBaseline()))
      return failure();
    result.status = "plain";
    if (!options.plain) {
      FailureOr<MarkedGraph> marked = applyMarks(graph, options.marksOnly);
      if (failed(marked))
        return failure();
      if (marked->clones)
        result.status = "marks";
    }
    problem = graph.problem(time, options.alignment);
    schedule = referenceSchedule(problem);
    // The marks added clones only: the other nodes are those of the baseline.
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      if (node.cloneOf < 0)
        result.planned.baselineNodes.push_back(index);
    describeNodes(graph, problem, options.alignment, result.planned);
    if (options.budget && !options.plain && failed(meetBudget()))
      return failure();
    if (!result.met())
      return std::move(result);

    Evaluation evaluation = evaluate(problem, schedule);
    if (!evaluation.valid())
      return step.emitError("the plan is not valid: ") << evaluation.error;
    result.predictedPeakBytes = result.persistentBytes + evaluation.peak;
    result.extraTimePercent =
        100 * (evaluation.time - baselineTime) / baselineTime;
    result.planHash = hashOf(problem, schedule);
    describeDecisions(graph, problem, schedule, result);
    result.clones = applySchedule(graph, schedule);
    writePlanAttribute(evaluation.peak);
    result.planned.problem = std::move(problem);
    result.planned.schedule = std::move(schedule);
    result.planned.evaluation = std::move(evaluation);
    return std::move(result);
  }

private:
  /// What Memory must find again, and the limit it works under.
  void writePlanAttribute(int64_t peak) {
    Builder builder(step.getContext());
    NamedAttrList plan;
    plan.append("hash", builder.getStringAttr(result.planHash));
    plan.append("peak", builder.getI64IntegerAttr(peak));
    if (result.budgetBytes)
      plan.append("limit", builder.getI64IntegerAttr(*result.budgetBytes -
                                                     result.persistentBytes));
    step->setAttr(planAttrName, plan.getDictionary(step.getContext()));
  }

  /// The peak and time of the step as AutoDiff ordered it, without any clone.
  LogicalResult makeBaseline() {
    Problem plain = graph.problem(time, options.alignment);
    if (std::optional<std::string> error = verify(plain))
      return step.emitError("the step cannot be planned: ") << *error;
    Evaluation evaluation = evaluate(plain, referenceSchedule(plain));
    if (!evaluation.valid())
      return step.emitError("the step cannot be planned: ") << evaluation.error;
    result.persistentBytes = graph.persistentBytes(options.alignment);
    baselineTransient = evaluation.peak;
    baselineTime = evaluation.time > 0 ? evaluation.time : 1;
    result.baselinePeakBytes = result.persistentBytes + evaluation.peak;
    result.planned.baselineProblem = std::move(plain);
    result.planned.baseline = std::move(evaluation);
    return success();
  }

  /// What the marks alone would do, as a start for the search, so that the plan
  /// is never worse than they are.
  FailureOr<Schedule> marksSchedule() {
    StepGraph copy = graph;
    FailureOr<MarkedGraph> marked = applyMarks(copy, /*autoMeansNothing=*/true);
    if (failed(marked))
      return failure();
    return std::move(marked->origin);
  }

  LogicalResult meetBudget() {
    int64_t budget =
        options.budget->resolve(result.persistentBytes, baselineTransient);
    result.budgetBytes = budget;
    int64_t transient = budget - result.persistentBytes;
    planning::PlanOptions planOptions;
    planOptions.keepOrder = options.keepOrder;
    planOptions.effort = options.effort;
    planOptions.solver = options.solver;
    planOptions.solvers = solversOf(step.getContext());
    planOptions.threads = options.threads;
    planOptions.timeLimitSeconds = options.timeLimitSeconds;
    FailureOr<Schedule> seed = marksSchedule();
    if (failed(seed))
      return failure();
    planOptions.seeds.push_back(std::move(*seed));

    auto begin = std::chrono::steady_clock::now();
    planOptions.budgetBytes = std::max<int64_t>(transient, 0);
    Plan plan;
    for (int attempt = 0; attempt < arenaAttempts; ++attempt) {
      plan = planning::plan(problem, planOptions);
      if (plan.status == planning::Status::Error)
        return step.emitError("the step cannot be planned: ") << plan.error;
      if (!plan.fits())
        break;
      int64_t excess =
          arenaBytes(problem, plan.schedule, transient) - transient;
      if (excess <= 0)
        break;
      // Live bytes fit, but not without gaps between them: aim lower.
      planOptions.budgetBytes = std::min(planOptions.budgetBytes, plan.peak) -
                                std::max<int64_t>(excess, 1);
      plan.status = planning::Status::NotFound;
    }
    result.planSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    result.floorBytes = result.persistentBytes + plan.floorBytes;
    result.lowerBoundPercent = plan.lowerBoundPercent;
    if (!plan.fits() || transient < 0) {
      explain(plan, budget, transient);
      return success();
    }
    schedule = plan.schedule;
    bool unchanged = schedule == referenceSchedule(problem);
    if (!unchanged || result.status == "marks")
      result.status = planning::toString(plan.status);
    return success();
  }

  void explain(const Plan &plan, int64_t budget, int64_t transient) {
    llvm::raw_string_ostream os(result.explanation);
    bool impossible =
        transient < 0 || plan.status == planning::Status::Infeasible;
    result.status = impossible ? "infeasible" : "not-found";
    os << "the budget of " << budget << " bytes cannot be met: ";
    if (transient < 0) {
      os << "parameters, states and the batch alone need "
         << result.persistentBytes << " bytes";
      if (plan.floorNode >= 0)
        os << "; ";
    }
    if (!impossible)
      os << "no plan below " << result.persistentBytes + plan.peak
         << " bytes was found; ";
    else if (transient >= plan.floorBytes)
      os << "the planner has proved that no order of launches fits; ";
    if (plan.floorNode >= 0) {
      os << "no step can need less than " << result.floorBytes << " bytes ("
         << result.persistentBytes << " persistent), because ";
      describeNode(os, graph, problem, plan.floorNode);
    }
  }

  func::FuncOp step;
  const KernelTime &time;
  const RematConfig &options;
  StepGraph graph;
  Problem problem;
  Schedule schedule;
  RematResult result;
  int64_t baselineTransient = 0;
  double baselineTime = 0;
};
} // namespace

FailureOr<RematResult> ckpt::rematerialize(func::FuncOp step,
                                           const KernelTime &time,
                                           const RematConfig &options) {
  return Rematerializer(step, time, options).run();
}
