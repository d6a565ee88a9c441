//===- EmitContract.cpp - Loops of generated contractions -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace mlir;

namespace ckpt::kernels {

namespace {

class ContractEmitter {
public:
  ContractEmitter(FunctionContext &context, const Nest &nest, Value from,
                  Value to)
      : c(context), nest(nest), output(nest.outputs[0]), last(nest.rank() - 1),
        from(from), to(to), counters(nest.rank()) {
    // Small floats are summed in f32.
    sumType = storedBytes(output.type) < 4 ? c.b.getF32Type() : output.type;
  }
  void emit(bool continues);

private:
  Value lower(int dim) { return dim == 0 ? from : c.index(0); }
  Value upper(int dim) { return dim == 0 ? to : c.index(nest.extents[dim]); }
  void outerLoops(int dim, llvm::function_ref<void()> inside);
  Values innerLoops(int dim, Values sums,
                    llvm::function_ref<Values(ValueRange)> step);
  void columnBlocks();
  void rowTiles(Value column, int vectors, int lastActive);
  void tile(Value row, int rows, Value column, int vectors, int lastActive);
  Values multiplyAdd(int rows, Value row, Value column, int vectors,
                     int lastActive, ValueRange sums);
  Value widen(Value value);
  Value narrow(Value value);
  Lanes lanes(int vector, int vectors, int lastActive) const {
    return {last, nest.width, vector + 1 == vectors ? lastActive : nest.width};
  }
  /// Calls `visit` with the counters set to one vector of one row of a tile.
  void forTile(Value row, int rows, Value column, int vectors,
               llvm::function_ref<void(int)> visit);

