//===- ReverseSweep.cpp - Reverse mode over one block ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Interfaces/ReverseSweep.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace ckpt;

ReverseSweep::ReverseSweep(Block &block, ArrayRef<Value> sources)
    : block(block) {
  for (Value source : sources)
    if (hasGradient(source.getType()))
      active.insert(source);
  for (Operation &op : block) {
    bool depends = false;
    forEachUsedValue(&op, [&](Value v) { depends |= active.contains(v); });
    if (!depends)
      continue;
    for (Value result : op.getResults())
      if (hasGradient(result.getType()))
        active.insert(result);
  }
}

Value ReverseSweep::adjoint(Value value) { return adjoints.lookup(value); }

bool ReverseSweep::wants(Value value) { return active.contains(value); }

void ReverseSweep::accumulate(OpBuilder &builder, Value value, Value gradient) {
  if (!wants(value))
    return;
  Value &sum = adjoints[value];
  if (!sum) {
    sum = gradient;
    return;
  }
  sum = cast<GradientTypeInterface>(sum.getType())
            .createSum(builder, gradient.getLoc(), sum, gradient);
}

Value ReverseSweep::forward(OpBuilder &, Value value) { return value; }

static LogicalResult refuse(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  SymbolRefAttr callee =
      call ? dyn_cast<SymbolRefAttr>(call.getCallableForCallee()) : nullptr;
  if (callee)
    return op->emitError() << "cannot differentiate a call to '" << callee
                           << "', which has no body";
  return op->emitError() << "'" << op->getName()
                         << "' has no differentiation rule";
}

LogicalResult ReverseSweep::run(OpBuilder &builder,
                                function_ref<void(Operation *)> visited) {
  for (Operation &op : llvm::reverse(block)) {
    bool reached =
        llvm::any_of(op.getResults(), [&](Value v) { return adjoint(v); });
    bool wanted = false;
    forEachUsedValue(&op, [&](Value v) { wanted |= wants(v); });
    if (reached && wanted) {
      auto rule = dyn_cast<DifferentiableOpInterface>(op);
      if (!rule)
        return refuse(&op);
      if (failed(rule.buildAdjoint(builder, *this)))
        return failure();
    }
    if (visited)
      visited(&op);
  }
  return success();
}
