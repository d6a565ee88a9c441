//===- Describe.h - What a table says about itself, for the report -*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TRAIN_DESCRIBE_H
#define CKPT_TRAIN_DESCRIBE_H

#include "ckpt/Measure/Report.h"
#include "ckpt/Runtime/LaunchTable.h"

#include <vector>

namespace ckpt::train {

/// Fills in what follows from the table alone: predicted and arena peaks,
/// persistent bytes, kernels, primitives, clones.
void describeTable(const runtime::Table &table, measure::Report &report);

/// What is live during each launch, persistent bytes included.
std::vector<int64_t> liveBytes(const runtime::Table &table);

} // namespace ckpt::train

#endif // CKPT_TRAIN_DESCRIBE_H
