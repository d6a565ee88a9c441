//===- CorruptClone.h - A damaged plan, to test --compare --*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_CORRUPTCLONE_H
#define CKPT_TOOLS_CKPT_RUN_CORRUPTCLONE_H

#include "ckpt/Runtime/LaunchTable.h"

#include "llvm/Support/Error.h"

namespace ckpt::tool {

/// Makes the `index`-th clone (counted from 0) compute nothing: its readers
/// find what was in its buffers before.
llvm::Error corruptClone(runtime::Table &table, int64_t index);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_CORRUPTCLONE_H
