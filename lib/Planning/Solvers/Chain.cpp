//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains of equal layers (forward, loss, backward; bwd_i reads fwd_i and
// bwd_i+1) solved exactly, in closed form.
//
// Let c be the number of forward values that fit besides the two gradients of a
// backward event. Processing l layers above a stored value takes
//
//   S(l, c) = min over k of  k + S(l - k, c - 1) + S(k - 1, c)
//
// forward events: advance k layers, store, process what lies above, then the
// layers below (layer k's value is the stored one). With r the least number
// with l < binomial(c + r, c), this is r (l + 1) - binomial(c + r, c + 1): the
// binomial schedule of checkpointing.
//
//===----------------------------------------------------------------------===//

#include "BuiltIn.h"

#include <algorithm>

using namespace ckpt::planning;

namespace {

/// binomial(n, k), saturated.
int64_t binomial(int64_t n, int64_t k) {
  constexpr int64_t limit = int64_t(1) << 40;
  if (k < 0 || n < k)
    return 0;
  int64_t result = 1;
  for (int64_t i = 1; i <= k; ++i) {
    __int128 next = static_cast<__int128>(result) * (n - k + i) / i;
    if (next > limit)
      return limit;
    result = static_cast<int64_t>(next);
  }
  return result;
}

/// Layers that can be processed when no layer runs forward more than r times.
int64_t reach(int64_t c, int64_t r) {
  return r < 0 || c < 0 ? 0 : binomial(c + r, std::min(c, r)) - 1;
}

class ChainSolver : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    int64_t layers = recognise(graph);
    if (layers == 0)
      return;
    ++incumbent.steps;
    int64_t size = graph.bytes[0];
    int64_t slots = size == 0 ? layers : request.budget / size - 2;
    if (slots < 1)
      return; // below three values nothing works: the floor says so
    slots = std::min(slots, layers);
    int64_t longest = int64_t(8) << 20;
    Schedule schedule = emit(layers, slots, longest);
    Cost best;
    if (schedule.empty() || !cost(graph, schedule, best) ||
        best.peak > request.budget)
      return;
    // The bound holds too when a seed is as good and the offer is refused.
    incumbent.offer(schedule, "chain");
    incumbent.bound(best.time, /*anyOrder=*/true);
  }

private:
  /// The number of layers, or 0 when the graph is anything else.
  static int64_t recognise(const Graph &graph) {
    int32_t n = (graph.numNodes - 1) / 2;
    if (n < 1 || graph.numNodes != 2 * n + 1 ||
        graph.numValues != graph.numNodes || !graph.inputs[graph.end].empty())
      return 0;
    for (int32_t v = 0; v < graph.numNodes; ++v) {
      if (graph.numOutputs(v) != 1 || graph.bytes[v] != graph.bytes[0] ||
          graph.workspace[v] || !graph.shares[v].empty() ||
          !graph.after[v].empty() || !graph.overwriters[v].empty())
        return 0;
      if (v < n && (graph.time[v] != graph.time[0] || !graph.recomputable[v]))
        return 0;
      auto in = graph.inputs[v];
      bool good = v == 0 ? in.empty()
                  : v <= n
                      ? in.size() == 1 && in[0] == v - 1
                      : in.size() == 2 && std::min(in[0], in[1]) == 2 * n - v &&
                            std::max(in[0], in[1]) == v - 1;
      if (!good)
        return 0;
    }
    return n;
  }

  /// Where to store next among l layers with c slots.
  static int64_t split(int64_t l, int64_t c) {
    if (c >= l || c == 1)
      return c >= l ? 1 : l;
    int64_t r = 1;
    while (reach(c, r) < l)
      ++r;
    // The part above needs at most r sweeps with c - 1 slots, the part below at
    // most r - 1 with c.
    int64_t k = std::max(l - reach(c - 1, r), reach(c, r - 2) + 1);
    return std::max<int64_t>(1, std::min(k, l));
  }

  static Schedule emit(int64_t layers, int64_t slots, int64_t longest) {
    Schedule out;
    struct Part {
      int64_t base, length, slots;
      bool backwardOnly; // layer `base`'s value is stored: its backward is next
    };
    std::vector<Part> stack{{0, layers, slots, false}};
    auto backward = [&](int64_t layer) {
      if (layer == layers)
        out.push_back(static_cast<int32_t>(layers));
      out.push_back(static_cast<int32_t>(2 * layers + 1 - layer));
    };
    while (!stack.empty()) {
      if (static_cast<int64_t>(out.size()) > longest)
        return {};
      Part part = stack.back();
      stack.pop_back();
      if (part.backwardOnly) {
        backward(part.base);
        continue;
      }
      if (part.length == 0)
        continue;
      int64_t k = split(part.length, part.slots);
      for (int64_t i = 1; i <= k; ++i)
        out.push_back(static_cast<int32_t>(part.base + i - 1));
      stack.push_back({part.base, k - 1, part.slots, false});
      stack.push_back({part.base + k, 0, 0, true});
      stack.push_back({part.base + k, part.length - k, part.slots - 1, false});
    }
    return out;
  }
};

} // namespace

std::unique_ptr<Solver> ckpt::planning::createChainSolver() {
  return std::make_unique<ChainSolver>();
}
