//===- Schedule.cpp - Order of loops, vectors and chunks ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ckpt::kernels {

namespace {
/// Work below this many bytes is one chunk; more chunks than this never pay.
constexpr int64_t chunkBytes = 256 * 1024;
constexpr int64_t maxChunks = 64;
/// Partial results of one output may take this much workspace.
constexpr int64_t partialBytes = 8 * 1024 * 1024;
} // namespace

int64_t touchedBytes(const Program &program, const Nest &nest) {
  int64_t bytes = 0;
  forEachAccess(nest, [&](const Access &access) {
    int64_t count = 1;
    for (int d = 0; d < nest.rank(); ++d)
      if (!access.isLinear() || access.coefs[d] != 0)
        count *= nest.extents[d];
    bytes += count * storedBytes(program.buffers[access.buffer].element);
  });
  return bytes;
}

void splitIntoChunks(Nest &nest, int64_t workBytes, int64_t limit,
                     int64_t grain) {
  int64_t rows = std::max<int64_t>(1, nest.extents[0]);
  int64_t wanted = std::clamp<int64_t>(llvm::divideCeil(workBytes, chunkBytes),
                                       1, std::min(limit, maxChunks));
  nest.rowsPerChunk = std::min<int64_t>(
      rows, llvm::alignTo(llvm::divideCeil(rows, wanted), grain));
  nest.chunks = llvm::divideCeil(rows, nest.rowsPerChunk);
}

void takePartials(Program &program, Nest &nest, std::vector<Nest> &combines) {
  for (Output &output : nest.outputs) {
    if (nest.chunks == 1 || output.combine == Combine::None ||
        !nest.isReducedIn(output, 0))
      continue;
    Nest combine(nest.loc);
    combine.extents.push_back(nest.chunks);
    Output total = output;
    total.value = nullptr;
    total.access.coefs = {0};
    bool hasInitial = !total.initial.constant;
    if (hasInitial)
      total.initial.access.coefs = {0};
    Extents kept;
    for (int d = 1; d < nest.rank(); ++d)
      if (!nest.isReducedIn(output, d)) {
        kept.push_back(nest.extents[d]);
        total.access.coefs.push_back(output.access.coefs[d]);
        if (hasInitial)
          total.initial.access.coefs.push_back(output.initial.access.coefs[d]);
      }
    combine.extents.append(kept.begin(), kept.end());
    Extents strides = rowMajorStrides(kept);
    int64_t size = product(kept);
    Input partial;
    partial.type = output.type;
    partial.access.buffer =
        program.addWorkspace(output.type, size * nest.chunks);
    partial.access.coefs.push_back(size);
    partial.access.coefs.append(strides.begin(), strides.end());
    combine.inputs.push_back(partial);
    combine.outputs.push_back(total);
    combines.push_back(std::move(combine));

    Access &access = output.access;
    access.buffer = partial.access.buffer;
    access.offset = 0;
    access.chunkStride = size;
    for (int d = 1, k = 0; d < nest.rank(); ++d)
      access.coefs[d] = access.coefs[d] == 0 ? 0 : strides[k++];
    output.initial = {};
    output.initial.type = output.type;
    output.initial.constant = neutralElement(output.combine, output.type);
  }
}

/// Whether every op of the body works on vectors lane by lane.
static bool isVectorizable(const Nest &nest) {
  if (nest.body)
    for (Operation &op : nest.body->without_terminator())
      if (!isa<linalg::IndexOp>(op) && !op.hasTrait<OpTrait::ConstantLike>() &&
          !(OpTrait::hasElementwiseMappableTraits(&op) &&
            op.getNumResults() == 1))
        return false;
  if (!nest.gathers.empty())
    return false;
  bool linear = true;
  forEachAccess(nest,
                [&](const Access &access) { linear &= access.isLinear(); });
  return linear;
}

