//===- BatchLoader.h - Fills the data arguments of a table ------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TRAIN_BATCHLOADER_H
#define CKPT_TRAIN_BATCHLOADER_H

#include "ckpt/Data/Dataset.h"
#include "ckpt/Runtime/LaunchTable.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ckpt::train {

/// Connects the data arguments of a table with the columns of a data set by
/// name. An argument "mask" that no column has is one for samples and zero for
/// padding. Arguments without names of their own ("arg3") take the remaining
/// columns in order.
class BatchLoader {
public:
  /// `addresses` as `Store::bind` gave them.
  static llvm::Expected<BatchLoader>
  create(const runtime::Table &table, const std::vector<void *> &addresses,
         const data::Columns &columns);

  int64_t batch() const { return batchSize; }
  bool hasMask() const { return mask != nullptr; }
  /// Samples that every column has, and what to call one of these in messages.
  int64_t samples() const { return sampleCount; }
  const std::string &source() const { return sampleSource; }

  /// Writes `count` <= batch samples; the rest of the batch repeats the first
  /// one, with mask 0.
  void load(const int64_t *sampleIndices, int64_t count) const;

private:
  struct Argument {
    data::SampleReader read;
    uint8_t *to;
    int64_t sampleBytes;
  };
  llvm::Error add(const runtime::Persistent &argument, void *address,
                  const data::Column &column);
  llvm::Error setBatch(const runtime::Persistent &argument);

  std::vector<Argument> arguments;
  float *mask = nullptr;
  int64_t batchSize = -1, sampleCount = -1;
  std::string sampleSource;
};

} // namespace ckpt::train

#endif // CKPT_TRAIN_BATCHLOADER_H
