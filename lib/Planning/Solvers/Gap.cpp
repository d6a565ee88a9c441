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
    if (graph.numNodes > maxNodes)
      return;
    GapTable table(graph);
    GapProgram program(graph, table, request.budget);
    if (program.numColumns() == 0 || program.greatestNeed() <= 0)
      return;
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
    auto stop = [&] { return request.expired(); };
    search.run(1, stop);
    // A wide gap is not closed by branching.
    if (search.bound() < 0.9 * best)
      limit = std::min<int64_t>(limit, 20);
    search.run(limit, stop);
    incumbent.steps += search.nodes();
    double bound = std::ceil(search.bound() * (1 - 1e-12) - 1e-3);
    incumbent.bound(graph.baseTime + static_cast<int64_t>(bound),
                    /*anyOrder=*/false);
  }

private:
  static constexpr int32_t maxNodes = 5000;
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createGapSolver() {
  return std::make_unique<GapSolver>();
}
