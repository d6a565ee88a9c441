//===- Inlining.cpp - Calls and regions to a flat block -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inlining.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Dialect/Locations.h"

using namespace mlir;
using namespace ckpt;

/// Fails if `root` calls itself, through whatever other functions.
static LogicalResult checkNoRecursion(func::FuncOp root) {
  // Depth first over the call graph: white, on the path, done.
  enum Color { OnPath = 1, Done };
  llvm::DenseMap<Operation *, int> colors;
  struct Frame {
    func::FuncOp function;
    SmallVector<func::CallOp> calls;
  };
  auto enter = [&](func::FuncOp function) {
    colors[function] = OnPath;
    Frame frame{function, {}};
    function.walk([&](func::CallOp call) { frame.calls.push_back(call); });
    return frame;
  };
  SmallVector<Frame> path{enter(root)};
  while (!path.empty()) {
    if (path.back().calls.empty()) {
      colors[path.back().function] = Done;
      path.pop_back();
      continue;
    }
    func::CallOp call = path.back().calls.pop_back_val();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || colors.lookup(callee) == Done)
      continue;
    if (colors.lookup(callee) == OnPath)
      return call.emitError() << "cannot differentiate recursive calls of '@"
                              << callee.getName() << "'";
    path.push_back(enter(callee));
  }
  return success();
}

static LogicalResult inlineCall(func::CallOp call,
                                SmallVectorImpl<func::CallOp> &pending) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  // It stays, with whatever effects it has; the sweep refuses it where a
  // gradient would go through it.
  if (!callee || callee.isExternal())
    return success();
  if (!callee.getBody().hasOneBlock())
    return call.emitError()
           << "cannot differentiate a call to '@" << call.getCallee()
           << "', which has several blocks";
  OpBuilder builder(call);
  Block &body = callee.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    setCallSite(copy, call.getLoc());
    copy->walk([&](func::CallOp inner) { pending.push_back(inner); });
  }
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
  return success();
}

LogicalResult ckpt::inlineCalls(func::FuncOp function) {
  if (failed(checkNoRecursion(function)))
    return failure();
  SmallVector<func::CallOp> pending;
  function.walk([&](func::CallOp call) { pending.push_back(call); });
  while (!pending.empty())
    if (failed(inlineCall(pending.pop_back_val(), pending)))
      return failure();
  return success();
}

static Attribute describe(RegionOp region, int64_t id, int64_t parent) {
  Builder builder(region.getContext());
  NamedAttrList entries;
  std::string fallback = "region" + std::to_string(id);
  StringAttr label = region.getLabelAttr();
  entries.append("id", builder.getI64IntegerAttr(id));
  entries.append("name", label ? label : builder.getStringAttr(fallback));
  entries.append("policy",
                 builder.getStringAttr(stringifyPolicy(region.getPolicy())));
  entries.append("names", region.getNames() ? *region.getNames()
                                            : builder.getArrayAttr({}));
  entries.append("parent", builder.getI64IntegerAttr(parent));
  if (StringAttr budget = region.getBudgetAttr())
    entries.append("budget", budget);
  if (region.getStrict())
    entries.append("strict", builder.getUnitAttr());
  return entries.getDictionary(region.getContext());
}

void ckpt::inlineRegions(func::FuncOp function) {
  SmallVector<Attribute> descriptions;
  // Outer regions first, so that the marks of their ops are known when an inner
  // region is inlined.
  SmallVector<RegionOp> regions;
  function.walk<WalkOrder::PreOrder>(
      [&](RegionOp region) { regions.push_back(region); });
  for (RegionOp region : regions) {
    int64_t id = descriptions.size();
    auto outer = region->getAttrOfType<DenseI64ArrayAttr>(marksAttrName);
    SmallVector<int64_t> marks;
    if (outer)
      llvm::append_range(marks, outer.asArrayRef());
    descriptions.push_back(describe(region, id, outer ? marks.back() : -1));
    marks.push_back(id);
    auto attribute = DenseI64ArrayAttr::get(function.getContext(), marks);
    Block &body = region.getBody().front();
    Operation *yield = body.getTerminator();
    for (Operation &op : body.without_terminator())
      op.setAttr(marksAttrName, attribute);
    region.replaceAllUsesWith(SmallVector<Value>(yield->getOperands()));
    yield->erase();
    region->getBlock()->getOperations().splice(Block::iterator(region),
                                               body.getOperations());
    region.erase();
  }
  if (!descriptions.empty())
    function->setAttr(regionsAttrName,
                      ArrayAttr::get(function.getContext(), descriptions));
}
