//===- Report.cpp - What fusion did, as JSON ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "Cleanup.h"
#include "Ops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

/// Each tensor counts once; materials are no memory.
static int64_t bytesRead(Operation *op) {
  llvm::SmallSetVector<Value, 8> operands(op->operand_begin(),
                                          op->operand_end());
  int64_t bytes = 0;
  for (Value operand : operands) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || classify(producer) != Kind::Material)
      bytes += bytesOf(operand);
  }
  return bytes;
}

static int64_t bytesWritten(Operation *op) {
  int64_t bytes = 0;
  for (Value result : op->getResults())
    bytes += bytesOf(result);
  return bytes;
}

int64_t fusion::trafficOf(func::FuncOp function) {
  int64_t bytes = 0;
  for (Block *block : blocksOf(function))
    for (Operation &op : *block) {
      Kind kind = classify(&op);
      if (kind == Kind::Generic || kind == Kind::Single || isa<LaunchOp>(op))
        bytes += bytesRead(&op) + bytesWritten(&op);
    }
  return bytes;
}

llvm::json::Object fusion::describeFusion(func::FuncOp function,
                                          int64_t trafficBefore) {
  llvm::json::Array launches, stored;
  llvm::StringSet<> kernels;
  for (Block *block : blocksOf(function))
    for (auto launch : block->getOps<LaunchOp>()) {
      StringRef name = launch->getAttrOfType<StringAttr>(nameAttrName);
      kernels.insert(launch.getKernel());
      launches.push_back(
          llvm::json::Object{{"name", name},
                             {"kernel", launch.getKernel()},
                             {"read_bytes", bytesRead(launch)},
                             {"written_bytes", bytesWritten(launch)}});
      if (auto note = launch->getAttrOfType<StringAttr>(noteAttrName))
        stored.push_back(llvm::json::Object{{"name", name},
                                            {"bytes", bytesWritten(launch)},
                                            {"why", note.getValue()}});
      launch->removeAttr(noteAttrName);
    }
  int64_t traffic = trafficOf(function);
  int64_t count = launches.size();
  return llvm::json::Object{{"function", function.getSymName()},
                            {"launches", count},
                            {"distinct_kernels", int64_t(kernels.size())},
                            {"traffic_bytes", traffic},
                            {"traffic_unfused_bytes", trafficBefore},
                            {"saved_bytes", trafficBefore - traffic},
                            {"stored", std::move(stored)},
                            {"kernels", std::move(launches)}};
}
