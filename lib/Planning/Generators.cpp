//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Generators.h"
#include "Annealing/Random.h"

#include <algorithm>

using namespace ckpt::planning;

namespace {

int64_t between(Random &random, int64_t low, int64_t high) {
  return low + random.below(static_cast<int32_t>(high - low + 1));
}

double scaled(Random &random, int64_t bytes, double low, double high) {
  return std::floor(static_cast<double>(bytes) *
                    (low + (high - low) * random.uniform()));
}

void add(Problem &p, const std::string &prefix, int64_t bytes, double time,
         std::vector<int32_t> inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  Node node;
  node.name = prefix + std::to_string(p.nodes.size());
  node.outputs = {bytes};
  node.time = time;
  for (int32_t u : inputs)
    node.inputs.push_back({u, 0});
  p.nodes.push_back(std::move(node));
}

/// Appends the loss and one backward node per forward node, in reverse. It
/// reads its forward node, that node's readers and their gradients, and takes
/// twice the time.
void addBackward(Problem &p) {
  int32_t forward = static_cast<int32_t>(p.nodes.size());
  std::vector<std::vector<int32_t>> readers(forward);
  for (int32_t v = 0; v < forward; ++v)
    for (ValueRef in : p.nodes[v].inputs)
      readers[in.node].push_back(v);
  auto gradient = [&](int32_t v) { return 2 * forward - v; };
  add(p, "loss", 4, 0, {forward - 1});
  for (int32_t v = forward - 1; v >= 0; --v) {
    std::vector<int32_t> inputs{v};
    if (v == forward - 1)
      inputs.push_back(forward);
    for (int32_t w : readers[v]) {
      inputs.push_back(w);
      inputs.push_back(gradient(w));
    }
    add(p, "grad", p.nodes[v].outputs[0], 2 * p.nodes[v].time, inputs);
  }
}

/// The unit chain of the literature: bwd_i reads fwd_i and bwd_{i+1}.
Problem chain(int32_t nodes) {
  Problem p;
  int32_t n = (nodes - 1) / 2;
  for (int32_t i = 0; i < n; ++i)
    add(p, "fwd", 1, 1,
        i ? std::vector<int32_t>{i - 1} : std::vector<int32_t>{});
  add(p, "loss", 1, 1, {n - 1});
  for (int32_t i = n - 1; i >= 0; --i)
    add(p, "bwd", 1, 1, {i, static_cast<int32_t>(p.nodes.size()) - 1});
  return p;
}

Problem training(int32_t nodes, Random &random) {
  Problem p;
  int32_t forward = (nodes - 1) / 2;
  int64_t width = between(random, 500, 4000);
  add(p, "in", between(random, 200, 4000), 0, {});
  for (int32_t i = 1; i < forward; ++i) {
    if (i % 500 == 0)
      width = between(random, 500, 4000);
    std::vector<int32_t> inputs{i - 1};
    double time;
    switch (i % 7) {
    case 1:
    case 4: // convolution
      time = scaled(random, width, 2, 6);
      break;
    case 2:
    case 5: // normalisation
      time = scaled(random, width, .2, .4);
      break;
    case 0: // addition of the skip
      time = scaled(random, width, .1, .3);
      if (i >= 8)
        inputs.push_back(i - 7);
      break;
    default: // activation
      time = scaled(random, width, .1, .2);
    }
    if (random.below(500) == 0 && i > 600)
      inputs.push_back(i - static_cast<int32_t>(between(random, 20, 600)));
    add(p, "f", width, time, std::move(inputs));
  }
  addBackward(p);
  return p;
}

/// Levels of four layers; each level down halves the size; the decoder reads
/// the encoder's last layer of the same level.
Problem unet(int32_t nodes, Random &random) {
  Problem p;
  int32_t forward = (nodes - 1) / 2;
  int32_t levels = std::max(1, std::min(12, forward / 8));
  int32_t perLevel = std::max(1, forward / (2 * levels));
  std::vector<int32_t> skip(levels);
  auto layer = [&](int32_t level, std::vector<int32_t> inputs) {
    int64_t bytes = std::max<int64_t>(16, (int64_t(1) << 20) >> level) +
                    between(random, 0, 15);
    add(p, "f", bytes, scaled(random, bytes, .5, 3), std::move(inputs));
    return static_cast<int32_t>(p.nodes.size()) - 1;
  };
  int32_t last = layer(0, {});
  for (int32_t level = 0; level < levels; ++level) {
    for (int32_t i = 0; i < perLevel; ++i)
      last = layer(level, {last});
    skip[level] = last;
  }
  for (int32_t level = levels - 1; level >= 0; --level) {
    last = layer(level, {last, skip[level]});
    for (int32_t i = 1; i < perLevel; ++i)
      last = layer(level, {last});
  }
  addBackward(p);
  return p;
}

/// Layers of 6 to 36 nodes, about six inputs per node, one in six edges skips
/// layers: the shape of the published random layered graphs.
Problem layered(int32_t nodes, Random &random) {
  std::vector<std::vector<int32_t>> layers{{0}};
  int32_t count = 1;
  while (count < nodes - 1) {
    int32_t k = std::min<int32_t>(static_cast<int32_t>(between(random, 6, 36)),
                                  nodes - 1 - count);
    layers.emplace_back();
    for (int32_t i = 0; i < k; ++i)
      layers.back().push_back(count++);
  }
  layers.push_back({nodes - 1});
  auto pick = [&](const std::vector<int32_t> &layer) {
    return layer[random.below(static_cast<int32_t>(layer.size()))];
  };
  std::vector<std::vector<int32_t>> inputs(nodes);
  std::vector<char> read(nodes, 0);
  int64_t edges = 0;
  auto edge = [&](int32_t u, int32_t v) {
    inputs[v].push_back(u);
    read[u] = 1;
    ++edges;
  };
  int32_t numLayers = static_cast<int32_t>(layers.size());
  for (int32_t l = 1; l < numLayers; ++l) {
    for (int32_t v : layers[l])
      edge(pick(layers[l - 1]), v);
    for (int32_t u : layers[l - 1])
      if (!read[u])
        edge(u, pick(layers[l]));
  }
  int32_t reach = std::max(1, numLayers / 6);
  for (int64_t more = 6 * static_cast<int64_t>(nodes) - edges; more > 0;
       --more) {
    int32_t span =
        random.below(100) < 83
            ? 1
            : 1 + std::min<int32_t>(
                      static_cast<int32_t>(between(random, 1, reach)),
                      static_cast<int32_t>(between(random, 1, reach)));
    if (span >= numLayers)
      continue;
    int32_t l = random.below(numLayers - span);
    edge(pick(layers[l]), pick(layers[l + span]));
  }
  Problem p;
  for (int32_t v = 0; v < nodes; ++v) {
    int64_t bytes = random.below(2) ? between(random, 50, 1500)
                                    : between(random, 500, 6500);
    bool terminal = v == 0 || v == nodes - 1;
    add(p, "n", bytes,
        terminal ? 0 : static_cast<double>(between(random, 0, 1000)),
        std::move(inputs[v]));
  }
  return p;
}

} // namespace

std::optional<Problem> ckpt::planning::generate(const std::string &kind,
                                                int32_t nodes, uint64_t seed) {
  if (nodes < 3)
    return std::nullopt;
  Random random(seed);
  Problem p;
  if (kind == "chain")
    p = chain(nodes);
  else if (kind == "training")
    p = training(nodes, random);
  else if (kind == "unet")
    p = unet(nodes, random);
  else if (kind == "layered")
    p = layered(nodes, random);
  else
    return std::nullopt;
  p.name = kind + "-" + std::to_string(nodes) + "-" + std::to_string(seed);
  return p;
}
