//===- Generate.cpp - Random models ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms in which rematerialization goes wrong are made likely: values that are
// read far away (long skips), several times, or by both sides of a diamond.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <algorithm>
#include <random>

using namespace ckpt::fuzz;

namespace {
class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  Program run() {
    static const char *const optimizers[] = {"sgd", "momentum", "adam",
                                             "adamw"};
    program.isDouble = chance(40);
    // Gradients can be told from the new parameters with the first alone.
    program.optimizer = program.isDouble ? "sgd" : optimizers[below(4)];
    int64_t batch = 2 + 2 * below(4);
    if (chance(50))
      add(Kind::Data, {batch, 8, 8, 2 + 2 * below(2)});
    else
      add(Kind::Data, {batch * 4, 8 * (1 + below(3))});
    int wanted = chance(5) ? 20 + below(16) : 5 + below(9);
    for (int i = 0; i < wanted; ++i)
      addNode();
    // There must be something to train.
    addRow(last);
    hoistArguments();
    addRegions();
    return std::move(program);
  }

private:
  int below(int count) { return static_cast<int>(random() % unsigned(count)); }
  bool chance(int percent) { return below(100) < percent; }

  int add(Kind kind, Shape shape, std::vector<int> inputs = {},
          std::string op = "", std::vector<int64_t> numbers = {}) {
    program.nodes.push_back({kind, std::move(shape), std::move(inputs),
                             std::move(op), std::move(numbers)});
    return static_cast<int>(program.nodes.size()) - 1;
  }
  const Shape &shapeOf(int value) const {
    return program.nodes[size_t(value)].shape;
  }

  /// Mostly the last value, sometimes one from long ago.
  int pick() {
    int count = static_cast<int>(program.nodes.size());
    for (int tries = 0; tries < 20; ++tries) {
      int value = chance(55) ? last : below(count);
      const Node &node = program.nodes[size_t(value)];
      if (node.kind != Kind::Param && node.kind != Kind::State &&
          node.shape.size() > 1)
        return value;
    }
    return last;
  }

