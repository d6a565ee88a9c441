//===- EmitGeneric.cpp - Loops of generic nests ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace mlir;

namespace ckpt::kernels {

std::pair<Value, Value> chunkRows(FunctionContext &c, const Nest &nest) {
  if (nest.chunks == 1)
    return {c.index(0), c.index(nest.extents[0])};
  Value from = c.mul(c.chunk, nest.rowsPerChunk);
  Value to = c.addOffset(from, nest.rowsPerChunk);
  if (nest.chunks * nest.rowsPerChunk != nest.extents[0])
    to = c.minimum(to, c.index(nest.extents[0]));
  return {from, to};
}

namespace {

class GenericEmitter {
public:
  /// `continues`: sums over dimension 0 go on from what memory holds.
  GenericEmitter(FunctionContext &context, const Nest &nest, Value from,
                 Value to, bool continues = false)
      : c(context), nest(nest), last(nest.rank() - 1), from(from), to(to),
        continues(continues), counters(nest.rank()) {
    for (auto [index, output] : llvm::enumerate(nest.outputs))
      if (output.combine != Combine::None)
        reduced.push_back(static_cast<int>(index));
  }

  void emit() {
    if (nest.packedRows > 1)
      return emitPacked();
    switch (nest.strategy) {
    case Strategy::Elementwise:
      return emitElementwise();
    case Strategy::Columns:
      return emitColumns();
    case Strategy::Lanes:
      return emitLanes();
    case Strategy::Serial:
      return emitSerial();
    case Strategy::Scatter:
      return emitScatter(c, nest, from, to);
    }
  }

private:
  using Step = std::function<Values(ValueRange)>;
  using Sweep = llvm::function_ref<Values(Value, int, ValueRange)>;

  /// Loops over dimensions [first, end), then `inside`.
  Values loops(int first, int end, ValueRange carried,
               llvm::function_ref<void(int)> entered, const Step &inside) {
    if (first >= end)
      return inside(carried);
    return c.loop(lower(first), upper(first), 1, carried,
                  [&](Value counter, ValueRange values) {
                    counters[first] = counter;
                    entered(first);
                    return loops(first + 1, end, values, entered, inside);
                  });
  }
  /// Whether [from, to) may be less than dimension 0.
  bool isSplit() const { return nest.chunks > 1 || continues; }
  Value lower(int dim) { return dim == 0 ? from : c.index(0); }
  Value upper(int dim) { return dim == 0 ? to : c.index(nest.extents[dim]); }

  Values sweepVectors(ValueRange carried, Sweep step);
  void storeElementwise(BodyEvaluator &evaluator, Element &element);
  void emitInitials();
  Value start(const Output &output, bool inMemory, Lanes lanes);
  void emitElementwise();
  void emitPacked();
  void emitLanes();
  void emitSerial();
  void emitColumns();
  void emitColumnBlock(Value rowFrom, Value rowTo, Value column, int vectors,
                       int lastActive, bool inMemory);

