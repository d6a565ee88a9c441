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

#include <chrono>

using namespace mlir;
using namespace ckpt;
using planning::Evaluation;
using planning::Plan;
using planning::Problem;
using planning::Schedule;

/// How often a plan is tightened because its arena did not fit.
static constexpr int arenaAttempts = 6;

namespace {
class Rematerializer {
public:
  Rematerializer(func::FuncOp step, const NodeTime &time,
                 const RematConfig &options)
      : step(step), time(time), options(options) {}

  FailureOr<RematResult> run() {
    FailureOr<StepGraph> built = StepGraph::buildAny(step);
    if (failed(built))
      return failure();
    graph = std::move(*built);
    if (failed(makeBaseline()) || failed(obeyMarks()))
      return failure();
    problem = makeProblem();
    schedule = referenceSchedule(problem);
    // The marks added clones only: the other nodes are those of the baseline.
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      if (node.cloneOf < 0)
        result.planned.baselineNodes.push_back(index);
    describeNodes(graph, problem, options.alignment, result.planned);
    if (options.plain)
      meetBudgetAsItIs();
    else if (failed(options.plans ? takePlan() : meetBudget()))
      return failure();
    if (options.frontPoints && !problem.nodes.empty() && failed(makeFront()))
      return failure();
    if (!result.met())
      return std::move(result);
    return apply();
  }

private:
  Problem makeProblem() const {
    return graph.problem(time, options.alignment, options.minBytes);
  }

  /// The peak and time of the step as AutoDiff ordered it, without any clone.
  LogicalResult makeBaseline() {
    setReferenceBodies(graph, time, options.alignment);
    Problem plain = graph.problem(time, options.alignment);
    FailureOr<Evaluation> evaluation =
        evaluateOrFail(plain, referenceSchedule(plain));
    if (failed(evaluation))
      return failure();
    for (auto [node, planned] : llvm::zip_equal(graph.nodes, plain.nodes))
      node.nanoseconds = planned.time;
    result.status = "plain";
    result.persistentBytes = graph.persistentBytes(options.alignment);
    baselineTransient = evaluation->peak;
    baselineTime = evaluation->time > 0 ? evaluation->time : 1;
    result.baselinePeakBytes = result.persistentBytes + evaluation->peak;
    result.planned.baselineProblem = std::move(plain);
    result.planned.baseline = std::move(*evaluation);
    return success();
  }

  FailureOr<Evaluation> evaluateOrFail(const Problem &problem,
                                       const Schedule &schedule) {
    if (problem.nodes.empty())
      return Evaluation();
    if (std::optional<std::string> error = verify(problem))
      return step.emitError("the step cannot be planned: ") << *error;
    Evaluation evaluation = evaluate(problem, schedule);
    if (!evaluation.valid())
      return step.emitError("the plan is not valid: ") << evaluation.error;
    return evaluation;
  }

  LogicalResult obeyMarks() {
    if (options.plain)
      return success();
    FailureOr<MarkedGraph> marked = applyMarks(graph, options.defaultPolicy);
    if (failed(marked))
      return failure();
    if (marked->clones)
      result.status = "marks";
    notes = std::move(marked->notes);
    for (const MarkNote &note : notes) {
      Location location = locationOf(note.region);
      if (note.error)
        return emitError(location) << note.text;
      emitWarning(location) << note.text;
    }
    return success();
  }

  /// Of the first op that was written in the region.
  Location locationOf(int64_t region) const {
    for (const StepNode &node : graph.nodes)
      if (llvm::is_contained(node.marks(), region))
        return node.op->getLoc();
    return func::FuncOp(step).getLoc();
  }

  /// What the marks alone would do, as a start for the search, so that the plan
  /// is never worse than they are.
  FailureOr<Schedule> marksSchedule() {
    StepGraph copy = graph;
    FailureOr<MarkedGraph> marked = applyMarks(copy, Policy::Nothing);
    if (failed(marked))
      return failure();
    return std::move(marked->origin);
  }

