//===- Commands.h - What ckpt-run can do ------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_COMMANDS_H
#define CKPT_TOOLS_CKPT_RUN_COMMANDS_H

#include "Compiler.h"
#include "Options.h"

#include "llvm/Support/Error.h"

namespace ckpt::tool {

/// Trains and evaluates; with `--compare` against a second process that runs
/// the plain step. Returns the exit code.
int runTraining(const RunOptions &options, const Compiler &compiler);

/// One evaluation of loss and gradients on given arguments.
int runGradients(const RunOptions &options, const Compiler &compiler);

/// Either of them, as the options say.
int runTool(const RunOptions &options, const Compiler &compiler);

/// Says what went wrong on stderr.
void reportError(llvm::Error error);
void reportError(const llvm::Twine &message);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_COMMANDS_H
