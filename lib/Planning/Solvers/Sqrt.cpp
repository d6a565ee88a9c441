//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evenly spaced checkpoints: what people write by hand, and the first plan of
// every search. The values that cross one of k cuts stay, everything else is
// dropped in its longest gap; k runs over powers of sqrt(2) and the square
// root.
//
//===----------------------------------------------------------------------===//

#include "../Emission.h"
#include "BuiltIn.h"

#include <cmath>

using namespace ckpt::planning;

namespace {

class SqrtSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    GapTable table(graph);
    Emitter live(graph, table), dead(graph, table, Tails::Dead);
    int32_t forward = forwardLength(table);
    if (forward == 0)
      return;
    double root = std::sqrt(static_cast<double>(forward));
    std::vector<int32_t> counts{0, static_cast<int32_t>(root)};
    // Large graphs have better solvers; a few densities suffice there.
    double step = graph.numNodes > 20000 ? 16 : std::sqrt(2.0);
    for (double k = 1; k < forward && k < 64 * root; k *= step)
      counts.push_back(static_cast<int32_t>(std::lround(k)));
    for (int32_t count : counts) {
      std::vector<char> dropped = dropAllBut(table, forward, count);
      for (Emitter *emitter : {&live, &dead}) {
        incumbent.offer(emitter->emit(dropped), "sqrt");
        ++incumbent.steps;
      }
      if (request.expired()) {
        incumbent.stoppedEarly = true;
        return;
      }
    }
  }

private:
  /// Where the forward part ends: the last start of any node's longest gap.
  int32_t forwardLength(const GapTable &table) {
    int32_t forward = 0;
    for (const GapTable::Gap &gap : table.all())
      if (table.longest(gap.node) >= 0)
        forward =
            std::max(forward, table.all()[table.longest(gap.node)].begin + 1);
    return forward;
  }

  std::vector<char> dropAllBut(const GapTable &table, int32_t forward,
                               int32_t count) {
    std::vector<char> dropped(table.size(), 0);
    // A cut lies behind node c*forward/(count+1) - 1 for c = 1..count.
    auto cutsBefore = [&](int64_t position) {
      return position * (count + 1) / forward;
    };
    for (int32_t g = 0; g < table.size(); ++g) {
      const GapTable::Gap &gap = table.all()[g];
      if (table.longest(gap.node) == g &&
          cutsBefore(gap.node) == cutsBefore(gap.begin))
        dropped[g] = 1;
    }
    return dropped;
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createSqrtSolver() {
  return std::make_unique<SqrtSolver>();
}
