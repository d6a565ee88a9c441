//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulated annealing in lanes. A lane is a search of its own with its own
// seed; lanes meet after every cycle, in their order. Threads only decide who
// runs which lane, so the result does not depend on their number.
//
//===----------------------------------------------------------------------===//

#include "../Annealing/Annealer.h"
#include "BuiltIn.h"

#include <algorithm>
#include <thread>

using namespace ckpt::planning;

namespace {

class AnnealingSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    if (graph.numNodes > (incumbent.hasPlan() ? maxNodes : maxNodesWithoutPlan))
      return;
    std::vector<std::unique_ptr<Annealer>> lanes;
    for (uint64_t lane = 0; lane < 2; ++lane) {
      AnnealingOptions options;
      // A quick search in any order also looks in the reference order, for
      // which there is a bound.
      options.keepOrder =
          request.keepOrder || (request.effort == Effort::Quick && lane == 1);
      options.seed = lane + 1;
      lanes.push_back(
          std::make_unique<Annealer>(graph, request.budget, options));
    }
    Schedule start(graph.numNodes);
    for (int32_t v = 0; v < graph.numNodes; ++v)
      start[v] = v;
    std::vector<Schedule> current(lanes.size(), start);
    int64_t total = stepBudget(request);
    int64_t steps =
        std::min<int64_t>(4000 * static_cast<int64_t>(graph.numNodes),
                          std::max<int64_t>(1, total / 2));
    auto coolRestart = [&](size_t lane) {
      // Half of the lanes start every cycle hot, half only the first.
      if (lane % 2)
        lanes[lane]->setStartTemperature(0.3);
    };
    int64_t rounds = 0, lastGain = 0;
    std::vector<int64_t> own(lanes.size(), INT64_MAX);
    std::vector<int32_t> stalled(lanes.size(), 0);
    for (int64_t done = 0; done < total && !request.expired(); done += steps) {
      runLanes(lanes, current, steps, request);
      ++rounds;
      for (size_t i = 0; i < lanes.size(); ++i)
        if (lanes[i]->found() && incumbent.offer(lanes[i]->best(), "annealing"))
          lastGain = rounds;
      for (size_t i = 0; i < lanes.size(); ++i) {
        // A lane that is stuck goes on from the best of all.
        bool gained = lanes[i]->found() && lanes[i]->bestCost() < own[i];
        stalled[i] = gained ? 0 : stalled[i] + 1;
        if (stalled[i] >= 3 && incumbent.hasPlan()) {
          lanes[i]->setBest(incumbent.best(), incumbent.bestTime());
          stalled[i] = 0;
        }
        if (lanes[i]->found())
          own[i] = lanes[i]->bestCost();
        current[i] = lanes[i]->found() ? lanes[i]->best() : lanes[i]->current();
        coolRestart(i);
      }
      if (incumbent.proved(request.keepOrder) ||
          (incumbent.hasPlan() && rounds >= patience + 2 * lastGain))
        break;
    }
    for (auto &lane : lanes)
      incumbent.steps += lane->stepsDone();
  }

private:
  /// Beyond this the ranges are too long for more than a first plan, and the
  /// constructor often has one.
  static constexpr int32_t maxNodes = 20000;
  static constexpr int32_t maxNodesWithoutPlan = 200000;

  /// Rounds without gain, beyond twice those before the last one, that end the
  /// search.
  static constexpr int64_t patience = 8;

  /// Steps per lane: the effort in nominal seconds over the nominal time of a
  /// step (measured from 300 to 50,000 nodes). Only counts enter the search.
  static int64_t stepBudget(const Request &request) {
    double n = request.graph.numNodes;
    double seconds = request.effort == Effort::Quick     ? 0.1
                     : request.effort == Effort::Default ? 2
                     : n < 5000                          ? 15
                                                         : 36;
    return static_cast<int64_t>(seconds * 1e9 / (350 + 0.4 * n));
  }

  void runLanes(std::vector<std::unique_ptr<Annealer>> &lanes,
                const std::vector<Schedule> &start, int64_t steps,
                const Request &request) {
    std::atomic<size_t> next{0};
    auto work = [&] {
      for (size_t i = next++; i < lanes.size(); i = next++)
        lanes[i]->cycle(start[i], steps, request);
    };
    std::vector<std::thread> threads;
    for (unsigned t = 1; t < std::min<size_t>(request.threads, lanes.size());
         ++t)
      threads.emplace_back(work);
    work();
    for (std::thread &thread : threads)
      thread.join();
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createAnnealingSolver() {
  return std::make_unique<AnnealingSolver>();
}
