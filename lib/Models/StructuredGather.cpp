//===- StructuredGather.cpp - Rule of tensors read in a body --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body that extracts element (i, f(..)) of a tensor gathers. The gradient is
// a sum over all iterations that read an element; as a structured op it has one
// more loop for each computed index, and takes the iterations where the index
// is equal. A label picked from a row of logits needs no sum at all. For a
// large table it is as much work as the contraction with a one-hot matrix, but
// deterministic and independent of threads, which a scatter is not.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "StructuredAdjoint.h"
#include "TensorUtils.h"

using namespace mlir;
using namespace ckpt;

LogicalResult StructuredAdjoint::emitCaptured(Value tensor) {
  WalkResult walk = op.getBlock()->walk([&](Operation *user) {
    if (!llvm::is_contained(user->getOperands(), tensor))
      return WalkResult::advance();
    auto extract = dyn_cast<tensor::ExtractOp>(user);
    if (!extract && llvm::none_of(user->getResultTypes(), hasGradient))
      return WalkResult::advance();
    if (!extract || extract->getBlock() != op.getBlock()) {
      user->emitError() << "cannot differentiate '" << user->getName()
                        << "' of a tensor in a body";
      return WalkResult::interrupt();
    }
    return WalkResult(emitGather(extract));
  });
  return failure(walk.wasInterrupted());
}

LogicalResult StructuredAdjoint::emitGather(tensor::ExtractOp extract) {
  Value element = extract.getResult();
  SmallVector<bool> noReads(op->getNumResults(), false);
  StructuredBody body(op, element, adjoints, noReads);
  seed(body);
  OpBuilder &inner = body.getBuilder();
  if (failed(body.run(inner)))
    return failure();
  Value gradient = body.adjoint(element);
  if (!gradient)
    return success();

  RankedTensorType type = extract.getTensor().getType();
  unsigned loops = op.getNumLoops();
  llvm::SmallDenseSet<unsigned> taken;
  SmallVector<AffineExpr> position;
  Value here;
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    if (loop &&
        op.getStaticLoopRanges()[loop.getDim()] == type.getDimSize(dim) &&
        !type.isDynamicDim(dim) && taken.insert(loop.getDim()).second) {
      position.push_back(inner.getAffineDimExpr(loop.getDim()));
      continue;
    }
    position.push_back(inner.getAffineDimExpr(loops));
    Value current = linalg::IndexOp::create(inner, loc, loops++);
    Value equal = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::eq,
                                        current, body.forward(inner, index));
    here = here ? arith::AndIOp::create(inner, loc, here, equal).getResult()
                : equal;
  }
  Elementwise e(inner, loc, gradient);
  if (here)
    gradient = e.select(here, gradient, e.constant(0.0));
  AffineMap map = AffineMap::get(loops, 0, position, op.getContext());
  bool summed = llvm::is_contained(getOutputIterators(map),
                                   utils::IteratorType::reduction);
  Value init =
      summed ? createFilled(builder, loc, extract.getTensor(), 0.0) : Value();
  StructuredBody::Output output{gradient, map, extract.getTensor(), init};
  linalg::GenericOp generic = body.finish(builder, output);
  accumulate(extract.getTensor(), generic.getResult(0));
  return success();
}
