//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Graph.h"
#include "ckpt/Planning/Schedule.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

using namespace ckpt::planning;

namespace {

using Pairs = std::vector<std::pair<int32_t, int32_t>>;

void addValues(Graph &graph) {
  for (const Node &node : graph.problem.nodes) {
    int32_t v = static_cast<int32_t>(graph.firstValue.size());
    graph.firstValue.push_back(static_cast<int32_t>(graph.bytes.size()));
    for (int64_t bytes : node.outputs) {
      graph.bytes.push_back(bytes);
      graph.owner.push_back(v);
    }
    graph.workspace.push_back(node.workspace);
    graph.recomputable.push_back(isRecomputable(node));
  }
  graph.numValues = static_cast<int32_t>(graph.bytes.size());
  // The end node has no outputs; one more entry closes its list.
  graph.firstValue.push_back(graph.numValues);
  graph.firstValue.push_back(graph.numValues);
  graph.workspace.push_back(0);
  graph.recomputable.push_back(false);
}

void addInputs(Graph &graph) {
  Pairs users;
  std::vector<int32_t> seenBy(graph.numValues, -1);
  auto read = [&](int32_t v, int32_t value) {
    if (seenBy[value] == v)
      return;
    seenBy[value] = v;
    graph.inputs.push(value);
    users.push_back({value, v});
  };
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    for (ValueRef in : graph.problem.nodes[v].inputs)
      read(v, graph.firstValue[in.node] + in.output);
    graph.inputs.finishList();
  }
  for (int32_t v = 0; v < graph.numNodes; ++v)
    for (int32_t o : graph.problem.nodes[v].keep)
      read(graph.end, graph.firstValue[v] + o);
  graph.inputs.finishList();
  graph.users = Lists<int32_t>::fromPairs(graph.numValues, users);
}

void addShares(Graph &graph) {
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    const Node &node = graph.problem.nodes[v];
    if (!node.inPlace.empty())
      for (InPlacePair pair : usableInPlace(graph.problem, v)) {
        ValueRef in = node.inputs[pair.input];
        graph.shares.push({pair.output, graph.firstValue[in.node] + in.output,
                           node.outputs[pair.output]});
      }
    graph.shares.finishList();
  }
  graph.shares.finishList();
}

void addOrder(Graph &graph) {
  Pairs before, guards, overwriters;
  std::unordered_map<int32_t, std::vector<int32_t>> readers;
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    const Node &node = graph.problem.nodes[v];
    std::vector<int32_t> after = node.after;
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    for (int32_t a : after) {
      graph.after.push(a);
      before.push_back({a, v});
    }
    graph.after.finishList();
    std::vector<int32_t> guarded;
    for (int32_t x : node.overwritesPersistent)
      for (int32_t r : readers[x])
        if (r != v)
          guarded.push_back(r);
    for (int32_t x : node.readsPersistent)
      readers[x].push_back(v);
    std::sort(guarded.begin(), guarded.end());
    guarded.erase(std::unique(guarded.begin(), guarded.end()), guarded.end());
    for (int32_t r : guarded) {
      graph.guarded.push(r);
      overwriters.push_back({r, v});
    }
    graph.guarded.finishList();
  }
  graph.after.finishList();
  graph.guarded.finishList();
  graph.before = Lists<int32_t>::fromPairs(graph.numNodes + 1, before);
  graph.overwriters =
      Lists<int32_t>::fromPairs(graph.numNodes + 1, overwriters);
}

/// Integer times are taken as they are; others are scaled by a power of two so
/// that their sum has about 50 bits.
void addTimes(Graph &graph) {
  double sum = 0;
  bool integral = true;
  for (const Node &node : graph.problem.nodes) {
    sum += node.time;
    integral &= node.time == std::floor(node.time);
  }
  double scale = 1;
  if (sum > 0 && (!integral || sum >= 0x1p50))
    scale = std::exp2(std::floor(50 - std::log2(sum)));
  graph.timeUnit = 1 / scale;
  for (const Node &node : graph.problem.nodes) {
    int64_t time = std::llround(node.time * scale);
    graph.time.push_back(time);
    graph.baseTime += time;
  }
  graph.time.push_back(0);
}

} // namespace

