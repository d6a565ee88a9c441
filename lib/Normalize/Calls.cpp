//===- Calls.cpp - Calls become regions or vanish -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies are cloned by hand rather than by the upstream inliner: it asks every
// dialect for permission, and a region needs the clone somewhere else than in
// the place of the call anyway.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Normalize/Calls.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Dialect/Locations.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;

namespace {
enum class Progress { Waiting, Done };
} // namespace

/// The calls in `func` of functions whose body is known.
static SmallVector<std::pair<func::CallOp, func::FuncOp>>
callsIn(func::FuncOp func, SymbolTable &symbols) {
  SmallVector<std::pair<func::CallOp, func::FuncOp>> calls;
  func.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (callee && !callee.isExternal())
      calls.emplace_back(call, callee);
  });
  return calls;
}

static RegionOp createRegion(OpBuilder &builder, func::CallOp call,
                             func::FuncOp callee) {
  auto region = RegionOp::create(
      builder, call.getLoc(), call.getResultTypes(), Policy::Auto,
      /*names=*/ArrayAttr(), /*budget=*/StringAttr(), /*strict=*/false,
      /*label=*/callee.getSymNameAttr());
  region.getBody().emplaceBlock();
  return region;
}

static LogicalResult expandCall(func::CallOp call, func::FuncOp callee) {
  if (!callee.getBody().hasOneBlock())
    return call.emitError("cannot inline '")
           << callee.getSymName() << "': its body has several blocks";
  OpBuilder builder(call);
  RegionOp region;
  if (call->hasAttr(checkpointAttrName) ||
      callee->hasAttr(checkpointAttrName)) {
    region = createRegion(builder, call, callee);
    builder.setInsertionPointToStart(&region.getBody().front());
  }
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  Block &body = callee.getBody().front();
  for (Operation &op : body.without_terminator())
    setCallSite(builder.clone(op, mapping), call.getLoc());
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  if (region) {
    YieldOp::create(builder, call.getLoc(), results);
    call.replaceAllUsesWith(region.getResults());
  } else {
    call.replaceAllUsesWith(results);
  }
  call.erase();
  return success();
}

/// Expands the calls of callees before those of their callers, so that each
/// body is cloned only once per call and recursion shows as no progress.
static LogicalResult expandInOrder(ArrayRef<func::FuncOp> funcs,
                                   SymbolTable &symbols,
                                   SetVector<Operation *> &inlined) {
  llvm::MapVector<Operation *, Progress> progress;
  for (func::FuncOp func : funcs)
    progress[func] = Progress::Waiting;
  size_t waiting = funcs.size();
  while (waiting > 0) {
    size_t before = waiting;
    func::CallOp blocked;
    for (func::FuncOp func : funcs) {
      if (progress[func] == Progress::Done)
        continue;
      auto calls = callsIn(func, symbols);
      auto isOpen = [&](auto &entry) {
        return progress[entry.second] != Progress::Done;
      };
      if (auto open = llvm::find_if(calls, isOpen); open != calls.end()) {
        blocked = open->first;
        continue;
      }
      for (auto [call, callee] : calls) {
        if (failed(expandCall(call, callee)))
          return failure();
        inlined.insert(callee);
      }
      progress[func] = Progress::Done;
      --waiting;
    }
    if (waiting == before)
      return blocked.emitError("recursive call of '")
             << blocked.getCallee() << "' cannot be inlined";
  }
  return success();
}

/// A function with roles can be an entry of its own, even if it was called.
static bool hasRoles(func::FuncOp func) {
  auto isRole = [](NamedAttribute attr) {
    return attr.getName().getValue().starts_with("ckpt.");
  };
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (llvm::any_of(mlir::function_interface_impl::getArgAttrs(func, i),
                     isRole))
      return true;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (llvm::any_of(mlir::function_interface_impl::getResultAttrs(func, i),
                     isRole))
      return true;
  return false;
}

LogicalResult ckpt::expandCalls(ModuleOp module) {
  SymbolTable symbols(module);
  SmallVector<func::FuncOp> funcs;
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal())
      funcs.push_back(func);
  SetVector<Operation *> inlined;
  if (failed(expandInOrder(funcs, symbols, inlined)))
    return failure();
  for (Operation *callee : inlined)
    if (!hasRoles(cast<func::FuncOp>(callee)) &&
        SymbolTable::symbolKnownUseEmpty(callee, module))
      callee->erase();
  return success();
}