/// Whether all reduced outputs are (not) reduced over the dimension.
static bool allReduced(const Nest &nest, int dim, bool reduced) {
  return llvm::all_of(nest.outputs, [&](const Output &output) {
    return output.combine == Combine::None ||
           nest.isReducedIn(output, dim) == reduced;
  });
}

/// The dimension along which most accesses are contiguous, or -1.
static int pickVectorDim(const Nest &nest, int first = 0) {
  int best = -1;
  int64_t bestScore = 0;
  // Of two that are contiguous for somebody, as in a transposition, not the one
  // that is no full vector.
  constexpr int64_t shortest = 16, longEnough = 32;
  bool hasLong = false;
  forEachAccess(nest, [&](const Access &access) {
    for (int d = first; d < nest.rank(); ++d)
      hasLong |= access.coefs[d] == 1 && nest.extents[d] >= longEnough;
  });
  for (int d = first; d < nest.rank(); ++d) {
    if (hasLong && !nest.hasReductions() && nest.extents[d] < shortest)
      continue;
    bool columns = allReduced(nest, d, false),
         lanes = allReduced(nest, d, true);
    if (!columns && !lanes)
      continue;
    int64_t score = 0;
    auto add = [&](const Access &access, int64_t weight) {
      if (access.coefs[d] == 1)
        score += 2 * weight;
      else if (access.coefs[d] != 0)
        score -= 2 * weight;
    };
    for (const Input &input : nest.inputs)
      if (!input.constant)
        add(input.access, 2);
    // A sum is far smaller than what is summed.
    for (const Output &output : nest.outputs)
      add(output.access, output.combine == Combine::None ? 3 : 1);
    // Columns need no horizontal step at the end of each row.
    if (nest.hasReductions() && columns)
      score += 1;
    if (best < 0 || score >= bestScore) {
      best = d;
      bestScore = score;
    }
  }
  return best;
}

/// Kept dimensions, then reduced ones, then the vector dimension.
static void orderDims(const Program &program, Nest &nest, int vectorDim) {
  SmallVector<int> kept, reduced;
  for (int d = 0; d < nest.rank(); ++d)
    if (d != vectorDim)
      (allReduced(nest, d, false) ? kept : reduced).push_back(d);
  // A short kept dimension gives no parallelism: split a reduced one instead.
  bool lanes = nest.hasReductions() && vectorDim >= 0 &&
               allReduced(nest, vectorDim, true);
  if (lanes && !kept.empty() && !reduced.empty() &&
      nest.extents[kept[0]] < 16 &&
      nest.extents[reduced[0]] > 4 * nest.extents[kept[0]] &&
      touchedBytes(program, nest) > 4 * chunkBytes) {
    kept.insert(kept.begin(), reduced[0]);
    reduced.erase(reduced.begin());
  }
  SmallVector<int> order(kept);
  order.append(reduced);
  if (vectorDim >= 0)
    order.push_back(vectorDim);
  permuteDims(nest, order);
}

static int64_t fullLanes(const Program &program, const Nest &nest) {
  int64_t bytes = 4;
  forEachAccess(nest, [&](const Access &access) {
    bytes =
        std::max(bytes, storedBytes(program.buffers[access.buffer].element));
  });
  return 64 / bytes;
}

int vectorWidth(const Program &program, const Nest &nest) {
  return static_cast<int>(std::min<int64_t>(
      fullLanes(program, nest), llvm::PowerOf2Ceil(nest.extents.back())));
}

/// Rows shorter than a vector: several of them share one.
static void packRows(Nest &nest, int64_t lanes) {
  int last = nest.rank() - 1;
  int64_t columns = nest.extents[last];
  if (last == 0 || columns < 2 || columns >= lanes ||
      !llvm::isPowerOf2_64(columns) || readsCounters(nest))
    return;
  int64_t rows = lanes / columns;
  if (nest.extents[last - 1] % rows != 0)
    return;
  nest.packedRows = static_cast<int>(rows);
  nest.width = static_cast<int>(lanes);
}

