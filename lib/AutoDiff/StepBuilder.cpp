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

void StepBuilder::addArgument(Type type, Location location,
                              DictionaryAttr attributes) {
  arguments.push_back({block.addArgument(type, location), attributes});
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

LogicalResult StepBuilder::readOptimizers(const OptimizerSpec &fallback) {
  for (const ParameterGroup &group : roles.groups) {
    FailureOr<OptimizerSpec> spec =
        readOptimizer(group.optimizer, fallback, function.getLoc());
    if (failed(spec))
      return failure();
    specs.push_back(*spec);
  }
  return success();
}

/// Appends the arguments of the step to the block and drops the old ones.
void StepBuilder::arrangeArguments() {
  MLIRContext *context = function.getContext();
  Builder attributes(context);
  for (unsigned index : roles.params) {
    addArgument(index, paramAttrName);
    params.push_back(arguments.back().value);
  }
  for (unsigned index : roles.states)
    addArgument(index, stateAttrName);
  for (auto [index, param, group] :
       llvm::zip_equal(roles.params, params, roles.groupOf)) {
    SmallVector<Value> &own = slots.emplace_back();
    for (StringRef slot : getSlotNames(specs[group].kind)) {
      auto name = attributes.getStringAttr(roles.names[index] + "." + slot);
      addArgument(
          param.getType(), param.getLoc(),
          getAttributes(
              optStateAttrName, name,
              getAttributes(initAttrName, attributes.getStringAttr("zeros"))));
      own.push_back(arguments.back().value);
    }
  }
  UnitAttr unit = attributes.getUnitAttr();
  addArgument(RankedTensorType::get({}, attributes.getF32Type()),
              function.getLoc(), getAttributes(learningRateAttrName, unit));
  learningRate = arguments.back().value;
  addArgument(RankedTensorType::get({}, attributes.getI64Type()),
              function.getLoc(), getAttributes(stepIndexAttrName, unit));
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
    if (!llvm::is_contained(roles.losses, i) && !isState &&
        !llvm::is_contained(roles.metrics, i) &&
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

void StepBuilder::openGradient(ArrayRef<SmallVector<Value>> sourcesOfLosses) {
  for (ArrayRef<Value> sources : sourcesOfLosses)
    sweeps.push_back(std::make_unique<ReverseSweep>(block, sources));
  OpBuilder end = OpBuilder::atBlockEnd(&block);
  Location loc = function.getLoc();
  gradient = GradientOp::create(end, loc, TypeRange());
  Block &body = gradient.getBody().emplaceBlock();
  builder = std::make_unique<OpBuilder>(OpBuilder::atBlockEnd(&body));
  for (auto [index, sweep] : llvm::zip_equal(roles.losses, sweeps)) {
    Value loss = forwardResults[index];
    Type type = loss.getType();
    TypedAttr one =
        FloatAttr::get(cast<FloatType>(getElementTypeOrSelf(type)), 1.0);
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      one = DenseElementsAttr::get(tensor, Attribute(one));
    sweep->accumulate(*builder, loss,
                      arith::ConstantOp::create(*builder, loc, one));
  }
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

Value StepBuilder::getGradient(unsigned loss, Value source) {
  if (Value gradient = sweeps[loss]->adjoint(source))
    return gradient;
  return cast<GradientTypeInterface>(source.getType())
      .createZero(*builder, source.getLoc(), source);
}

std::vector<StepBuilder::Places> StepBuilder::findUpdatePlaces() {
  // The gradient is complete when the sweep has passed all uses, the first one
  // last. A later sweep may go through the parameter's uses on its way to other
  // parameters, and reads the old value there.
  SmallVector<std::pair<unsigned, Operation *>> last;
  for (unsigned i = 0; i < params.size(); ++i)
    last.push_back({lossOf(i), nullptr});
  for (unsigned loss = 0; loss < sweeps.size(); ++loss) {
    llvm::DenseMap<Value, unsigned> unused;
    for (auto [i, param] : llvm::enumerate(params))
      if (lossOf(i) <= loss)
        unused[param] = i;
    for (Operation &op : block) {
      if (llvm::none_of(op.getResults(),
                        [&](Value v) { return sweeps[loss]->wants(v); }))
        continue;
      forEachUsedValue(&op, [&](Value used) {
        auto found = unused.find(used);
        if (found == unused.end())
          return;
        last[found->second] = {loss, &op};
        unused.erase(found);
      });
    }
  }
  std::vector<Places> places(sweeps.size());
  for (auto [i, place] : llvm::enumerate(last))
    places[place.first][place.second].push_back(i);
  return places;
}

void StepBuilder::update(unsigned i) {
  updates[i] = llvm::to_vector(optimizers[roles.groupOf[i]].createUpdate(
      *builder, params[i].getLoc(), params[i],
      getGradient(lossOf(i), params[i]), slots[i]));
}

LogicalResult StepBuilder::sweepAndUpdate() {
  for (const OptimizerSpec &spec : specs)
    optimizers.emplace_back(spec, learningRate, stepIndex);
  updates.resize(params.size());
  std::vector<Places> places = findUpdatePlaces();
  for (size_t loss = 0; loss < sweeps.size(); ++loss) {
    const Places &at = places[loss];
    auto updateAfter = [&](Operation *op) {
      auto found = at.find(op);
      if (found != at.end())
        for (unsigned i : found->second)
          update(i);
    };
    if (failed(sweeps[loss]->run(*builder, updateAfter)))
      return failure();
    updateAfter(nullptr);
  }
  for (unsigned i = 0; i < params.size(); ++i)
    if (!sweeps[lossOf(i)]->adjoint(params[i]))
      emitWarning(function.getLoc())
          << "the loss does not depend on parameter '"
          << roles.names[roles.params[i]] << "'; its gradient is zero";
  return success();
}

void StepBuilder::takeForwardResults() {
  Operation *terminator = block.getTerminator();
  llvm::append_range(forwardResults, terminator->getOperands());
  terminator->erase();
}

/// Losses, metrics, checks and new states.
void StepBuilder::addStepResults() {
  Builder attributes(function.getContext());
  for (unsigned index : roles.losses) {
    addForwardResult(index);
    DictionaryAttr &ofLoss = results.back().attributes;
    if (!ofLoss.contains(lossAttrName))
      ofLoss = getAttributes(lossAttrName, attributes.getUnitAttr());
  }
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

LogicalResult StepBuilder::buildStep(const OptimizerSpec &fallback) {
  if (failed(readOptimizers(fallback)))
    return failure();
  takeForwardResults();
  warnOfDroppedResults();
  arrangeArguments();
  addStepResults();
  SmallVector<Value> kept;
  for (const Result &result : results)
    kept.push_back(result.value);
  eraseDeadForward(kept);

  std::vector<SmallVector<Value>> sources(roles.losses.size());
  for (auto [i, param] : llvm::enumerate(params))
    sources[lossOf(i)].push_back(param);
  openGradient(sources);
  if (failed(sweepAndUpdate()))
    return failure();
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
  SmallVector<Value> floats;
  SmallVector<unsigned> losses;
  std::vector<SmallVector<Value>> sources(roles.losses.size());
  for (BlockArgument argument : block.getArguments()) {
    DictionaryAttr own = function.getArgAttrDict(argument.getArgNumber());
    arguments.push_back({argument, own ? own : none});
    if (!hasGradient(argument.getType()))
      continue;
    // With several losses, what belongs to none of them follows none.
    auto *param = llvm::find(roles.params, argument.getArgNumber());
    bool isParam = param != roles.params.end();
    floats.push_back(argument);
    losses.push_back(isParam ? lossOf(param - roles.params.begin()) : 0);
    if (isParam || sources.size() == 1)
      sources[losses.back()].push_back(argument);
  }
  for (unsigned i = 0; i < forwardResults.size(); ++i)
    addForwardResult(i);
  eraseDeadForward(forwardResults);
  openGradient(sources);
  for (auto &sweep : sweeps)
    if (failed(sweep->run(*builder)))
      return failure();
  SmallVector<Value> yields;
  for (auto [loss, source] : llvm::zip_equal(losses, floats))
    yields.push_back(getGradient(loss, source));
  closeGradient(yields);
  for (Value result : gradient.getResults())
    results.push_back({result, none});
  finishFunction();
  return success();
}
