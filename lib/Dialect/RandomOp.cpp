//===- RandomOp.cpp - Counter-based random numbers ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Random.h"

using namespace mlir;
using namespace ckpt;

#include "ckpt/Dialect/RandomEnums.cpp.inc"
#define GET_OP_CLASSES
#include "ckpt/Dialect/RandomOp.cpp.inc"

/// The place of an element is one word of the counter.
static constexpr int64_t maxElements = int64_t(1) << 32;

LogicalResult RandomOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  Type element = type.getElementType();
  Distribution kind = getDistribution();
  if (kind == Distribution::Bits
          ? !element.isInteger(32)
          : !isa<FloatType>(element) || element.getIntOrFloatBitWidth() > 64)
    return emitOpError("cannot make ")
           << stringifyDistribution(kind) << " numbers of type " << element;
  if ((kind == Distribution::Bernoulli) != getProbability().has_value())
    return emitOpError("needs 'probability' exactly for bernoulli");
  if (std::optional<APFloat> p = getProbability()) {
    double probability = p->convertToDouble();
    if (!(probability >= 0 && probability <= 1))
      return emitOpError("'probability' is not between 0 and 1");
  }
  if (type.hasStaticShape() && type.getNumElements() > maxElements)
    return emitOpError("makes more than 2^32 numbers");
  return success();
}

void RandomOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // Which stream it gets depends on the others, so none may go or be merged.
  if (!getStream())
    effects.emplace_back(MemoryEffects::Write::get());
}