/// With the dimensions in order: what the last two allow.
static void setStrategy(const Program &program, Nest &nest) {
  int last = nest.rank() - 1;
  nest.width = vectorWidth(program, nest);
  if (!nest.hasReductions()) {
    nest.strategy = Strategy::Elementwise;
  } else if (allReduced(nest, last, true)) {
    nest.strategy = Strategy::Lanes;
  } else if (last > 0 && allReduced(nest, last - 1, true)) {
    nest.strategy = Strategy::Columns;
  } else {
    nest.strategy = Strategy::Serial;
    nest.width = 1;
  }
  if (nest.strategy == Strategy::Elementwise ||
      nest.strategy == Strategy::Columns)
    packRows(nest, fullLanes(program, nest));
}

/// An access that is contiguous only along a dimension that is no vector's: the
/// dimension; -1 if there is none.
static int contiguousElsewhere(const Access &access, int last) {
  if (access.coefs[last] <= 1)
    return -1;
  for (int d = 0; d < last; ++d)
    if (access.coefs[d] == 1)
      return d;
  return -1;
}

/// A transposition runs in bands of one vector: across a band the other side is
/// read (or written) in the order of its memory, so that its lines are used up
/// while they are in the cache.
static void bandTransposition(const Program &program, Nest &nest) {
  int last = nest.rank() - 1;
  int64_t lanes = fullLanes(program, nest);
  if (nest.hasReductions() || readsCounters(nest) || last == 0 ||
      nest.extents[last] < 2 * lanes || nest.extents[last] % lanes != 0 ||
      touchedBytes(program, nest) < chunkBytes)
    return;
  const Access *other = nullptr;
  forEachAccess(nest, [&](const Access &access) {
    if (contiguousElsewhere(access, last) >= 0)
      other = &access;
  });
  if (!other)
    return;
  SmallVector<int> order;
  for (int d = 0; d < last; ++d)
    order.push_back(d);
  llvm::sort(order,
             [&](int a, int b) { return other->coefs[a] > other->coefs[b]; });
  order.insert(order.begin(), last);
  permuteDims(nest, order);
  // Dimension 0 is the former last one: bands first, their lanes at the end.
  nest.extents[0] /= lanes;
  nest.extents.push_back(lanes);
  forEachAccess(nest, [&](Access &access) {
    access.coefs.push_back(access.coefs[0]);
    access.coefs[0] *= lanes;
  });
}

static void pickStrategy(const Program &program, Nest &nest) {
  if (arrangeScatter(program, nest, isVectorizable(nest)))
    return;
  bool serial = !isVectorizable(nest);
  for (const Output &output : nest.outputs)
    serial |= output.combine == Combine::Serial;
  int vectorDim = serial ? -1 : pickVectorDim(nest);
  if (vectorDim < 0) {
    nest.strategy = Strategy::Serial;
    orderDims(program, nest, -1);
    return;
  }
  orderDims(program, nest, vectorDim);
  collapseDims(nest);
  bandTransposition(program, nest);
  setStrategy(program, nest);
}

/// Chunks that the partial results of a nest allow.
int64_t partialLimit(const Nest &nest) {
  int64_t limit = maxChunks;
  for (const Output &output : nest.outputs) {
    if (output.combine == Combine::None || !nest.isReducedIn(output, 0))
      continue;
    if (nest.strategy == Strategy::Serial)
      return 1;
    // Partial results are worth their sum, which may have partial results
    // again, only if they are far fewer than the rows.
    limit = std::min(limit, std::max<int64_t>(1, nest.extents[0] / 4));
    int64_t bytes = storedBytes(output.type);
    for (int d = 1; d < nest.rank(); ++d)
      bytes *= nest.isReducedIn(output, d) ? 1 : nest.extents[d];
    limit = std::min(limit, std::max<int64_t>(1, partialBytes / bytes));
  }
  return limit;
}