  FailureOr<PlanningContext> makeContext() {
    PlanningContext context{time, options.alignment, options.minBytes, {}};
    context.options.keepOrder = options.keepOrder;
    context.options.effort = options.effort;
    context.options.solver = options.solver;
    context.options.solvers = solversOf(step.getContext());
    context.options.threads = options.threads;
    context.options.timeLimitSeconds = options.timeLimitSeconds;
    return context;
  }

  /// The plain step fits, or is refused.
  void meetBudgetAsItIs() {
    if (!options.budget)
      return;
    int64_t budget =
        options.budget->resolve(result.persistentBytes, baselineTransient);
    result.budgetBytes = budget;
    if (result.baselinePeakBytes <= budget)
      return;
    result.status = "infeasible";
    result.floorBytes = result.baselinePeakBytes;
    llvm::raw_string_ostream(result.explanation)
        << "the budget of " << budget
        << " bytes cannot be met without recomputation: the step needs "
        << result.baselinePeakBytes << " bytes (" << result.persistentBytes
        << " persistent)";
  }

  LogicalResult meetBudget() {
    if (!options.budget)
      return success();
    int64_t budget =
        options.budget->resolve(result.persistentBytes, baselineTransient);
    result.budgetBytes = budget;
    int64_t transient = budget - result.persistentBytes;
    FailureOr<PlanningContext> context = makeContext();
    FailureOr<Schedule> seed = marksSchedule();
    if (failed(context) || failed(seed))
      return failure();

    auto begin = std::chrono::steady_clock::now();
    Plan plan;
    if (graph.nodes.empty())
      plan.status = transient < 0 ? planning::Status::Infeasible
                                  : planning::Status::Optimal;
    else if (failed(search(*context, std::move(*seed), transient, plan)))
      return failure();
    if (plan.status == planning::Status::NotFound)
      findLowest(*context, plan);
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
    if (schedule != referenceSchedule(problem) || result.status == "marks" ||
        hasChangedLoops())
      result.status = planning::toString(plan.status);
    return success();
  }

  /// Plans under the same marks for a range of budgets.
  LogicalResult makeFront() {
    FailureOr<PlanningContext> context = makeContext();
    FailureOr<Schedule> seed = marksSchedule();
    if (failed(context) || failed(seed))
      return failure();
    context->options.effort = options.frontEffort;
    context->options.seeds.push_back(std::move(*seed));
    if (!options.plain && result.met())
      context->options.seeds.push_back(schedule);
    for (const Plan &plan :
         paretoFront(problem, context->options, options.frontPoints)) {
      if (plan.status == planning::Status::Error)
        return step.emitError("the step cannot be planned: ") << plan.error;
      FrontPoint point;
      point.peakBytes = result.persistentBytes + plan.peak;
      point.extraTimePercent = 100 * (plan.time - baselineTime) / baselineTime;
      // Clones that marks demand are nodes of their own.
      point.clones = int64_t(plan.schedule.size()) -
                     int64_t(result.planned.baselineNodes.size());
      if (result.front.empty() ||
          result.front.back().peakBytes != point.peakBytes)
        result.front.push_back(point);
    }
    return success();
  }

  bool hasChangedLoops() const {
    return llvm::any_of(graph.nodes, [](const StepNode &node) {
      return node.loop &&
             node.loop->schedule != referenceSchedule(node.loop->problem);
    });
  }

  /// Plans until the buffers fit with their places, not only by their sum.
  LogicalResult search(PlanningContext &context, Schedule seed,
                       int64_t transient, Plan &plan) {
    int64_t aim = std::max<int64_t>(transient, 0);
    context.options.seeds.push_back(std::move(seed));
    for (int attempt = 0; attempt < arenaAttempts; ++attempt) {
      plan = planGraph(graph, aim, context, problem);
      if (plan.status == planning::Status::Error)
        return step.emitError("the step cannot be planned: ") << plan.error;
      // Ops that are not kernels yet have no places.
      if (!plan.fits() || graph.opLevel)
        return success();
      Evaluation evaluation = evaluate(problem, plan.schedule);
      buffers = transientBuffers(problem, plan.schedule, evaluation);
      packing = packTransient(buffers, transient);
      int64_t excess = packing->bytes - transient;
      if (excess <= 0)
        return success();
      // Live bytes fit, but not without gaps between them: aim lower.
      packing.reset();
      aim = std::min(aim, plan.peak) - std::max<int64_t>(excess, 1);
      plan.status = planning::Status::NotFound;
    }
    return success();
  }

