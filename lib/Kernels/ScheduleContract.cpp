//===- ScheduleContract.cpp - Loops of generated contractions -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction is computed in tiles of rows times vectors of neighbouring
// results, which stay in registers while the inner dimensions are summed. The
// dimensions are ordered
//
//   [chunks] outer... row | inner... | vector
//
// where "row" is a kept dimension that only the left operand has, "inner" are
// those that the result does not have. With a long inner dimension and a small
// result the chunks split that dimension and keep partial results.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ckpt::kernels {

namespace {
enum class Role : uint8_t { Batch, Left, Right, Inner };

/// A result of at most this size may be kept once per chunk.
constexpr int64_t smallResultBytes = 1024 * 1024;
/// Inner steps that make partial results worth their sum.
constexpr int64_t longInner = 2048;
} // namespace

static std::optional<Role> roleOf(const Nest &nest, int dim) {
  bool inA = nest.inputs[0].access.coefs[dim] != 0;
  bool inB = nest.inputs[1].access.coefs[dim] != 0;
  bool inC = nest.outputs[0].access.coefs[dim] != 0;
  if (inC && !inA && !inB)
    return std::nullopt;
  if (inC)
    return inA && inB ? Role::Batch : inA ? Role::Left : Role::Right;
  if (inA && inB)
    return Role::Inner;
  return std::nullopt;
}

/// Whether the tiles fit: floats, linear, a contiguous result dimension that
/// one operand does not have. Exchanges the operands so that it is the left one
/// that does not.
static bool hasVectorDim(Nest &nest, int &vectorDim) {
  if (!isa<FloatType>(nest.outputs[0].type))
    return false;
  bool plain = true;
  for (const Input &input : nest.inputs)
    plain &= !input.constant;
  forEachAccess(nest,
                [&](const Access &access) { plain &= access.isLinear(); });
  if (!plain)
    return false;
  vectorDim = -1;
  bool hasInner = false;
  for (int d = 0; d < nest.rank(); ++d) {
    std::optional<Role> role = roleOf(nest, d);
    if (!role)
      return false;
    hasInner |= *role == Role::Inner;
    if (nest.outputs[0].access.coefs[d] == 1 && *role != Role::Batch)
      vectorDim = d;
  }
  if (vectorDim < 0 || !hasInner)
    return false;
  if (*roleOf(nest, vectorDim) == Role::Left)
    std::swap(nest.inputs[0], nest.inputs[1]);
  return true;
}

/// The right operand is read along the vector dimension; where that is not
/// contiguous it is copied first, if the copy is not larger than the operand.
void packRight(Program &program, Nest &nest) {
  if (nest.kind != Nest::Kind::Contract)
    return;
  int vectorDim = nest.rank() - 1;
  Access &access = nest.inputs[1].access;
  if (access.coefs[vectorDim] == 1)
    return;
  SmallVector<int> dims;
  for (int d = 0; d < nest.rank(); ++d)
    if (access.coefs[d] != 0 && d != vectorDim)
      dims.push_back(d);
  dims.push_back(vectorDim);
  Nest copy(nest.loc);
  for (int d : dims)
    copy.extents.push_back(nest.extents[d]);
  if (product(copy.extents) > program.buffers[access.buffer].size)
    return;
  Extents strides = rowMajorStrides(copy.extents);
  Input from = nest.inputs[1];
  from.access.coefs.clear();
  for (int d : dims)
    from.access.coefs.push_back(access.coefs[d]);
  Output to;
  to.type = from.type;
  to.access.buffer = program.addWorkspace(from.type, product(copy.extents));
  to.access.coefs = strides;
  access.buffer = to.access.buffer;
  access.offset = 0;
  for (auto [d, stride] : llvm::zip(dims, strides))
    access.coefs[d] = stride;
  copy.inputs.push_back(from);
  copy.outputs.push_back(to);
  addAlone(program, std::move(copy));
}