/// A sum of a few large tensors, as they are when partial results are added.
static bool addsFewRows(const Program &program, const Nest &nest) {
  return nest.hasReductions() && nest.rank() > 2 && nest.body == nullptr &&
         nest.extents[0] <= maxChunks && allReduced(nest, 0, true) &&
         touchedBytes(program, nest) > chunkBytes;
}

void arrangeGeneric(const Program &program, Nest &nest) {
  nest.kind = Nest::Kind::Generic;
  // As one dimension, those that are kept could not be split into chunks.
  if (!addsFewRows(program, nest))
    collapseDims(nest);
  pickStrategy(program, nest);
  splitIntoChunks(nest, touchedBytes(program, nest), partialLimit(nest),
                  nest.rank() == 1 ? 64 : nest.packedRows);
}

bool isJoinable(const Nest &nest) {
  if (nest.kind == Nest::Kind::Contract)
    return isVectorizable(nest);
  return nest.kind == Nest::Kind::Generic && isVectorizable(nest) &&
         !readsCounters(nest) &&
         llvm::none_of(nest.outputs, [](const Output &output) {
           return output.combine == Combine::Serial;
         });
}

bool arrangeWithRows(const Program &program, Nest &nest, int64_t rows) {
  // The dimensions of the rows become one; it stays apart from the others.
  int64_t count = nest.extents[0];
  while (count < rows) {
    count *= nest.extents[1];
    joinDims(nest, 0);
  }
  if (nest.kind == Nest::Kind::Contract)
    return arrangeContractWithRows(program, nest);
  collapseDims(nest, /*first=*/1);
  if (nest.rank() == 1) {
    nest.strategy =
        nest.hasReductions() ? Strategy::Lanes : Strategy::Elementwise;
    nest.width = vectorWidth(program, nest);
    return true;
  }
  int vectorDim = pickVectorDim(nest, /*first=*/1);
  if (vectorDim < 0)
    return false;
  SmallVector<int> order = {0}, reduced;
  for (int d = 1; d < nest.rank(); ++d)
    if (d != vectorDim)
      (allReduced(nest, d, false) ? order : reduced).push_back(d);
  order.append(reduced);
  order.push_back(vectorDim);
  permuteDims(nest, order);
  collapseDims(nest, /*first=*/1);
  setStrategy(program, nest);
  return nest.strategy != Strategy::Serial;
}

static void arrangePool(const Program &program, Nest &nest) {
  const Window &window = nest.window;
  int64_t lanes = 64 / std::max<int64_t>(4, storedBytes(nest.outputs[0].type));
  bool contiguous = nest.outputs[0].access.coefs[3] == 1;
  for (const Input &input : nest.inputs)
    contiguous &= input.access.coefs[3] == 1;
  nest.width = contiguous ? static_cast<int>(std::min<int64_t>(
                                lanes, llvm::PowerOf2Ceil(window.channels)))
                          : 1;
  splitIntoChunks(nest, touchedBytes(program, nest), maxChunks, 1);
}

void addAlone(Program &program, Nest nest) {
  std::vector<Nest> combines;
  if (nest.kind == Nest::Kind::Pool || nest.kind == Nest::Kind::PoolBackward)
    arrangePool(program, nest);
  else if (nest.kind != Nest::Kind::Contract || !arrangeContract(program, nest))
    arrangeGeneric(program, nest);
  packRight(program, nest);
  takePartials(program, nest, combines);
  // Nests of one chunk run in order anyway.
  bool joins = !program.phases.empty() && program.phases.back().chunks == 1 &&
               program.phases.back().rowBlock == 0 && nest.chunks == 1;
  if (!joins) {
    program.phases.emplace_back();
    program.phases.back().chunks = nest.chunks;
  }
  program.phases.back().nests.push_back(static_cast<int>(program.nests.size()));
  program.nests.push_back(std::move(nest));
  for (Nest &combine : combines) {
    dropUnitDims(combine);
    addAlone(program, std::move(combine));
  }
}

} // namespace ckpt::kernels
