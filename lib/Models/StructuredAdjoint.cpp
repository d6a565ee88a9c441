//===- StructuredAdjoint.cpp - Rule of structured ops ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredAdjoint.h"
#include "Elementwise.h"
#include "TensorUtils.h"

using namespace mlir;
using namespace ckpt;

LogicalResult StructuredAdjoint::run() {
  if (failed(collectResults()))
    return failure();
  bool contraction = isContraction();
  SmallVector<bool> done(op->getNumOperands(), false);
  // The second operand, mostly a weight, first: its gradient is the last to
  // read the first operand, which need not live beside its own gradient then.
  if (contraction)
    for (unsigned i : {1u, 0u})
      done[i] = emitContraction(i);

  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    BlockArgument place = getBodyArgument(op, number);
    bool isAccumulator = llvm::any_of(results, [&](StructuredResult &r) {
      return r.combination != Combination::Elementwise &&
             op.getNumDpsInputs() + r.index == number;
    });
    if (place && !done[number] && !isAccumulator)
      addTarget(operand.get(), op.getMatchingIndexingMap(&operand), place);
  }
  AffineMap scalarMap = AffineMap::get(op.getNumLoops(), 0, op.getContext());
  SmallVector<Value> captured;
  forEachUsedValue(op, [&](Value used) {
    if (context.wants(used) && isa<RankedTensorType>(used.getType()))
      captured.push_back(used);
    else if (!llvm::is_contained(op->getOperands(), used))
      addTarget(used, scalarMap, used);
  });
  for (Value tensor : captured)
    if (failed(emitCaptured(tensor)))
      return failure();

  SmallVector<Value> sources;
  for (Target &target : targets)
    llvm::append_range(sources, target.places);
  readResults = chooseResultReads(op, sources);

  return emitTargets();
}

/// Sums over the same loops are siblings of one op. The others stand alone,
/// free to be fused with what reads them, and come last: they may then take the
/// place of the adjoint.
LogicalResult StructuredAdjoint::emitTargets() {
  SmallVector<Target> alone;
  while (!targets.empty()) {
    SmallVector<Target> group, rest;
    for (Target &target : targets) {
      if (!target.isSummed)
        alone.push_back(target);
      else if (group.empty() || getOutputIterators(target.map) ==
                                    getOutputIterators(group.front().map))
        group.push_back(target);
      else
        rest.push_back(target);
    }
    if (!group.empty() && failed(emit(group)))
      return failure();
    targets = rest;
  }
  for (Target &target : alone)
    if (failed(emit(target)))
      return failure();
  return success();
}

LogicalResult StructuredAdjoint::collectResults() {
  for (OpResult result : op->getResults()) {
    Value adjoint = context.adjoint(result);
    adjoints.push_back(adjoint);
    if (!adjoint)
      continue;
    FailureOr<StructuredResult> info =
        classifyResult(op, result.getResultNumber());
    if (failed(info))
      return failure();
    results.push_back(*info);
    Value init = op.getDpsInitOperand(info->index)->get();
    if (info->combination == Combination::Sum)
      context.accumulate(builder, init, adjoint);
    if (info->combination == Combination::Extremum)
      adjoints.back() = createShare(*info, adjoint);
  }
  return success();
}

/// Creates an elementwise op over tensors of one shape.
static Value
createElementwise(OpBuilder &builder, Location loc, ValueRange tensors,
                  function_ref<Value(Elementwise &, ValueRange)> element) {
  unsigned rank = cast<RankedTensorType>(tensors[0].getType()).getRank();
  SmallVector<AffineMap> maps(tensors.size() + 1,
                              builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Elementwise elementwise(b, l, args[0]);
    linalg::YieldOp::create(b, l, element(elementwise, args));
  };
  return linalg::GenericOp::create(builder, loc, tensors[0].getType(), tensors,
                                   createEmpty(builder, loc, tensors[0]), maps,
                                   iterators, body)
      .getResult(0);
}

