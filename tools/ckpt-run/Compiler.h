//===- Compiler.h - What ckpt-run wants from the compiler -------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_COMPILER_H
#define CKPT_TOOLS_CKPT_RUN_COMPILER_H

#include "ckpt/Pipelines/Compile.h"

#include <functional>
#include <optional>
#include <string>

namespace ckpt::tool {

/// The functions of Compile.h for the tool's model. Tests put tables of their
/// own in their place.
struct Compiler {
  using Function = std::function<std::optional<Compiled>(const CompileOptions &,
                                                         CompileFailure &)>;
  Function step, forward, gradients;
  /// `step` without machine code: an empty table, and no warnings.
  Function plan;
  std::function<bool(const std::string &name)> hasFunction;
};

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_COMPILER_H
