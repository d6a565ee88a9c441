//===- Ops.cpp - How fusion sees the ops of a step ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

static bool isTensor(Type type) { return isa<RankedTensorType>(type); }

/// Scalar arithmetic on scalars and constants.
static bool isScalarMaterial(Operation *op) {
  if (op->getNumRegions() != 0 || !isPure(op))
    return false;
  return llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor);
}

Kind fusion::classify(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<ElementsAttr>(constant.getValue());
    return !elements || elements.isSplat() ? Kind::Material : Kind::Constant;
  }
  if (isa<YieldOp, func::ReturnOp, GradientOp, BarrierOp, LaunchOp>(op))
    return Kind::Structure;
  if (isa<tensor::EmptyOp>(op))
    return Kind::Material;
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    // A fill of a scalar that is computed from tensors is work like any other.
    Operation *scalar = fill.getInputs()[0].getDefiningOp();
    return scalar && classify(scalar) == Kind::Material ? Kind::Material
                                                        : Kind::Single;
  }
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return Kind::View;
  if (isa<tensor::ExtractSliceOp>(op))
    return Kind::Slice;
  if (isa<linalg::GenericOp>(op))
    return isMemoryEffectFree(op) ? Kind::Generic : Kind::Unknown;
  if (isScalarMaterial(op))
    return Kind::Material;
  bool tensorsOnly =
      op->getNumResults() > 0 && llvm::all_of(op->getResultTypes(), isTensor);
  return tensorsOnly && isMemoryEffectFree(op) ? Kind::Single : Kind::Unknown;
}

int64_t fusion::bytesOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  Type element = tensor.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return tensor.getNumElements() * ((bits + 7) / 8);
}

bool fusion::isSmall(Operation *op) {
  auto small = [](Value value) { return isSmall(value); };
  return llvm::all_of(op->getOperands(), small) &&
         llvm::all_of(op->getResults(), small);
}

SmallVector<Value> fusion::gatheredBy(Operation *op) {
  SmallVector<Value> values;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    for (auto extract : generic.getBody()->getOps<tensor::ExtractOp>())
      values.push_back(extract.getTensor());
  return values;
}

SmallVector<Value> fusion::readBy(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, gatheredBy(op));
  return values;
}

Operation *fusion::holderOf(Operation *user) {
  while (isa_and_present<linalg::GenericOp>(user->getParentOp()))
    user = user->getParentOp();
  return user;
}

Attribute fusion::marksOf(Operation *op) { return op->getAttr(marksAttrName); }

bool fusion::inGradient(Operation *op) {
  return isa<GradientOp>(op->getParentOp());
}

bool fusion::isElementwise(linalg::GenericOp op) {
  return op.getNumResults() > 0 && op.getNumParallelLoops() == op.getNumLoops();
}

bool fusion::isExpensive(Operation &scalarOp) {
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp>(scalarOp))
    return true;
  if (isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
          math::FloorOp, math::CeilOp, math::RoundOp, math::RoundEvenOp,
          math::TruncOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp,
          math::IsNormalOp>(scalarOp))
    return false;
  return isa<math::MathDialect>(scalarOp.getDialect()) ||
         scalarOp.getNumRegions() != 0;
}

unsigned fusion::bodySize(linalg::GenericOp op) {
  return op.getBody()->getOperations().size() - 1;
}

SmallVector<StringAttr> fusion::resultNames(Operation *op) {
  SmallVector<StringAttr> names(op->getNumResults());
  if (auto list = op->getAttrOfType<ArrayAttr>(namesAttrName)) {
    for (auto [name, entry] : llvm::zip(names, list))
      if (auto text = cast<StringAttr>(entry); !text.empty())
        name = text;
  } else if (!names.empty()) {
    names[0] = op->getAttrOfType<StringAttr>(nameAttrName);
  }
  return names;
}

void fusion::setResultNames(Operation *op, ArrayRef<StringAttr> names) {
  op->removeAttr(nameAttrName);
  op->removeAttr(namesAttrName);
  if (llvm::none_of(names, [](StringAttr name) { return bool(name); }))
    return;
  if (names.size() == 1) {
    op->setAttr(nameAttrName, names[0]);
    return;
  }
  SmallVector<Attribute> entries;
  for (StringAttr name : names)
    entries.push_back(name ? name : StringAttr::get(op->getContext(), ""));
  op->setAttr(namesAttrName, ArrayAttr::get(op->getContext(), entries));
}

NamedValues::NamedValues(Operation *function) {
  auto regions = function->getAttrOfType<ArrayAttr>(regionsAttrName);
  if (!regions)
    return;
  for (Attribute region : regions)
    if (auto list = dyn_cast_or_null<ArrayAttr>(
            cast<DictionaryAttr>(region).get("names")))
      for (Attribute name : list)
        names.insert(cast<StringAttr>(name).getValue());
}

bool NamedValues::contains(Operation *op) const {
  return !names.empty() && llvm::any_of(resultNames(op), [&](StringAttr name) {
    return name && names.contains(name.getValue());
  });
}

Value fusion::baseOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    Kind kind = classify(op);
    if (kind != Kind::View && kind != Kind::Slice)
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The index of the function result that `use` (of a return, or of the yield of
/// a gradient whose result is returned) becomes.
static bool isDonatingUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<YieldOp>(user)) {
    auto gradient = dyn_cast<GradientOp>(user->getParentOp());
    if (!gradient)
      return false;
    for (OpOperand &outer :
         gradient.getResult(use.getOperandNumber()).getUses())
      if (isa<func::ReturnOp>(outer.getOwner()) && isDonatingUse(outer))
        return true;
    return false;
  }
  auto function = dyn_cast<func::FuncOp>(user->getParentOp());
  return isa<func::ReturnOp>(user) && function &&
         function.getResultAttr(use.getOperandNumber(), donatesAttrName);
}

bool fusion::isUpdate(Value value) {
  return llvm::any_of(value.getUses(), isDonatingUse);
}