  /// Another value of the same shape, or -1.
  int partner(int value) {
    std::vector<int> candidates;
    for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i)
      if (shapeOf(i) == shapeOf(value) && i != value)
        candidates.push_back(i);
    if (candidates.empty())
      return chance(50) ? value : -1;
    return candidates[size_t(below(int(candidates.size())))];
  }

  void addNode() {
    int value = pick();
    Shape shape = shapeOf(value);
    switch (below(17)) {
    case 0:
    case 1:
      last = add(Kind::Unary, shape, {value},
                 unaryOps[size_t(below(int(unaryOps.size())))].first);
      return;
    case 2:
    case 3:
      return addBinary(value);
    case 4:
      return addRow(value);
    case 5:
    case 6:
    case 7:
    case 8:
      return shape.size() == 4 ? addConv(value) : addMatmul(value);
    case 9:
      return shape.size() == 4 ? addPool(value) : addAttention(value);
    case 10:
      last = add(Kind::Softmax, shape, {value});
      return;
    case 11:
      last =
          add(chance(50) ? Kind::LayerNorm : Kind::BatchNorm, shape, {value});
      return;
    case 12:
      return addReduction(value);
    case 13:
      return addConcat(value);
    case 14:
      return addSliceOrPad(value);
    case 15:
      last = add(Kind::Dropout, shape, {value},
                 chance(60)   ? "bernoulli"
                 : chance(50) ? "normal"
                              : "uniform");
      return;
    default:
      return addReshape(value);
    }
  }

  const std::string &binary() {
    return binaryOps[size_t(below(int(binaryOps.size())))].first;
  }

  void addBinary(int value) {
    int other = partner(value);
    if (other < 0)
      other = add(Kind::Unary, shapeOf(value), {value}, "tanh");
    last = add(Kind::Binary, shapeOf(value), {value, other}, binary());
  }

  void addRow(int value) {
    Shape shape = shapeOf(value);
    int other = partnerRow(shape.back());
    last = add(Kind::RowBinary, shape, {value, other}, binary());
  }

  /// A vector that there is, or a new parameter.
  int partnerRow(int64_t size) {
    bool any = false;
    std::vector<int> candidates;
    for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i) {
      any |= program.nodes[size_t(i)].kind == Kind::Param;
      if (shapeOf(i) == Shape{size})
        candidates.push_back(i);
    }
    if (any && !candidates.empty() && chance(60))
      return candidates[size_t(below(int(candidates.size())))];
    return add(Kind::Param, {size});
  }

  /// A parameter of that shape, shared or new.
  int parameter(const Shape &shape) {
    if (chance(25))
      for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i)
        if (program.nodes[size_t(i)].kind == Kind::Param && shapeOf(i) == shape)
          return i;
    return add(Kind::Param, shape);
  }

  void addMatmul(int value) {
    Shape shape = shapeOf(value);
    if (shape.size() != 2)
      return;
    int64_t to = chance(60) ? shape[1] : 8 * (1 + below(3));
    int weight = parameter({shape[1], to});
    last = add(Kind::Matmul, {shape[0], to}, {value, weight});
  }

  void addAttention(int value) {
    Shape shape = shapeOf(value);
    if (shape.size() != 2 || shape[0] > 64)
      return;
    int other = partner(value);
    int scores = add(Kind::MatmulTransposed, {shape[0], shape[0]},
                     {value, other < 0 ? value : other});
    int weights =
        chance(80) ? add(Kind::Softmax, shapeOf(scores), {scores}) : scores;
    last = add(Kind::Matmul, shape, {weights, value});
  }

  void addConv(int value) {
    Shape shape = shapeOf(value);
    int64_t size = chance(70) && shape[1] >= 3 ? 3 : 1;
    int64_t pad = size == 3 && (chance(75) || shape[1] < 4) ? 1 : 0;
    int64_t stride = chance(15) ? 2 : 1;
    int64_t to = chance(60) ? shape[3] : 2 + 2 * below(3);
    int filter = parameter({size, size, shape[3], to});
    auto extent = [&](int64_t from) {
      return (from + 2 * pad - size) / stride + 1;
    };
    last = add(Kind::Conv, {shape[0], extent(shape[1]), extent(shape[2]), to},
               {value, filter}, "", {pad, stride});
  }

  void addPool(int value) {
    Shape shape = shapeOf(value);
    if (shape[1] < 4)
      return;
    last = add(Kind::Pool, {shape[0], shape[1] / 2, shape[2] / 2, shape[3]},
               {value}, chance(70) ? "max" : "sum");
  }

  /// Reductions end in a state or come back as a row.
  void addReduction(int value) {
    static const char *const ops[] = {"sum", "max", "mean"};
    Shape shape = shapeOf(value);
    if (chance(25) && shape.size() > 1) {
      shape.pop_back();
      add(Kind::ReduceLast, shape, {value}, ops[below(3)]);
      return;
    }
    int row = add(Kind::ReduceRows, {shape.back()}, {value}, ops[below(3)]);
    if (chance(60)) {
      int state = add(Kind::State, {shape.back()});
      program.updates.push_back({state, row});
      if (chance(50))
        last = add(Kind::RowBinary, shape, {value, state}, binary());
      return;
    }
    last = add(Kind::RowBinary, shape, {value, row}, binary());
  }

  void addConcat(int value) {
    Shape shape = shapeOf(value);
    std::vector<int> candidates;
    for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i) {
      Shape other = shapeOf(i);
      if (other.size() == shape.size() &&
          std::equal(other.begin(), other.end() - 1, shape.begin()))
        candidates.push_back(i);
    }
    int other = candidates[size_t(below(int(candidates.size())))];
    shape.back() += shapeOf(other).back();
    if (shape.back() <= 48)
      last = add(Kind::Concat, shape, {value, other});
  }

  void addSliceOrPad(int value) {
    Shape shape = shapeOf(value);
    if (chance(30)) {
      int64_t low = below(3), high = below(3);
      shape.back() += low + high;
      last = add(Kind::Pad, shape, {value}, "", {low, high});
      return;
    }
    int64_t size = 1 + below(int(shape.back()));
    int64_t offset = below(int(shape.back() - size + 1));
    shape.back() = size;
    last = add(Kind::Slice, shape, {value}, "", {offset});
  }

  void addReshape(int value) {
    Shape shape = shapeOf(value);
    if (shape.size() > 2 && chance(60)) {
      Shape flat = {shape[0], elements(shape) / shape[0]};
      if (flat[1] > 256)
        return;
      last = add(Kind::Collapse, flat, {value});
    } else if (shape.size() == 2 && shape[1] % 16 == 0 && shape[1] <= 128 &&
               chance(50)) {
      last = add(Kind::Expand, {shape[0], 4, 4, shape[1] / 16}, {value});
    } else if (shape.size() == 2) {
      last = add(Kind::Transpose, {shape[1], shape[0]}, {value});
    }
  }

  /// Arguments first, so that regions are ranges of ops.
  void hoistArguments() {
    std::vector<int> order, place(program.nodes.size());
    for (bool arguments : {true, false})
      for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i)
        if (isArgument(program.nodes[size_t(i)]) == arguments)
          order.push_back(i);
    std::vector<Node> nodes;
    for (int i : order) {
      place[size_t(i)] = static_cast<int>(nodes.size());
      nodes.push_back(program.nodes[size_t(i)]);
    }
    for (Node &node : nodes)
      for (int &input : node.inputs)
        input = place[size_t(input)];
    for (StateUpdate &update : program.updates)
      update = {place[size_t(update.state)], place[size_t(update.value)]};
    program.nodes = std::move(nodes);
  }

  void addRegions() {
    if (chance(30))
      return;
    int first = 0, end = static_cast<int>(program.nodes.size());
    while (first < end && isArgument(program.nodes[size_t(first)]))
      ++first;
    addRegions(first, end, 0);
  }

  void addRegions(int begin, int end, int depth) {
    while (end - begin >= 2 && depth < 3) {
      int from = begin + below(3), to = from + 1 + below(8);
      if (to > end)
        return;
      static const char *const headers[] = {
          "", "policy(nothing)", "policy(everything)", "budget \"1kB\""};
      program.regions.push_back({from, to, headers[below(4)]});
      if (chance(40))
        addRegions(from, to, depth + 1);
      begin = to;
    }
  }

  std::mt19937_64 random;
  Program program;
  int last = 0;
};
} // namespace

Program ckpt::fuzz::generate(uint64_t seed) { return Generator(seed).run(); }
