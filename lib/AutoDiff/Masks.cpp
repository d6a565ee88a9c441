//===- Masks.cpp - Gradients of branches that were not taken --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Masks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ckpt;

static bool isZeroConstant(Value value) {
  return matchPattern(value, m_AnyZeroFloat());
}

namespace {
/// `select(condition, value, 0)`, or with `onFalse` `select(condition, 0,
/// value)`.
struct MaskedScalar {
  Value condition, value;
  bool onFalse = false;

  bool hasMaskOf(const MaskedScalar &other) const {
    return condition == other.condition && onFalse == other.onFalse;
  }
};

/// How a value depends on those that are masked.
enum class Dependence { Free, Zero, Linear, Other };
} // namespace

static std::optional<MaskedScalar> asMasked(Value value) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select || !isa<FloatType>(select.getType()))
    return std::nullopt;
  if (isZeroConstant(select.getFalseValue()))
    return MaskedScalar{select.getCondition(), select.getTrueValue(), false};
  if (isZeroConstant(select.getTrueValue()))
    return MaskedScalar{select.getCondition(), select.getFalseValue(), true};
  return std::nullopt;
}

static Value createMask(OpBuilder &builder, Location loc, Value condition,
                        Value value, bool onFalse) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::SelectOp::create(
      builder, loc, condition, onFalse ? zero : value, onFalse ? value : zero);
}

/// How the result of `op` depends on the masked values if its operands do so.
static Dependence dependenceOf(Operation *op, ArrayRef<Dependence> operands) {
  using D = Dependence;
  auto has = [&](D kind) { return llvm::is_contained(operands, kind); };
  if (op->getNumResults() == 1 && isZeroConstant(op->getResult(0)))
    return D::Zero;
  if (has(D::Other))
    return D::Other;
  if (!has(D::Linear))
    return D::Free;
  if (isa<arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(op))
    return D::Linear;
  if (isa<arith::MulFOp>(op))
    return operands[0] == operands[1] ? D::Other : D::Linear;
  if (isa<arith::DivFOp>(op))
    return operands[1] == D::Linear ? D::Other : D::Linear;
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return has(D::Free) ? D::Other : D::Linear;
  if (isa<arith::SelectOp>(op))
    return operands[0] != D::Free || operands[1] == D::Free ||
                   operands[2] == D::Free
               ? D::Other
               : D::Linear;
  return D::Other;
}

//===----------------------------------------------------------------------===//
// Within a body
//===----------------------------------------------------------------------===//

static bool applyLastInBody(linalg::GenericOp op) {
  bool changed = false;
  for (Operation &inner : llvm::make_early_inc_range(*op.getBody())) {
    if (!isa<arith::MulFOp, arith::DivFOp, arith::NegFOp, arith::AddFOp,
             arith::SubFOp>(inner))
      continue;
    std::optional<MaskedScalar> mask;
    for (Value operand : inner.getOperands())
      if (!mask)
        mask = asMasked(operand);
    if (!mask)
      continue;
    SmallVector<Dependence> kinds;
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands()) {
      std::optional<MaskedScalar> own = asMasked(operand);
      bool masked = own && own->hasMaskOf(*mask);
      bool zero = isZeroConstant(operand);
      kinds.push_back(masked ? Dependence::Linear
                      : zero ? Dependence::Zero
                             : Dependence::Free);
      operands.push_back(masked ? own->value : operand);
    }
    if (dependenceOf(&inner, kinds) != Dependence::Linear)
      continue;
    OpBuilder builder(&inner);
    Operation *bare = builder.clone(inner);
    bare->setOperands(operands);
    inner.getResult(0).replaceAllUsesWith(
        createMask(builder, inner.getLoc(), mask->condition, bare->getResult(0),
                   mask->onFalse));
    inner.erase();
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// From tensor to tensor
//===----------------------------------------------------------------------===//

namespace {
/// A result of a generic that is masked by a tensor.
struct MaskedTensor {
  linalg::GenericOp producer;
  unsigned result = 0;
  MaskedScalar scalar;
  Value condition;
  /// From the result's dimensions to the condition's.
  AffineMap conditionMap;
};
} // namespace

static bool isElementwise(linalg::GenericOp op) {
  return op && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           return op.getMatchingIndexingMap(&init).isPermutation() &&
                  op.getMatchingBlockArgument(&init).use_empty();
         });
}

static std::optional<MaskedTensor> asMaskedTensor(Value tensor) {
  auto producer = tensor.getDefiningOp<linalg::GenericOp>();
  if (!isElementwise(producer))
    return std::nullopt;
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  Block *body = producer.getBody();
  auto scalar = asMasked(body->getTerminator()->getOperand(result));
  if (!scalar)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(scalar->condition);
  if (!argument || argument.getOwner() != body)
    return std::nullopt;
  AffineMap written =
      producer.getIndexingMapMatchingResult(cast<OpResult>(tensor));
  AffineMap read = producer.getIndexingMapsArray()[argument.getArgNumber()];
  return MaskedTensor{producer, result, *scalar,
                      producer->getOperand(argument.getArgNumber()),
                      read.compose(inversePermutation(written))};
}

