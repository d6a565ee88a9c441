//===- RunData.cpp - The data set that the options name -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunData.h"

#include "ckpt/Data/Formats.h"

#include "llvm/ADT/STLExtras.h"

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Expected;

/// Batches of random data that make one epoch.
static constexpr int64_t syntheticBatches = 16;

Expected<data::Columns> tool::loadTrainingData(const RunOptions &options) {
  data::Columns columns;
  if (!options.dataset.empty()) {
    Expected<data::Columns> set =
        data::loadImageSet(options.dataset, /*testSplit=*/false);
    if (!set)
      return set.takeError();
    columns = std::move(*set);
  }
  for (const auto &[name, file] : options.dataFiles) {
    Expected<data::Array> array = data::readNpy(file);
    if (!array)
      return array.takeError();
    llvm::erase_if(columns, [&, name = llvm::StringRef(name)](
                                const std::unique_ptr<data::Column> &column) {
      return column->getName() == name;
    });
    columns.push_back(
        data::makeArrayColumn(name, std::move(*array), /*pixels=*/false, file));
  }
  return std::move(columns);
}

void tool::addSyntheticData(const RunOptions &options,
                            const runtime::Table &table,
                            data::Columns &columns) {
  if (!options.synthetic)
    return;
  for (const runtime::Persistent &argument : table.persistent) {
    if (argument.role != runtime::Persistent::Role::Data ||
        argument.shape.empty() || argument.name == "mask" ||
        data::findColumn(columns, argument.name))
      continue;
    int64_t samples = columns.empty() ? syntheticBatches * argument.shape[0]
                                      : columns.front()->samples();
    columns.push_back(data::makeSyntheticColumn(
        argument.name, samples, options.syntheticClasses, options.seed));
  }
}

bool tool::hasTestData(const RunOptions &options) {
  return !options.dataset.empty() && options.dataFiles.empty();
}

Expected<data::Columns> tool::loadTestData(const RunOptions &options) {
  return data::loadImageSet(options.dataset, /*testSplit=*/true);
}
