//===- StepBuilder.cpp - Forward function to step -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"
#include "Masks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

DictionaryAttr StepBuilder::getAttributes(StringRef name, Attribute value,
                                          DictionaryAttr others) {
  NamedAttrList list(others);
  list.set(name, value);
  return list.getDictionary(function.getContext());
}

void StepBuilder::addArgument(Type type, DictionaryAttr attributes) {
  arguments.push_back({block.addArgument(type, function.getLoc()), attributes});
}

void StepBuilder::addArgument(unsigned original, StringRef role) {
  BlockArgument old = block.getArgument(original);
  auto name = StringAttr::get(function.getContext(), roles.names[original]);
  BlockArgument copy = block.addArgument(old.getType(), old.getLoc());
  old.replaceAllUsesWith(copy);
  for (Value &value : forwardResults)
    if (value == old)
      value = copy;
  arguments.push_back(
      {copy, getAttributes(role, name, function.getArgAttrDict(original))});
}

/// Appends the arguments of the step to the block and drops the old ones.
void StepBuilder::arrangeArguments(const OptimizerSpec &spec) {
  MLIRContext *context = function.getContext();
  Builder attributes(context);
  for (unsigned index : roles.params) {
    addArgument(index, paramAttrName);
    params.push_back(arguments.back().value);
  }
  for (unsigned index : roles.states)
    addArgument(index, stateAttrName);
  for (auto [index, param] : llvm::zip_equal(roles.params, params))
    for (StringRef slot : getSlotNames(spec.kind)) {
      auto name = attributes.getStringAttr(roles.names[index] + "." + slot);
      addArgument(
          param.getType(),
          getAttributes(
              optStateAttrName, name,
              getAttributes(initAttrName, attributes.getStringAttr("zeros"))));
      slots.push_back(arguments.back().value);
    }
  UnitAttr unit = attributes.getUnitAttr();
  addArgument(RankedTensorType::get({}, attributes.getF32Type()),
              getAttributes(learningRateAttrName, unit));
  learningRate = arguments.back().value;
  addArgument(RankedTensorType::get({}, attributes.getI64Type()),
              getAttributes(stepIndexAttrName, unit));
  stepIndex = arguments.back().value;
  for (unsigned index : roles.data)
    addArgument(index, dataAttrName);
  block.eraseArguments(0, function.getNumArguments());
}

void StepBuilder::addForwardResult(unsigned original, Attribute donates) {
  DictionaryAttr attributes = function.getResultAttrDict(original);
  if (!attributes)
    attributes = DictionaryAttr::get(function.getContext());
  if (donates)
    attributes = getAttributes(donatesAttrName, donates, attributes);
  results.push_back({forwardResults[original], attributes});
}

void StepBuilder::warnOfDroppedResults() {
  SmallVector<unsigned> dropped;
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    bool isState = llvm::any_of(roles.newStates,
                                [&](auto pair) { return pair.first == i; });
    if (i != roles.loss && !isState && !llvm::is_contained(roles.metrics, i) &&
        !llvm::is_contained(roles.checks, i))
      dropped.push_back(i);
  }
  if (dropped.empty())
    return;
  InFlightDiagnostic warning = emitWarning(function.getLoc())
                               << "the step drops results that are no loss, "
                                  "metric or state: ";
  llvm::interleaveComma(dropped, warning);
}

void StepBuilder::finishFunction() {
  MLIRContext *context = function.getContext();
  SmallVector<Type> inputs, outputs;
  SmallVector<DictionaryAttr> inputAttributes, outputAttributes;
  SmallVector<Value> values;
  for (const Argument &argument : arguments) {
    inputs.push_back(argument.value.getType());
    inputAttributes.push_back(argument.attributes);
  }
  for (const Result &result : results) {
    outputs.push_back(result.value.getType());
    outputAttributes.push_back(result.attributes);
    values.push_back(result.value);
  }
  function.setFunctionType(FunctionType::get(context, inputs, outputs));
  function.setAllArgAttrs(inputAttributes);
  function.setAllResultAttrs(outputAttributes);
  OpBuilder end = OpBuilder::atBlockEnd(&block);
  func::ReturnOp::create(end, function.getLoc(), values);
  function->setAttr(stepAttrName, UnitAttr::get(context));
}

//===----------------------------------------------------------------------===//
// Gradient
//===----------------------------------------------------------------------===//

void StepBuilder::eraseDeadForward(ArrayRef<Value> kept) {
  llvm::DenseSet<Value> live(kept.begin(), kept.end());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op) && llvm::none_of(op.getResults(), [&](Value v) {
          return live.contains(v);
        }))
      op.erase();
}

void StepBuilder::openGradient(ArrayRef<Value> sources) {
  sweep = std::make_unique<ReverseSweep>(block, sources);
  OpBuilder end = OpBuilder::atBlockEnd(&block);
  Location loc = function.getLoc();
  gradient = GradientOp::create(end, loc, TypeRange());
  Block &body = gradient.getBody().emplaceBlock();
  builder = std::make_unique<OpBuilder>(OpBuilder::atBlockEnd(&body));
  Value loss = forwardResults[roles.loss];
  Type type = loss.getType();
  TypedAttr one =
      FloatAttr::get(cast<FloatType>(getElementTypeOrSelf(type)), 1.0);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    one = DenseElementsAttr::get(tensor, Attribute(one));
  sweep->accumulate(*builder, loss,
                    arith::ConstantOp::create(*builder, loc, one));
}

