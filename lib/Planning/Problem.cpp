//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Problem.h"

#include <cmath>
#include <unordered_map>

using namespace ckpt::planning;

namespace {

/// Checks one node at a time and keeps the running sums.
class Verifier {
public:
  explicit Verifier(const Problem &problem) : problem(problem) {}

  std::optional<std::string> run() {
    int32_t n = static_cast<int32_t>(problem.nodes.size());
    if (n == 0)
      return "the problem has no nodes";
    for (int32_t v = 0; v < n; ++v)
      if (auto error = checkNode(v))
        return "node " + std::to_string(v) + " ('" + problem.nodes[v].name +
               "'): " + *error;
    if (!std::isfinite(totalTime))
      return "the sum of all times is not finite";
    return std::nullopt;
  }

private:
  std::optional<std::string> checkNode(int32_t v) {
    const Node &node = problem.nodes[v];
    if (auto error = checkSizes(node))
      return error;
    for (ValueRef in : node.inputs) {
      if (in.node < 0 || in.node >= v)
        return "reads node " + std::to_string(in.node) +
               (in.node >= v &&
                        in.node < static_cast<int32_t>(problem.nodes.size())
                    ? ", which does not come earlier in the reference order "
                      "(a cycle, or nodes out of order)"
                    : ", which does not exist");
      if (in.output < 0 ||
          in.output >=
              static_cast<int32_t>(problem.nodes[in.node].outputs.size()))
        return "reads output " + std::to_string(in.output) + " of node " +
               std::to_string(in.node) + ", which does not exist";
    }
    for (int32_t a : node.after)
      if (a < 0 || a >= v)
        return "must come after node " + std::to_string(a) +
               ", which does not come earlier in the reference order";
    for (InPlacePair pair : node.inPlace)
      if (pair.output < 0 ||
          pair.output >= static_cast<int32_t>(node.outputs.size()) ||
          pair.input < 0 ||
          pair.input >= static_cast<int32_t>(node.inputs.size()))
        return "has an in-place pair out of range";
    for (int32_t k : node.keep)
      if (k < 0 || k >= static_cast<int32_t>(node.outputs.size()))
        return "keeps output " + std::to_string(k) + ", which does not exist";
    return checkPersistent(v);
  }

  std::optional<std::string> checkSizes(const Node &node) {
    for (int64_t bytes : node.outputs) {
      if (bytes < 0)
        return "negative size";
      if (__builtin_add_overflow(totalBytes, bytes, &totalBytes))
        return "the sum of all sizes exceeds 64 bits";
    }
    if (node.workspace < 0)
      return "negative workspace";
    // A quarter of the range leaves room for every sum that solvers form.
    if (node.workspace > INT64_MAX / 4 || totalBytes > INT64_MAX / 4)
      return "the sum of all sizes exceeds 64 bits";
    if (!std::isfinite(node.time) || node.time < 0)
      return "time is negative or not a number";
    totalTime += node.time;
    return std::nullopt;
  }

  std::optional<std::string> checkPersistent(int32_t v) {
    for (int32_t x : problem.nodes[v].readsPersistent)
      if (auto it = overwriter.find(x); it != overwriter.end())
        return "reads persistent buffer " + std::to_string(x) +
               ", which node " + std::to_string(it->second) +
               " overwrites earlier in the reference order";
    for (int32_t x : problem.nodes[v].overwritesPersistent)
      if (auto [it, added] = overwriter.try_emplace(x, v); !added)
        return "overwrites persistent buffer " + std::to_string(x) +
               ", as does node " + std::to_string(it->second);
    return std::nullopt;
  }

  const Problem &problem;
  int64_t totalBytes = 0;
  double totalTime = 0;
  std::unordered_map<int32_t, int32_t> overwriter;
};

} // namespace

std::optional<std::string> ckpt::planning::verify(const Problem &problem) {
  return Verifier(problem).run();
}

std::vector<InPlacePair> ckpt::planning::usableInPlace(const Problem &problem,
                                                       int32_t v) {
  const Node &node = problem.nodes[v];
  std::vector<InPlacePair> result;
  auto listed = [&](int32_t output, int32_t input) {
    for (InPlacePair pair : node.inPlace)
      if (pair.output == output && pair.input == input)
        return true;
    return false;
  };
  for (InPlacePair pair : node.inPlace) {
    ValueRef in = node.inputs[pair.input];
    int64_t bytes = node.outputs[pair.output];
    bool usable =
        bytes > 0 && problem.nodes[in.node].outputs[in.output] == bytes;
    for (size_t i = 0; usable && i < node.inputs.size(); ++i)
      usable = !(node.inputs[i] == in) ||
               listed(pair.output, static_cast<int32_t>(i));
    if (usable)
      result.push_back(pair);
  }
  return result;
}
