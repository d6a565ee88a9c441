//===- RunData.h - The data set that the options name -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_RUNDATA_H
#define CKPT_TOOLS_CKPT_RUN_RUNDATA_H

#include "Options.h"

#include "ckpt/Data/Dataset.h"
#include "ckpt/Runtime/LaunchTable.h"

namespace ckpt::tool {

/// Columns of `--dataset`, replaced and extended by those of `--data`.
llvm::Expected<data::Columns> loadTrainingData(const RunOptions &options);

/// With `--synthetic`, a column for every data argument of the table that has
/// none yet.
void addSyntheticData(const RunOptions &options, const runtime::Table &table,
                      data::Columns &columns);

/// Whether there is data to evaluate on, which then can be loaded.
bool hasTestData(const RunOptions &options);
llvm::Expected<data::Columns> loadTestData(const RunOptions &options);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_RUNDATA_H
