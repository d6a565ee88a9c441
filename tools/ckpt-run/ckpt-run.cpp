//===- ckpt-run.cpp - Trains a model under a memory budget ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "ckpt/Pipelines/Compile.h"
#include "ckpt/Pipelines/Registration.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::tool;

namespace {
/// A context, and what prints its diagnostics with the lines they are about.
struct Session {
  explicit Session(const mlir::DialectRegistry &registry) : context(registry) {
    // The location says it; a whole function below would hide the message.
    context.printOpOnDiagnostic(false);
  }

  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics{sources, &context};
};
} // namespace

/// The compiler of this process. The context comes with its first use: it
/// starts threads, and `--compare` forks before.
static Compiler makeCompiler(const std::string &model) {
  auto shared = std::make_shared<std::unique_ptr<Session>>();
  auto context = [shared]() -> mlir::MLIRContext & {
    if (!*shared) {
      mlir::DialectRegistry registry;
      mlir::registerAllDialects(registry);
      mlir::registerAllExtensions(registry);
      registerDialects(registry);
      *shared = std::make_unique<Session>(registry);
    }
    return (*shared)->context;
  };
  auto bind = [=](auto function) -> Compiler::Function {
    return [=](const CompileOptions &options, CompileFailure &failure) {
      return function(context(), model, options, failure);
    };
  };
  Compiler compiler;
  compiler.step = bind(compileStep);
  compiler.forward = bind(compileForward);
  compiler.gradients = bind(compileGradients);
  compiler.plan = [=](CompileOptions options, CompileFailure &failure) {
    options.planOnly = true;
    mlir::ScopedDiagnosticHandler quiet(
        &context(), [](mlir::Diagnostic &diagnostic) {
          return mlir::success(diagnostic.getSeverity() !=
                               mlir::DiagnosticSeverity::Error);
        });
    return compileStep(context(), model, options, failure);
  };
  compiler.hasFunction = [=](const std::string &name) {
    return hasFunction(context(), model, name);
  };
  return compiler;
}

/// Too little memory is a fault of the input, not of the program: a message,
/// and no stack. Nothing here may allocate.
[[noreturn]] static void failWithoutMemory() {
  static const char message[] = "ckpt-run: error: out of memory\n";
  (void)!write(STDERR_FILENO, message, std::strlen(message));
  _exit(Failed);
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialized(argc, argv);
  std::set_new_handler(failWithoutMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { failWithoutMemory(); });
  std::optional<RunOptions> options = parseOptions(argc, argv);
  if (!options)
    return Usage;
  if (access(options->model.c_str(), R_OK) != 0) {
    reportError(options->model + ": cannot read it: " + std::strerror(errno));
    return Failed;
  }
  if (llvm::sys::fs::is_directory(options->model)) {
    reportError(options->model + ": is a folder, not a model");
    return Failed;
  }
  return runTool(*options, makeCompiler(options->model));
}
