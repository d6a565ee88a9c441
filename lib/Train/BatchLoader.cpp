//===- BatchLoader.cpp - Fills the data arguments of a table --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/BatchLoader.h"
#include "ckpt/Train/Store.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ckpt;
using namespace ckpt::train;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using runtime::Persistent;

Error BatchLoader::setBatch(const Persistent &argument) {
  if (argument.shape.empty())
    return llvm::createStringError("data argument '" + argument.name +
                                   "' is a scalar: it has no batch dimension");
  if (batchSize >= 0 && batchSize != argument.shape[0])
    return llvm::createStringError(
        "data argument '" + argument.name + "' has a batch of " +
        Twine(argument.shape[0]) + ", another has " + Twine(batchSize));
  batchSize = argument.shape[0];
  return Error::success();
}

Error BatchLoader::add(const Persistent &argument, void *address,
                       const data::Column &column) {
  if (Error error = setBatch(argument))
    return error;
  if (sampleCount >= 0 && sampleCount != column.samples())
    return llvm::createStringError(
        column.label() + " has " + Twine(column.samples()) +
        " samples, another column has " + Twine(sampleCount));
  sampleCount = column.samples();
  sampleSource = column.label();
  data::DType type = dtypeOf(argument.type);
  std::vector<int64_t> shape(argument.shape.begin() + 1, argument.shape.end());
  Expected<data::SampleReader> reader = column.reader(type, shape);
  if (!reader)
    return reader.takeError();
  arguments.push_back({std::move(*reader), static_cast<uint8_t *>(address),
                       *data::arrayBytes(type, shape)});
  return Error::success();
}

/// "arg3": given by the compiler to an argument that has no name.
static bool isUnnamed(StringRef name) {
  return name.consume_front("arg") && !name.empty() &&
         llvm::all_of(name, llvm::isDigit);
}

Expected<BatchLoader> BatchLoader::create(const runtime::Table &table,
                                          const std::vector<void *> &addresses,
                                          const data::Columns &columns) {
  BatchLoader loader;
  std::vector<size_t> unnamed;
  llvm::SmallVector<const data::Column *> unused;
  for (const auto &column : columns)
    unused.push_back(column.get());
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    const Persistent &argument = table.persistent[i];
    if (argument.role != Persistent::Role::Data)
      continue;
    if (const data::Column *column = data::findColumn(columns, argument.name)) {
      llvm::erase(unused, column);
      if (Error error = loader.add(argument, addresses[i], *column))
        return std::move(error);
    } else if (argument.name == "mask" && argument.shape.size() == 1 &&
               argument.type == runtime::ElementType::F32) {
      if (Error error = loader.setBatch(argument))
        return std::move(error);
      loader.mask = static_cast<float *>(addresses[i]);
    } else if (isUnnamed(argument.name)) {
      unnamed.push_back(i);
    } else {
      return llvm::createStringError("no data for the argument '" +
                                     argument.name + "'; give --data " +
                                     argument.name + "=FILE.npy");
    }
  }
  for (size_t k = 0; k < unnamed.size(); ++k) {
    const Persistent &argument = table.persistent[unnamed[k]];
    if (k >= unused.size())
      return llvm::createStringError("no data for the argument '" +
                                     argument.name + "'; give --data " +
                                     argument.name + "=FILE.npy");
    if (Error error = loader.add(argument, addresses[unnamed[k]], *unused[k]))
      return std::move(error);
  }
  if (loader.sampleCount < 0)
    return llvm::createStringError("the model has no data arguments");
  return loader;
}

void BatchLoader::load(const int64_t *sampleIndices, int64_t count) const {
  for (const Argument &argument : arguments)
    for (int64_t row = 0; row < batchSize; ++row)
      argument.read(sampleIndices[row < count ? row : 0],
                    argument.to + row * argument.sampleBytes);
  if (mask)
    for (int64_t row = 0; row < batchSize; ++row)
      mask[row] = row < count ? 1.0f : 0.0f;
}
