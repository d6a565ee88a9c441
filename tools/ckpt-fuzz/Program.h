//===- Program.h - A random model, before it is text ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model is a list of nodes in order; each defines one value and names earlier
// ones. Values that nobody reads are summed into the loss, so that any node may
// be removed. Regions are properly nested ranges of nodes.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_PROGRAM_H
#define CKPT_TOOLS_CKPT_FUZZ_PROGRAM_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ckpt::fuzz {

using Shape = std::vector<int64_t>;

enum class Kind : uint8_t {
  // Arguments.
  Param,
  State,
  Data,
  // Times random numbers; `op` is a distribution.
  Dropout,
  // One result of the first operand's shape; `op` is a name of `unaryOps`.
  Unary,
  // `op` is a name of `binaryOps`; operands of equal shape.
  Binary,
  // The same with a second operand of the last dimension only.
  RowBinary,
  // [n, c] x [c, d].
  Matmul,
  // [n, c] x [m, c] transposed.
  MatmulTransposed,
  // NHWC x HWCF; `numbers` = {padding, stride}.
  Conv,
  // Windows of 2 with stride 2; `op` is "max" or "sum".
  Pool,
  // Over the last dimension.
  Softmax,
  LayerNorm,
  // Over all dimensions but the last.
  BatchNorm,
  // `op` is "sum", "max" or "mean": all dimensions but the last, or the last.
  ReduceRows,
  ReduceLast,
  // Along the last dimension.
  Concat,
  Slice,
  Pad,
  // Of a matrix.
  Transpose,
  // To two dimensions, the first one kept; and back to `shape`.
  Collapse,
  Expand
};

struct Node {
  Kind kind = Kind::Data;
  Shape shape;
  std::vector<int> inputs;
  std::string op;
  std::vector<int64_t> numbers;
};

/// Nodes `begin` to `end - 1`; `header` is what stands after `ckpt.region`.
struct Region {
  int begin = 0, end = 0;
  std::string header;
};

/// A state that becomes 0.9 * state + 0.1 * value.
struct StateUpdate {
  int state = 0, value = 0;
};

struct Program {
  std::vector<Node> nodes;
  /// Outer ones before inner ones.
  std::vector<Region> regions;
  std::vector<StateUpdate> updates;
  /// A counter that every `Dropout` reads, and that grows, is a state.
  bool hasDropout() const;
  bool isDouble = false;
  std::string optimizer = "sgd";
};

/// Short pieces of MLIR on scalars: %v (and %w) to %t, T being the type.
extern const std::vector<std::pair<std::string, std::string>> unaryOps;
extern const std::vector<std::pair<std::string, std::string>> binaryOps;

/// The one of an elementwise node.
const std::string &snippetOf(const Node &node);

bool isArgument(const Node &node);
int64_t elements(const Shape &shape);
/// For the counts: "unary.tanh", "conv".
std::string nameOf(const Node &node);
/// How many nodes read each one, updates included.
std::vector<int> countUses(const Program &program);
/// Removes nodes that are marked, which nobody may read, and regions that
/// become empty.
Program withoutNodes(const Program &program, const std::vector<bool> &removed);

Program generate(uint64_t seed);

/// The model as text that `ckpt-run` takes.
std::string print(const Program &program);

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_PROGRAM_H