  FunctionContext &c;
  const Nest &nest;
  const Output &output;
  int last;
  Value from, to;
  Value innerFrom, innerTo; // of a split inner dimension
  bool inMemory = false;
  Type sumType;
  Values counters;
};

Value ContractEmitter::widen(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (element == sumType)
    return value;
  Type type = sumType;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(sumType);
  return arith::ExtFOp::create(c.b, c.loc, type, value);
}

Value ContractEmitter::narrow(Value value) {
  if (sumType == output.type)
    return value;
  Type type = output.type;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(output.type);
  return arith::TruncFOp::create(c.b, c.loc, type, value);
}

/// The kept dimensions around the tiles.
void ContractEmitter::outerLoops(int dim, llvm::function_ref<void()> inside) {
  if (dim == nest.firstInner)
    return inside();
  if (dim == nest.rowDim)
    return outerLoops(dim + 1, inside);
  c.loop(lower(dim), upper(dim), 1, {}, [&](Value counter, ValueRange) {
    counters[dim] = counter;
    outerLoops(dim + 1, inside);
    return Values();
  });
}

Values
ContractEmitter::innerLoops(int dim, Values sums,
                            llvm::function_ref<Values(ValueRange)> step) {
  if (dim == last)
    return step(sums);
  return c.loop(c.index(0), c.index(nest.extents[dim]), 1, sums,
                [&](Value counter, ValueRange carried) {
                  counters[dim] = counter;
                  return innerLoops(dim + 1, Values(carried), step);
                });
}

void ContractEmitter::forTile(Value row, int rows, Value column, int vectors,
                              llvm::function_ref<void(int)> visit) {
  for (int r = 0; r < rows; ++r) {
    if (nest.rowDim >= 0)
      counters[nest.rowDim] = c.addOffset(row, r);
    for (int v = 0; v < vectors; ++v) {
      counters[last] = c.addOffset(column, v * nest.width);
      visit(v);
    }
  }
}

Values ContractEmitter::multiplyAdd(int rows, Value row, Value column,
                                    int vectors, int lastActive,
                                    ValueRange sums) {
  Values right;
  for (int v = 0; v < vectors; ++v) {
    counters[last] = c.addOffset(column, v * nest.width);
    right.push_back(widen(c.load(nest.inputs[1].access, output.type, counters,
                                 lanes(v, vectors, lastActive))));
  }
  Values next;
  for (int r = 0; r < rows; ++r) {
    if (nest.rowDim >= 0)
      counters[nest.rowDim] = c.addOffset(row, r);
    Value left =
        c.splat(widen(c.load(nest.inputs[0].access, output.type, counters)),
                nest.width);
    for (int v = 0; v < vectors; ++v)
      next.push_back(
          math::FmaOp::create(c.b, c.loc, left, right[v], sums[next.size()]));
  }
  return next;
}

void ContractEmitter::tile(Value row, int rows, Value column, int vectors,
                           int lastActive) {
  Values sums;
  forTile(row, rows, column, vectors, [&](int v) {
    Lanes at = lanes(v, vectors, lastActive);
    Value first = inMemory ? c.load(output.access, output.type, counters, at)
                           : c.initial(output, counters, at);
    sums.push_back(c.splat(widen(first), nest.width));
  });
  auto step = [&](ValueRange carried) {
    return multiplyAdd(rows, row, column, vectors, lastActive, carried);
  };
  if (nest.splitsInner)
    sums = c.loop(innerFrom, innerTo, 1, sums,
                  [&](Value counter, ValueRange carried) {
                    counters[0] = counter;
                    return innerLoops(nest.firstInner, Values(carried), step);
                  });
  else
    sums = innerLoops(nest.firstInner, sums, step);
  size_t position = 0;
  forTile(row, rows, column, vectors, [&](int v) {
    c.store(narrow(sums[position++]), output.access, counters,
            lanes(v, vectors, lastActive));
  });
}

/// Full tiles of rows, then the remaining rows one by one; a row's sum is the
/// same in both.
void ContractEmitter::rowTiles(Value column, int vectors, int lastActive) {
  if (nest.rowDim < 0)
    return tile({}, 1, column, vectors, lastActive);
  Value begin = lower(nest.rowDim), end = upper(nest.rowDim);
  Value count = arith::SubIOp::create(c.b, c.loc, end, begin);
  Value rest =
      arith::RemUIOp::create(c.b, c.loc, count, c.index(nest.tileRows));
  Value full = arith::SubIOp::create(c.b, c.loc, end, rest);
  auto rows = [&](Value first, Value past, int step) {
    c.loop(first, past, step, {}, [&](Value row, ValueRange) {
      tile(row, step, column, vectors, lastActive);
      return Values();
    });
  };
  if (nest.extents[nest.rowDim] >= nest.tileRows)
    rows(begin, full, nest.tileRows);
  if (nest.tileRows > 1)
    rows(full, end, 1);
}

void ContractEmitter::columnBlocks() {
  int64_t vectors = llvm::divideCeil(nest.extents[last], nest.width);
  int64_t blocks = (vectors - 1) / nest.tileVectors;
  int64_t rest = vectors - blocks * nest.tileVectors;
  int64_t lastActive = nest.extents[last] - (vectors - 1) * nest.width;
  int64_t step = nest.tileVectors * nest.width;
  Value end = c.index(blocks * step);
  if (blocks > 0)
    c.loop(c.index(0), end, step, {}, [&](Value column, ValueRange) {
      rowTiles(column, nest.tileVectors, nest.width);
      return Values();
    });
  rowTiles(end, static_cast<int>(rest), static_cast<int>(lastActive));
}

void ContractEmitter::emit(bool continues) {
  if (!nest.splitsInner) {
    outerLoops(0, [&] { columnBlocks(); });
    return;
  }
  // The sums continue over blocks of the inner dimension, so that a block of
  // the left operand stays in the cache for all tiles.
  constexpr int64_t blockBytes = 32 * 1024;
  int64_t stepBytes = storedBytes(output.type);
  for (int d = 1; d < nest.rank(); ++d)
    if (nest.inputs[0].access.coefs[d] != 0)
      stepBytes *= nest.extents[d];
  int64_t block = std::max<int64_t>(16, blockBytes / stepBytes);
  inMemory = true;
  if (!continues)
    emitInitial(c, nest, output, from, to);
  c.loop(from, to, block, {}, [&](Value begin, ValueRange) {
    innerFrom = begin;
    innerTo = c.minimum(c.addOffset(begin, block), to);
    outerLoops(1, [&] { columnBlocks(); });
    return Values();
  });
}

} // namespace

void emitContract(FunctionContext &c, const Nest &nest, Value from, Value to,
                  bool continues) {
  ContractEmitter(c, nest, from, to).emit(continues);
}

} // namespace ckpt::kernels
