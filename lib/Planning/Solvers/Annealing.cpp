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
    std::vector<Lane> lanes = makeLanes(request);
    int64_t total = stepBudget(request);
    int64_t cycle = std::min(cycleSteps * graph.numNodes, total / 2 + 1);
    bool canRefine = static_cast<size_t>(graph.numNodes) <= mostEventsToRefine;
    int64_t rounds = 0, lastGain = 0;
    while (lanes[1].annealer->stepsDone() < total && !request.expired()) {
      runLanes(lanes, cycle, request);
      ++rounds;
      for (Lane &lane : lanes)
        if (lane.annealer->found() &&
            incumbent.offer(lane.annealer->best(), "annealing"))
          lastGain = rounds;
      for (size_t i = 0; i < lanes.size(); ++i)
        prepareNext(lanes[i], i == 0 && canRefine, incumbent);
      // Where cycles go on, one lane starts them hot, the other only the first.
      lanes[1].annealer->setStartTemperature(0.3);
      if (incumbent.proved(request.keepOrder) ||
          (incumbent.hasPlan() &&
           rounds >= patience(request.effort) + 2 * lastGain))
        break;
    }
    for (Lane &lane : lanes)
      incumbent.steps += lane.annealer->stepsDone();
  }

private:
  struct Lane {
    std::unique_ptr<Annealer> annealer;
    Schedule start;
    int64_t bestTime = INT64_MAX;
    int32_t stalled = 0;
    /// Rounds after the first refine what was found.
    bool refines = false;
  };

  static std::vector<Lane> makeLanes(const Request &request) {
    const Graph &graph = request.graph;
    std::vector<Lane> lanes(2);
    for (size_t i = 0; i < lanes.size(); ++i) {
      AnnealingOptions options;
      // A quick search in any order also looks in the reference order, for
      // which there is a bound.
      options.keepOrder = request.keepOrder || graph.singleOrder ||
                          (request.effort == Effort::Quick && i == 1);
      options.seed = i + 1;
      lanes[i].annealer =
          std::make_unique<Annealer>(graph, request.budget, options);
      for (int32_t v = 0; v < graph.numNodes; ++v)
        lanes[i].start.push_back(v);
    }
    return lanes;
  }

  /// A lane that is stuck begins again (the first) or goes on from the best of
  /// all (the others).
  static void prepareNext(Lane &lane, bool beginsAgain,
                          const Incumbent &incumbent) {
    Annealer &annealer = *lane.annealer;
    bool gained = annealer.bestCost() < lane.bestTime;
    lane.stalled = gained ? 0 : lane.stalled + 1;
    if (lane.stalled >= 3 && incumbent.hasPlan()) {
      lane.stalled = 0;
      if (beginsAgain) {
        annealer.forgetBest();
        lane.start = referenceSchedule(annealer.sequence().graph.problem);
        lane.refines = false;
        lane.bestTime = INT64_MAX;
        return;
      }
      annealer.setBest(incumbent.best(), incumbent.bestTime());
    }
    lane.bestTime = annealer.bestCost();
    lane.start = annealer.found() ? annealer.best() : annealer.current();
    lane.refines = annealer.found() && lane.start.size() <= mostEventsToRefine;
  }

  /// Steps of a cycle for every node.
  static constexpr int64_t cycleSteps = 4000;
  /// On longer schedules a whole cycle gains more in the same time.
  static constexpr size_t mostEventsToRefine = 8000;
  /// Beyond this the ranges are too long for more than a first plan, and the
  /// constructor often has one.
  static constexpr int32_t maxNodes = 20000;
  static constexpr int32_t maxNodesWithoutPlan = 200000;

  /// Rounds without gain, beyond twice those before the last one, that end the
  /// search.
  static int64_t patience(Effort effort) {
    return effort == Effort::High ? 24 : 12;
  }

  /// Steps per lane: the effort in nominal seconds over the nominal time of a
  /// step, which grows with the ranges and with the inputs of a node (measured
  /// from 100 to 50,000 nodes). Only counts enter the search.
  static int64_t stepBudget(const Request &request) {
    double n = request.graph.numNodes;
    double seconds = request.effort == Effort::Quick     ? 0.1
                     : request.effort == Effort::Default ? 2
                     : n < 5000                          ? 10
                                                         : 36;
    double inputs = request.graph.inputs.numItems();
    return static_cast<int64_t>(seconds * 1e9 /
                                (290 + 30 * inputs / n + 0.4 * n));
  }

  static void runLanes(std::vector<Lane> &lanes, int64_t cycle,
                       const Request &request) {
    std::atomic<size_t> next{0};
    auto work = [&] {
      for (size_t i = next++; i < lanes.size(); i = next++) {
        Lane &lane = lanes[i];
        if (lane.refines)
          lane.annealer->refine(cycle / 2, request);
        else
          lane.annealer->cycle(lane.start, cycle, request);
      }
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
