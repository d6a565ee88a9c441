//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Plan.h"
#include "Bounds.h"

#include <algorithm>
#include <cmath>

using namespace ckpt::planning;

const char *ckpt::planning::toString(Status status) {
  switch (status) {
  case Status::Optimal:
    return "optimal";
  case Status::Feasible:
    return "feasible";
  case Status::Infeasible:
    return "infeasible";
  case Status::NotFound:
    return "not-found";
  case Status::Error:
    return "error";
  }
  return "error";
}

namespace {

Plan failure(std::string message) {
  Plan result;
  result.error = std::move(message);
  return result;
}

SolverRegistry solversOf(const PlanOptions &options) {
  return options.solvers ? *options.solvers : SolverRegistry();
}

/// One call of `plan`: checks, floor, solvers, figures.
class Planning {
public:
  Planning(const Problem &problem, const Graph &graph,
           const PlanOptions &options)
      : problem(problem), graph(graph), options(options),
        incumbent(graph, options.budgetBytes),
        request{graph,
                options.budgetBytes,
                options.keepOrder && !graph.singleOrder,
                options.effort,
                options.threads,
                std::nullopt} {
    if (options.timeLimitSeconds > 0)
      request.deadline =
          std::chrono::steady_clock::now() +
          std::chrono::duration_cast<std::chrono::steady_clock::duration>(
              std::chrono::duration<double>(options.timeLimitSeconds));
  }

  Plan run() {
    auto [floor, floorNode] = peakFloor(graph);
    result.floorBytes = floor;
    result.floorNode = floorNode;
    for (int32_t u : graph.inputs[floorNode])
      result.floorOperands.push_back(
          {graph.owner[u], u - graph.firstValue[graph.owner[u]]});
    result.baseTime = baseTime(problem);
    incumbent.bound(graph.baseTime, /*anyOrder=*/true);
    incumbent.offer(referenceSchedule(problem), "reference");
    if (incumbent.hasPlan())
      return finish(Status::Optimal);
    if (floor > options.budgetBytes)
      return finish(Status::Infeasible);
    for (const Schedule &seed : options.seeds)
      if (!options.keepOrder || keepsReferenceOrder(seed))
        incumbent.offer(seed, "seed");
    runSolvers();
    if (!incumbent.hasPlan())
      return finish(incumbent.lowerBound(options.keepOrder) == INT64_MAX
                        ? Status::Infeasible
                        : Status::NotFound);
    bool optimal = incumbent.proved(options.keepOrder) ||
                   (incumbent.proved(/*keepOrder=*/true) &&
                    keepsReferenceOrder(incumbent.best()));
    return finish(optimal ? Status::Optimal : Status::Feasible);
  }

private:
  void runSolvers() {
    if (!options.solver.empty()) {
      run(options.solver, request.effort);
      return;
    }
    // A first plan at once; then the bound, which often comes with a plan that
    // it proves; then as much search as the effort allows, and the bound again
    // from the better plan.
    run("chain", request.effort);
    run("exact", request.effort);
    run("sqrt", request.effort);
    run("constructor", request.effort);
    run("gap", Effort::Quick);
    run("annealing", Effort::Quick);
    run("gap", std::min(request.effort, Effort::Default));
    if (request.effort == Effort::Quick)
      return;
    // Once no plan in the reference order is better, another order may be.
    run("annealing", incumbent.proved(/*keepOrder=*/true) ? Effort::Default
                                                          : request.effort);
    if (!incumbent.proved(/*keepOrder=*/true))
      run("gap", request.effort);
  }

  void run(const std::string &name, Effort effort) {
    if (incumbent.proved(options.keepOrder) ||
        incumbent.lowerBound(options.keepOrder) == INT64_MAX)
      return;
    if (!request.expired()) {
      Request part = request;
      part.effort = effort;
      solvers.create(name)->solve(part, incumbent);
    }
    if (request.expired())
      incumbent.stoppedEarly = true;
  }

  Plan finish(Status status) {
    result.status = status;
    result.steps = incumbent.steps;
    result.stoppedEarly = incumbent.stoppedEarly;
    result.schedule =
        incumbent.hasPlan() ? incumbent.best() : incumbent.lowestPeakSchedule();
    result.solver = incumbent.bestSolver();
    setBound();
    if (result.schedule.empty())
      return result;
    Evaluation evaluation = evaluate(problem, result.schedule);
    if (!evaluation.valid())
      return failure("internal: " + evaluation.error);
    result.peak = evaluation.peak;
    result.time = evaluation.time;
    result.overheadPercent = percent(evaluation.time - result.baseTime);
    if (result.schedule.size() == problem.nodes.size())
      result.overheadPercent = 0; // another order may round differently
    result.gapPercent =
        std::max(0.0, result.overheadPercent - result.lowerBoundPercent);
    if (status == Status::Optimal)
      result.gapPercent = 0;
    return result;
  }

  /// A bound for the reference order is reported when it says more, unless a
  /// plan in another order is already below it.
  void setBound() {
    int64_t any = incumbent.lowerBound(false),
            kept = incumbent.lowerBound(true);
    bool useKept =
        options.keepOrder ||
        (kept > any && (!incumbent.hasPlan() || incumbent.bestTime() >= kept));
    result.boundKeepsOrder = useKept && kept > any;
    int64_t bound = useKept ? kept : any;
    result.provedImpossible = bound == INT64_MAX;
    if (result.provedImpossible)
      return;
    result.lowerBoundPercent =
        percent(static_cast<double>(bound - graph.baseTime) * graph.timeUnit);
  }

  double percent(double extra) const {
    return result.baseTime > 0 ? 100 * extra / result.baseTime : 0;
  }

  const Problem &problem;
  const Graph &graph;
  const PlanOptions &options;
  Incumbent incumbent;
  SolverRegistry solvers = solversOf(options);
  Request request;
  Plan result;
};

std::optional<std::string> checkOptions(const Problem &problem,
                                        const PlanOptions &options) {
  if (auto error = verify(problem))
    return error;
  SolverRegistry solvers = solversOf(options);
  if (!options.solver.empty() && !solvers.create(options.solver)) {
    std::string known;
    for (const std::string &name : solvers.names())
      known += (known.empty() ? "" : ", ") + name;
    return "unknown solver '" + options.solver + "' (known: " + known + ")";
  }
  if (options.threads == 0)
    return "at least one thread is needed";
  return std::nullopt;
}

} // namespace

Plan ckpt::planning::plan(const Problem &problem, const PlanOptions &options) {
  if (auto error = checkOptions(problem, options))
    return failure(*error);
  Graph graph(problem);
  return Planning(problem, graph, options).run();
}
