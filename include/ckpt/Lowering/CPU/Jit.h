//===- Jit.h - Machine code of the kernels, in this process -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LOWERING_CPU_JIT_H
#define CKPT_LOWERING_CPU_JIT_H

#include "ckpt/Runtime/LaunchTable.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace ckpt {

struct JitOptions {
  /// Pieces that the kernels are compiled in, side by side.
  int pieces = 2;
  /// For inspection: LLVM IR and assembly of every piece are appended here.
  std::string *llvmIR = nullptr;
  std::string *assembly = nullptr;
};

/// Owns machine code; the functions live as long as this object.
class Jit {
public:
  struct Impl;
  explicit Jit(std::unique_ptr<Impl> impl);
  ~Jit();
  /// Null if there is no such phase function.
  runtime::PhaseFn lookup(llvm::StringRef symbol) const;

private:
  std::unique_ptr<Impl> impl;
};

/// Compiles the phase functions of a module (after `ckpt-kernels`) for this
/// machine. Null with a diagnostic on failure, for instance when the code needs
/// a function that is not one of the C library's known mathematical ones. The
/// module is not changed.
std::unique_ptr<Jit> compileKernels(mlir::ModuleOp module,
                                    const JitOptions &options = {});

/// One entry per `ckpt.kernel`, in the order of the module. Kernels without an
/// implementation and unknown functions are an error.
mlir::FailureOr<std::vector<runtime::Kernel>>
buildKernelTable(mlir::ModuleOp module, const Jit &jit);

} // namespace ckpt

#endif // CKPT_LOWERING_CPU_JIT_H
