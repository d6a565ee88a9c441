//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gap program as a solver: its bound, and the emission of every choice that
// could be better than what is known. A plan that fits and costs the bound is
// optimal for the reference order.
//
//===----------------------------------------------------------------------===//

#include "../GapProgram/BranchAndBound.h"
#include "BuiltIn.h"

#include <algorithm>
#include <cmath>

using namespace ckpt::planning;

namespace {

class GapSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    GapTable table(graph);
    GapProgram program(graph, table, request.budget);
    if (program.greatestNeed() <= 0)
      return;
    if (program.impossible()) {
      incumbent.bound(INT64_MAX, /*anyOrder=*/false);
      return;
    }
    if (graph.numNodes > maxNodes) {
      incumbent.bound(graph.baseTime + knapsackAtPeak(program, graph.numNodes),
                      /*anyOrder=*/false);
      return;
    }
    Emitter emitter(graph, table);
    auto target = [&] {
      // Without a plan: more than any choice of columns can cost.
      int64_t none = graph.baseTime;
      for (int32_t c = 0; !incumbent.hasPlan() && c < program.numColumns(); ++c)
        none += program.column(c).cost;
      return static_cast<double>(
          incumbent.hasPlan() ? incumbent.bestTime() - graph.baseTime : none);
    };
    double best = target();
    std::vector<char> dropped;
    auto offer = [&](const std::vector<char> &chosen) {
      int64_t cost = 0;
      dropped.assign(table.size(), 0);
      for (int32_t c = 0; c < program.numColumns(); ++c)
        if (chosen[c]) {
          cost += program.column(c).cost;
          if (program.column(c).gap >= 0)
            dropped[program.column(c).gap] = 1;
        }
      if (static_cast<double>(cost) < best &&
          incumbent.offer(emitter.emit(dropped), "gap"))
        best = target();
      return best;
    };
    BranchAndBound search(program, graph.numNodes, best, offer);
    int64_t limit = request.effort == Effort::Quick     ? 1
                    : request.effort == Effort::Default ? 200
                                                        : 2000;
    // A node's time grows with the graph.
    limit = std::min<int64_t>(limit, 300000 / graph.numNodes + 1);
    int64_t work = request.effort == Effort::Quick     ? 10000000
                   : request.effort == Effort::Default ? 30000000
                                                       : 100000000;
    auto stop = [&] { return request.expired(); };
    search.run(1, work, stop);
    // A wide gap is not closed by branching.
    if (search.bound() < 0.9 * best)
      limit = std::min<int64_t>(limit, 20);
    search.run(limit, work, stop);
    incumbent.steps += search.nodes();
    double bound = std::ceil(search.bound() * (1 - 1e-12) - 1e-3);
    incumbent.bound(graph.baseTime + static_cast<int64_t>(bound),
                    /*anyOrder=*/false);
  }

private:
  /// Beyond this only the cheapest bound is formed.
  static constexpr int32_t maxNodes = 5000;

  /// Fractional knapsack at the event that is most over the budget.
  static int64_t knapsackAtPeak(const GapProgram &program, int32_t numRows) {
    int32_t row = 0;
    for (int32_t j = 1; j < numRows; ++j)
      if (program.need(j) > program.need(row))
        row = j;
    std::vector<std::pair<double, int32_t>> ratios;
    for (int32_t c = 0; c < program.numColumns(); ++c)
      if (int64_t bytes = program.freed(c, row, {}))
        ratios.push_back({static_cast<double>(program.column(c).cost) /
                              static_cast<double>(bytes),
                          c});
    std::sort(ratios.begin(), ratios.end());
    double cost = 0, need = static_cast<double>(program.need(row));
    for (auto [ratio, c] : ratios) {
      double bytes = static_cast<double>(program.freed(c, row, {}));
      cost += ratio * std::min(bytes, need);
      need -= bytes;
      if (need <= 0)
        break;
    }
    return static_cast<int64_t>(std::floor(cost * (1 - 1e-9)));
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createGapSolver() {
  return std::make_unique<GapSolver>();
}
