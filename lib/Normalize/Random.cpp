//===- Random.cpp - Random numbers as arithmetic --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox 4x32-10: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", 2011. Ten rounds of two 32-bit products; the
// key grows by two constants between the rounds.
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "ckpt/Dialect/Random.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <array>

using namespace mlir;
using namespace ckpt;

namespace {
/// Writes the body of one generic. Words are i32 values.
class PhiloxBuilder {
public:
  using Words = std::array<Value, 4>;

  explicit PhiloxBuilder(ImplicitLocOpBuilder &builder) : b(builder) {}

  Value word(uint32_t bits) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(bits)));
  }
  Value wide(uint64_t bits) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(int64_t(bits)));
  }
  Value low(Value wide) {
    return arith::TruncIOp::create(b, b.getI32Type(), wide);
  }
  Value high(Value value) {
    return low(arith::ShRUIOp::create(b, value, wide(32)));
  }
  Value widen(Value word) {
    return arith::ExtUIOp::create(b, b.getI64Type(), word);
  }

  Words run(Words counter, std::array<Value, 2> key) {
    constexpr uint64_t factors[] = {0xD2511F53, 0xCD9E8D57};
    constexpr uint32_t growth[] = {0x9E3779B9, 0xBB67AE85};
    for (int round = 0; round < 10; ++round) {
      if (round)
        for (int i = 0; i < 2; ++i)
          key[i] = arith::AddIOp::create(b, key[i], word(growth[i]));
      Value p = arith::MulIOp::create(b, widen(counter[0]), wide(factors[0]));
      Value q = arith::MulIOp::create(b, widen(counter[2]), wide(factors[1]));
      auto mix = [&](Value product, Value word, Value keyWord) -> Value {
        Value mixed = arith::XOrIOp::create(b, high(product), word);
        return arith::XOrIOp::create(b, mixed, keyWord);
      };
      counter = {mix(q, counter[1], key[0]), low(q), mix(p, counter[3], key[1]),
                 low(p)};
    }
    return counter;
  }

  Value real(double value, Type type) {
    return arith::ConstantOp::create(b, FloatAttr::get(type, value));
  }

  /// In [0, 1), from one word or, in double precision, two.
  Value uniform(Value first, Value second, Type type) {
    if (type.isF64()) {
      Value bits = arith::ShLIOp::create(b, widen(first), wide(32));
      bits = arith::OrIOp::create(b, bits, widen(second));
      bits = arith::ShRUIOp::create(b, bits, wide(11));
      Value number = arith::SIToFPOp::create(b, type, bits);
      return arith::MulFOp::create(b, number, real(0x1p-53, type));
    }
    Value bits = arith::ShRUIOp::create(b, first, word(8));
    Value number = arith::SIToFPOp::create(b, type, bits);
    return arith::MulFOp::create(b, number, real(0x1p-24, type));
  }

  /// Box and Muller.
  Value normal(const Words &words, Type type) {
    bool isDouble = type.isF64();
    Value u = uniform(words[0], words[1], type);
    Value v = uniform(words[isDouble ? 2 : 1], words[3], type);
    Value rest = arith::SubFOp::create(b, real(1, type), u);
    Value log = math::LogOp::create(b, rest);
    Value square = arith::MulFOp::create(b, log, real(-2, type));
    Value radius = math::SqrtOp::create(b, square);
    Value angle = arith::MulFOp::create(b, v, real(6.283185307179586, type));
    Value cosine = math::CosOp::create(b, angle);
    return arith::MulFOp::create(b, radius, cosine);
  }

  Value bernoulli(const Words &words, double probability, Type type) {
    Value u = uniform(words[0], words[1], type);
    Value below = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, u,
                                        real(probability, type));
    return arith::SelectOp::create(b, below, real(1, type), real(0, type));
  }

private:
  ImplicitLocOpBuilder &b;
};
} // namespace

/// The row-major place of the element that the loops are at.
static Value placeOf(ImplicitLocOpBuilder &b, RankedTensorType type) {
  Value place = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size =
        arith::ConstantOp::create(b, b.getI64IntegerAttr(type.getDimSize(dim)));
    Value index = linalg::IndexOp::create(b, dim);
    Value number = arith::IndexCastOp::create(b, b.getI64Type(), index);
    place =
        arith::AddIOp::create(b, arith::MulIOp::create(b, place, size), number);
  }
  return place;
}

static void buildBody(ImplicitLocOpBuilder &b, RandomOp op, ValueRange args) {
  auto type = cast<RankedTensorType>(op.getType());
  Type element = type.getElementType();
  PhiloxBuilder philox(b);
  Value key = args[0], counter = args[1];
  PhiloxBuilder::Words words =
      philox.run({philox.low(placeOf(b, type)), philox.word(*op.getStream()),
                  philox.low(counter), philox.high(counter)},
                 {philox.low(key), philox.high(key)});
  // Half precision has too few bits to compute in.
  Type work = element.isF64() ? element : Type(b.getF32Type());
  Value number;
  switch (op.getDistribution()) {
  case Distribution::Bits:
    linalg::YieldOp::create(b, words[0]);
    return;
  case Distribution::Uniform:
    number = philox.uniform(words[0], words[1], work);
    break;
  case Distribution::Normal:
    number = philox.normal(words, work);
    break;
  case Distribution::Bernoulli:
    number =
        philox.bernoulli(words, op.getProbability()->convertToDouble(), work);
    break;
  }
  if (work != element)
    number = arith::TruncFOp::create(b, element, number);
  linalg::YieldOp::create(b, number);
}

static LogicalResult expand(RandomOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape())
    return op.emitOpError("has no size");
  ImplicitLocOpBuilder b(op.getLoc(), op);
  AffineMap none = AffineMap::get(type.getRank(), 0, op.getContext());
  AffineMap all = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
  auto generic = linalg::GenericOp::create(
      b, op.getLoc(), TypeRange(type), ValueRange{op.getKey(), op.getCounter()},
      ValueRange(empty), ArrayRef{none, none, all}, loops,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, builder);
        buildBody(inner, op, args);
      });
  generic->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(generic.getResult(0));
  op.erase();
  return success();
}

LogicalResult ckpt::expandRandom(func::FuncOp function) {
  SmallVector<RandomOp> ops;
  llvm::DenseSet<int32_t> taken;
  function.walk([&](RandomOp op) {
    ops.push_back(op);
    if (std::optional<uint32_t> stream = op.getStream())
      taken.insert(int32_t(*stream));
  });
  int32_t next = 0;
  Builder builder(function.getContext());
  llvm::DenseMap<std::tuple<Value, Value, int32_t>, RandomOp> known;
  for (RandomOp op : ops) {
    if (!op.getStream()) {
      while (taken.contains(next))
        ++next;
      op.setStreamAttr(builder.getI32IntegerAttr(next++));
    }
    auto [entry, isNew] = known.try_emplace(
        {op.getKey(), op.getCounter(), int32_t(*op.getStream())}, op);
    if (!isNew) {
      InFlightDiagnostic diagnostic = op.emitOpError("shares stream ")
                                      << *op.getStream()
                                      << " with other random numbers";
      diagnostic.attachNote(entry->second.getLoc()) << "these";
      return diagnostic;
    }
  }
  for (RandomOp op : ops)
    if (failed(expand(op)))
      return failure();
  return success();
}
