//===- EmitScatter.cpp - Loops of sums at computed positions --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace ckpt::kernels {

namespace {
/// Loops over kept and summed dimensions; where the computed positions are
/// known and in range, one step of the dimensions that they belong to.
class ScatterEmitter {
public:
  ScatterEmitter(FunctionContext &context, const Nest &nest, Value from,
                 Value to)
      : c(context), nest(nest), from(from), to(to), counters(nest.rank()),
        evaluator(context, nest, loopOrder(nest), nest.width) {}

  void emit() {
    emitInitial(c, nest, nest.outputs[0], from, to);
    Element element = evaluator.newElement();
    evaluator.enter(-1, counters, element);
    loop(0, element);
  }

private:
  static bool hasVector(const Nest &nest) { return nest.width > 1; }
  static int summedEnd(const Nest &nest) {
    return hasVector(nest) ? nest.rank() - 1 : nest.rank();
  }

  /// Positions are known inside the summed dimensions only.
  static SmallVector<int> loopOrder(const Nest &nest) {
    SmallVector<int> order =
        llvm::to_vector(llvm::seq<int>(0, nest.firstSelected));
    llvm::append_range(order,
                       llvm::seq<int>(nest.firstSummed, summedEnd(nest)));
    llvm::append_range(order,
                       llvm::seq<int>(nest.firstSelected, nest.firstSummed));
    if (hasVector(nest))
      order.push_back(nest.rank() - 1);
    return order;
  }

  /// The loop at `position` of the order, and what is inside.
  void loop(int position, const Element &outer) {
    int selected = nest.firstSummed - nest.firstSelected;
    int firstPosition = summedEnd(nest) - selected;
    if (position == firstPosition)
      return atPositions(position, outer);
    int dim = position < nest.firstSelected ? position : position + selected;
    Value begin = dim == 0 ? from : c.index(0);
    Value end = dim == 0 ? to : c.index(nest.extents[dim]);
    c.loop(begin, end, 1, {}, [&](Value counter, ValueRange) {
      counters[dim] = counter;
      Element element = outer;
      evaluator.enter(position, counters, element);
      loop(position + 1, element);
      return Values();
    });
  }

  /// The counter that a value of the body stands for.
  Value asCounter(Value value) {
    if (value.getType().isIndex())
      return value;
    return arith::IndexCastOp::create(c.b, c.loc, c.b.getIndexType(), value);
  }

  void atPositions(int position, const Element &outer) {
    Value inRange;
    auto require = [&](arith::CmpIPredicate predicate, Value a, Value b) {
      Value holds = arith::CmpIOp::create(c.b, c.loc, predicate, a, b);
      inRange =
          inRange
              ? arith::AndIOp::create(c.b, c.loc, inRange, holds).getResult()
              : holds;
    };
    for (int dim = nest.firstSelected; dim < nest.firstSummed; ++dim) {
      const Nest::OneHot &oneHot =
          *llvm::find_if(nest.oneHot, [&](const Nest::OneHot &candidate) {
            return nest.dimOf[candidate.loop] == dim;
          });
      Value counter = asCounter(evaluator.lookup(oneHot.position, outer));
      counters[dim] = counter;
      require(arith::CmpIPredicate::sge, counter, dim == 0 ? from : c.index(0));
      require(arith::CmpIPredicate::slt, counter,
              dim == 0 ? to : c.index(nest.extents[dim]));
    }
    c.conditional(inRange, {}, [&] {
      Element element = outer;
      for (int dim = nest.firstSelected; dim < nest.firstSummed; ++dim)
        evaluator.enter(position++, counters, element);
      if (hasVector(nest))
        addVectors(position, element);
      else
        add(element, {});
      return Values();
    });
  }

  void add(const Element &element, Lanes lanes) {
    const Output &output = nest.outputs[0];
    Value value = c.splat(evaluator.result(output, element), nest.width);
    Value sum = c.load(output.access, output.type, counters, lanes);
    c.store(c.combine(output.combine, c.splat(sum, nest.width), value),
            output.access, counters, lanes);
  }

  void addVectors(int position, const Element &outer) {
    int dim = nest.rank() - 1;
    auto step = [&](Value start, int active) {
      Element element = outer;
      element.start = counters[dim] = start;
      element.active = active;
      evaluator.enter(position, counters, element);
      counters[dim] = start;
      add(element, evaluator.lanesOf(element));
    };
    int64_t extent = nest.extents[dim], rest = extent % nest.width;
    if (extent >= nest.width)
      c.loop(c.index(0), c.index(extent - rest), nest.width, {},
             [&](Value counter, ValueRange) {
               step(counter, nest.width);
               return Values();
             });
    if (rest != 0)
      step(c.index(extent - rest), static_cast<int>(rest));
  }

  FunctionContext &c;
  const Nest &nest;
  Value from, to;
  Values counters;
  BodyEvaluator evaluator;
};
} // namespace

void emitScatter(FunctionContext &context, const Nest &nest, Value from,
                 Value to) {
  ScatterEmitter(context, nest, from, to).emit();
}

} // namespace ckpt::kernels
