//===- BodyEvaluator.cpp - The scalar body of a nest, on vectors ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace ckpt::kernels {

BodyEvaluator::BodyEvaluator(FunctionContext &context, const Nest &nest,
                             ArrayRef<int> loops, int width)
    : context(context), nest(nest), width(width), vectorDim(nest.rank() - 1),
      innermost(static_cast<int>(loops.size()) - 1) {
  findLevels(loops);
}

void BodyEvaluator::findLevels(ArrayRef<int> loops) {
  bool packed = nest.packedRows > 1;
  auto positionOf = [&](int dim) {
    auto place = llvm::find(loops, dim);
    return place == loops.end() ? -1 : static_cast<int>(place - loops.begin());
  };
  auto join = [](Level a, Level c) {
    return Level{std::max(a.position, c.position), a.isVector || c.isVector};
  };
  auto ofDim = [&](int dim) {
    bool inVector = dim == vectorDim || (packed && dim == vectorDim - 1);
    return Level{positionOf(dim), width > 1 && inVector};
  };
  for (const Input &input : nest.inputs) {
    Level level;
    if (!input.constant && !input.access.isLinear())
      level.position = innermost;
    else if (!input.constant)
      for (int d = 0; d < nest.rank(); ++d)
        if (input.access.coefs[d] != 0)
          level = join(level, ofDim(d));
    inputLevels.push_back(level);
  }
  if (!nest.body)
    return;
  llvm::DenseMap<Value, Level> levels;
  for (auto [argument, level] :
       llvm::zip(nest.body->getArguments(), inputLevels))
    levels[argument] = level;
  for (const Nest::Running &running : nest.running)
    levels[running.argument] = running.input >= 0 ? inputLevels[running.input]
                                                  : Level{innermost, false};
  for (Operation &op : nest.body->without_terminator()) {
    Level level;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        level = join(level, levels.lookup(operand));
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        if (int dim = nest.dimOf[index.getDim()]; dim >= 0)
          level = join(level, ofDim(dim));
    });
    opLevels[&op] = level;
    for (Value result : op.getResults())
      levels[result] = level;
  }
}

Element BodyEvaluator::newElement() const {
  Element element;
  element.inputs.resize(nest.inputs.size());
  element.active = width;
  element.start = context.index(0);
  return element;
}

Value BodyEvaluator::evaluateInput(const Input &input, const Element &element,
                                   ArrayRef<Value> counters) {
  if (input.constant)
    return context.constant(input.constant);
  return context.load(input.access, input.type, counters, lanesOf(element));
}

Value BodyEvaluator::lookup(Value value, const Element &element) {
  if (Value known = element.values.lookupOrNull(value))
    return known;
  // The body may use constants that stand outside of it.
  TypedAttr attr;
  matchPattern(value, m_Constant(&attr));
  return context.constant(attr);
}

Value BodyEvaluator::evaluateGather(tensor::ExtractOp op, Element &element) {
  const Nest::Gather &gather =
      *llvm::find_if(nest.gathers, [&](const Nest::Gather &g) {
        return g.op == op.getOperation();
      });
  Access access;
  access.buffer = gather.view.buffer;
  access.offset = gather.view.offset;
  access.coefs = gather.view.strides;
  Values indices;
  // A wrong index may read a wrong element, but nothing outside the tensor.
  OpBuilder &b = context.b;
  for (auto [index, extent] :
       llvm::zip_equal(op.getIndices(), gather.view.shape)) {
    Value known = lookup(index, element);
    if (!matchPattern(index, m_Constant())) {
      known = arith::MaxSIOp::create(b, context.loc, known, context.index(0));
      known = arith::MinSIOp::create(b, context.loc, known,
                                     context.index(extent - 1));
    }
    indices.push_back(known);
  }
  return context.load(access, op.getType(), indices);
}

