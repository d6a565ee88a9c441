//===- NestDims.cpp - Rearranging the dimensions of a nest ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace ckpt::kernels {

template <typename NestType, typename Visit>
static void visitAccesses(NestType &nest, Visit visit) {
  for (auto &input : nest.inputs)
    if (!input.constant)
      visit(input.access);
  for (auto &output : nest.outputs) {
    visit(output.access);
    if (output.combine != Combine::None && output.initial.type &&
        !output.initial.constant)
      visit(output.initial.access);
  }
}

void forEachAccess(Nest &nest, llvm::function_ref<void(Access &)> visit) {
  visitAccesses(nest, visit);
}
void forEachAccess(const Nest &nest,
                   llvm::function_ref<void(const Access &)> visit) {
  visitAccesses(nest, visit);
}

static bool isLinear(const Nest &nest) {
  bool linear = true;
  forEachAccess(nest,
                [&](const Access &access) { linear &= access.isLinear(); });
  return linear;
}

/// Keeps the listed dimensions, in this order.
static void selectDims(Nest &nest, ArrayRef<int> order) {
  auto select = [&](Extents &values) {
    Extents selected;
    for (int d : order)
      selected.push_back(values[d]);
    values = std::move(selected);
  };
  select(nest.extents);
  forEachAccess(nest, [&](Access &access) { select(access.coefs); });
  for (int &d : nest.dimOf)
    if (d >= 0) {
      auto place = llvm::find(order, d);
      d = place == order.end() ? -1 : static_cast<int>(place - order.begin());
    }
}

void dropUnitDims(Nest &nest) {
  if (!isLinear(nest))
    return;
  SmallVector<int> kept;
  for (int d = 0; d < nest.rank(); ++d)
    if (nest.extents[d] != 1)
      kept.push_back(d);
  selectDims(nest, kept);
  if (!nest.extents.empty())
    return;
  nest.extents.push_back(1);
  forEachAccess(nest, [&](Access &access) { access.coefs.push_back(0); });
}

void permuteDims(Nest &nest, ArrayRef<int> order) {
  if (isLinear(nest))
    selectDims(nest, order);
}

/// The dimensions whose counters the body reads itself.
static SmallVector<bool> indexedDims(const Nest &nest) {
  SmallVector<bool> indexed(nest.rank(), false);
  if (nest.body)
    nest.body->walk([&](linalg::IndexOp index) {
      int d = nest.dimOf[index.getDim()];
      if (d >= 0)
        indexed[d] = true;
    });
  return indexed;
}

void joinDims(Nest &nest, int d) {
  nest.extents[d] *= nest.extents[d + 1];
  nest.extents.erase(nest.extents.begin() + d + 1);
  forEachAccess(nest, [&](Access &access) {
    access.coefs[d] = access.coefs[d + 1];
    access.coefs.erase(access.coefs.begin() + d + 1);
  });
  for (int &dim : nest.dimOf)
    if (dim > d)
      --dim;
}

void collapseDims(Nest &nest, int first) {
  if (!isLinear(nest))
    return;
  for (int d = first; d + 1 < nest.rank();) {
    SmallVector<bool> indexed = indexedDims(nest);
    bool joins = !indexed[d] && !indexed[d + 1];
    forEachAccess(nest, [&](Access &access) {
      joins &= access.coefs[d] == access.coefs[d + 1] * nest.extents[d + 1];
    });
    if (joins)
      joinDims(nest, d);
    else
      ++d;
  }
}

bool readsCounters(const Nest &nest) {
  return llvm::is_contained(indexedDims(nest), true);
}

} // namespace ckpt::kernels
