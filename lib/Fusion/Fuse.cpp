//===- Fuse.cpp - Ops to kernels and launches -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Fusion/Passes.h"

#include "Cleanup.h"
#include "Clusters.h"
#include "Elementwise.h"
#include "Names.h"
#include "Ops.h"
#include "Outline.h"
#include "Parts.h"
#include "Prologues.h"
#include "Report.h"
#include "Siblings.h"
#include "Updates.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace ckpt {
#define GEN_PASS_DEF_FUSEPASS
#include "ckpt/Fusion/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

/// Regions say what the gradient may keep; what they hold is forward work like
/// any other where there is none. (AutoDiff leaves marks instead.)
static void inlineRegions(func::FuncOp function) {
  Block &block = function.getBody().front();
  Operation *op = &block.front();
  while (op) {
    auto region = dyn_cast<RegionOp>(op);
    if (!region) {
      op = op->getNextNode();
      continue;
    }
    Block &body = region.getBody().front();
    Operation *yield = body.getTerminator();
    // What comes next is the first op from inside, which may be a region, too.
    op = &body.front() == yield ? region->getNextNode() : &body.front();
    region->replaceAllUsesWith(yield->getOperands());
    block.getOperations().splice(region->getIterator(), body.getOperations(),
                                 body.begin(), yield->getIterator());
    region->erase();
  }
}

/// Each op must have a place in a kernel or between them.
static LogicalResult verifyInput(func::FuncOp function) {
  for (Block *block : blocksOf(function))
    for (Operation &op : *block) {
      if (classify(&op) == Kind::Unknown)
        return op.emitOpError("cannot be part of a kernel: it is not a pure op "
                              "on tensors of this step");
      for (Type type : op.getResultTypes())
        if (auto tensor = dyn_cast<TensorType>(type);
            tensor && !tensor.hasStaticShape())
          return op.emitOpError("has a result of unknown size, ")
                 << type << "; kernels need static shapes";
    }
  return success();
}

/// The named linalg ops that are elementwise, reductions or transpositions
/// become generics; contractions and convolutions stay.
static LogicalResult generalize(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp || isa<linalg::GenericOp, linalg::FillOp>(op) ||
        linalg::isaContractionOpInterface(linalgOp) ||
        linalg::isaConvolutionOpInterface(linalgOp))
      continue;
    Attribute marks = marksOf(&op);
    SmallVector<StringAttr> names = resultNames(&op);
    rewriter.setInsertionPoint(&op);
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, linalgOp);
    if (failed(generic))
      return op.emitOpError("has no generic form");
    if (marks)
      (*generic)->setAttr(marksAttrName, marks);
    setResultNames(*generic, names);
  }
  return success();
}

/// Exchanges the factors of a product whose result's rows come from the second
/// and whose columns come from the first: libraries want it the other way.
static void orderFactors(linalg::ContractOp op) {
  auto maps =
      llvm::to_vector(op.getIndexingMaps().getAsValueRange<AffineMapAttr>());
  AffineMap result = maps[2];
  if (result.getNumResults() == 0)
    return;
  auto onlyIn = [&](AffineExpr expr, unsigned factor) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    return dim && maps[factor].isFunctionOfDim(dim.getPosition()) &&
           !maps[1 - factor].isFunctionOfDim(dim.getPosition());
  };
  bool rowsFromSecond =
      llvm::any_of(result.getResults().drop_back(),
                   [&](AffineExpr expr) { return onlyIn(expr, 1); });
  if (!rowsFromSecond || !onlyIn(result.getResults().back(), 0))
    return;
  SmallVector<Value> factors(op.getInputs());
  op.getInputsMutable().assign({factors[1], factors[0]});
  op.setIndexingMapsAttr(
      Builder(op.getContext())
          .getAffineMapArrayAttr({maps[1], maps[0], maps[2]}));
}

/// Equal ops merged, one result per generic, everything in its plainest form.
static LogicalResult prepare(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  eraseDeadOps(function);
  for (Block *block : blocksOf(function)) {
    if (failed(generalize(rewriter, *block)))
      return failure();
    for (auto op : block->getOps<linalg::ContractOp>())
      orderFactors(op);
    auto generics = [&] {
      return llvm::to_vector(block->getOps<linalg::GenericOp>());
    };
    for (linalg::GenericOp op : generics())
      splitResults(rewriter, tidy(rewriter, op));
    hoistAccesses(*block);
    mergeEqualOps(*block);
  }
  eraseDeadOps(function);
  return success();
}

static void afterFusion(func::FuncOp function) {
  for (Block *block : blocksOf(function)) {
    hoistAccesses(*block);
    mergeEqualOps(*block);
  }
  eraseDeadOps(function);
}

namespace {
struct FusePass : public ckpt::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    KernelPool pool(getOperation());
    SmallVector<func::FuncOp> functions;
    if (failed(selectFunctions(functions)))
      return signalPassFailure();
    llvm::json::Array parts;
    for (func::FuncOp func : functions) {
      if (failed(fuse(func, pool, parts)))
        return signalPassFailure();
    }
    if (!report.empty() && failed(writeReport(std::move(parts))))
      return signalPassFailure();
  }

private:
  LogicalResult selectFunctions(SmallVectorImpl<func::FuncOp> &functions) {
    bool anyStep = false;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal() ||
          (!function.empty() && func.getSymName() != function))
        continue;
      functions.push_back(func);
      anyStep |= func->hasAttr(stepAttrName);
    }
    if (!function.empty() && functions.empty())
      return getOperation().emitError("there is no function '")
             << function << "' to fuse";
    if (anyStep && function.empty())
      llvm::erase_if(functions, [](func::FuncOp func) {
        return !func->hasAttr(stepAttrName);
      });
    return success();
  }

  LogicalResult writeReport(llvm::json::Array functions) {
    std::error_code error;
    llvm::raw_fd_ostream file(report, error);
    if (error)
      return getOperation().emitError("cannot write the fusion report '")
             << report << "': " << error.message();
    file << llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object{
                                         {"schema", "ckpt-fusion/1"},
                                         {"functions", std::move(functions)}}));
    return success();
  }

  LogicalResult fuse(func::FuncOp func, KernelPool &pool,
                     llvm::json::Array &parts) {
    if (!func.getBody().hasOneBlock())
      return func.emitOpError("has control flow; fusion needs one block");
    inlineRegions(func);
    if (failed(verifyInput(func)) || failed(prepare(func)))
      return failure();
    int64_t traffic = trafficOf(func);
    if (readParts)
      insertionsToConcats(func);
    fuseElementwise(func);
    afterFusion(func);
    mergeSiblings(func);
    afterFusion(func);
    if (readParts) {
      fusion::readParts(func);
      // What was stored for a concatenation may have only generics as readers.
      fuseElementwise(func);
      afterFusion(func);
    }
    fusePrologues(func);
    outline(func, Clusters(func), pool);
    for (Block *block : blocksOf(func)) {
      // A launch stands where the first op of its kernel stood: before views of
      // what the last op of an earlier kernel computes.
      hoistAccesses(*block);
      mergeEqualOps(*block);
    }
    delayUpdates(func);
    nameLaunches(func);
    parts.push_back(describeFusion(func, traffic));
    return success();
  }
};
} // namespace
