//===- Clusters.cpp - Which ops share a kernel ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clusters.h"

#include "Cleanup.h"
#include "Ops.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

/// A kernel with more ops, or more scalar ops in their bodies, takes no
/// epilogue: it would only be slow to compile.
static constexpr size_t maxClusterOps = 64;
static constexpr size_t maxClusterBody = 1024;

/// A kernel of generated code, which can read a slice where it lies.
static bool readsSlices(Operation *op) {
  return isa<linalg::GenericOp, tensor::ConcatOp, tensor::PadOp,
             tensor::InsertSliceOp, tensor::ExtractSliceOp>(op);
}

/// A fill or a slice that someone needs as a buffer.
static bool isStored(Operation *op, Kind kind) {
  if (!isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    Kind reader = classify(user);
    if (kind == Kind::Material)
      return reader == Kind::Structure;
    return reader == Kind::Structure || reader == Kind::View ||
           !readsSlices(user);
  });
}

Clusters::Clusters(func::FuncOp function) {
  for (Block *block : blocksOf(function))
    for (Operation &op : *block) {
      if (Attribute group = op.getAttr(groupAttrName)) {
        addToGroup(&op, group);
        continue;
      }
      Kind kind = classify(&op);
      bool access = kind == Kind::Material || kind == Kind::Slice;
      if (kind == Kind::Generic || kind == Kind::Single ||
          (access && isStored(&op, kind)))
        add(&op);
    }
}

/// The value behind views, and behind slices that are not stored.
Value Clusters::sourceOf(Value value) const {
  while (Operation *op = value.getDefiningOp()) {
    Kind kind = classify(op);
    if (kind != Kind::View && (kind != Kind::Slice || clusterOf.count(op)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The last cluster that computes what `op` reads, directly or behind views and
/// slices; -1 if all come from outside.
int64_t Clusters::latestProducer(Operation *op) const {
  int64_t latest = -1;
  for (Value value : readBy(op)) {
    auto it = clusterOf.find(sourceOf(value).getDefiningOp());
    if (it != clusterOf.end())
      latest = std::max<int64_t>(latest, it->second);
  }
  return latest;
}

static bool isClosed(Operation *op) {
  if (!isa<linalg::GenericOp>(op))
    return true;
  // What follows the gradient cannot move before it.
  if (llvm::any_of(op->getOperands(), [](Value operand) {
        return operand.getDefiningOp<GradientOp>() != nullptr;
      }))
    return true;
  return llvm::any_of(op->getResults(),
                      [](Value result) { return isUpdate(result); });
}

/// A large elementwise op takes no epilogue: it has no sweep to wait for.
static bool takesEpilogue(Operation *first) {
  return isSmall(first) || !isElementwise(cast<linalg::GenericOp>(first));
}

void Clusters::push(size_t cluster, Operation *op) {
  list[cluster].ops.push_back(op);
  for (Value operand : op->getOperands())
    if (!isa_and_present<tensor::EmptyOp, linalg::FillOp>(
            operand.getDefiningOp()))
      list[cluster].readBytes += bytesOf(operand);
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    list[cluster].bodySize += bodySize(generic);
  clusterOf[op] = cluster;
}

/// The ops of a group stand side by side.
void Clusters::addToGroup(Operation *op, Attribute group) {
  auto [entry, isNew] = clusterOfGroup.try_emplace(group, list.size());
  if (isNew)
    list.push_back({});
  push(entry->second, op);
}

/// Small work, or elementwise work on the result of a reduction that is far
/// smaller than what the reduction reads.
bool Clusters::isEpilogue(Operation *op, size_t cluster) const {
  // A gather reads anywhere: what it reads is complete, in memory.
  for (Value value : gatheredBy(op)) {
    auto it = clusterOf.find(sourceOf(value).getDefiningOp());
    if (it != clusterOf.end() && it->second == cluster)
      return false;
  }
  if (isSmall(op))
    return true;
  auto generic = cast<linalg::GenericOp>(op);
  int64_t bytes = 0;
  for (Value result : op->getResults())
    bytes += bytesOf(result);
  for (Value input : generic.getInputs()) {
    auto it = clusterOf.find(sourceOf(input).getDefiningOp());
    bool inner = it != clusterOf.end() && it->second == cluster;
    if (!inner && !isSmall(input))
      return false;
    bytes += bytesOf(input);
  }
  constexpr int64_t smallShare = 4;
  return isElementwise(generic) &&
         bytes * smallShare <= list[cluster].readBytes;
}

void Clusters::add(Operation *op) {
  bool closed = isClosed(op);
  int64_t latest = closed ? -1 : latestProducer(op);
  if (latest >= 0) {
    const Cluster &cluster = list[latest];
    Operation *first = cluster.ops.front();
    if (!cluster.closed && first->getBlock() == op->getBlock() &&
        marksOf(first) == marksOf(op) && takesEpilogue(first) &&
        cluster.ops.size() < maxClusterOps &&
        cluster.bodySize < maxClusterBody && isEpilogue(op, latest)) {
      push(latest, op);
      return;
    }
  }
  list.push_back({});
  list.back().closed = closed;
  push(list.size() - 1, op);
}
