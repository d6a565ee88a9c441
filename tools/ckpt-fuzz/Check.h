//===- Check.h - Whether a model's steps keep every promise -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_CHECK_H
#define CKPT_TOOLS_CKPT_FUZZ_CHECK_H

#include "Program.h"

#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace ckpt::fuzz {

struct Verdict {
  /// What kind of promise was broken, in one word; empty: none.
  std::string failed;
  std::string message;
  int64_t clones = 0;
  bool gradientsChecked = false;
  /// The planner found no plan for a budget above the floor.
  bool notFound = false;
  /// The planted bug changed something.
  bool planted = false;
};

/// Compiles the model and runs its plain and its planned step. `seed` chooses
/// budget and values; `plant` names a bug (Plants.h) or is empty.
Verdict check(mlir::MLIRContext &context, const Program &program, uint64_t seed,
              const std::string &plant);

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_CHECK_H
