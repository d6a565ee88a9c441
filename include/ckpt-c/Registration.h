/*===- ckpt-c/Registration.h - ckpt for users of MLIR in C --------*- C -*-===*\
|*
|* Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef CKPT_C_REGISTRATION_H
#define CKPT_C_REGISTRATION_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The dialect, and what the interfaces say about upstream dialects, which are
 * not registered. */
MLIR_CAPI_EXPORTED void ckptRegisterDialects(MlirDialectRegistry registry);

/** Every pass and pipeline, for textual pipelines. Once a process. */
MLIR_CAPI_EXPORTED void ckptRegisterPasses(void);

/** Appends the training pipeline; `options` as of `ckpt-train-step`, for
 * instance "batch=64 budget=350MB". `onError` gets what is wrong with them. */
MLIR_CAPI_EXPORTED MlirLogicalResult
ckptAddTrainPipeline(MlirOpPassManager manager, MlirStringRef options,
                     MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* CKPT_C_REGISTRATION_H */