Graph::Graph(const Problem &problem) : problem(problem) {
  numNodes = static_cast<int32_t>(problem.nodes.size());
  end = numNodes;
  addValues(*this);
  addInputs(*this);
  addShares(*this);
  addOrder(*this);
  addTimes(*this);
  for (int32_t v = 1; v < numNodes && singleOrder; ++v) {
    singleOrder = false;
    for (int32_t u : inputs[v])
      singleOrder |= owner[u] == v - 1;
    for (int32_t a : after[v])
      singleOrder |= a == v - 1;
  }
}

namespace {

/// Walks a schedule once; kept apart so that its arrays have names.
struct CostWalk {
  const Graph &graph;
  const std::vector<int32_t> &schedule;
  std::vector<int32_t> latest;  // by node
  std::vector<int32_t> copyOf;  // by value: its latest copy
  std::vector<int32_t> lastUse; // by copy
  std::vector<int32_t> firstCopy;
  std::vector<int64_t> delta;

  bool readInputs(int32_t event, int32_t v) {
    for (int32_t u : graph.inputs[v]) {
      if (copyOf[u] < 0)
        return false;
      lastUse[copyOf[u]] = event;
    }
    return true;
  }
  bool inOrder(int32_t v) {
    if (v < 0 || v >= graph.numNodes ||
        (latest[v] >= 0 && !graph.recomputable[v]))
      return false;
    for (int32_t a : graph.after[v])
      if (latest[a] < 0)
        return false;
    for (int32_t w : graph.overwriters[v])
      if (latest[w] >= 0)
        return false;
    return true;
  }
};

} // namespace

bool ckpt::planning::cost(const Graph &graph,
                          const std::vector<int32_t> &schedule, Cost &out,
                          std::vector<int64_t> *memory) {
  int32_t numEvents = static_cast<int32_t>(schedule.size());
  CostWalk walk{graph, schedule, {}, {}, {}, {}, {}};
  walk.latest.assign(graph.numNodes, -1);
  walk.copyOf.assign(graph.numValues, -1);
  walk.firstCopy.reserve(numEvents);
  walk.delta.assign(numEvents + 1, 0);
  out = Cost();
  // What each event reads, to know the copies again for in-place sharing.
  std::vector<int32_t> shareReads;
  for (int32_t e = 0; e < numEvents; ++e) {
    int32_t v = schedule[e];
    if (!walk.inOrder(v) || !walk.readInputs(e, v))
      return false;
    for (const Graph::Share &share : graph.shares[v])
      shareReads.push_back(walk.copyOf[share.value]);
    walk.firstCopy.push_back(static_cast<int32_t>(walk.lastUse.size()));
    for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u) {
      walk.copyOf[u] = static_cast<int32_t>(walk.lastUse.size());
      walk.lastUse.push_back(e);
      walk.delta[e] += graph.bytes[u];
    }
    walk.latest[v] = e;
    out.time += graph.time[v];
  }
  for (int32_t last : walk.latest)
    if (last < 0)
      return false;
  walk.readInputs(numEvents, graph.end);

  // Releases, and the sharing at each event.
  std::vector<int64_t> saved(numEvents, 0);
  std::vector<char> taken(walk.lastUse.size(), 0);
  size_t read = 0;
  for (int32_t e = 0; e < numEvents; ++e) {
    int32_t v = schedule[e];
    for (const Graph::Share &share : graph.shares[v]) {
      int32_t in = shareReads[read++], own = walk.firstCopy[e] + share.output;
      if (walk.lastUse[in] != e || (taken[in] & 1) || (taken[own] & 2))
        continue;
      taken[in] |= 1;
      taken[own] |= 2;
      saved[e] += share.bytes;
    }
    for (int32_t k = 0; k < graph.numOutputs(v); ++k) {
      int32_t last = walk.lastUse[walk.firstCopy[e] + k];
      if (last < numEvents)
        walk.delta[last + 1] -= graph.bytes[graph.firstValue[v] + k];
    }
  }
  if (memory)
    memory->resize(numEvents);
  int64_t live = 0;
  for (int32_t e = 0; e < numEvents; ++e) {
    live += walk.delta[e];
    int64_t here = live + graph.workspace[schedule[e]] - saved[e];
    out.peak = std::max(out.peak, here);
    if (memory)
      (*memory)[e] = here;
  }
  return true;
}
