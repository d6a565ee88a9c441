//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact search for small graphs: the shortest path over states (nodes computed
// so far, values that will still be read). One edge computes a node and, among
// its inputs and outputs, chooses those that are not read again.
//
//===----------------------------------------------------------------------===//

#include "BuiltIn.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

using namespace ckpt::planning;

namespace {

class ExactSearch {
public:
  ExactSearch(const Request &request, int64_t maxStates)
      : request(request), graph(request.graph), maxStates(maxStates) {}

  static bool applies(const Graph &graph) {
    return graph.numNodes <= maxNodes && graph.numValues <= maxValues;
  }

  void run(Incumbent &incumbent) {
    for (int32_t u : graph.inputs[graph.end])
      kept |= uint64_t(1) << u;
    visit(0, 0, -1, -1);
    while (!queue.empty()) {
      auto [time, index] = queue.top();
      queue.pop();
      if (states[index].time != time || states[index].closed)
        continue;
      states[index].closed = true;
      ++incumbent.steps;
      if (isGoal(index)) {
        incumbent.offer(path(index), "exact");
        bound(incumbent, time);
        return;
      }
      if (static_cast<int64_t>(states.size()) > maxStates ||
          (incumbent.steps % 1024 == 0 && request.expired())) {
        bound(incumbent, time);
        return;
      }
      expand(index);
    }
    // No state is left: nothing fits. The bound says so.
    bound(incumbent, INT64_MAX);
  }

private:
  static constexpr int32_t maxNodes = 16, maxValues = 48;

  struct State {
    uint64_t done, live;
    int64_t time; // beyond one computation of each node in `done`
    int32_t parent, node;
    bool closed = false;
  };

  void bound(Incumbent &incumbent, int64_t extra) {
    incumbent.bound(extra == INT64_MAX ? extra : graph.baseTime + extra,
                    !request.keepOrder);
  }

  bool isGoal(int32_t index) const {
    return states[index].done == (uint64_t(1) << graph.numNodes) - 1 &&
           (states[index].live & kept) == kept;
  }

  Schedule path(int32_t index) const {
    Schedule result;
    for (; states[index].node >= 0; index = states[index].parent)
      result.push_back(states[index].node);
    std::reverse(result.begin(), result.end());
    return result;
  }

  void visit(uint64_t done, uint64_t live, int32_t parent, int32_t node) {
    int64_t time = 0;
    if (parent >= 0)
      time = states[parent].time +
             (states[parent].done >> node & 1 ? graph.time[node] : 0);
    auto [it, added] = index.try_emplace(done << maxValues | live,
                                         static_cast<int32_t>(states.size()));
    if (added) {
      states.push_back({done, live, time, parent, node});
    } else if (State &known = states[it->second]; time < known.time) {
      known.time = time;
      known.parent = parent;
      known.node = node;
    } else {
      return;
    }
    queue.push({time, it->second});
  }

  bool allowed(uint64_t done, int32_t v) const {
    if (done >> v & 1) {
      if (!graph.recomputable[v])
        return false;
    } else if (request.keepOrder && (done + 1) != uint64_t(1) << v) {
      return false;
    }
    for (int32_t a : graph.after[v])
      if (!(done >> a & 1))
        return false;
    for (int32_t w : graph.overwriters[v])
      if (done >> w & 1)
        return false;
    return true;
  }

  void expand(int32_t at) {
    for (int32_t v = 0; v < graph.numNodes; ++v) {
      uint64_t done = states[at].done, live = states[at].live;
      if (!allowed(done, v))
        continue;
      uint64_t inputs = 0, outputs = 0;
      for (int32_t u : graph.inputs[v])
        inputs |= uint64_t(1) << u;
      for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
        outputs |= uint64_t(1) << u;
      // A copy that is replaced would have been let go at its last read.
      if ((live & inputs) != inputs || (live & outputs) != 0)
        continue;
      int64_t bytes = graph.workspace[v] + sum(live | outputs);
      uint64_t choices = inputs | outputs;
      // All subsets of `choices`.
      for (uint64_t gone = choices;; gone = (gone - 1) & choices) {
        if (bytes - saved(v, gone) <= request.budget)
          visit(done | uint64_t(1) << v, (live | outputs) & ~gone, at, v);
        if (gone == 0)
          break;
      }
    }
  }

  int64_t sum(uint64_t values) const {
    int64_t bytes = 0;
    for (; values; values &= values - 1)
      bytes += graph.bytes[__builtin_ctzll(values)];
    return bytes;
  }

  /// What is shared in place at `v` when the inputs in `gone` end there.
  int64_t saved(int32_t v, uint64_t gone) const {
    int64_t bytes = 0;
    uint64_t takenInputs = 0, takenOutputs = 0;
    for (const Graph::Share &share : graph.shares[v]) {
      uint64_t in = uint64_t(1) << share.value;
      uint64_t out = uint64_t(1) << share.output;
      if (!(gone & in) || (takenInputs & in) || (takenOutputs & out))
        continue;
      takenInputs |= in;
      takenOutputs |= out;
      bytes += share.bytes;
    }
    return bytes;
  }

  const Request &request;
  const Graph &graph;
  int64_t maxStates;
  uint64_t kept = 0;
  std::vector<State> states;
  std::unordered_map<uint64_t, int32_t> index; // looked up, never iterated
  std::priority_queue<std::pair<int64_t, int32_t>,
                      std::vector<std::pair<int64_t, int32_t>>, std::greater<>>
      queue;
};

class ExactSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    if (ExactSearch::applies(request.graph))
      ExactSearch(request, request.effort == Effort::Quick ? 200000 : 2000000)
          .run(incumbent);
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createExactSolver() {
  return std::make_unique<ExactSolver>();
}
