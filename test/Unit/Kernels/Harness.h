//===- Harness.h - Compile a kernel from text and run it --------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TEST_UNIT_KERNELS_HARNESS_H
#define CKPT_TEST_UNIT_KERNELS_HARNESS_H

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Lowering/CPU/Jit.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>
#include <string>
#include <vector>

namespace ckpt::test {

/// A tensor whose elements are kept as double, whatever their type.
struct Tensor {
  mlir::RankedTensorType type;
  std::vector<double> elements;
};

/// Evaluates the kernel's body element by element, in double precision.
std::vector<Tensor> interpret(KernelOp kernel,
                              const std::vector<Tensor> &inputs);

/// Where each buffer of a run lies: in one block, at chosen distances.
struct Placement {
  /// Added before each buffer, in bytes (a multiple of 64).
  int64_t gap = 0;
  /// Pairs (result, operand) that share storage.
  std::vector<std::pair<int, int>> shared;
  /// Order of the chunks of each phase.
  bool reverseChunks = false;
};

class CompiledKernel {
public:
  /// `body` is the text of a module; the first kernel is used.
  explicit CompiledKernel(const std::string &text, bool show = false);
  bool ok() const { return jit != nullptr; }
  KernelOp op() { return kernel; }
  const runtime::Kernel &entry() const { return table[0]; }

  /// Random operands: floats in [low, high], integers in [0, 5].
  std::vector<Tensor> randomInputs(unsigned seed, double low = -2,
                                   double high = 2);
  std::vector<Tensor> run(const std::vector<Tensor> &inputs,
                          const Placement &placement = {});
  std::string llvmIR;

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
  std::unique_ptr<Jit> jit;
  std::vector<runtime::Kernel> table;
};

/// Compiles, runs and compares with the interpreter; also that chunks in
/// reverse order, other addresses and every allowed sharing give equal bits.
void checkKernel(const std::string &text, double tolerance = 1e-5,
                 double low = -2, double high = 2);

/// Replaces `{name}` in a text.
std::string fill(std::string text,
                 const std::map<std::string, std::string> &values);

} // namespace ckpt::test

#endif // CKPT_TEST_UNIT_KERNELS_HARNESS_H