Value BodyEvaluator::evaluateOp(Operation *op, Element &element, bool isVector,
                                ArrayRef<Value> counters) {
  OpBuilder &b = context.b;
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    TypedAttr attr;
    matchPattern(op, m_Constant(&attr));
    return context.constant(attr);
  }
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    int dim = nest.dimOf[index.getDim()];
    Value counter = dim < 0 ? context.index(0) : counters[dim];
    if (!isVector)
      return counter;
    auto type = VectorType::get({width}, b.getIndexType());
    SmallVector<int64_t> numbers =
        llvm::to_vector(llvm::seq<int64_t>(0, width));
    Value steps = context.constant(
        DenseIntElementsAttr::get(type, ArrayRef<int64_t>(numbers)));
    return arith::AddIOp::create(b, context.loc, steps,
                                 context.splat(counter, width));
  }
  if (!isVector) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      return evaluateGather(extract, element);
    // Operations with regions may use anything of the body inside.
    IRMapping mapping = element.values;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Region *region = operand.getParentRegion();
        if (!mapping.contains(operand) &&
            !op->isAncestor(region->getParentOp()))
          mapping.map(operand, lookup(operand, element));
      }
    });
    Operation *copy = b.clone(*op, mapping);
    element.values.map(op->getResults(), copy->getResults());
    return copy->getResult(0);
  }
  OperationState state(context.loc, op->getName());
  for (Value operand : op->getOperands())
    state.operands.push_back(context.splat(lookup(operand, element), width));
  state.types.push_back(VectorType::get({width}, op->getResult(0).getType()));
  state.attributes = op->getAttrDictionary().getValue();
  return b.create(state)->getResult(0);
}

void BodyEvaluator::enter(int position, ArrayRef<Value> counters,
                          MutableArrayRef<Element> elements) {
  SmallVector<Value> own(counters);
  // Evaluates for each element, or once for all when nothing varies with it.
  auto forElements = [&](bool isVector, auto evaluate, auto assign) {
    Value shared;
    for (Element &element : elements) {
      if (isVector)
        own[vectorDim] = element.start;
      if (isVector || !shared)
        shared = evaluate(element);
      assign(element, shared);
    }
  };
  for (size_t i = 0; i < nest.inputs.size(); ++i) {
    if (inputLevels[i].position != position)
      continue;
    forElements(
        inputLevels[i].isVector,
        [&](Element &e) { return evaluateInput(nest.inputs[i], e, own); },
        [&](Element &e, Value value) { e.inputs[i] = value; });
  }
  if (!nest.body)
    return;
  unsigned numInputs = nest.inputs.size();
  for (const Nest::Running &running : nest.running) {
    numInputs -= running.input >= 0;
    for (Element &e : elements) {
      if (running.input >= 0 && inputLevels[running.input].position == position)
        e.values.map(running.argument, e.inputs[running.input]);
      if (running.input < 0 && position == innermost) {
        const Output &output = nest.outputs[running.output];
        e.values.map(running.argument,
                     context.load(output.access, output.type, own));
      }
    }
  }
  for (unsigned i = 0; i < numInputs; ++i)
    if (inputLevels[i].position == position)
      for (Element &e : elements)
        e.values.map(nest.body->getArgument(i), e.inputs[i]);
  for (Operation &op : nest.body->without_terminator()) {
    Level level = opLevels.lookup(&op);
    if (level.position != position)
      continue;
    // The operation of a combination is applied by the loops, not here.
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          return !llvm::is_contained(nest.body->getArguments(), operand)
                     ? false
                     : !elements.front().values.contains(operand);
        }))
      continue;
    forElements(
        level.isVector,
        [&](Element &e) { return evaluateOp(&op, e, level.isVector, own); },
        [&](Element &e, Value value) { e.values.map(op.getResult(0), value); });
  }
}

Value BodyEvaluator::result(const Output &output, const Element &element) {
  if (output.value)
    return lookup(output.value, element);
  if (nest.inputs.size() == 1)
    return element.inputs[0];
  return context.combine(isa<FloatType>(output.type) ? Combine::MulF
                                                     : Combine::MulI,
                         context.splat(element.inputs[0], width),
                         context.splat(element.inputs[1], width));
}

} // namespace ckpt::kernels
