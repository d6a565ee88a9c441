//===- Optimizer.cpp - Updates of parameters ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace ckpt;

std::optional<OptimizerKind> ckpt::parseOptimizer(StringRef name) {
  return llvm::StringSwitch<std::optional<OptimizerKind>>(name)
      .Case("sgd", OptimizerKind::SGD)
      .Case("momentum", OptimizerKind::Momentum)
      .Case("adam", OptimizerKind::Adam)
      .Case("adamw", OptimizerKind::AdamW)
      .Default(std::nullopt);
}

FailureOr<OptimizerSpec> ckpt::readOptimizer(Attribute attribute,
                                             const OptimizerSpec &fallback,
                                             Location location) {
  OptimizerSpec spec = fallback;
  auto readKind = [&](StringAttr name) -> LogicalResult {
    std::optional<OptimizerKind> kind = parseOptimizer(name);
    if (!kind)
      return emitError(location) << "unknown optimizer " << name
                                 << ": sgd, momentum, adam or adamw";
    spec.kind = *kind;
    return success();
  };
  if (auto name = dyn_cast_or_null<StringAttr>(attribute)) {
    if (failed(readKind(name)))
      return failure();
    return spec;
  }
  const std::pair<StringRef, double *> figures[] = {
      {"momentum", &spec.momentum},
      {"beta1", &spec.beta1},
      {"beta2", &spec.beta2},
      {"epsilon", &spec.epsilon},
      {"weight_decay", &spec.weightDecay},
      {"lr_scale", &spec.learningRateScale}};
  auto entries = dyn_cast_or_null<DictionaryAttr>(attribute);
  for (NamedAttribute entry :
       entries ? entries.getValue() : ArrayRef<NamedAttribute>()) {
    auto *figure = llvm::find_if(
        figures, [&](auto pair) { return pair.first == entry.getName(); });
    auto kind = dyn_cast<StringAttr>(entry.getValue());
    auto number = dyn_cast<FloatAttr>(entry.getValue());
    if (entry.getName() == "kind" && kind) {
      if (failed(readKind(kind)))
        return failure();
    } else if (figure != std::end(figures) && number) {
      *figure->second = number.getValueAsDouble();
    } else {
      return emitError(location)
             << "an optimizer has a 'kind' and the floats momentum, beta1, "
                "beta2, epsilon, weight_decay and lr_scale, not '"
             << entry.getName().getValue() << " = " << entry.getValue() << "'";
    }
  }
  return spec;
}

ArrayRef<llvm::StringLiteral> ckpt::getSlotNames(OptimizerKind kind) {
  static constexpr llvm::StringLiteral names[] = {"m", "v"};
  switch (kind) {
  case OptimizerKind::SGD:
    return {};
  case OptimizerKind::Momentum:
    return ArrayRef(names, 1);
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    return names;
  }
  llvm_unreachable("covered");
}

/// Narrow floats are stored as they are and computed in f32.
static FloatType getComputeType(FloatType type) {
  return type.getWidth() < 32 ? Float32Type::get(type.getContext()) : type;
}

static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  return from < to
             ? arith::ExtFOp::create(builder, loc, type, value).getResult()
             : arith::TruncFOp::create(builder, loc, type, value).getResult();
}

namespace {
/// Scalar arithmetic in the body of an update.
struct Scalars {
  OpBuilder &builder;
  Location loc;
  FloatType type;

  Value constant(double value) {
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
  }
  Value add(Value a, Value b) {
    return arith::AddFOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) {
    return arith::SubFOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) {
    return arith::MulFOp::create(builder, loc, a, b);
  }
  Value div(Value a, Value b) {
    return arith::DivFOp::create(builder, loc, a, b);
  }
  Value scale(double factor, Value a) { return mul(constant(factor), a); }
};

/// The scalars that an update reads, in the order of the inputs.
struct Operands {
  Value parameter, gradient;
  SmallVector<Value, 2> slots;
  Value learningRate;
  SmallVector<Value, 2> corrections;
};
} // namespace

