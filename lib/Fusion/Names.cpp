//===- Names.cpp - Readable names of kernels and launches -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "Cleanup.h"
#include "Ops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

/// "maximumf" -> "max", "addf" -> "add", "exp" stays.
static StringRef shortName(Operation &op) {
  StringRef name = op.getName().stripDialect();
  if (name.starts_with("max"))
    return "max";
  if (name.starts_with("min"))
    return "min";
  if (isa<arith::ArithDialect>(op.getDialect()) && name.size() > 3 &&
      (name.ends_with("f") || name.ends_with("i")))
    return name.drop_back();
  return name;
}

std::string fusion::roleOf(KernelOp kernel) {
  constexpr size_t maxWords = 4;
  llvm::SetVector<StringRef> words;
  bool reduces = false;
  // A contraction says more than what computes its operand.
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (classify(&op) == Kind::Single && !isa<tensor::ConcatOp>(op))
      words.insert(op.getName().stripDialect());
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      reduces |= !isElementwise(generic);
      for (Operation &scalar : generic.getBody()->without_terminator())
        if (!isa<arith::ConstantOp, linalg::IndexOp>(scalar))
          words.insert(shortName(scalar));
    }
  }
  if (words.empty()) {
    // Only data moves.
    for (Operation &op : kernel.getBody().front().without_terminator())
      if (isa<tensor::ExtractSliceOp>(op))
        words.insert("slice");
      else if (isa<tensor::ConcatOp>(op))
        words.insert("concat");
      else if (isa<linalg::FillOp>(op))
        words.insert("fill");
    if (words.empty())
      words.insert("copy");
  }
  std::string role = llvm::join(words.getArrayRef().take_front(maxWords), "_");
  return reduces ? role + "_reduce" : role;
}

void fusion::setLaunchNames(LaunchOp launch, ArrayRef<StringAttr> names) {
  if (llvm::none_of(names, [](StringAttr name) { return bool(name); }))
    return;
  SmallVector<Attribute> entries;
  for (StringAttr name : names)
    entries.push_back(name ? name : StringAttr::get(launch.getContext(), ""));
  launch->setAttr(namesAttrName, ArrayAttr::get(launch.getContext(), entries));
}

/// The function result that `value` becomes, or -1.
static int64_t functionResultOf(Value value) {
  for (OpOperand &use : value.getUses()) {
    if (isa<func::ReturnOp>(use.getOwner()))
      return use.getOperandNumber();
    if (!isa<YieldOp>(use.getOwner()))
      continue;
    Operation *gradient = use.getOwner()->getParentOp();
    for (OpOperand &outer :
         gradient->getResult(use.getOperandNumber()).getUses())
      if (isa<func::ReturnOp>(outer.getOwner()))
        return outer.getOperandNumber();
  }
  return -1;
}

/// The parameter, state, loss or metric that the launch computes.
static std::string resultName(func::FuncOp function, LaunchOp launch) {
  for (Value result : launch.getResults()) {
    int64_t index = functionResultOf(result);
    if (index < 0)
      continue;
    for (StringRef attribute : {paramAttrName, stateAttrName, optStateAttrName,
                                metricAttrName, lossAttrName})
      if (Attribute name = function.getResultAttr(index, attribute)) {
        auto text = dyn_cast<StringAttr>(name);
        bool updates =
            function.getResultAttr(index, donatesAttrName) != nullptr;
        return (updates ? "update." : "") +
               (text ? text.getValue().str() : "loss");
      }
  }
  return "";
}

/// The names of the function's regions by id.
static llvm::DenseMap<int64_t, std::string> regionNames(func::FuncOp function) {
  llvm::DenseMap<int64_t, std::string> names;
  if (auto regions = function->getAttrOfType<ArrayAttr>(regionsAttrName))
    for (Attribute entry : regions) {
      auto region = cast<DictionaryAttr>(entry);
      auto id = region.getAs<IntegerAttr>("id");
      auto name = region.getAs<StringAttr>("name");
      if (id && name)
        names[id.getInt()] = name.str();
    }
  return names;
}

namespace {
class LaunchNames {
public:
  explicit LaunchNames(func::FuncOp function)
      : function(function), regions(regionNames(function)) {}
  std::string nameOf(LaunchOp launch);

private:
  std::string regionOf(Operation *launch) const;
  std::string layerOf(LaunchOp launch);
  std::string placeOf(LaunchOp launch);

  func::FuncOp function;
  llvm::DenseMap<int64_t, std::string> regions;
  llvm::StringMap<int64_t> used;
};
} // namespace

/// The name of the innermost region, or nothing.
std::string LaunchNames::regionOf(Operation *launch) const {
  auto marks = launch->getAttrOfType<DenseI64ArrayAttr>(marksAttrName);
  return !marks || marks.empty() ? "" : regions.lookup(marks[marks.size() - 1]);
}

/// The layer of the first parameter that the launch reads: "b0.l3.conv1" of
/// "b0.l3.conv1.w".
std::string LaunchNames::layerOf(LaunchOp launch) {
  for (Value operand : launch.getOperands()) {
    auto argument = dyn_cast<BlockArgument>(baseOf(operand));
    auto name = argument ? function.getArgAttrOfType<StringAttr>(
                               argument.getArgNumber(), paramAttrName)
                         : StringAttr();
    if (name)
      return name.getValue().rsplit('.').first.str();
  }
  return "";
}

/// Where in the model the launch belongs: the layer of its parameter, if that
/// is in its region, or its region; in the gradient also the region of the
/// forward value that it reads.
std::string LaunchNames::placeOf(LaunchOp launch) {
  std::string region = regionOf(launch), layer = layerOf(launch);
  if (!layer.empty() && StringRef(layer).starts_with(region))
    return layer;
  for (Value operand : launch.getOperands())
    if (auto producer = baseOf(operand).getDefiningOp<LaunchOp>())
      if (inGradient(launch) && !inGradient(producer))
        if (std::string name = regionOf(producer); !name.empty())
          region = name;
  return region;
}

std::string LaunchNames::nameOf(LaunchOp launch) {
  std::string name = resultName(function, launch);
  if (name.empty()) {
    if (auto list = launch->getAttrOfType<ArrayAttr>(namesAttrName))
      for (Attribute entry : list)
        if (name.empty())
          name = cast<StringAttr>(entry).str();
    if (name.empty())
      // Kernels are called k<number>_<role>.
      name = launch.getKernel().split('_').second.str();
    if (std::string place = placeOf(launch); !place.empty())
      name = place + "." + name;
    if (inGradient(launch))
      name = "grad." + name;
  }
  std::string unique = name;
  while (!used.try_emplace(unique, 1).second)
    unique = name + "." + std::to_string(++used[name]);
  return unique;
}

void fusion::nameLaunches(func::FuncOp function) {
  LaunchNames names(function);
  for (Block *block : blocksOf(function))
    for (auto launch : block->getOps<LaunchOp>())
      launch->setAttr(nameAttrName, StringAttr::get(launch.getContext(),
                                                    names.nameOf(launch)));
}
