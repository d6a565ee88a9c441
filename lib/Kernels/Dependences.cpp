//===- Dependences.cpp - Which nests must run in order --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace mlir;

namespace ckpt::kernels {

/// First and last element of an access inside a block of `stride` elements, if
/// every step is either inside the block or a whole number of blocks.
static std::optional<std::pair<int64_t, int64_t>>
rangeInBlock(const Access &access, ArrayRef<int64_t> extents, int64_t stride) {
  int64_t span = 0;
  for (auto [coef, extent] : llvm::zip(access.coefs, extents)) {
    if (coef < 0)
      return std::nullopt;
    if (coef % stride != 0)
      span += coef * (extent - 1);
  }
  int64_t first = access.offset % stride;
  if (first + span >= stride)
    return std::nullopt;
  return std::make_pair(first, first + span);
}

bool mayOverlap(const Access &a, ArrayRef<int64_t> aExtents, const Access &b,
                ArrayRef<int64_t> bExtents) {
  if (a.buffer != b.buffer)
    return false;
  if (!a.isLinear() || !b.isLinear())
    return true;
  // Blocks of a whole buffer first, then those that the steps suggest.
  Extents strides(a.coefs);
  strides.push_back(std::numeric_limits<int64_t>::max());
  for (int64_t stride : strides) {
    if (stride <= 1)
      continue;
    auto first = rangeInBlock(a, aExtents, stride);
    auto second = rangeInBlock(b, bExtents, stride);
    if (first && second &&
        (first->second < second->first || second->second < first->first))
      return false;
  }
  return true;
}

static void forEachRead(const Nest &nest,
                        llvm::function_ref<void(const Access &)> visit) {
  for (const Input &input : nest.inputs)
    if (!input.constant)
      visit(input.access);
  for (const Output &output : nest.outputs)
    if (output.combine != Combine::None && !output.initial.constant)
      visit(output.initial.access);
}

/// Calls `visit` for each pair of accesses of which one writes, with the write
/// of either nest first.
static void forEachConflict(
    const Nest &earlier, const Nest &later,
    llvm::function_ref<void(const Access &, const Access &)> visit) {
  auto check = [&](const Access &a, const Access &b) {
    if (mayOverlap(a, earlier.extents, b, later.extents))
      visit(a, b);
  };
  for (const Output &output : earlier.outputs) {
    forEachRead(later, [&](const Access &read) { check(output.access, read); });
    for (const Output &other : later.outputs)
      check(output.access, other.access);
  }
  for (const Output &output : later.outputs)
    forEachRead(earlier,
                [&](const Access &read) { check(read, output.access); });
}

bool dependsOn(const Nest &later, const Nest &earlier) {
  bool depends = !later.gathers.empty() || !earlier.gathers.empty();
  forEachConflict(earlier, later,
                  [&](const Access &, const Access &) { depends = true; });
  return depends;
}

bool staysInRow(const Access &access, ArrayRef<int64_t> extents) {
  if (!access.isLinear() || access.coefs[0] <= 0)
    return false;
  int64_t row = access.coefs[0];
  int64_t span = 0;
  for (size_t d = 1; d < extents.size(); ++d) {
    if (access.coefs[d] < 0)
      return false;
    span += access.coefs[d] * (extents[d] - 1);
  }
  return access.offset % row + span < row;
}

bool dependsByRowsOnly(const Nest &later, const Nest &earlier) {
  bool byRows = later.gathers.empty() && earlier.gathers.empty();
  forEachConflict(earlier, later, [&](const Access &a, const Access &b) {
    byRows &= staysInRow(a, earlier.extents) && staysInRow(b, later.extents) &&
              a.coefs[0] == b.coefs[0] &&
              a.offset / a.coefs[0] == b.offset / b.coefs[0];
  });
  return byRows;
}

} // namespace ckpt::kernels
