//===- Program.h - A kernel as loop nests over flat buffers -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the tensor body of a kernel and its machine code lies this plain
// description: buffers, and nests of loops that read and write them at
// addresses which are linear in the loop counters. Everything that decides
// performance or bits (order of loops, vector dimension, chunks, partial
// results) is decided here, before any loop exists.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_KERNELS_PROGRAM_H
#define CKPT_LIB_KERNELS_PROGRAM_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>
#include <vector>

namespace ckpt::kernels {

using Extents = llvm::SmallVector<int64_t, 6>;

/// A dense run of elements: an operand, a result, a constant, or a piece of the
/// workspace. `i1` is stored as `i8`.
struct Buffer {
  enum class Kind : uint8_t { Operand, Result, Workspace, Constant };
  Kind kind = Kind::Workspace;
  /// Number of the operand, result or constant; byte offset in the workspace.
  int64_t index = 0;
  mlir::Type element;
  int64_t size = 0;
  mlir::DenseElementsAttr value;
};

/// A tensor inside a buffer; strides are in elements.
struct View {
  int buffer = -1;
  int64_t offset = 0;
  Extents shape, strides;
};

/// offset + sum of coefs[d] * counter[d] + chunkStride * chunk, in elements.
/// An access that is not linear keeps its map and the strides of its results.
struct Access {
  int buffer = -1;
  int64_t offset = 0;
  Extents coefs;
  int64_t chunkStride = 0;
  /// Dimension 0 counts from the start of the current block of rows.
  bool inBlock = false;
  mlir::AffineMap map;
  Extents mapStrides;

  bool isLinear() const { return !map; }
};

struct Input {
  Access access;
  mlir::TypedAttr constant; // instead of an access
  mlir::Type type;
};

/// How an output takes the values of the dimensions that it does not have.
enum class Combine : uint8_t {
  None,   // it has them all
  Serial, // the body itself reads the running value, in loop order
  AddF,
  MulF,
  MaximumF,
  MinimumF,
  MaxNumF,
  MinNumF,
  AddI,
  MulI,
  MaxSI,
  MinSI,
  MaxUI,
  MinUI,
  And,
  Or,
  Xor
};

struct Output {
  Access access;
  mlir::Type type;
  Combine combine = Combine::None;
  /// The body's value that is stored or combined (null: the first input).
  mlir::Value value;
  /// The first value of a combination.
  Input initial;
};

/// Geometry of a pool; sizes and windows in (height, width).
struct Window {
  PoolKind kind = PoolKind::Max;
  int64_t batch = 1, channels = 1;
  std::array<int64_t, 2> input{1, 1}, output{1, 1}, size{1, 1}, strides{1, 1},
      dilations{1, 1}, padLow{0, 0};
};

/// How the loops of a generic nest are arranged.
enum class Strategy : uint8_t {
  Elementwise, // vectors along the last dimension
  Columns,     // the last dimension is kept, the one before it is reduced:
               // accumulators are vectors of neighbouring results
  Lanes,       // the last dimension is reduced: an accumulator's lanes are
               // added at its end
  Serial,      // element by element, running values in memory
  Scatter      // some counters are computed instead of looped over
};

struct Nest {
  /// Contract: inputs lhs and rhs, one output, sum of products.
  /// Pool, PoolBackward: see `window`; accesses have dimensions (n, h, w, c).
  enum class Kind : uint8_t { Generic, Contract, Pool, PoolBackward };
  Kind kind = Kind::Generic;
  mlir::Location loc;
  Extents extents;
  llvm::SmallVector<Input, 4> inputs;
  llvm::SmallVector<Output, 2> outputs;
  /// Body of the generic; its first arguments are `inputs`. Null: a copy, or
  /// the product of two inputs.
  mlir::Block *body = nullptr;
  /// Block arguments beyond the inputs: the old or the running value of an
  /// output, read through this input (or, -1, from the output itself).
  struct Running {
    mlir::BlockArgument argument;
    int input = -1;
    int output = 0;
  };
  llvm::SmallVector<Running, 2> running;
  /// Elements that the body picks from a tensor by computed indices.
  struct Gather {
    mlir::Operation *op = nullptr;
    View view;
  };
  llvm::SmallVector<Gather, 1> gathers;
  /// Loops of the generic of which only one iteration adds to the sum; the
  /// value in the body says which.
  struct OneHot {
    unsigned loop = 0;
    mlir::Value position;
  };
  llvm::SmallVector<OneHot, 2> oneHot;
  /// Dimension of this nest for each dimension of the generic (-1: extent 1).
  llvm::SmallVector<int, 6> dimOf;
  Window window;

  // Decided by the scheduler. The last dimension is the vector dimension, the
  // first one is split into chunks.
  Strategy strategy = Strategy::Elementwise;
  int width = 1;
  /// Neighbouring rows (of the dimension before the last) that fill one vector
  /// together, when the last dimension is shorter than a vector.
  int packedRows = 1;
  int64_t chunks = 1;
  int64_t rowsPerChunk = 0;
  /// Elementwise results go to memory past the cache, where vectors allow.
  bool streams = false;
  // Of a contraction: the dimension that tiles take rows of (-1: none), the
  // first of the inner dimensions that are not split into chunks, whether
  // dimension 0 is an inner one, and the tile's size.
  int rowDim = -1, firstInner = 0;
  bool splitsInner = false;
  int tileRows = 1, tileVectors = 1;

  // Of a scatter: the dimensions with a computed position come before those
  // that are summed over.
  int firstSelected = 0, firstSummed = 0;

  explicit Nest(mlir::Location loc) : loc(loc) {}
  int rank() const { return static_cast<int>(extents.size()); }
  bool hasReductions() const {
    return llvm::any_of(outputs, [](const Output &output) {
      return output.combine != Combine::None;
    });
  }
  bool isReducedIn(const Output &output, int dim) const {
    return output.access.isLinear() && output.access.coefs[dim] == 0;
  }
};

/// The nests of one phase run one after the other within each chunk or, with
/// row blocks, for each block of so many rows of the chunk.
struct Phase {
  llvm::SmallVector<int, 2> nests;
  int64_t chunks = 1;
  int64_t rowBlock = 0;
};

struct Program {
  std::vector<Buffer> buffers;
  std::vector<Nest> nests;
  std::vector<Phase> phases;
  int64_t workspaceBytes = 0;

  /// Reserves a piece of the workspace; it has no place yet.
  int addWorkspace(mlir::Type element, int64_t size);
  /// Gives the pieces that are used their places.
  void placeWorkspace();
};

/// Bytes of one stored element.
int64_t storedBytes(mlir::Type type);
/// The type in memory: `i8` for `i1`, `i64` for `index`, else the type itself.
mlir::Type storageType(mlir::Type type);
int64_t product(llvm::ArrayRef<int64_t> extents);
Extents rowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// The value that changes nothing when combined.
mlir::TypedAttr neutralElement(Combine combine, mlir::Type type);

/// Translates the kernel's body; null with a diagnostic if it cannot.
std::optional<Program> analyze(KernelOp kernel);

/// Decides loops, vectors, chunks and partial results of every nest, and groups
/// nests into phases. May add nests and workspace.
void schedule(Program &program);

/// Pairs (result, operand) that may share storage.
llvm::SmallVector<int64_t> inplacePairs(const Program &program,
                                        KernelOp kernel);

/// Emits the functions of the phases before the kernel and records them on it.
void emit(const Program &program, KernelOp kernel);

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_PROGRAM_H