  /// The search stopped far from the budget: the lowest peak that it met says
  /// little about what can be reached.
  void findLowest(const PlanningContext &context, Plan &plan) {
    planning::PlanOptions quick = context.options;
    quick.effort = planning::Effort::Quick;
    Plan lowest = minimizePeak(problem, quick);
    if (lowest.fits())
      plan.peak = std::min(plan.peak, lowest.peak);
  }

  void explain(const Plan &plan, int64_t budget, int64_t transient) {
    llvm::raw_string_ostream os(result.explanation);
    bool impossible =
        transient < 0 || plan.status == planning::Status::Infeasible;
    result.status = impossible ? "infeasible" : "not-found";
    result.floor = describeFloor(graph, problem, plan.floorNode,
                                 result.persistentBytes, options.alignment);
    os << "the budget of " << budget << " bytes cannot be met: ";
    if (transient < 0)
      os << "parameters, states and the batch alone need "
         << result.persistentBytes << " bytes; ";
    const char *floor = "no step can need less than ";
    if (!impossible)
      os << "no plan below " << result.persistentBytes + plan.peak
         << " bytes was found; ";
    else if (transient >= plan.floorBytes) {
      os << "every launch alone would fit, but the planner has proved that no "
            "order of them does; ";
      floor = "the largest launch needs ";
    }
    os << floor << result.floorBytes << " bytes (" << result.persistentBytes
       << " persistent)" << (result.floor.location ? ", " : "");
    printFloor(os, result.floor);
    if (plan.floorBytes <= transient)
      printRunOnce(os, graph, problem);
  }

  /// Applies a plan that was saved.
  LogicalResult takePlan() {
    auto saved = llvm::find_if(*options.plans, [&](const SavedPlan &plan) {
      return plan.function == step.getName();
    });
    if (saved == options.plans->end())
      return step.emitError("the plan has nothing for '")
             << step.getName() << "'";
    if (auto mismatch = findMismatch(*saved, graph, problem))
      return mismatch->op->emitError("the plan is not for this step: ")
             << mismatch->text;
    setLoopPlans(*saved, graph);
    for (StepNode &node : graph.nodes)
      if (node.loop && failed(evaluateLoop(*node.loop)))
        return failure();
    problem = makeProblem();
    FailureOr<Evaluation> evaluation = evaluateOrFail(problem, saved->schedule);
    if (failed(evaluation))
      return failure();
    int64_t total = result.persistentBytes + evaluation->peak;
    if (options.budget)
      result.budgetBytes =
          options.budget->resolve(result.persistentBytes, baselineTransient);
    else if (saved->limit)
      result.budgetBytes = result.persistentBytes + *saved->limit;
    if (result.budgetBytes && total > *result.budgetBytes)
      return step.emitError("the plan needs ")
             << total << " bytes, the budget is " << *result.budgetBytes;
    schedule = saved->schedule;
    result.status = saved->status;
    if (graph.opLevel || problem.nodes.empty() || !result.budgetBytes)
      return success();
    int64_t limit = *result.budgetBytes - result.persistentBytes;
    buffers = transientBuffers(problem, schedule, *evaluation);
    packing = packTransient(buffers, limit);
    if (packing->bytes > limit)
      return step.emitError("the plan needs an arena of ")
             << packing->bytes << " bytes, there are " << limit;
    return success();
  }

