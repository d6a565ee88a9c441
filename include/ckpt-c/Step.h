/*===- ckpt-c/Step.h - Compile and run a training step ------------*- C -*-===*\
|*
|* Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* For programs that do not use MLIR themselves, and for other languages. One
|* thread at a time may use a step; different steps are independent.
|*
\*===----------------------------------------------------------------------===*/

#ifndef CKPT_C_STEP_H
#define CKPT_C_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Exported from libCkptC.so. */
#define CKPT_C_EXPORTED __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled training step with its memory. */
typedef struct CkptStep CkptStep;

typedef enum CkptRole {
  CKPT_PARAM,
  CKPT_STATE,
  CKPT_OPT_STATE,
  CKPT_LEARNING_RATE,
  CKPT_STEP_INDEX,
  CKPT_DATA,
  CKPT_LOSS,
  CKPT_METRIC,
  /** A byte, zero when an assertion of the model failed. */
  CKPT_CHECK,
  CKPT_CONSTANT,
  CKPT_OTHER
} CkptRole;

typedef enum CkptElement {
  CKPT_F32,
  CKPT_F64,
  CKPT_F16,
  CKPT_BF16,
  CKPT_I1,
  CKPT_I8,
  CKPT_I32,
  CKPT_I64
} CkptElement;

/** Storage that outlives a step: dense, row-major. It belongs to the step and
 * may be read and written between two runs. */
typedef struct CkptBuffer {
  const char *name;
  CkptRole role;
  CkptElement element;
  size_t rank;
  const int64_t *shape;
  int64_t bytes;
  void *data;
} CkptBuffer;

/** Gets a diagnostic; `text` is not terminated. */
typedef void (*CkptMessage)(const char *text, size_t length, void *userData);

/** Compiles the model in `module` (text); `options` as of `ckpt-train-step`,
 * for instance "batch=64 optimizer=adam budget=350MB threads=2". Null on
 * failure, and then `onMessage` was called; it may be null. All buffers are
 * zero, except constants. */
CKPT_C_EXPORTED CkptStep *ckptStepCompile(const char *module, size_t length,
                                          const char *options,
                                          CkptMessage onMessage,
                                          void *userData);
CKPT_C_EXPORTED void ckptStepDestroy(CkptStep *step);

/** Bytes of the arena, and of all buffers; their sum is within the budget. */
CKPT_C_EXPORTED int64_t ckptStepArenaBytes(const CkptStep *step);
CKPT_C_EXPORTED int64_t ckptStepPersistentBytes(const CkptStep *step);
/** Launches, and how many of them compute something again. */
CKPT_C_EXPORTED size_t ckptStepNumLaunches(const CkptStep *step);
CKPT_C_EXPORTED size_t ckptStepNumClones(const CkptStep *step);

CKPT_C_EXPORTED size_t ckptStepNumBuffers(const CkptStep *step);
CKPT_C_EXPORTED CkptBuffer ckptStepBuffer(const CkptStep *step, size_t index);

/** Gives parameters and states their first values (`ckpt.init`). */
CKPT_C_EXPORTED bool ckptStepInitialize(CkptStep *step, uint64_t seed,
                                        CkptMessage onMessage, void *userData);

/** Parameters, optimizer and model state with the step number, as
 * safetensors. */
CKPT_C_EXPORTED bool ckptStepSave(const CkptStep *step, const char *file,
                                  CkptMessage onMessage, void *userData);
CKPT_C_EXPORTED bool ckptStepLoad(CkptStep *step, const char *file,
                                  CkptMessage onMessage, void *userData);

/** Runs the step once with the values in the buffers. The step number is that
 * of the runs before. */
CKPT_C_EXPORTED bool ckptStepRun(CkptStep *step, double learningRate,
                                 CkptMessage onMessage, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* CKPT_C_STEP_H */
