//===- EmitPool.cpp - Loops of pools and their gradients ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace ckpt::kernels {

namespace {

class PoolEmitter {
public:
  PoolEmitter(FunctionContext &context, const Nest &nest)
      : c(context), nest(nest), window(nest.window), type(nest.outputs[0].type),
        isFloat(isa<FloatType>(type)) {
    sum = isFloat ? Combine::AddF : Combine::AddI;
    max = isFloat ? Combine::MaximumF : Combine::MaxSI;
  }

  void forward();
  void backward();

private:
  using Visit = llvm::function_ref<Values(Value number, ValueRange counters,
                                          ValueRange carried)>;
  /// Elements of the window of one output inside the image, in row-major order;
  /// `number` counts the window's elements, padding included.
  Values overWindow(Value row, Value column, ValueRange carried, Visit visit);
  std::pair<Value, Value> bounds(int axis, Value position);
  void overChannels(llvm::function_ref<void(Value, Lanes)> visit);
  Value mean(Value value);
  void scatter(Value image);
  Value firstMaximum(Value image, Value row, Value column, Value channel,
                     Lanes lanes);

  FunctionContext &c;
  const Nest &nest;
  const Window &window;
  Type type;
  bool isFloat;
  Combine sum, max;
};

std::pair<Value, Value> PoolEmitter::bounds(int axis, Value position) {
  int64_t size = window.size[axis], dilation = window.dilations[axis];
  int64_t pad = window.padLow[axis], extent = window.input[axis];
  int64_t lastStart = (window.output[axis] - 1) * window.strides[axis] - pad;
  bool inside = pad == 0 && lastStart + (size - 1) * dilation < extent;
  if (inside)
    return {c.index(0), c.index(size)};
  // The first k with start + k * dilation >= limit, at most `size`.
  Value start = c.mul(position, window.strides[axis]);
  auto firstAtLeast = [&](int64_t limit) -> Value {
    Value distance =
        arith::SubIOp::create(c.b, c.loc, c.index(limit + pad), start);
    distance = c.maximum(distance, c.index(0));
    if (dilation != 1)
      distance = arith::DivUIOp::create(
          c.b, c.loc, c.addOffset(distance, dilation - 1), c.index(dilation));
    return c.minimum(distance, c.index(size));
  };
  return {firstAtLeast(0), firstAtLeast(extent)};
}

Values PoolEmitter::overWindow(Value row, Value column, ValueRange carried,
                               Visit visit) {
  auto [rowFrom, rowTo] = bounds(0, row);
  auto [columnFrom, columnTo] = bounds(1, column);
  auto position = [&](int axis, Value output, Value k) {
    Value start =
        c.addOffset(c.mul(output, window.strides[axis]), -window.padLow[axis]);
    return c.add(start, c.mul(k, window.dilations[axis]));
  };
  Value from = columnFrom, to = columnTo;
  return c.loop(rowFrom, rowTo, 1, carried, [&](Value i, ValueRange outer) {
    Value h = position(0, row, i);
    return c.loop(from, to, 1, outer, [&](Value j, ValueRange inner) {
      Value w = position(1, column, j);
      return visit(c.add(c.mul(i, window.size[1]), j), {h, w}, inner);
    });
  });
}

void PoolEmitter::overChannels(llvm::function_ref<void(Value, Lanes)> visit) {
  int64_t rest = window.channels % nest.width;
  int64_t full = window.channels - rest;
  if (full > 0)
    c.loop(c.index(0), c.index(full), nest.width, {},
           [&](Value channel, ValueRange) {
             visit(channel, {3, nest.width, nest.width});
             return Values();
           });
  if (rest > 0)
    visit(c.index(full), {3, nest.width, static_cast<int>(rest)});
}

Value PoolEmitter::mean(Value value) {
  int64_t count = window.size[0] * window.size[1];
  auto vector = dyn_cast<VectorType>(value.getType());
  int width = vector ? vector.getDimSize(0) : 1;
  if (isFloat)
    return arith::DivFOp::create(
        c.b, c.loc, value,
        c.splat(c.constant(c.b.getFloatAttr(type, double(count))), width));
  return arith::DivSIOp::create(
      c.b, c.loc, value,
      c.splat(c.constant(c.b.getIntegerAttr(type, count)), width));
}

void PoolEmitter::forward() {
  bool isMax = window.kind == PoolKind::Max;
  Combine kind = isMax ? max : sum;
  auto [from, to] = chunkRows(c, nest);
  Value zero = c.index(0);
  c.loop(from, to, 1, {}, [&](Value n, ValueRange) {
    c.loop(zero, c.index(window.output[0]), 1, {}, [&](Value h, ValueRange) {
      c.loop(zero, c.index(window.output[1]), 1, {}, [&](Value w, ValueRange) {
        overChannels([&](Value channel, Lanes lanes) {
          Value start =
              c.splat(c.constant(neutralElement(kind, type)), lanes.width);
          Value total = overWindow(
              h, w, start,
              [&](Value, ValueRange place, ValueRange carried) -> Values {
                Value element = c.load(nest.inputs[0].access, type,
                                       {n, place[0], place[1], channel}, lanes);
                return {c.combine(kind, carried[0], element)};
              })[0];
          if (window.kind == PoolKind::Average)
            total = mean(total);
          c.store(total, nest.outputs[0].access, {n, h, w, channel}, lanes);
        });
        return Values();
      });
      return Values();
    });
    return Values();
  });
}

/// Number of the first maximum of a window, lane by lane.
Value PoolEmitter::firstMaximum(Value n, Value row, Value column, Value channel,
                                Lanes lanes) {
  Type i32 = c.b.getI32Type();
  auto number = [&](Value k) {
    return c.splat(arith::IndexCastOp::create(c.b, c.loc, i32, k), lanes.width);
  };
  Value rowFrom = bounds(0, row).first, columnFrom = bounds(1, column).first;
  Value first = number(c.add(c.mul(rowFrom, window.size[1]), columnFrom));
  Value lowest = c.splat(c.constant(neutralElement(max, type)), lanes.width);
  Values start = {lowest, first};
  return overWindow(
      row, column, start,
      [&](Value k, ValueRange place, ValueRange best) -> Values {
        Value element = c.load(nest.inputs[1].access, type,
                               {n, place[0], place[1], channel}, lanes);
        Value greater =
            isFloat
                ? Value(arith::CmpFOp::create(
                      c.b, c.loc, arith::CmpFPredicate::OGT, element, best[0]))
                : Value(arith::CmpIOp::create(
                      c.b, c.loc, arith::CmpIPredicate::sgt, element, best[0]));
        return {
            arith::SelectOp::create(c.b, c.loc, greater, element, best[0]),
            arith::SelectOp::create(c.b, c.loc, greater, number(k), best[1])};
      })[1];
}

/// Adds the gradients of one image's outputs to the inputs they came from.
void PoolEmitter::scatter(Value n) {
  Value zero = c.index(0);
  const Access &target = nest.outputs[0].access;
  c.loop(zero, c.index(window.output[0]), 1, {}, [&](Value h, ValueRange) {
    c.loop(zero, c.index(window.output[1]), 1, {}, [&](Value w, ValueRange) {
      overChannels([&](Value channel, Lanes lanes) {
        Value gradient =
            c.load(nest.inputs[0].access, type, {n, h, w, channel}, lanes);
        if (window.kind == PoolKind::Average)
          gradient = mean(gradient);
        Value winner;
        if (window.kind == PoolKind::Max)
          winner = firstMaximum(n, h, w, channel, lanes);
        overWindow(h, w, {}, [&](Value k, ValueRange place, ValueRange) {
          Value part = gradient;
          if (winner) {
            Value number = c.splat(
                arith::IndexCastOp::create(c.b, c.loc, c.b.getI32Type(), k),
                lanes.width);
            Value wins = arith::CmpIOp::create(
                c.b, c.loc, arith::CmpIPredicate::eq, number, winner);
            Value none = c.constant(
                cast<TypedAttr>(c.b.getZeroAttr(gradient.getType())));
            part = arith::SelectOp::create(c.b, c.loc, wins, gradient, none);
          }
          Values counters = {n, place[0], place[1], channel};
          Value old = c.load(target, type, counters, lanes);
          c.store(c.combine(sum, old, part), target, counters, lanes);
          return Values();
        });
      });
      return Values();
    });
    return Values();
  });
}

void PoolEmitter::backward() {
  auto [from, to] = chunkRows(c, nest);
  Value nothing = c.constant(neutralElement(sum, type));
  Value zero = c.index(0);
  c.loop(from, to, 1, {}, [&](Value n, ValueRange) {
    c.loop(zero, c.index(window.input[0]), 1, {}, [&](Value h, ValueRange) {
      c.loop(zero, c.index(window.input[1]), 1, {}, [&](Value w, ValueRange) {
        overChannels([&](Value channel, Lanes lanes) {
          c.store(nothing, nest.outputs[0].access, {n, h, w, channel}, lanes);
        });
        return Values();
      });
      return Values();
    });
    scatter(n);
    return Values();
  });
}

} // namespace

void emitPool(FunctionContext &c, const Nest &nest) {
  PoolEmitter emitter(c, nest);
  if (nest.kind == Nest::Kind::Pool)
    emitter.forward();
  else
    emitter.backward();
}

} // namespace ckpt::kernels