  /// The peak and time of the schedule that a saved plan gave the body.
  LogicalResult evaluateLoop(LoopBody &loop) {
    for (StepNode &node : loop.graph->nodes)
      if (node.loop && failed(evaluateLoop(*node.loop)))
        return failure();
    loop.problem = loop.graph->problem(time, options.alignment);
    FailureOr<Evaluation> evaluation =
        evaluateOrFail(loop.problem, loop.schedule);
    if (failed(evaluation))
      return failure();
    loop.peak = evaluation->peak;
    loop.time = evaluation->time;
    return success();
  }

  FailureOr<RematResult> apply() {
    FailureOr<Evaluation> evaluation = evaluateOrFail(problem, schedule);
    if (failed(evaluation))
      return failure();
    result.predictedPeakBytes = result.persistentBytes + evaluation->peak;
    result.extraTimePercent =
        100 * (evaluation->time - baselineTime) / baselineTime;
    if (problem.nodes.empty())
      result.extraTimePercent = 0;
    describeDecisions(graph, problem, schedule, result);
    for (const MarkNote &note : notes)
      result.regions[note.region].note = note.text;
    result.saved = savePlan(graph, problem, schedule);
    result.planHash = hashOf(result.saved);
    finishSavedPlan(*evaluation);
    rewrite();
    FailureOr<StepGraph> rebuilt = StepGraph::buildAny(step);
    if (failed(rebuilt))
      return failure();
    writePlanAttribute(*rebuilt, evaluation->peak);
    if (failed(verifyPlan(*rebuilt, options.alignment)))
      return failure();
    result.planned.problem = std::move(problem);
    result.planned.schedule = std::move(schedule);
    result.planned.evaluation = std::move(*evaluation);
    return std::move(result);
  }

  /// A step that runs as it stands is not touched.
  void rewrite() {
    result.clones = applyLoopPlans(graph);
    bool cloned = llvm::any_of(
        graph.nodes, [](const StepNode &node) { return node.cloneOf >= 0; });
    if (cloned || schedule != referenceSchedule(problem))
      result.clones += applySchedule(graph, schedule);
  }

  void finishSavedPlan(const Evaluation &evaluation) {
    result.saved.function = step.getName().str();
    result.saved.hash = result.planHash;
    result.saved.status = result.status;
    result.saved.peak = evaluation.peak;
    if (result.budgetBytes)
      result.saved.limit = *result.budgetBytes - result.persistentBytes;
    result.saved.extraTimePercent = result.extraTimePercent;
  }

  /// What Memory must find again, the limit it works under, and the places that
  /// were found already.
  void writePlanAttribute(const StepGraph &rebuilt, int64_t peak) {
    Builder builder(step.getContext());
    NamedAttrList plan;
    plan.append("hash", builder.getStringAttr(result.planHash));
    plan.append("peak", builder.getI64IntegerAttr(peak));
    plan.append("clones", builder.getI64IntegerAttr(result.clones));
    plan.append("order", builder.getStringAttr(orderHash(rebuilt)));
    if (result.budgetBytes)
      plan.append("limit", builder.getI64IntegerAttr(*result.budgetBytes -
                                                     result.persistentBytes));
    if (packing) {
      plan.append("packed", builder.getStringAttr(hashOf(buffers)));
      plan.append("offsets", builder.getDenseI64ArrayAttr(packing->offsets));
    }
    step->setAttr(planAttrName, plan.getDictionary(step.getContext()));
  }

  func::FuncOp step;
  const NodeTime &time;
  const RematConfig &options;
  StepGraph graph;
  Problem problem;
  Schedule schedule;
  RematResult result;
  std::vector<MarkNote> notes;
  TransientBuffers buffers;
  std::optional<memory::Packing> packing;
  int64_t baselineTransient = 0;
  double baselineTime = 0;
};
} // namespace

FailureOr<RematResult> ckpt::rematerialize(func::FuncOp step,
                                           const NodeTime &time,
                                           const RematConfig &options) {
  return Rematerializer(step, time, options).run();
}
