//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emission.h"

#include <algorithm>

using namespace ckpt::planning;

GapTable::GapTable(const Graph &graph) {
  std::vector<int32_t> uses;
  lastUses.resize(graph.numNodes);
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    firstGap.push_back(size());
    lastUses[v] = graph.end;
    if (!graph.recomputable[v])
      continue;
    uses.assign(1, v);
    for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
      uses.insert(uses.end(), graph.users[u].begin(), graph.users[u].end());
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    for (size_t k = 1; k < uses.size(); ++k)
      if (uses[k] - uses[k - 1] > 1 && uses[k] <= graph.deadline(v))
        gaps.push_back({v, uses[k - 1], uses[k]});
    lastUses[v] = uses.back();
  }
  firstGap.push_back(size());
}

int32_t GapTable::longest(int32_t node) const {
  int32_t best = -1, length = 0;
  for (int32_t g = firstGap[node]; g < firstGap[node + 1]; ++g)
    if (gaps[g].end - gaps[g].begin > length) {
      length = gaps[g].end - gaps[g].begin;
      best = g;
    }
  return best;
}

/// No useful schedule has more events than this for each node.
static constexpr size_t mostEventsPerNode = 16;

Emitter::Emitter(const Graph &graph, const GapTable &table, Tails tails)
    : graph(graph), table(table), tails(tails) {}

/// True when the node must be recomputed before it can be read at `position`.
/// Positions only grow during one emission, so the cursor does too.
bool Emitter::dead(int32_t node, int32_t position) {
  int32_t &c = cursor[node];
  while (c < table.first(node + 1) && table.all()[c].end < position)
    ++c;
  if (tails == Tails::Dead && position > table.lastUse(node))
    return restored[node] != c && position <= graph.deadline(node);
  return c < table.first(node + 1) && table.all()[c].begin < position &&
         (*dropped)[c] && restored[node] != c &&
         position <= graph.deadline(node);
}

void Emitter::recompute(int32_t root, int32_t position, Schedule &out) {
  transient.clear();
  stack.assign(1, root);
  while (!stack.empty()) {
    int32_t v = stack.back();
    if (restored[v] == cursor[v]) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (int32_t value : graph.inputs[v]) {
      int32_t u = graph.owner[value];
      if (dead(u, position)) {
        stack.push_back(u);
        ready = false;
      }
    }
    if (!ready)
      continue;
    stack.pop_back();
    restored[v] = cursor[v];
    out.push_back(v);
    if (segment && !(*lasting)[v] && (*segment)[v] != (*segment)[root])
      transient.push_back(v);
  }
  for (int32_t v : transient)
    restored[v] = -1;
}

Schedule Emitter::emit(const std::vector<char> &dropSet,
                       const std::vector<int32_t> *segments,
                       const std::vector<char> *lastingNodes) {
  dropped = &dropSet;
  segment = segments;
  lasting = lastingNodes;
  restored.assign(graph.numNodes, -1);
  cursor.resize(graph.numNodes);
  for (int32_t v = 0; v < graph.numNodes; ++v)
    cursor[v] = table.first(v);
  Schedule out;
  out.reserve(graph.numNodes + graph.numNodes / 2);
  for (int32_t j = 0; j <= graph.end; ++j) {
    for (int32_t value : graph.inputs[j])
      if (dead(graph.owner[value], j))
        recompute(graph.owner[value], j, out);
    if (j < graph.end)
      out.push_back(j);
    if (out.size() > mostEventsPerNode * (graph.numNodes + 1))
      return {};
  }
  return out;
}
