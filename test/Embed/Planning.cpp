//===- Planning.cpp - A cost model and a solver of one's own --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Remat/Solvers.h"

#include <algorithm>

using namespace ckpt::planning;

namespace {
class DearSwish : public ckpt::CostModel {
public:
  double nanoseconds(ckpt::KernelOp kernel) const override {
    return kernel.getBody().getOps<toy::SwishOp>().empty() ? 1e3 : 1e6;
  }
};

/// Drops more and more of the values that the second half of the step reads
/// late: each dropped one is computed again just before its last reader. Keeps
/// what lowers the peak, cheapest nodes first.
class Halves : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    Schedule best;
    for (int32_t v = 0; v < graph.numNodes; ++v)
      best.push_back(v);
    std::vector<int32_t> candidates;
    for (int32_t v = 0; v < graph.numNodes; ++v)
      if (graph.recomputable[v])
        candidates.push_back(v);
    std::sort(candidates.begin(), candidates.end(), [&](int32_t a, int32_t b) {
      return std::make_pair(graph.time[a], a) <
             std::make_pair(graph.time[b], b);
    });
    Cost lowest;
    if (!cost(graph, best, lowest))
      return;
    // What one pass drops lets the next one drop more.
    for (bool changed = true; changed && lowest.peak > request.budget;) {
      changed = false;
      for (int32_t node : candidates) {
        Schedule tried = withClone(graph, best, node);
        Cost c;
        ++incumbent.steps;
        if (tried.size() == best.size() || !cost(graph, tried, c) ||
            c.peak >= lowest.peak)
          continue;
        best = std::move(tried);
        lowest = c;
        changed = true;
        if (lowest.peak <= request.budget)
          break;
      }
    }
    incumbent.offer(best, "halves");
  }

private:
  static bool reads(const Graph &graph, int32_t reader, int32_t node) {
    return std::any_of(
        graph.inputs[reader].begin(), graph.inputs[reader].end(),
        [&](int32_t value) { return graph.owner[value] == node; });
  }

  static Schedule withClone(const Graph &graph, const Schedule &schedule,
                            int32_t node) {
    for (size_t i = schedule.size(); i-- > schedule.size() / 2;) {
      if (schedule[i] == node)
        break;
      if (!reads(graph, schedule[i], node))
        continue;
      Schedule result = schedule;
      result.insert(result.begin() + i, node);
      return result;
    }
    return schedule;
  }
};
} // namespace

void toy::registerPlanning(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *, ckpt::CkptDialect *dialect) {
    ckpt::addCostModel(
        *dialect, "dear-swish",
        [](unsigned) -> llvm::Expected<std::unique_ptr<ckpt::CostModel>> {
          return std::make_unique<DearSwish>();
        });
    ckpt::addSolver(*dialect, "halves",
                    [] { return std::make_unique<Halves>(); });
  });
}