Value StructuredAdjoint::createShare(const StructuredResult &result,
                                     Value adjoint) {
  using arith::CmpFPredicate;
  Value extremum = op->getResult(result.index);
  Value init = op.getDpsInitOperand(result.index)->get();
  // An init that wants its gradient takes part in the tie.
  bool initWanted = context.wants(init);
  Value count =
      initWanted
          ? createElementwise(
                builder, loc, {init, extremum},
                [](Elementwise &e, ValueRange args) {
                  Value equal = e.compare(CmpFPredicate::OEQ, args[0], args[1]);
                  return e.select(equal, e.constant(1.0), e.constant(0.0));
                })
          : createFilled(builder, loc, extremum, 0.0);
  SmallVector<Value> noAdjoints(op->getNumResults());
  SmallVector<bool> noReads(op->getNumResults(), false);
  StructuredBody body(op, {}, noAdjoints, noReads);
  Value element = body.getResultElement(result.index);
  Elementwise e(body.getBuilder(), loc, element);
  Value attains =
      e.compare(CmpFPredicate::OEQ,
                body.forward(body.getBuilder(), result.seed), element);
  Value one = e.select(attains, e.constant(1.0), e.constant(0.0));
  StructuredBody::Output output{one, result.map, extremum, count};
  count = body.finish(builder, output).getResult(0);
  Value share = createElementwise(
      builder, loc, {adjoint, count},
      [](Elementwise &e, ValueRange args) { return e.div(args[0], args[1]); });
  if (initWanted)
    context.accumulate(
        builder, init,
        createElementwise(builder, loc, {share, init, extremum},
                          [](Elementwise &e, ValueRange args) {
                            Value equal =
                                e.compare(CmpFPredicate::OEQ, args[1], args[2]);
                            return e.select(equal, args[0], e.constant(0.0));
                          }));
  return share;
}

void StructuredAdjoint::addTarget(Value value, AffineMap map, Value place) {
  if (!context.wants(value))
    return;
  for (Target &target : targets)
    if (target.value == value && target.map == map) {
      target.places.push_back(place);
      return;
    }
  // An element that several iterations read, or that none does, needs a sum.
  bool covers = map.isProjectedPermutation(/*allowZeroInResults=*/true);
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (auto [result, size] :
         llvm::zip_equal(map.getResults(), type.getShape()))
      covers &= isa<AffineDimExpr>(result) || size == 1;
  bool summed = !covers || llvm::is_contained(getOutputIterators(map),
                                              utils::IteratorType::reduction);
  targets.push_back({value, map, {place}, summed});
}

void StructuredAdjoint::seed(StructuredBody &body) {
  OpBuilder &inner = body.getBuilder();
  for (const StructuredResult &result : results) {
    if (!body.wants(result.seed))
      continue;
    Value adjoint = body.getAdjointElement(result.index);
    if (result.combination == Combination::Extremum) {
      Elementwise e(inner, loc, adjoint);
      Value attains =
          e.compare(arith::CmpFPredicate::OEQ, body.forward(inner, result.seed),
                    body.getResultElement(result.index));
      adjoint = e.select(attains, adjoint, e.constant(0.0));
    }
    body.accumulate(inner, result.seed, adjoint);
  }
}

LogicalResult StructuredAdjoint::emit(ArrayRef<Target> group) {
  SmallVector<Value> sources;
  for (const Target &target : group)
    llvm::append_range(sources, target.places);
  StructuredBody body(op, sources, adjoints, readResults);
  seed(body);
  if (failed(body.run(body.getBuilder())))
    return failure();

  SmallVector<StructuredBody::Output> outputs;
  SmallVector<Value> values;
  for (const Target &target : group) {
    Value element;
    for (Value place : target.places) {
      Value part = body.adjoint(place);
      if (part && element)
        part = Elementwise(body.getBuilder(), loc, part).add(element, part);
      element = part ? part : element;
    }
    if (!element)
      continue;
    if (!target.isSummed && forwardsElement(body, target, element))
      continue;
    Value like = target.value;
    if (!isa<RankedTensorType>(like.getType()))
      like = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(),
                                     like.getType());
    Value init =
        target.isSummed ? createFilled(builder, loc, like, 0.0) : Value();
    outputs.push_back({element, target.map, like, init});
    values.push_back(target.value);
  }
  if (outputs.empty())
    return success();
  linalg::GenericOp generic = body.finish(builder, outputs);
  for (auto [value, gradient] : llvm::zip_equal(values, generic.getResults()))
    accumulate(value, gradient);
  return success();
}

