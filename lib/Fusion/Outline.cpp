//===- Outline.cpp - Clusters to kernels and launches ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"

#include "Cleanup.h"
#include "Clusters.h"
#include "Names.h"
#include "Ops.h"
#include "Report.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

//===----------------------------------------------------------------------===//
// Equal kernels
//===----------------------------------------------------------------------===//

KernelPool::KernelPool(ModuleOp module) : module(module), symbols(module) {}

/// Independent of names and of where values live; operands enter by number.
static size_t hashOf(KernelOp kernel) {
  llvm::hash_code hash = hash_value(kernel.getFunctionType());
  llvm::DenseMap<Value, size_t> numbers;
  auto number = [&](Value value) {
    return llvm::hash_code(
        numbers.try_emplace(value, numbers.size()).first->second);
  };
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(
                  op, number, number, OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

KernelOp KernelPool::intern(KernelOp kernel) {
  SmallVector<KernelOp, 1> &same = byHash[hashOf(kernel)];
  for (KernelOp known : same)
    if (known.getFunctionType() == kernel.getFunctionType() &&
        OperationEquivalence::isRegionEquivalentTo(
            &known.getBody(), &kernel.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      kernel->erase();
      return known;
    }
  kernel.setSymName("k" + std::to_string(next++) + "_" + roleOf(kernel));
  symbols.insert(kernel, module.getBody()->end());
  same.push_back(kernel);
  return kernel;
}

//===----------------------------------------------------------------------===//
// One cluster
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  Outliner(const Clusters &clusters, KernelPool &pool,
           const llvm::DenseMap<Operation *, int64_t> &order)
      : clusters(clusters), pool(pool), order(order) {}
  void run(size_t index);

private:
  bool isInside(Value value) const;
  void collectBody();
  void collectResults();
  KernelOp buildKernel(OpBuilder &builder);
  bool leavesCluster(Value result) const;

  const Clusters &clusters;
  KernelPool &pool;
  const llvm::DenseMap<Operation *, int64_t> &order;
  size_t current = 0;
  /// The cluster's ops and the materials, slices and inner views they need.
  SmallVector<Operation *> body;
  llvm::SetVector<Value> operands;
  SmallVector<Value> results;
  SmallVector<StringAttr> names;
};
} // namespace

/// The kernel computes `value` itself: it belongs to the cluster, or is a
/// material or slice, or a view of such.
bool Outliner::isInside(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto it = clusters.clusterOf.find(op);
  if (it != clusters.clusterOf.end())
    return it->second == current;
  Kind kind = classify(op);
  if (kind == Kind::Material || kind == Kind::Slice)
    return true;
  if (kind != Kind::View)
    return false;
  Operation *source = clusters.sourceOf(value).getDefiningOp();
  if (!source)
    return false;
  it = clusters.clusterOf.find(source);
  return it != clusters.clusterOf.end() ? it->second == current
                                        : classify(source) == Kind::Material;
}

/// All values that an op uses, with those that its regions capture.
static llvm::SetVector<Value> usedBy(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

void Outliner::collectBody() {
  llvm::SetVector<Operation *> needed;
  SmallVector<Operation *> pending(clusters.list[current].ops);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!needed.insert(op))
      continue;
    for (Value value : usedBy(op))
      if (isInside(value))
        pending.push_back(value.getDefiningOp());
  }
  body.assign(needed.begin(), needed.end());
  llvm::sort(body, [&](Operation *a, Operation *b) {
    return order.lookup(a) < order.lookup(b);
  });
  operands.clear();
  for (Operation *op : body)
    for (Value value : usedBy(op))
      if (!isInside(value))
        operands.insert(value);
}

/// Some reader of the result, through views and slices, is in another launch or
/// is the end of the block.
bool Outliner::leavesCluster(Value result) const {
  SmallVector<Operation *> pending(result.getUsers());
  while (!pending.empty()) {
    Operation *user = holderOf(pending.pop_back_val());
    auto it = clusters.clusterOf.find(user);
    if (it != clusters.clusterOf.end()) {
      if (it->second != current)
        return true;
      continue;
    }
    Kind kind = classify(user);
    if (kind != Kind::View && kind != Kind::Slice)
      return true;
    llvm::append_range(pending, user->getUsers());
  }
  return false;
}

