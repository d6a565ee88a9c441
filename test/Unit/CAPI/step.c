/*===- step.c - A training step from C ----------------------------*- C -*-===*\
|*
|* Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* step MODEL: trains test/Pipelines/train-step.mlir plainly and within a
budget,
|* and compiles it by MLIR's pass manager; returns 1 when a check fails.
|*
\*===----------------------------------------------------------------------===*/

#include "ckpt-c/Step.h"
#include "ckpt-c/Registration.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s is false\n", __LINE__, #condition);         \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void collect(const char *text, size_t length, void *userData) {
  strncat((char *)userData, text, length);
}

static void collectRef(MlirStringRef text, void *userData) {
  collect(text.data, text.length, userData);
}

static char *readFile(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  char *text = malloc(1 << 16);
  CHECK(file && text);
  *length = fread(text, 1, 1 << 16, file);
  fclose(file);
  return text;
}

static const CkptBuffer *find(const CkptStep *step, CkptRole role,
                              CkptBuffer *buffer) {
  for (size_t i = 0; i < ckptStepNumBuffers(step); ++i) {
    *buffer = ckptStepBuffer(step, i);
    if (buffer->role == role)
      return buffer;
  }
  return NULL;
}

/* Trains for some steps and leaves the parameter in `w`. */
static void train(const char *text, size_t length, const char *options,
                  float *w, int64_t *bytes, size_t *clones) {
  char messages[4096] = "";
  CkptBuffer buffer, loss;
  CkptStep *step = ckptStepCompile(text, length, options, collect, messages);
  if (!step)
    fprintf(stderr, "%s\n", messages);
  CHECK(step);
  CHECK(find(step, CKPT_DATA, &buffer));
  CHECK(strcmp(buffer.name, "x") == 0 && buffer.rank == 2 &&
        buffer.shape[0] == 64 && buffer.element == CKPT_F32);
  for (int i = 0; i < 64 * 16; ++i)
    ((float *)buffer.data)[i] = (float)(i % 13) / 13 - 0.5f;
  CHECK(ckptStepInitialize(step, 3, collect, messages));
  CHECK(find(step, CKPT_LOSS, &loss));
  float first = 0;
  for (int i = 0; i < 20; ++i) {
    CHECK(ckptStepRun(step, 1e-3, collect, messages));
    if (i == 0)
      first = *(float *)loss.data;
  }
  CHECK(*(float *)loss.data < first);
  CHECK(find(step, CKPT_PARAM, &buffer) && buffer.bytes == 16 * 16 * 4);
  memcpy(w, buffer.data, buffer.bytes);
  *bytes = ckptStepArenaBytes(step) + ckptStepPersistentBytes(step);
  *clones = ckptStepNumClones(step);
  CHECK(*clones < ckptStepNumLaunches(step));
  ckptStepDestroy(step);
}

static void usePassManager(const char *text, size_t length) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  char messages[4096] = "";
  mlirRegisterAllDialects(registry);
  ckptRegisterDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreate(text, length));
  CHECK(!mlirModuleIsNull(module));
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  CHECK(mlirLogicalResultIsFailure(
      ckptAddTrainPipeline(passes, mlirStringRefCreateFromCString("bunch=64"),
                           collectRef, messages)));
  CHECK(strstr(messages, "bunch"));
  CHECK(mlirLogicalResultIsSuccess(
      ckptAddTrainPipeline(passes, mlirStringRefCreateFromCString("batch=64"),
                           collectRef, messages)));
  CHECK(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
}

int main(int argc, char **argv) {
  size_t length, clones, plannedClones;
  int64_t bytes, plannedBytes;
  float plain[256], planned[256];
  char messages[4096] = "";
  CHECK(argc == 2);
  char *text = readFile(argv[1], &length);
  train(text, length, "batch=64 optimizer=adam", plain, &bytes, &clones);
  train(text, length, "batch=64 optimizer=adam budget=75% threads=1", planned,
        &plannedBytes, &plannedClones);
  CHECK(clones == 0 && plannedClones > 0 && plannedBytes < bytes);
  CHECK(memcmp(plain, planned, sizeof(plain)) == 0);
  CHECK(
      !ckptStepCompile(text, length, "batch=64 budget=1kB", collect, messages));
  CHECK(strstr(messages, "cannot be met"));
  CHECK(!ckptStepCompile("nonsense", 8, "", collect, messages));
  CHECK(!ckptStepCompile("nonsense", 8, NULL, NULL, NULL));
  usePassManager(text, length);
  free(text);
  return 0;
}