/// Whether the longest inner dimension should be split into chunks.
static bool shouldSplitInner(const Nest &nest, ArrayRef<int> outer,
                             ArrayRef<int> inner, int vectorDim) {
  int64_t kept = nest.extents[vectorDim], summed = 1;
  for (int d : outer)
    kept *= nest.extents[d];
  for (int d : inner)
    summed *= nest.extents[d];
  int64_t bytes = storedBytes(nest.outputs[0].type);
  return bytes >= 4 && kept * bytes <= smallResultBytes &&
         summed >= longInner && summed > 2 * kept;
}

/// Orders the dimensions; with `pinned` the first one stays the first.
static void orderDims(Nest &nest, int vectorDim, bool pinned) {
  SmallVector<int> outer, inner;
  int row = -1;
  for (int d = 0; d < nest.rank(); ++d) {
    if (d == vectorDim)
      continue;
    Role role = *roleOf(nest, d);
    (role == Role::Inner ? inner : outer).push_back(d);
    // The longest dimension of the left operand makes the tiles' rows; the
    // pinned one only if there is no other.
    bool replacesPinned = pinned && row == 0 && nest.extents[d] >= 4;
    if (role == Role::Left &&
        (row < 0 || replacesPinned || nest.extents[d] > nest.extents[row]))
      row = d;
  }
  SmallVector<int> order;
  int first = -1;
  if (pinned) {
    first = 0;
  } else if (shouldSplitInner(nest, outer, inner, vectorDim)) {
    first = *llvm::max_element(
        inner, [&](int a, int b) { return nest.extents[a] < nest.extents[b]; });
  }
  nest.splitsInner = first >= 0 && *roleOf(nest, first) == Role::Inner;
  if (first >= 0) {
    order.push_back(first);
    llvm::erase(outer, first);
    llvm::erase(inner, first);
  }
  if (row >= 0 && row != first) {
    llvm::erase(outer, row);
    outer.push_back(row);
  }
  order.append(outer);
  nest.rowDim = row < 0 ? -1 : int(llvm::find(order, row) - order.begin());
  nest.firstInner = static_cast<int>(order.size());
  order.append(inner);
  order.push_back(vectorDim);
  permuteDims(nest, order);
}

static bool arrange(const Program &program, Nest &nest, bool pinned) {
  int vectorDim = -1;
  if (!hasVectorDim(nest, vectorDim) || (pinned && vectorDim == 0))
    return false;
  orderDims(nest, vectorDim, pinned);
  Type type = nest.outputs[0].type;
  // Partial results are kept in the result's type.
  if (nest.splitsInner && storedBytes(type) < 4)
    return false;
  int64_t lanes = 64 / std::max<int64_t>(4, storedBytes(type));
  nest.width = static_cast<int>(
      std::min<int64_t>(lanes, llvm::PowerOf2Ceil(nest.extents.back())));
  // Accumulators, the right operand's vectors and one value of the left one
  // fill the 32 registers.
  int64_t vectors = llvm::divideCeil(nest.extents.back(), nest.width);
  nest.tileVectors = static_cast<int>(std::min<int64_t>(vectors, 4));
  constexpr int rowsFor[] = {0, 12, 8, 8, 6};
  nest.tileRows = nest.rowDim < 0 ? 1 : rowsFor[nest.tileVectors];
  // Eight multiply-adds take about as long as reading four bytes.
  int64_t work =
      std::max(touchedBytes(program, nest), product(nest.extents) / 2);
  bool anyParallel = nest.splitsInner || nest.firstInner > 0;
  splitIntoChunks(nest, work, anyParallel ? partialLimit(nest) : 1,
                  nest.rowDim == 0 ? nest.tileRows : 1);
  return true;
}

bool arrangeContract(const Program &program, Nest &nest) {
  collapseDims(nest);
  return arrange(program, nest, /*pinned=*/false);
}

bool arrangeContractWithRows(const Program &program, Nest &nest) {
  collapseDims(nest, /*first=*/1);
  return nest.rank() > 1 && arrange(program, nest, /*pinned=*/true);
}

} // namespace ckpt::kernels