/// Gives the gradient its results; an op cannot get them later, so it is made
/// anew around the same block.
void StepBuilder::closeGradient(ArrayRef<Value> yields) {
  YieldOp::create(*builder, function.getLoc(), yields);
  OpBuilder before(gradient);
  auto final = GradientOp::create(before, gradient.getLoc(),
                                  ValueRange(yields).getTypes());
  final.getBody().takeBody(gradient.getBody());
  gradient.erase();
  gradient = final;
  applyMasksLast(gradient);
}

Value StepBuilder::getGradient(Value source) {
  if (Value gradient = sweep->adjoint(source))
    return gradient;
  return cast<GradientTypeInterface>(source.getType())
      .createZero(*builder, source.getLoc(), source);
}

llvm::DenseMap<Operation *, SmallVector<unsigned>>
StepBuilder::findFirstUses() {
  llvm::DenseMap<Value, unsigned> unused;
  for (auto [i, param] : llvm::enumerate(params))
    unused[param] = i;
  llvm::DenseMap<Operation *, SmallVector<unsigned>> firstUses;
  for (Operation &op : block) {
    if (llvm::none_of(op.getResults(),
                      [&](Value v) { return sweep->wants(v); }))
      continue;
    forEachUsedValue(&op, [&](Value used) {
      auto found = unused.find(used);
      if (found == unused.end())
        return;
      firstUses[&op].push_back(found->second);
      unused.erase(found);
    });
  }
  return firstUses;
}

void StepBuilder::takeForwardResults() {
  Operation *terminator = block.getTerminator();
  llvm::append_range(forwardResults, terminator->getOperands());
  terminator->erase();
}

/// Loss, metrics, checks and new states.
void StepBuilder::addStepResults() {
  Builder attributes(function.getContext());
  addForwardResult(roles.loss);
  DictionaryAttr &ofLoss = results.back().attributes;
  if (!ofLoss.contains(lossAttrName))
    ofLoss = getAttributes(lossAttrName, attributes.getUnitAttr());
  for (unsigned index : roles.metrics)
    addForwardResult(index);
  for (unsigned index : roles.checks)
    addForwardResult(index);
  for (auto [result, argument] : roles.newStates) {
    size_t place = llvm::find(roles.states, argument) - roles.states.begin();
    addForwardResult(result,
                     attributes.getI64IntegerAttr(roles.params.size() + place));
  }
}

/// The results of the gradient: new parameters, then new optimizer states.
void StepBuilder::addUpdateResults() {
  Builder attributes(function.getContext());
  for (auto [i, value] : llvm::enumerate(gradient.getResults())) {
    bool isParam = i < params.size();
    size_t argument = isParam ? i : i + roles.states.size();
    StringRef role = isParam ? paramAttrName : optStateAttrName;
    Attribute name = arguments[argument].attributes.get(role);
    DictionaryAttr donates =
        getAttributes(donatesAttrName, attributes.getI64IntegerAttr(argument));
    results.push_back({value, getAttributes(role, name, donates)});
  }
}

LogicalResult StepBuilder::buildStep(const OptimizerSpec &spec) {
  takeForwardResults();
  warnOfDroppedResults();
  arrangeArguments(spec);
  addStepResults();
  SmallVector<Value> kept;
  for (const Result &result : results)
    kept.push_back(result.value);
  eraseDeadForward(kept);

  openGradient(params);
  Optimizer optimizer(spec, learningRate, stepIndex);
  unsigned slotCount = getSlotNames(spec.kind).size();
  SmallVector<SmallVector<Value>> updates(params.size());
  auto update = [&](unsigned i) {
    ValueRange own = ValueRange(slots).slice(i * slotCount, slotCount);
    updates[i] = llvm::to_vector(optimizer.createUpdate(
        *builder, params[i].getLoc(), params[i], getGradient(params[i]), own));
  };
  auto firstUses = findFirstUses();
  LogicalResult swept = sweep->run(*builder, [&](Operation *op) {
    // The sweep has passed all uses: the gradient is complete.
    auto found = firstUses.find(op);
    if (found != firstUses.end())
      llvm::for_each(found->second, update);
  });
  if (failed(swept))
    return failure();
  for (unsigned i = 0; i < params.size(); ++i) {
    if (!sweep->adjoint(params[i]))
      emitWarning(function.getLoc())
          << "the loss does not depend on parameter '"
          << roles.names[roles.params[i]] << "'; its gradient is zero";
    if (updates[i].empty())
      update(i);
  }

  SmallVector<Value> yields;
  for (const auto &values : updates)
    yields.push_back(values[0]);
  for (const auto &values : updates)
    llvm::append_range(yields, ArrayRef(values).drop_front());
  closeGradient(yields);
  addUpdateResults();
  finishFunction();
  return success();
}

LogicalResult StepBuilder::buildGradients() {
  takeForwardResults();
  DictionaryAttr none = DictionaryAttr::get(function.getContext());
  SmallVector<Value> sources;
  for (BlockArgument argument : block.getArguments()) {
    DictionaryAttr own = function.getArgAttrDict(argument.getArgNumber());
    arguments.push_back({argument, own ? own : none});
    if (hasGradient(argument.getType()))
      sources.push_back(argument);
  }
  for (unsigned i = 0; i < forwardResults.size(); ++i)
    addForwardResult(i);
  eraseDeadForward(forwardResults);
  openGradient(sources);
  if (failed(sweep->run(*builder)))
    return failure();
  SmallVector<Value> yields;
  for (Value source : sources)
    yields.push_back(getGradient(source));
  closeGradient(yields);
  for (Value result : gradient.getResults())
    results.push_back({result, none});
  finishFunction();
  return success();
}
