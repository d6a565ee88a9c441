//===- Checks.cpp - Assertions become results -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frameworks assert that an index is in its range in the body that reads there.
// A kernel cannot stop a step, and a step that a device replays cannot branch:
// the check is a value like a metric. Kernels keep what they read within the
// tensor, so that a wrong index does no harm before the check is seen.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Scalars.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Out of bodies
//===----------------------------------------------------------------------===//

namespace {
/// What the conditions in a body are computed from.
struct Slice {
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<BlockArgument> arguments;
  llvm::SmallBitVector loops;
};
} // namespace

static Slice findSlice(linalg::GenericOp op, ArrayRef<cf::AssertOp> asserts) {
  Slice slice;
  slice.loops.resize(op.getNumLoops());
  llvm::DenseSet<Operation *> needed;
  SmallVector<Value> pending;
  for (cf::AssertOp assertion : asserts)
    pending.push_back(assertion.getArg());
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == op.getBody())
        slice.arguments.insert(argument);
      continue;
    }
    Operation *definition = value.getDefiningOp();
    if (definition->getBlock() == op.getBody() &&
        needed.insert(definition).second)
      llvm::append_range(pending, definition->getOperands());
  }
  for (Operation &inner : *op.getBody())
    if (needed.contains(&inner))
      slice.ops.insert(&inner);
  for (Operation *inner : slice.ops)
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      slice.loops.set(index.getDim());
  for (BlockArgument argument : slice.arguments) {
    AffineMap map = op.getIndexingMapsArray()[argument.getArgNumber()];
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (map.isFunctionOfDim(loop))
        slice.loops.set(loop);
  }
  return slice;
}

/// The reduction that says whether all conditions hold in all iterations.
static Value createCheck(linalg::GenericOp op, ArrayRef<cf::AssertOp> asserts) {
  OpBuilder builder(op);
  cf::AssertOp first = asserts.front();
  Location loc = first.getLoc();
  Slice slice = findSlice(op, asserts);
  SmallVector<AffineExpr> dims;
  SmallVector<int64_t> extents;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool kept = slice.loops.test(loop);
    dims.push_back(kept ? builder.getAffineDimExpr(extents.size())
                        : builder.getAffineConstantExpr(0));
    if (kept)
      extents.push_back(op.getStaticLoopRanges()[loop]);
  }
  unsigned loops = extents.size();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<AffineMap> oldMaps = op.getIndexingMapsArray();
  for (BlockArgument argument : slice.arguments) {
    inputs.push_back(op->getOperand(argument.getArgNumber()));
    maps.push_back(oldMaps[argument.getArgNumber()].replaceDimsAndSymbols(
        dims, {}, loops, 0));
  }
  // Loops of which only the counter is read get their extents from a tensor.
  inputs.push_back(
      tensor::EmptyOp::create(builder, loc, extents, builder.getI1Type()));
  maps.push_back(builder.getMultiDimIdentityMap(loops));
  Value holds =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(),
                                        builder.getI1Type());
  Value init = linalg::FillOp::create(builder, loc, holds, empty).getResult(0);
  maps.push_back(AffineMap::get(loops, 0, builder.getContext()));
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &body, Location, ValueRange args) {
               IRMapping mapping;
               mapping.map(slice.arguments.getArrayRef(),
                           args.take_front(slice.arguments.size()));
               for (Operation *inner : slice.ops) {
                 Operation *copy = body.clone(*inner, mapping);
                 if (auto index = dyn_cast<linalg::IndexOp>(copy))
                   index.setDim(
                       cast<AffineDimExpr>(dims[index.getDim()]).getPosition());
               }
               Value all = args.back();
               for (cf::AssertOp assertion : asserts)
                 all = arith::AndIOp::create(
                     body, loc, all,
                     mapping.lookupOrDefault(assertion.getArg()));
               linalg::YieldOp::create(body, loc, all);
             })
      .getResult(0);
}

LogicalResult ckpt::hoistAssertions(func::FuncOp function) {
  llvm::MapVector<Operation *, SmallVector<cf::AssertOp>> inBodies;
  WalkResult walk = function.walk([&](cf::AssertOp assertion) -> WalkResult {
    Operation *parent = assertion->getParentOp();
    if (auto generic = dyn_cast<linalg::GenericOp>(parent);
        generic && generic.hasPureTensorSemantics())
      inBodies[parent].push_back(assertion);
    else if (parent->getParentOfType<linalg::LinalgOp>())
      return assertion.emitError("stands where it cannot be checked");
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto &[op, asserts] : inBodies) {
    auto generic = cast<linalg::GenericOp>(op);
    Slice slice = findSlice(generic, asserts);
    for (BlockArgument argument : slice.arguments)
      if (argument.getArgNumber() >= generic.getNumDpsInputs())
        return asserts.front().emitError("checks a result of its own op");
    OpBuilder builder(op);
    llvm::SetVector<StringRef> messages;
    for (cf::AssertOp assertion : asserts)
      messages.insert(assertion.getMsg());
    Value element = tensor::ExtractOp::create(builder, asserts.front().getLoc(),
                                              createCheck(generic, asserts));
    cf::AssertOp::create(builder, asserts.front().getLoc(), element,
                         builder.getStringAttr(llvm::join(messages, " / ")));
    for (cf::AssertOp assertion : asserts)
      assertion.erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// All conditions of one message as a tensor of rank 0.
static Value combine(OpBuilder &builder, Location location,
                     ArrayRef<Value> conditions) {
  auto extract = conditions.front().getDefiningOp<tensor::ExtractOp>();
  if (conditions.size() == 1 && extract &&
      extract.getTensor().getType().getRank() == 0)
    return extract.getTensor();
  Value all = conditions.front();
  for (Value condition : conditions.drop_front())
    all = arith::AndIOp::create(builder, location, all, condition);
  return createSpread(builder, location, all, {}).getResult(0);
}

LogicalResult ckpt::returnAssertions(func::FuncOp function) {
  llvm::MapVector<StringRef, SmallVector<Value>> byMessage;
  SmallVector<cf::AssertOp> asserts(
      function.getBody().front().getOps<cf::AssertOp>());
  for (cf::AssertOp assertion : asserts) {
    std::optional<int64_t> constant = getConstantIntValue(assertion.getArg());
    if (constant && *constant == 0)
      return assertion.emitError("never holds: ") << assertion.getMsg();
    if (!constant)
      byMessage[assertion.getMsg()].push_back(assertion.getArg());
  }
  auto end =
      dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
  if (!byMessage.empty() && !end)
    return function.emitError("ends in no return");
  OpBuilder builder(function.getContext());
  for (auto &[message, conditions] : byMessage) {
    builder.setInsertionPoint(end);
    Value check = combine(builder, conditions.front().getLoc(), conditions);
    end.getOperandsMutable().append(check);
    unsigned number = function.getNumResults();
    NamedAttribute attribute(builder.getStringAttr(checkAttrName),
                             builder.getStringAttr(message));
    if (failed(function.insertResult(number, check.getType(),
                                     builder.getDictionaryAttr(attribute))))
      return function.emitError("cannot return a check");
  }
  for (cf::AssertOp assertion : asserts)
    assertion.erase();
  return success();
}
