//===- ScheduleScatter.cpp - Sums at computed positions -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a one-hot sum (OneHot.h) each iteration over what is summed adds to one
// position. The order of dimensions is: kept ones, those with a computed
// position, reduced ones, and the vector dimension. Chunks are ranges of the
// first; a chunk takes the positions that fall into its range, so the order of
// additions to an element is that of the iterations whatever the chunks are.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "ckpt/Kernels/OneHot.h"

using namespace mlir;

namespace ckpt::kernels {

/// Whether the position of a one-hot loop varies along a dimension of the nest.
static bool variesAlong(const Nest &nest, Value position, int dim) {
  SmallVector<Value> pending{position};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != nest.body)
        continue;
      const Input &input = nest.inputs[argument.getArgNumber()];
      if (!input.constant && input.access.coefs[dim] != 0)
        return true;
      continue;
    }
    Operation *definition = value.getDefiningOp();
    if (!definition || definition->getBlock() != nest.body)
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(definition))
      if (nest.dimOf[index.getDim()] == dim)
        return true;
    llvm::append_range(pending, definition->getOperands());
  }
  return false;
}

/// A kept dimension along which results lie side by side, or -1.
static int findVectorDim(const Nest &nest, ArrayRef<int> kept) {
  for (int dim : kept)
    if (nest.outputs[0].access.coefs[dim] == 1 &&
        llvm::none_of(nest.oneHot, [&](const Nest::OneHot &oneHot) {
          return variesAlong(nest, oneHot.position, dim);
        }))
      return dim;
  return -1;
}

bool arrangeScatter(const Program &program, Nest &nest, bool vectorizable) {
  if (nest.oneHot.empty())
    return false;
  SmallVector<int> kept, selected, reduced;
  for (int d = 0; d < nest.rank(); ++d) {
    bool isSelected =
        llvm::any_of(nest.oneHot, [&](const Nest::OneHot &oneHot) {
          return nest.dimOf[oneHot.loop] == d;
        });
    (isSelected                             ? selected
     : nest.isReducedIn(nest.outputs[0], d) ? reduced
                                            : kept)
        .push_back(d);
  }
  if (selected.empty())
    return false;
  int vectorDim = vectorizable ? findVectorDim(nest, kept) : -1;
  SmallVector<int> order;
  for (int d : kept)
    if (d != vectorDim)
      order.push_back(d);
  nest.firstSelected = static_cast<int>(order.size());
  order.append(selected);
  nest.firstSummed = static_cast<int>(order.size());
  order.append(reduced);
  if (vectorDim >= 0)
    order.push_back(vectorDim);
  permuteDims(nest, order);
  nest.strategy = Strategy::Scatter;
  nest.width = vectorDim >= 0 ? vectorWidth(program, nest) : 1;
  return true;
}

} // namespace ckpt::kernels
