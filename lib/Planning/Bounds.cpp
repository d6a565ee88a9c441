//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"

using namespace ckpt::planning;

std::pair<int64_t, int32_t> ckpt::planning::peakFloor(const Graph &graph) {
  int64_t floor = -1;
  int32_t floorNode = -1;
  std::vector<char> shared;
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    int64_t need = graph.workspace[v];
    for (int32_t u : graph.inputs[v])
      need += graph.bytes[u];
    shared.assign(graph.numOutputs(v), 0);
    // Which pairs are taken depends on the schedule; an output shares at most
    // once, so this never subtracts too little.
    for (const Graph::Share &share : graph.shares[v])
      shared[share.output] = 1;
    for (int32_t k = 0; k < graph.numOutputs(v); ++k)
      if (!shared[k])
        need += graph.bytes[graph.firstValue[v] + k];
    if (need > floor) {
      floor = need;
      floorNode = v;
    }
  }
  return {floor, floorNode};
}
