//===- Saveable.cpp - Classes of values that a policy may save ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other systems let a policy look at each op. Here a policy is a list of names,
// which all later stages understand; classes of ops are turned into names once.
//
//===----------------------------------------------------------------------===//

#include "Saveable.h"
#include "Regions.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "llvm/ADT/StringSet.h"

#include <limits>

using namespace mlir;
using namespace ckpt;

static bool isConvolution(Operation *op) {
  return isa<ConvOp>(op) || (isa<linalg::LinalgOp>(op) &&
                             op->getName().stripDialect().contains("conv"));
}

static bool isDot(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalg::isaContractionOpInterface(linalgOp);
}

static bool isDotWithoutBatch(Operation *op) {
  if (!isDot(op))
    return false;
  auto dims = linalg::inferContractionDims(cast<linalg::LinalgOp>(op));
  return succeeded(dims) && dims->batch.empty();
}

static bool isDotOrConvolution(Operation *op) {
  return isDot(op) || isConvolution(op);
}

namespace {
struct Class {
  StringRef name;
  bool (*contains)(Operation *);
  /// Of values that have none yet.
  StringRef prefix;
};
} // namespace

static const Class classes[] = {
    {"dots_saveable", isDotOrConvolution, "dot"},
    {"checkpoint_dots", isDotOrConvolution, "dot"},
    {"speed", isDotOrConvolution, "dot"},
    {"dots_with_no_batch_dims_saveable", isDotWithoutBatch, "dot"},
    {"convolutions_saveable", isConvolution, "conv"}};

LogicalResult ckpt::saveIn(func::FuncOp func, ArrayRef<std::string> save) {
  Policy policy = Policy::Names;
  for (StringRef word : save) {
    if (word != "nothing_saveable" && word != "everything_saveable")
      continue;
    if (save.size() > 1)
      return func.emitError("save: '") << word << "' stands alone";
    policy = word == "nothing_saveable" ? Policy::Nothing : Policy::Everything;
  }
  bool any = false;
  func.walk([&](RegionOp) { any = true; });
  if (!any)
    formRegionsOfOps(func, std::numeric_limits<int64_t>::max());
  Builder builder(func.getContext());
  SmallVector<StringRef> names(save.begin(), save.end());
  func.walk([&](RegionOp region) {
    if (region.getPolicy() != Policy::Auto)
      return;
    region.setPolicy(policy);
    if (policy == Policy::Names)
      region.setNamesAttr(builder.getStrArrayAttr(names));
  });
  return success();
}

/// Appends the names of the values in `region` that belong to the class.
static bool appendNames(RegionOp region, const Class &of,
                        llvm::StringSet<> &taken,
                        SmallVectorImpl<StringRef> &names) {
  bool any = false;
  region.walk([&](Operation *op) {
    if (!of.contains(op) || op->getNumResults() == 0)
      return;
    any = true;
    auto name = op->getAttrOfType<StringAttr>(nameAttrName);
    if (!name) {
      unsigned number = 0;
      std::string text;
      do
        text = (of.prefix + Twine(number++)).str();
      while (!taken.insert(text).second);
      name = StringAttr::get(op->getContext(), text);
      op->setAttr(nameAttrName, name);
    }
    if (!llvm::is_contained(names, name.getValue()))
      names.push_back(name.getValue());
  });
  return any;
}

void ckpt::expandClasses(func::FuncOp func) {
  llvm::StringSet<> taken;
  func.walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>(nameAttrName))
      taken.insert(name.getValue());
  });
  Builder builder(func.getContext());
  func.walk<WalkOrder::PreOrder>([&](RegionOp region) {
    if (region.getPolicy() != Policy::Names)
      return;
    SmallVector<StringRef> names;
    ArrayAttr old = *region.getNames();
    for (StringRef word : old.getAsValueRange<StringAttr>()) {
      const Class *found = llvm::find_if(
          classes, [&](const Class &c) { return c.name == word; });
      // A class without values stays, and is reported like a misspelt name.
      if (found == std::end(classes) ||
          !appendNames(region, *found, taken, names))
        if (!llvm::is_contained(names, word))
          names.push_back(word);
    }
    region.setNamesAttr(builder.getStrArrayAttr(names));
  });
}