void Outliner::collectResults() {
  results.clear();
  names.clear();
  for (Operation *op : clusters.list[current].ops)
    for (auto [result, name] :
         llvm::zip_equal(op->getResults(), resultNames(op)))
      if (leavesCluster(result)) {
        results.push_back(result);
        names.push_back(name);
      }
}

static void dropStepAttributes(Operation *op) {
  SmallVector<StringAttr> own;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().getValue().starts_with("ckpt."))
      own.push_back(attribute.getName());
  for (StringAttr name : own)
    op->removeDiscardableAttr(name);
}

/// Each op gets inits of its own: a shared one would be two buffers anyway, and
/// says falsely that one has to be copied.
static void separateInits(Block &block) {
  OpBuilder builder(block.getParentOp() ? block.getParentOp()->getContext()
                                        : block.front().getContext());
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto destination = dyn_cast<DestinationStyleOpInterface>(op);
    if (!destination)
      continue;
    builder.setInsertionPoint(&op);
    for (OpOperand &init : destination.getDpsInitsMutable()) {
      Operation *producer = init.get().getDefiningOp();
      if (!isa_and_present<tensor::EmptyOp, linalg::FillOp>(producer) ||
          producer->hasOneUse())
        continue;
      Operation *own = builder.clone(*producer);
      init.set(own->getResult(0));
      auto fill = dyn_cast<linalg::FillOp>(own);
      if (fill && fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>()) {
        builder.setInsertionPoint(own);
        Operation *empty = builder.clone(*fill.getOutputs()[0].getDefiningOp());
        fill.getOutputsMutable()[0].set(empty->getResult(0));
        builder.setInsertionPoint(&op);
      }
    }
  }
}

KernelOp Outliner::buildKernel(OpBuilder &builder) {
  Location loc = clusters.list[current].ops.front()->getLoc();
  OperationState state(loc, KernelOp::getOperationName());
  auto type = builder.getFunctionType(ValueRange(operands.getArrayRef()),
                                      ValueRange(results));
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr("kernel"));
  state.addAttribute("function_type", TypeAttr::get(type));
  Region *region = state.addRegion();
  Block &block = region->emplaceBlock();
  IRMapping mapping;
  for (Value operand : operands)
    mapping.map(operand, block.addArgument(operand.getType(), loc));
  OpBuilder inner(builder.getContext());
  inner.setInsertionPointToEnd(&block);
  for (Operation *op : body)
    dropStepAttributes(inner.clone(*op, mapping));
  SmallVector<Value> yields;
  for (Value result : results)
    yields.push_back(mapping.lookup(result));
  YieldOp::create(inner, loc, yields);
  mergeEqualOps(block);
  separateInits(block);
  return cast<KernelOp>(Operation::create(state));
}

void Outliner::run(size_t index) {
  current = index;
  ArrayRef<Operation *> ops = clusters.list[index].ops;
  collectBody();
  collectResults();
  if (results.empty())
    return;
  OpBuilder builder(ops.front());
  KernelOp kernel = pool.intern(buildKernel(builder));
  auto launch = LaunchOp::create(
      builder, ops.front()->getLoc(), ValueRange(results).getTypes(),
      FlatSymbolRefAttr::get(kernel.getSymNameAttr()), operands.getArrayRef(),
      /*tied=*/nullptr, /*offsets=*/nullptr);
  if (Attribute marks = marksOf(ops.front()))
    launch->setAttr(marksAttrName, marks);
  setLaunchNames(launch, names);
  for (Operation *op : ops)
    if (Attribute note = op->getAttr(noteAttrName))
      launch->setAttr(noteAttrName, note);
  for (auto [old, fresh] : llvm::zip_equal(results, launch.getResults()))
    old.replaceUsesWithIf(fresh, [&](OpOperand &use) {
      auto it = clusters.clusterOf.find(holderOf(use.getOwner()));
      return it == clusters.clusterOf.end() || it->second != index;
    });
}

void fusion::outline(func::FuncOp function, const Clusters &clusters,
                     KernelPool &pool) {
  llvm::DenseMap<Operation *, int64_t> order;
  int64_t next = 0;
  for (Block *block : blocksOf(function))
    for (Operation &op : *block)
      order[&op] = next++;
  Outliner outliner(clusters, pool, order);
  for (size_t i = 0; i < clusters.list.size(); ++i)
    outliner.run(i);
  eraseDeadOps(function);
}
