//===- Registration.cpp - ckpt for users of MLIR in C ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt-c/Registration.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Pipelines/Registration.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"

void ckptRegisterDialects(MlirDialectRegistry registry) {
  ckpt::registerDialects(*unwrap(registry));
}

void ckptRegisterPasses() { ckpt::registerPasses(); }

MlirLogicalResult ckptAddTrainPipeline(MlirOpPassManager manager,
                                       MlirStringRef options,
                                       MlirStringCallback onError,
                                       void *userData) {
  std::string error;
  llvm::raw_string_ostream errors(error);
  mlir::LogicalResult added =
      ckpt::addTrainPipeline(*unwrap(manager), unwrap(options), errors);
  if (failed(added) && onError)
    onError(mlirStringRefCreate(error.data(), error.size()), userData);
  return wrap(added);
}
