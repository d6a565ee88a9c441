//===- Mark.cpp - Roles and regions ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include "Roles.h"
#include "Saveable.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Marking/Passes.h"
#include "ckpt/Normalize/Calls.h"

namespace ckpt {
#define GEN_PASS_DEF_MARK
#include "ckpt/Marking/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

static bool hasLoss(func::FuncOp func) {
  return llvm::any_of(llvm::seq(func.getNumResults()), [&](unsigned i) {
    return func.getResultAttr(i, lossAttrName) != nullptr;
  });
}

namespace {
struct MarkPass : ckpt::impl::MarkBase<MarkPass> {
  using MarkBase::MarkBase;

  void runOnOperation() override {
    if (failed(mark(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult mark(ModuleOp module) {
    llvm::Expected<Signature> roles = readRoles();
    if (!roles)
      return emitError(module.getLoc()) << llvm::toString(roles.takeError());
    if (!entry.empty())
      roles->entry = entry;
    if (failed(expandCalls(module)))
      return failure();
    FailureOr<func::FuncOp> main = findEntry(module, roles->entry);
    if (failed(main) || failed(applyRoles(*main, *roles)) ||
        failed(completeRoles(*main, !evaluate, !roles->datas.empty())))
      return failure();
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      nameParameters(func);
      if (failed(checkRoles(func)))
        return failure();
    }
    return formRegions(*main);
  }

  /// The file's signature; what the options say takes the place of its part.
  llvm::Expected<Signature> readRoles() {
    Signature roles;
    if (!signature.empty()) {
      llvm::Expected<Signature> read = readSignature(signature);
      if (!read)
        return read.takeError();
      roles = std::move(*read);
    }
    if (lossResult >= 0)
      roles.lossResult = lossResult;
    auto replace = [&](auto &list, ArrayRef<std::string> texts,
                       auto parse) -> llvm::Error {
      if (!texts.empty())
        list.clear();
      for (const std::string &text : texts)
        if (llvm::Error error = parse(text, roles))
          return error;
      return llvm::Error::success();
    };
    if (llvm::Error error = replace(roles.params, params, parseParams))
      return std::move(error);
    if (llvm::Error error = replace(roles.states, states, parseStates))
      return std::move(error);
    if (llvm::Error error = replace(roles.datas, datas, parseDatas))
      return std::move(error);
    return roles;
  }

  FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef entry) {
    SmallVector<func::FuncOp> bodies, losses;
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (func.getSymName() == entry)
        return func;
      bodies.push_back(func);
      if (hasLoss(func))
        losses.push_back(func);
    }
    if (!entry.empty())
      return module.emitError("no function with a body is called '")
             << entry << "'";
    MutableArrayRef<func::FuncOp> candidates = losses.empty() ? bodies : losses;
    if (candidates.empty())
      return module.emitError("no function with a body to train");
    if (candidates.size() > 1)
      return candidates[1].emitError("'")
             << candidates[0].getSymName() << "' and '"
             << candidates[1].getSymName()
             << "' could be the entry: say which one with entry";
    return candidates.front();
  }

  LogicalResult formRegions(func::FuncOp main) {
    if ((every > 0) + (count > 0) + (sqrt ? 1 : 0) > 1)
      return main.emitError("only one of every, count and sqrt can be given");
    if (every < 0 || count < 0)
      return main.emitError("every and count need 1 or more");
    if (every > 0)
      formRegionsOfOps(main, every);
    else if (count > 0)
      formRegionsOfBytes(main, count);
    else if (sqrt)
      formSqrtRegions(main);
    if (!save.empty() && failed(saveIn(main, save)))
      return failure();
    expandClasses(main);
    return success();
  }
};
} // namespace
