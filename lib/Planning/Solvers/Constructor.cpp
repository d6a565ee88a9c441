//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cut, price, refill: plans for graphs of any size.
//
// 1. Values that cross a cut stay, so that no chain of recomputations leaves
// its
//    segment. Several densities of cuts are tried.
// 2. Every other candidate with time / bytes at most a price is dropped; the
//    price is bisected.
// 3. What still fits is kept again.
// Below a few percent of the peak the cuts themselves do not fit: then only
// every K-th is kept, the others are recomputed once and stay from there.
//
//===----------------------------------------------------------------------===//

#include "../Constructor/Cuts.h"
#include "../Constructor/Refill.h"
#include "BuiltIn.h"

#include <algorithm>
#include <thread>

using namespace ckpt::planning;

namespace {

constexpr double capFractions[] = {0.003, 0.006, 0.0125, 0.025,
                                   0.05,  0.1,   0.2,    0.4};
constexpr int32_t numCaps = 8;
constexpr int32_t mostNodesForBoth = 20000;
constexpr int32_t strides[] = {1, 4, 8, 16, 32, 64};

/// One density of cuts, searched on one thread.
class Trial {
public:
  Trial(const Graph &graph, const GapTable &table, const Candidates &candidates,
        int64_t budget, Tails tails)
      : graph(graph), table(table), candidates(candidates), budget(budget),
        tails(tails), emitter(graph, table, tails) {}

  void run(double fraction, int32_t stride, const Request &request) {
    int64_t cap = std::max<int64_t>(
        1, static_cast<int64_t>(static_cast<double>(budget) * fraction));
    Cuts cuts(graph, table, candidates, cap, tails);
    forced.assign(graph.numNodes, 0);
    lasting.assign(graph.numNodes, 0);
    for (size_t c = 0; c < cuts.crossing.size(); ++c)
      for (int32_t v : cuts.crossing[c])
        (static_cast<int32_t>(c) % stride == stride - 1 ? forced : lasting)[v] =
            1;
    segment = stride > 1 ? &cuts.segment : nullptr;
    const std::vector<double> &ratios = candidates.ratios;
    size_t low = 0, high = ratios.size() - 1;
    if (!attempt(ratios[high]))
      return;
    Schedule best = std::move(schedule);
    // The price that drops nothing does not fit, or there were no problem.
    while (high - low > ratios.size() / 2000 + 1 && !request.expired()) {
      size_t middle = low + (high - low) / 2;
      if (attempt(ratios[middle])) {
        high = middle;
        best = std::move(schedule);
      } else {
        low = middle;
      }
    }
    Cost c;
    result = refill(graph, best, budget);
    if (!cost(graph, result, c) || c.peak > budget)
      result = std::move(best);
    found = true;
  }

  bool found = false;
  Schedule result;
  int64_t lowestPeak = INT64_MAX;
  Schedule lowestSchedule;

private:
  bool attempt(double price) {
    dropped.assign(table.size(), 0);
    for (int32_t v = 0; v < graph.numNodes; ++v) {
      int32_t g = candidates.gap[v];
      if (g >= 0 && !forced[v] &&
          (lasting[v] || static_cast<double>(graph.time[v]) <=
                             price * static_cast<double>(candidates.bytes[v])))
        dropped[g] = 1;
    }
    schedule = emitter.emit(dropped, segment, segment ? &lasting : nullptr);
    Cost c;
    if (!cost(graph, schedule, c))
      return false;
    if (c.peak < lowestPeak) {
      lowestPeak = c.peak;
      lowestSchedule = schedule;
    }
    return c.peak <= budget;
  }

  const Graph &graph;
  const GapTable &table;
  const Candidates &candidates;
  int64_t budget;
  Tails tails;
  Emitter emitter;
  std::vector<char> forced, lasting, dropped;
  const std::vector<int32_t> *segment = nullptr;
  Schedule schedule;
};

class ConstructorSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    GapTable table(graph);
    Candidates candidates(graph, table, request.budget);
    if (candidates.ratios.empty())
      return;
    bool found = search(Tails::Live, request, incumbent, table, candidates);
    // Both are tried where that is cheap.
    if (!found || graph.numNodes <= mostNodesForBoth)
      search(Tails::Dead, request, incumbent, table, candidates);
  }

private:
  /// Strides from small to large until one has a plan that fits.
  bool search(Tails tails, const Request &request, Incumbent &incumbent,
              const GapTable &table, const Candidates &candidates) {
    for (int32_t stride : strides) {
      std::vector<std::unique_ptr<Trial>> trials(numCaps);
      std::atomic<int32_t> next{0};
      auto work = [&] {
        for (int32_t i = next++; i < numCaps; i = next++) {
          if (request.expired())
            continue;
          trials[i] = std::make_unique<Trial>(request.graph, table, candidates,
                                              request.budget, tails);
          trials[i]->run(capFractions[i], stride, request);
        }
      };
      std::vector<std::thread> threads;
      for (unsigned t = 1; t < std::min(request.threads, 8u); ++t)
        threads.emplace_back(work);
      work();
      for (std::thread &thread : threads)
        thread.join();
      bool any = false;
      for (auto &trial : trials) {
        if (!trial)
          continue;
        ++incumbent.steps;
        any |= trial->found;
        incumbent.offer(trial->found ? trial->result : trial->lowestSchedule,
                        "constructor");
      }
      if (any || request.expired())
        return any;
    }
    return false;
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createConstructorSolver() {
  return std::make_unique<ConstructorSolver>();
}