  FunctionContext &c;
  const Nest &nest;
  int last;
  Value from, to;
  bool continues;
  Values counters;
  SmallVector<int> reduced;
};

/// Steps of `width` lanes over the last dimension. Chunks start at multiples of
/// the width, so what remains at the end is known: a masked step of the same
/// formulas.
Values GenericEmitter::sweepVectors(ValueRange carried, Sweep step) {
  int64_t extent = nest.extents[last];
  int64_t remainder = extent % nest.width;
  Value begin = lower(last), end = upper(last);
  if (remainder != 0)
    end = last == 0 && isSplit() ? c.minimum(end, c.index(extent - remainder))
                                 : c.index(extent - remainder);
  Values values(carried);
  if (extent >= nest.width)
    values = c.loop(begin, end, nest.width, carried,
                    [&](Value counter, ValueRange inner) {
                      return step(counter, nest.width, inner);
                    });
  if (remainder == 0)
    return values;
  Value tail = c.index(extent - remainder);
  int active = static_cast<int>(remainder);
  if (last != 0 || !isSplit())
    return step(tail, active, values);
  Value isLast = arith::CmpIOp::create(c.b, c.loc, arith::CmpIPredicate::eq, to,
                                       c.index(extent));
  return c.conditional(isLast, values,
                       [&] { return step(tail, active, values); });
}

void GenericEmitter::storeElementwise(BodyEvaluator &evaluator,
                                      Element &element) {
  counters[last] = element.start;
  for (const Output &output : nest.outputs)
    if (output.combine == Combine::None)
      c.store(evaluator.result(output, element), output.access, counters,
              evaluator.lanesOf(element), nest.streams);
}

void GenericEmitter::emitElementwise() {
  SmallVector<int> order = llvm::to_vector(llvm::seq<int>(0, nest.rank()));
  BodyEvaluator evaluator(c, nest, order, nest.width);
  Element outer = evaluator.newElement();
  evaluator.enter(-1, counters, outer);
  loops(
      0, last, {}, [&](int dim) { evaluator.enter(dim, counters, outer); },
      [&](ValueRange) {
        return sweepVectors({}, [&](Value start, int active, ValueRange) {
          Element element = outer;
          element.start = counters[last] = start;
          element.active = active;
          evaluator.enter(last, counters, element);
          storeElementwise(evaluator, element);
          return Values();
        });
      });
}

/// Several short rows in each vector. Sums over the rows are kept for each lane
/// and folded at the end.
void GenericEmitter::emitPacked() {
  int row = last - 1;
  int64_t columns = nest.extents[last];
  SmallVector<int> order = llvm::to_vector(llvm::seq<int>(0, last));
  BodyEvaluator evaluator(c, nest, order, nest.width);
  Element element = evaluator.newElement();
  bool inMemory = llvm::any_of(reduced, [&](int index) {
    const Output &output = nest.outputs[index];
    return (continues && nest.isReducedIn(output, 0)) ||
           llvm::any_of(llvm::seq<int>(0, row),
                        [&](int d) { return nest.isReducedIn(output, d); });
  });
  if (inMemory)
    emitInitials();
  counters[last] = c.index(0);
  evaluator.enter(-1, counters, element);
  auto entered = [&](int dim) { evaluator.enter(dim, counters, element); };
  loops(0, row, {}, entered, [&](ValueRange) {
    Values sums;
    for (int index : reduced) {
      const Output &output = nest.outputs[index];
      sums.push_back(c.splat(
          c.constant(neutralElement(output.combine, output.type)), nest.width));
    }
    sums = c.loop(lower(row), upper(row), nest.packedRows, sums,
                  [&](Value counter, ValueRange carried) {
                    counters[row] = counter;
                    entered(row);
                    storeElementwise(evaluator, element);
                    Values next;
                    for (int index : reduced) {
                      const Output &output = nest.outputs[index];
                      Value value = c.splat(evaluator.result(output, element),
                                            nest.width);
                      next.push_back(c.combine(output.combine,
                                               carried[next.size()], value));
                    }
                    return next;
                  });
    Lanes lanes = {last, static_cast<int>(columns), static_cast<int>(columns)};
    for (auto [index, sum] : llvm::zip(reduced, sums)) {
      const Output &output = nest.outputs[index];
      Value total = c.horizontal(output.combine, sum, columns);
      Value first = c.splat(start(output, inMemory, lanes), lanes.width);
      c.store(c.combine(output.combine, first, total), output.access, counters,
              lanes);
    }
    return Values();
  });
}

void GenericEmitter::emitInitials() {
  for (int index : reduced)
    if (!continues || !nest.isReducedIn(nest.outputs[index], 0))
      emitInitial(c, nest, nest.outputs[index], from, to);
}

Value GenericEmitter::start(const Output &output, bool inMemory, Lanes lanes) {
  return inMemory ? c.load(output.access, output.type, counters, lanes)
                  : c.initial(output, counters, lanes);
}

/// The accumulators of neighbouring elements of the reduced run are the lanes
/// of a vector; they live in registers across all inner reduced loops.
void GenericEmitter::emitLanes() {
  int first = last;
  auto isReduced = [&](int dim) {
    return nest.isReducedIn(nest.outputs[reduced[0]], dim);
  };
  auto allSame = [&](int dim) {
    return llvm::all_of(reduced, [&](int index) {
      return nest.isReducedIn(nest.outputs[index], dim);
    });
  };
  while (first > 0 && allSame(first - 1))
    --first;
  bool inMemory = llvm::any_of(llvm::seq<int>(0, first), isReduced) ||
                  (continues && isReduced(0));
  if (inMemory)
    emitInitials();

  SmallVector<int> order = llvm::to_vector(llvm::seq<int>(0, nest.rank()));
  BodyEvaluator evaluator(c, nest, order, nest.width);
  Element outer = evaluator.newElement();
  evaluator.enter(-1, counters, outer);
  auto entered = [&](int dim) { evaluator.enter(dim, counters, outer); };
  auto step = [&](Value position, int active, ValueRange sums) {
    Element element = outer;
    element.start = counters[last] = position;
    element.active = active;
    evaluator.enter(last, counters, element);
    storeElementwise(evaluator, element);
    Values next;
    for (auto [index, sum] : llvm::zip(reduced, sums)) {
      const Output &output = nest.outputs[index];
      Value value = c.splat(evaluator.result(output, element), nest.width);
      if (active < nest.width) {
        Value neutral =
            c.splat(c.constant(neutralElement(output.combine, output.type)),
                    nest.width);
        value = arith::SelectOp::create(c.b, c.loc, c.mask(nest.width, active),
                                        value, neutral);
      }
      next.push_back(c.combine(output.combine, sum, value));
    }
    return next;
  };
  loops(0, first, {}, entered, [&](ValueRange) {
    Values sums;
    for (int index : reduced) {
      const Output &output = nest.outputs[index];
      sums.push_back(c.splat(
          c.constant(neutralElement(output.combine, output.type)), nest.width));
    }
    sums = loops(first, last, sums, entered,
                 [&](ValueRange inner) { return sweepVectors(inner, step); });
    for (auto [index, sum] : llvm::zip(reduced, sums)) {
      const Output &output = nest.outputs[index];
      Value total = c.horizontal(output.combine, sum);
      total = c.combine(output.combine, start(output, inMemory, {}), total);
      c.store(total, output.access, counters);
    }
    return Values();
  });
}

void GenericEmitter::emitSerial() {
  emitInitials();
  SmallVector<int> order = llvm::to_vector(llvm::seq<int>(0, nest.rank()));
  BodyEvaluator evaluator(c, nest, order, /*width=*/1);
  Element element = evaluator.newElement();
  evaluator.enter(-1, counters, element);
  loops(
      0, nest.rank(), {},
      [&](int dim) { evaluator.enter(dim, counters, element); },
      [&](ValueRange) {
        Values results;
        for (const Output &output : nest.outputs) {
          Value value = evaluator.result(output, element);
          if (output.combine != Combine::None &&
              output.combine != Combine::Serial)
            value = c.combine(output.combine, start(output, true, {}), value);
          results.push_back(value);
        }
        // All are read before the first is written.
        for (auto [output, value] : llvm::zip(nest.outputs, results))
          c.store(value, output.access, counters);
        return Values();
      });
}

/// One block of neighbouring columns over some rows: accumulators in registers.
void GenericEmitter::emitColumnBlock(Value rowFrom, Value rowTo, Value column,
                                     int vectors, int lastActive,
                                     bool inMemory) {
  // In this block the rows are the inner loop.
  SmallVector<int> order = llvm::to_vector(llvm::seq<int>(0, last - 1));
  order.push_back(last);
  order.push_back(last - 1);
  BodyEvaluator evaluator(c, nest, order, nest.width);
  Element outer = evaluator.newElement();
  for (int position = -1; position < last - 1; ++position)
    evaluator.enter(position, counters, outer);
  SmallVector<Element> elements(vectors, outer);
  for (int i = 0; i < vectors; ++i) {
    elements[i].start = c.addOffset(column, i * nest.width);
    elements[i].active = i + 1 == vectors ? lastActive : nest.width;
  }
  evaluator.enter(last - 1, counters, elements);
  Values sums;
  for (Element &element : elements) {
    counters[last] = element.start;
    for (int index : reduced)
      sums.push_back(c.splat(
          start(nest.outputs[index], inMemory, evaluator.lanesOf(element)),
          nest.width));
  }
  sums = c.loop(rowFrom, rowTo, 1, sums, [&](Value row, ValueRange carried) {
    counters[last - 1] = row;
    evaluator.enter(last, counters, elements);
    Values next;
    for (Element &element : elements) {
      storeElementwise(evaluator, element);
      for (int index : reduced) {
        const Output &output = nest.outputs[index];
        Value value = c.splat(evaluator.result(output, element), nest.width);
        next.push_back(c.combine(output.combine, carried[next.size()], value));
      }
    }
    return next;
  });
  size_t position = 0;
  for (Element &element : elements) {
    counters[last] = element.start;
    for (int index : reduced)
      c.store(sums[position++], nest.outputs[index].access, counters,
              evaluator.lanesOf(element));
  }
}

/// Rows are read in blocks that stay in the first-level cache while the blocks
/// of columns pass over them, so that memory is read in order.
void GenericEmitter::emitColumns() {
  constexpr int64_t blockBytes = 16 * 1024;
  constexpr int64_t vectorsPerBlock = 4;
  int row = last - 1;
  int64_t vectors = llvm::divideCeil(nest.extents[last], nest.width);
  int64_t lastActive = nest.extents[last] - (vectors - 1) * nest.width;
  int64_t fullBlocks = (vectors - 1) / vectorsPerBlock;
  int64_t rest = vectors - fullBlocks * vectorsPerBlock;
  int64_t rowBytes = 0;
  for (const Input &input : nest.inputs)
    if (!input.constant && input.access.coefs[row] != 0)
      rowBytes += nest.extents[last] * storedBytes(input.type);
  int64_t rowBlock =
      std::max<int64_t>(8, blockBytes / std::max<int64_t>(1, rowBytes));
  bool blocked = fullBlocks > 0 && rowBlock < nest.extents[row];
  bool inMemory = blocked;
  for (int index : reduced)
    inMemory |= continues && nest.isReducedIn(nest.outputs[index], 0);
  for (int index : reduced)
    for (int d = 0; d < row; ++d)
      inMemory |= nest.isReducedIn(nest.outputs[index], d);
  if (inMemory)
    emitInitials();
  auto columns = [&](Value rowFrom, Value rowTo) {
    Value end = c.index(fullBlocks * vectorsPerBlock * nest.width);
    if (fullBlocks > 0)
      c.loop(c.index(0), end, vectorsPerBlock * nest.width, {},
             [&](Value column, ValueRange) {
               emitColumnBlock(rowFrom, rowTo, column, vectorsPerBlock,
                               nest.width, inMemory);
               return Values();
             });
    emitColumnBlock(rowFrom, rowTo, end, static_cast<int>(rest),
                    static_cast<int>(lastActive), inMemory);
  };
  loops(
      0, row, {}, [](int) {},
      [&](ValueRange) {
        if (!blocked) {
          columns(lower(row), upper(row));
          return Values();
        }
        return c.loop(
            lower(row), upper(row), rowBlock, {}, [&](Value begin, ValueRange) {
              Value end = c.minimum(c.addOffset(begin, rowBlock), upper(row));
              columns(begin, end);
              return Values();
            });
      });
}

} // namespace

void emitInitial(FunctionContext &c, const Nest &nest, const Output &output,
                 Value from, Value to) {
  Nest fill(nest.loc);
  Input first = output.initial;
  Output target = output;
  target.combine = Combine::None;
  target.value = nullptr;
  target.access.coefs.clear();
  first.access.coefs.clear();
  bool keepsFirst = false;
  for (int d = 0; d < nest.rank(); ++d) {
    if (nest.isReducedIn(output, d) && nest.extents[d] != 1)
      continue;
    keepsFirst |= d == 0;
    fill.extents.push_back(nest.extents[d]);
    target.access.coefs.push_back(output.access.coefs[d]);
    if (!first.constant)
      first.access.coefs.push_back(output.initial.access.coefs[d]);
  }
  if (fill.extents.empty()) {
    c.store(c.initial(output, {}), target.access, {});
    return;
  }
  fill.inputs.push_back(first);
  fill.outputs.push_back(target);
  // Rows that begin anywhere are written one by one.
  bool vectors = fill.rank() > 1 || !keepsFirst;
  if (vectors && target.access.coefs.back() == 1)
    fill.width = nest.width;
  GenericEmitter emitter(c, fill, keepsFirst ? from : c.index(0),
                         keepsFirst ? to : c.index(fill.extents[0]));
  emitter.emit();
}

void emitGeneric(FunctionContext &c, const Nest &nest) {
  auto [from, to] = chunkRows(c, nest);
  GenericEmitter(c, nest, from, to).emit();
}

void emitRowBlocks(FunctionContext &c, const Phase &phase) {
  auto nests = llvm::map_range(phase.nests, [&](int index) -> const Nest & {
    return c.program.nests[index];
  });
  auto [from, to] = chunkRows(c, *nests.begin());
  for (const Nest &nest : nests)
    for (const Output &output : nest.outputs)
      if (output.combine != Combine::None && nest.isReducedIn(output, 0))
        emitInitial(c, nest, output, from, to);
  Value end = to;
  c.loop(from, to, phase.rowBlock, {}, [&](Value row, ValueRange) {
    c.blockStart = row;
    Value blockEnd = c.minimum(c.addOffset(row, phase.rowBlock), end);
    for (const Nest &nest : nests) {
      c.loc = nest.loc;
      if (nest.kind == Nest::Kind::Contract)
        emitContract(c, nest, row, blockEnd, /*continues=*/true);
      else
        GenericEmitter(c, nest, row, blockEnd, /*continues=*/true).emit();
    }
    return Values();
  });
}

} // namespace ckpt::kernels