/// The tensor before it is masked.
static Value createUnmasked(OpBuilder &builder, const MaskedTensor &masked) {
  linalg::GenericOp producer = masked.producer;
  AffineMap written = producer.getIndexingMapMatchingResult(
      producer->getOpResult(masked.result));
  if (auto argument = dyn_cast<BlockArgument>(masked.scalar.value))
    if (argument.getOwner() == producer.getBody() &&
        producer.getIndexingMapsArray()[argument.getArgNumber()] == written)
      return producer->getOperand(argument.getArgNumber());
  SmallVector<AffineMap> maps = producer.getIndexingMapsArray();
  maps.resize(producer.getNumDpsInputs());
  maps.push_back(written);
  Value init = producer.getDpsInits()[masked.result];
  auto result = linalg::GenericOp::create(
      builder, producer.getLoc(), init.getType(), producer.getDpsInputs(), init,
      maps, producer.getIteratorTypesArray(),
      [&](OpBuilder &body, Location loc, ValueRange args) {
        IRMapping mapping;
        mapping.map(producer.getBody()->getArguments().take_front(
                        producer.getNumDpsInputs()),
                    args.drop_back());
        for (Operation &inner : producer.getBody()->without_terminator())
          body.clone(inner, mapping);
        linalg::YieldOp::create(body, loc,
                                mapping.lookupOrDefault(masked.scalar.value));
      });
  return result.getResult(0);
}

/// Whether all that `op` yields is linear in the inputs in `masked`.
static bool isLinearIn(linalg::GenericOp op,
                       const llvm::SmallBitVector &masked) {
  llvm::DenseMap<Value, Dependence> known;
  for (BlockArgument argument : op.getBody()->getArguments())
    known[argument] = masked.test(argument.getArgNumber()) ? Dependence::Linear
                                                           : Dependence::Free;
  auto lookup = [&](Value value) {
    auto found = known.find(value);
    if (found != known.end())
      return found->second;
    return isZeroConstant(value) ? Dependence::Zero : Dependence::Free;
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    SmallVector<Dependence> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(lookup(operand));
    bool opaque = inner.getNumRegions() != 0;
    for (Value result : inner.getResults())
      known[result] =
          opaque ? Dependence::Other : dependenceOf(&inner, operands);
  }
  return llvm::all_of(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value yielded) { return lookup(yielded) == Dependence::Linear; });
}

static Value createMaskedTensor(OpBuilder &builder, Location loc, Value value,
                                Value condition, AffineMap conditionMap,
                                bool onFalse) {
  auto type = cast<RankedTensorType>(value.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap maps[] = {conditionMap, identity, identity};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{condition, value}, empty, maps,
             iterators,
             [&](OpBuilder &body, Location bodyLoc, ValueRange args) {
               linalg::YieldOp::create(
                   body, bodyLoc,
                   createMask(body, bodyLoc, args[0], args[1], onFalse));
             })
      .getResult(0);
}

/// If `op` is linear in inputs that one mask has, it works on them unmasked and
/// its results are masked.
static bool applyLastAround(linalg::GenericOp op) {
  if (!isElementwise(op))
    return false;
  std::optional<MaskedTensor> mask;
  AffineMap maskMap; // from the loops of `op` to the condition
  llvm::SmallBitVector masked(op->getNumOperands());
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<MaskedTensor> own = asMaskedTensor(input->get());
    if (!own)
      continue;
    AffineMap map = own->conditionMap.compose(op.getMatchingIndexingMap(input));
    if (!mask) {
      mask = own;
      maskMap = map;
    }
    if (own->condition == mask->condition && map == maskMap &&
        own->scalar.onFalse == mask->scalar.onFalse)
      masked.set(input->getOperandNumber());
  }
  if (!mask || !isLinearIn(op, masked))
    return false;
  OpBuilder builder(op);
  for (unsigned i : masked.set_bits())
    op->setOperand(i,
                   createUnmasked(builder, *asMaskedTensor(op->getOperand(i))));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    AffineMap written = op.getIndexingMapMatchingResult(result);
    Value value = createMaskedTensor(
        builder, op.getLoc(), result, mask->condition,
        maskMap.compose(inversePermutation(written)), mask->scalar.onFalse);
    result.replaceAllUsesExcept(value, value.getDefiningOp());
  }
  return true;
}

void ckpt::applyMasksLast(GradientOp gradient) {
  Block &body = gradient.getBody().front();
  bool changed = false;
  // In order: a mask that moved is an operand of what follows.
  for (Operation &op : llvm::make_early_inc_range(body))
    if (auto generic = dyn_cast<linalg::GenericOp>(op);
        generic && generic.hasPureTensorSemantics()) {
      changed |= applyLastInBody(generic);
      changed |= applyLastAround(generic);
    }
  if (!changed)
    return;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}
