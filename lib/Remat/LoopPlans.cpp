//===- LoopPlans.cpp - Bodies of loops, planned by themselves -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From outside a loop is one node whose workspace is the peak of its body. The
// body gets the bytes that are left while the loop runs: first beside what the
// surrounding block holds without any plan, and when that has been planned too,
// beside what it holds then, which may be less.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Remat.h"

#include <algorithm>

using namespace mlir;
using namespace ckpt;
using planning::Evaluation;
using planning::Plan;
using planning::Problem;
using planning::Schedule;

static bool hasLoops(const StepGraph &graph) {
  return llvm::any_of(
      graph.nodes, [](const StepNode &node) { return node.loop.has_value(); });
}

/// Peak and time of `schedule`, which is valid.
static void setPlan(LoopBody &loop, Problem problem, Schedule schedule) {
  if (!problem.nodes.empty()) {
    Evaluation evaluation = evaluate(problem, schedule);
    loop.peak = evaluation.peak;
    loop.time = evaluation.time;
  }
  loop.problem = std::move(problem);
  loop.schedule = std::move(schedule);
}

void ckpt::setReferenceBodies(StepGraph &graph, const NodeTime &time,
                              int64_t alignment) {
  for (StepNode &node : graph.nodes) {
    if (!node.loop)
      continue;
    setReferenceBodies(*node.loop->graph, time, alignment);
    Problem problem = node.loop->graph->problem(time, alignment);
    Schedule schedule = referenceSchedule(problem);
    setPlan(*node.loop, std::move(problem), std::move(schedule));
  }
}

/// The best plan within `budget`, or the one that needs least.
static void planBody(LoopBody &loop, int64_t budget,
                     const PlanningContext &context) {
  if (loop.graph->nodes.empty())
    return;
  Problem problem;
  Plan plan = planGraph(*loop.graph, budget, context, problem);
  loop.floor = plan.floorBytes;
  if (plan.status == planning::Status::Infeasible && budget < plan.floorBytes)
    plan = planGraph(*loop.graph, plan.floorBytes, context, problem);
  if (!plan.schedule.empty())
    setPlan(loop, std::move(problem), std::move(plan.schedule));
}

/// Plans each loop under what `schedule` leaves of `budget` while it runs.
static void fitLoops(StepGraph &graph, const Schedule &schedule, int64_t budget,
                     const PlanningContext &context) {
  Problem problem =
      graph.problem(context.time, context.alignment, context.minBytes);
  Evaluation evaluation = evaluate(problem, schedule);
  if (!evaluation.valid())
    return;
  // Clones that a mark demands share the body of what they repeat.
  llvm::MapVector<StepGraph *, int64_t> left;
  for (auto [event, index] : llvm::enumerate(schedule)) {
    const StepNode &node = graph.nodes[index];
    if (!node.loop)
      continue;
    int64_t others = evaluation.memory[event] - problem.nodes[index].workspace;
    auto [entry, isNew] =
        left.try_emplace(node.loop->graph.get(), budget - others);
    if (!isNew)
      entry->second = std::min(entry->second, budget - others);
  }
  for (StepNode &node : graph.nodes)
    if (node.loop)
      if (auto entry = left.find(node.loop->graph.get()); entry != left.end())
        planBody(*node.loop, std::max<int64_t>(entry->second, 0), context);
}

/// The floor with what the bodies need at least, rather than with what was
/// found for them.
static void lowerFloor(const StepGraph &graph, Problem problem, int64_t budget,
                       planning::PlanOptions options, Plan &plan) {
  for (auto [node, planned] : llvm::zip_equal(graph.nodes, problem.nodes))
    if (node.loop)
      planned.workspace = node.loop->floor;
  options.budgetBytes = 0;
  Plan lowest = planning::plan(problem, options);
  plan.floorBytes = lowest.floorBytes;
  plan.floorNode = lowest.floorNode;
  if (plan.status == planning::Status::Infeasible && plan.floorBytes <= budget)
    plan.status = planning::Status::NotFound;
}

Plan ckpt::planGraph(StepGraph &graph, int64_t budget,
                     const PlanningContext &context, Problem &problem) {
  bool loops = hasLoops(graph);
  auto makeProblem = [&] {
    problem = graph.problem(context.time, context.alignment, context.minBytes);
  };
  planning::PlanOptions options = context.options;
  options.budgetBytes = budget;
  if (loops) {
    setReferenceBodies(graph, context.time, context.alignment);
    makeProblem();
    fitLoops(graph, referenceSchedule(problem), budget, context);
  }
  makeProblem();
  Plan plan = planning::plan(problem, options);
  if (loops)
    lowerFloor(graph, problem, budget, options, plan);
  if (!loops || !plan.fits())
    return plan;
  fitLoops(graph, plan.schedule, budget, context);
  makeProblem();
  Evaluation evaluation = evaluate(problem, plan.schedule);
  plan.peak = evaluation.peak;
  plan.time = evaluation.time;
  // The bound was for the bodies of before.
  plan.status = planning::Status::Feasible;
  plan.lowerBoundPercent = 0;
  return plan;
}

int64_t ckpt::applyLoopPlans(StepGraph &graph) {
  int64_t clones = 0;
  for (StepNode &node : graph.nodes) {
    if (!node.loop || node.cloneOf >= 0)
      continue;
    clones += applyLoopPlans(*node.loop->graph);
    if (node.loop->schedule != referenceSchedule(node.loop->problem))
      clones += applySchedule(*node.loop->graph, node.loop->schedule);
  }
  return clones;
}