bool StructuredAdjoint::forwardsElement(StructuredBody &body,
                                        const Target &target, Value element) {
  // What is passed on unchanged needs no op: z = x + y.
  for (const StructuredResult &result : results)
    if (element == body.getAdjointElement(result.index) &&
        isa<BlockArgument>(element) && result.map == target.map &&
        target.value.getType() == adjoints[result.index].getType()) {
      accumulate(target.value, adjoints[result.index]);
      return true;
    }
  auto constant = element.getDefiningOp<arith::ConstantOp>();
  if (!constant || !isa<RankedTensorType>(target.value.getType()))
    return false;
  double number = cast<FloatAttr>(constant.getValue()).getValueAsDouble();
  accumulate(target.value, createFilled(builder, loc, target.value, number));
  return true;
}

void StructuredAdjoint::accumulate(Value value, Value gradient) {
  if (!isa<RankedTensorType>(value.getType()))
    gradient = tensor::ExtractOp::create(builder, loc, gradient, ValueRange());
  context.accumulate(builder, value, gradient);
}

/// Looks through conversions between floats.
static Value stripCasts(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

bool StructuredAdjoint::isContraction() {
  if (op.getNumDpsInputs() != 2 || op->getNumResults() != 1 ||
      results.size() != 1 || !op.hasOnlyProjectedPermutations())
    return false;
  Block *block = op.getBlock();
  auto sum =
      block->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || block->getNumArguments() != 3)
    return false;
  bool accumulatorFirst = sum.getLhs() == block->getArgument(2);
  Value term = accumulatorFirst ? sum.getRhs() : sum.getLhs();
  Value accumulator = accumulatorFirst ? sum.getLhs() : sum.getRhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (accumulator != block->getArgument(2) || !product)
    return false;
  Value lhs = stripCasts(product.getLhs()), rhs = stripCasts(product.getRhs());
  Value a = block->getArgument(0), b = block->getArgument(1);
  return (lhs == a && rhs == b) || (lhs == b && rhs == a);
}

static llvm::SmallBitVector getLoops(AffineMap map) {
  llvm::SmallBitVector loops(map.getNumDims());
  for (AffineExpr result : map.getResults())
    loops.set(cast<AffineDimExpr>(result).getPosition());
  return loops;
}

/// The gradient of one input of a contraction is the contraction of the adjoint
/// with the other input, if every loop is used as `linalg.contract` demands.
bool StructuredAdjoint::emitContraction(unsigned operand) {
  Value wanted = op->getOperand(operand), other = op->getOperand(1 - operand);
  if (!context.wants(wanted))
    return true;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::SmallBitVector output = getLoops(maps[operand]);
  llvm::SmallBitVector left = getLoops(maps[2]);
  llvm::SmallBitVector right = getLoops(maps[1 - operand]);
  llvm::SmallBitVector contracted = left;
  contracted &= right;
  llvm::SmallBitVector used = contracted;
  used |= output;
  llvm::SmallBitVector read = left;
  read |= right;
  // Each loop is in the output, or contracted; and none is only written.
  if (!used.all() || output.all() || output.test(read))
    return false;
  Value adjoint = adjoints[0];
  Type type = getElementTypeOrSelf(adjoint.getType());
  Value zero = createFilled(builder, loc, wanted, 0.0, type);
  SmallVector<Value, 2> inputs{adjoint, other};
  SmallVector<AffineMap, 3> order{maps[2], maps[1 - operand], maps[operand]};
  if (operand == 1) {
    std::swap(inputs[0], inputs[1]);
    std::swap(order[0], order[1]);
  }
  Value gradient =
      linalg::ContractOp::create(builder, loc, zero.getType(), inputs, zero,
                                 builder.getAffineMapArrayAttr(order))
          ->getResult(0);
  Type wantedType = getElementTypeOrSelf(wanted.getType());
  context.accumulate(builder, wanted,
                     createFloatCast(builder, loc, gradient, wantedType));
  return true;
}
