//===- MergeClones.cpp - Passes that spoil a plan -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What another compiler may do to clones without knowing them: replace one by
// its original, as a CSE that ignores attributes does, or compute one as early
// as its operands allow, as a scheduler does.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace {
struct MergeClones : PassWrapper<MergeClones, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergeClones)
  StringRef getArgument() const override { return "test-merge-clones"; }

  void runOnOperation() override {
    llvm::StringMap<Operation *> originals;
    getOperation().walk([&](Operation *op) {
      if (auto name = op->getAttrOfType<StringAttr>("ckpt.name"))
        originals[name.getValue()] = op;
      auto of = op->getAttrOfType<StringAttr>("ckpt.clone_of");
      if (!of || !originals.contains(of.getValue()))
        return;
      op->replaceAllUsesWith(originals[of.getValue()]->getResults());
      op->erase();
    });
  }
};

struct HoistClones : PassWrapper<HoistClones, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistClones)
  StringRef getArgument() const override { return "test-hoist-clones"; }

  void runOnOperation() override {
    SmallVector<Operation *> clones;
    getOperation().walk([&](Operation *op) {
      if (op->hasAttr("ckpt.clone_of"))
        clones.push_back(op);
    });
    for (Operation *clone : clones) {
      Operation *latest = nullptr;
      for (Value operand : clone->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (!latest || latest->isBeforeInBlock(def))
            latest = def;
      if (!latest)
        clone->moveBefore(&clone->getBlock()->front());
      else if (latest->getBlock() == clone->getBlock())
        clone->moveAfter(latest);
    }
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "MergeClones", "1", [] {
            PassRegistration<MergeClones>();
            PassRegistration<HoistClones>();
          }};
}