/// The new parameter and the new slots.
static SmallVector<Value> updateScalars(Scalars &s, const OptimizerSpec &spec,
                                        const Operands &in) {
  Value w = in.parameter, g = in.gradient;
  if (spec.kind == OptimizerKind::SGD)
    return {s.sub(w, s.mul(in.learningRate, g))};
  if (spec.kind == OptimizerKind::Momentum) {
    Value m = s.add(s.scale(spec.momentum, in.slots[0]), g);
    return {s.sub(w, s.mul(in.learningRate, m)), m};
  }
  Value m =
      s.add(s.scale(spec.beta1, in.slots[0]), s.scale(1.0 - spec.beta1, g));
  Value v = s.add(s.scale(spec.beta2, in.slots[1]),
                  s.scale(1.0 - spec.beta2, s.mul(g, g)));
  Value mean = s.div(m, in.corrections[0]);
  Value variance = s.div(v, in.corrections[1]);
  Value root = math::SqrtOp::create(s.builder, s.loc, variance);
  Value step = s.div(mean, s.add(root, s.constant(spec.epsilon)));
  if (spec.kind == OptimizerKind::AdamW)
    step = s.add(step, s.scale(spec.weightDecay, w));
  return {s.sub(w, s.mul(in.learningRate, step)), m, v};
}

ValueRange Optimizer::createUpdate(OpBuilder &builder, Location loc,
                                   Value parameter, Value gradient,
                                   ValueRange slots) {
  auto type = cast<RankedTensorType>(parameter.getType());
  auto storage = cast<FloatType>(type.getElementType());
  FloatType compute = getComputeType(storage);
  SmallVector<Value> inputs{parameter, gradient};
  llvm::append_range(inputs, slots);
  unsigned perElement = inputs.size();
  inputs.push_back(learningRate);
  llvm::append_range(inputs, getCorrections(builder, loc, compute));

  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap scalar = AffineMap::get(type.getRank(), 0, builder.getContext());
  SmallVector<AffineMap> maps(perElement, identity);
  maps.resize(inputs.size(), scalar);
  maps.resize(inputs.size() + 1 + slots.size(), identity);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, parameter);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 1 + slots.size(); ++i)
    inits.push_back(tensor::EmptyOp::create(builder, loc, sizes, storage));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    SmallVector<Value> read;
    for (Value arg : args.take_front(inputs.size()))
      read.push_back(convert(b, l, arg, compute));
    ArrayRef<Value> values = read;
    Operands operands{values[0], values[1], {}, values[perElement], {}};
    llvm::append_range(operands.slots, values.slice(2, slots.size()));
    llvm::append_range(operands.corrections, values.drop_front(perElement + 1));
    Scalars scalars{b, l, compute};
    if (spec.learningRateScale != 1)
      operands.learningRate =
          scalars.scale(spec.learningRateScale, operands.learningRate);
    SmallVector<Value> results = updateScalars(scalars, spec, operands);
    for (Value &result : results)
      result = convert(b, l, result, storage);
    linalg::YieldOp::create(b, l, results);
  };
  return linalg::GenericOp::create(builder, loc, ValueRange(inits).getTypes(),
                                   inputs, inits, maps, iterators, body)
      .getResults();
}

ArrayRef<Value> Optimizer::getCorrections(OpBuilder &builder, Location loc,
                                          FloatType type) {
  if (spec.kind != OptimizerKind::Adam && spec.kind != OptimizerKind::AdamW)
    return {};
  SmallVector<Value, 2> &values = corrections[type];
  if (!values.empty())
    return values;
  AffineMap scalar = AffineMap::get(0, 0, builder.getContext());
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 2; ++i)
    inits.push_back(
        tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(), type));
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Scalars s{b, l, type};
    Value one = arith::ConstantIntOp::create(b, l, args[0].getType(), 1);
    Value count = arith::AddIOp::create(b, l, args[0], one);
    Value t = arith::SIToFPOp::create(b, l, type, count);
    SmallVector<Value> results;
    // 1 - beta^t = -expm1(t ln beta), without cancellation for beta near 1.
    for (double beta : {spec.beta1, spec.beta2}) {
      Value power =
          math::ExpM1Op::create(b, l, s.mul(t, s.constant(std::log(beta))));
      results.push_back(arith::NegFOp::create(b, l, power));
    }
    linalg::YieldOp::create(b, l, results);
  };
  auto op = linalg::GenericOp::create(
      builder, loc, ValueRange(inits).getTypes(), stepIndex, inits,
      ArrayRef<AffineMap>{scalar, scalar, scalar},
      ArrayRef<utils::IteratorType>(), body);
  llvm::append_range(values, op.getResults());
  return values;
}
