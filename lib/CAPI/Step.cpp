//===- Step.cpp - Compile and run a training step from C ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt-c/Step.h"
#include "ckpt/Pipelines/Load.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Pipelines/Registration.h"
#include "ckpt/Runtime/Executor.h"
#include "ckpt/Train/Session.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace ckpt;
using runtime::Persistent;

struct CkptStep {
  /// Keeps the machine code that the executor runs.
  std::shared_ptr<void> code;
  train::Store store;
  std::unique_ptr<runtime::Executor> executor;
  int64_t runs = 0;
};

namespace {
struct Messages {
  CkptMessage callback;
  void *userData;

  void operator()(StringRef text) const {
    if (callback)
      callback(text.data(), text.size(), userData);
  }
};
} // namespace

static std::string textOf(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << "line " << file.getLine() << ": ";
  os << diagnostic.str();
  return text;
}

/// `threads` becomes the number among the options: the step runs with as many
/// as it is planned for.
static FailureOr<LoadedStep> compile(StringRef text, StringRef options,
                                     unsigned &threads,
                                     const Messages &messages) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      messages(textOf(diagnostic));
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context), "model");
  if (!module)
    return failure();
  PassManager manager(&context);
  std::string error;
  llvm::raw_string_ostream errors(error);
  if (failed(addTrainPipeline(manager, options, errors, &threads))) {
    messages(error);
    return failure();
  }
  if (failed(manager.run(*module)))
    return failure();
  func::FuncOp step = findStep(*module);
  if (!step)
    return failure();
  return loadStep(step);
}

CkptStep *ckptStepCompile(const char *module, size_t length,
                          const char *options, CkptMessage onMessage,
                          void *userData) {
  Messages messages{onMessage, userData};
  runtime::ExecutorOptions execution;
  FailureOr<LoadedStep> loaded =
      compile(StringRef(module, length), options ? options : "",
              execution.threads, messages);
  if (failed(loaded))
    return nullptr;
  auto step = std::make_unique<CkptStep>();
  step->code = std::move(loaded->code);
  llvm::Expected<std::vector<void *>> addresses =
      step->store.bind(loaded->table);
  if (!addresses) {
    messages(llvm::toString(addresses.takeError()));
    return nullptr;
  }
  execution.persistent = std::move(*addresses);
  std::string error;
  step->executor =
      runtime::Executor::create(std::move(loaded->table), execution, error);
  if (step->executor)
    return step.release();
  messages(error);
  return nullptr;
}

void ckptStepDestroy(CkptStep *step) { delete step; }

int64_t ckptStepArenaBytes(const CkptStep *step) {
  return step->executor->table().arenaBytes;
}

int64_t ckptStepPersistentBytes(const CkptStep *step) {
  return step->store.bytes();
}

size_t ckptStepNumLaunches(const CkptStep *step) {
  return step->executor->table().launches.size();
}

size_t ckptStepNumClones(const CkptStep *step) {
  return llvm::count_if(
      step->executor->table().launches,
      [](const runtime::Launch &launch) { return launch.clone; });
}

size_t ckptStepNumBuffers(const CkptStep *step) {
  return step->executor->table().persistent.size();
}

CkptBuffer ckptStepBuffer(const CkptStep *step, size_t index) {
  // The enumerations are in the same order.
  static_assert(int(Persistent::Role::Param) == CKPT_PARAM &&
                int(Persistent::Role::Data) == CKPT_DATA &&
                int(Persistent::Role::Other) == CKPT_OTHER &&
                int(runtime::ElementType::F32) == CKPT_F32 &&
                int(runtime::ElementType::I1) == CKPT_I1 &&
                int(runtime::ElementType::I64) == CKPT_I64);
  const Persistent &value = step->executor->table().persistent[index];
  CkptBuffer buffer;
  buffer.name = value.name.c_str();
  buffer.role = CkptRole(value.role);
  buffer.element = CkptElement(value.type);
  buffer.rank = value.shape.size();
  buffer.shape = value.shape.data();
  buffer.bytes = value.bytes;
  buffer.data = step->executor->persistent(index);
  return buffer;
}

/// Passes an error on as a message.
static bool succeed(llvm::Error error, CkptMessage onMessage, void *userData) {
  if (!error)
    return true;
  Messages{onMessage, userData}(llvm::toString(std::move(error)));
  return false;
}

bool ckptStepInitialize(CkptStep *step, uint64_t seed, CkptMessage onMessage,
                        void *userData) {
  step->runs = 0;
  return succeed(step->store.initialize(seed), onMessage, userData);
}

bool ckptStepSave(const CkptStep *step, const char *file, CkptMessage onMessage,
                  void *userData) {
  return succeed(step->store.save(file, step->runs), onMessage, userData);
}

bool ckptStepLoad(CkptStep *step, const char *file, CkptMessage onMessage,
                  void *userData) {
  llvm::Expected<int64_t> runs = step->store.load(file);
  if (!runs)
    return succeed(runs.takeError(), onMessage, userData);
  step->runs = *runs;
  return true;
}

bool ckptStepRun(CkptStep *step, double learningRate, CkptMessage onMessage,
                 void *userData) {
  const runtime::Table &table = step->executor->table();
  for (auto [index, value] : llvm::enumerate(table.persistent)) {
    bool isRate = value.role == Persistent::Role::LearningRate;
    if (!isRate && value.role != Persistent::Role::StepIndex)
      continue;
    double number = isRate ? learningRate : double(step->runs);
    if (!succeed(train::writeScalar(value, step->executor->persistent(index),
                                    number),
                 onMessage, userData))
      return false;
  }
  std::string error;
  if (!step->executor->run(error)) {
    Messages{onMessage, userData}(error);
    return false;
  }
  ++step->runs;
  for (auto [index, value] : llvm::enumerate(table.persistent))
    if (value.role == Persistent::Role::Check &&
        !*static_cast<const uint8_t *>(step->executor->persistent(index))) {
      Messages{onMessage,
               userData}("an assertion of the model failed: " + value.name);
      return false;
    }
  return true;
}
