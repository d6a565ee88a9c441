//===- Dataset.h - Samples for the data arguments of a step -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_DATASET_H
#define CKPT_DATA_DATASET_H

#include "ckpt/Data/Array.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ckpt::data {

/// Writes one sample in the form that an argument wants.
using SampleReader = std::function<void(int64_t sample, uint8_t *to)>;

/// All samples of one data argument.
class Column {
public:
  explicit Column(std::string name) : name(std::move(name)) {}
  virtual ~Column() = default;

  const std::string &getName() const { return name; }
  /// "FILE.npy: data 'x'", for messages.
  virtual std::string label() const { return "data '" + name + "'"; }
  virtual int64_t samples() const = 0;
  /// A reader that gives samples of this type and shape, or why it cannot.
  virtual llvm::Expected<SampleReader>
  reader(DType type, const std::vector<int64_t> &sampleShape) const = 0;

private:
  std::string name;
};

/// Samples along the first dimension of an array. With `pixels`, bytes are
/// scaled to [0, 1] for float arguments. Integer labels become one-hot rows
/// for float arguments with one more dimension. `origin`, a file's name, begins
/// the messages.
std::unique_ptr<Column> makeArrayColumn(std::string name, Array array,
                                        bool pixels, std::string origin = "");

/// Random samples: floats in [0, 1), integers in [0, classes), one-hot rows for
/// float samples of one dimension when the name is "y".
std::unique_ptr<Column> makeSyntheticColumn(std::string name, int64_t samples,
                                            int64_t classes, uint64_t seed);

using Columns = std::vector<std::unique_ptr<Column>>;

/// The column of that name, or null.
const Column *findColumn(const Columns &columns, llvm::StringRef name);

/// "fashion-mnist", "mnist", or a folder with IDX files of the MNIST family:
/// columns "x" (pixels) and "y" (labels).
llvm::Expected<Columns> loadImageSet(const std::string &nameOrFolder,
                                     bool testSplit);

/// Which samples make which batch. Every epoch is shuffled anew from seed and
/// epoch number; an incomplete last batch is left out. A pure function of the
/// step, so that a restored run continues with the same batches.
class BatchOrder {
public:
  BatchOrder(int64_t samples, int64_t batch, uint64_t seed);

  int64_t stepsPerEpoch() const { return samples / batch; }
  /// The `batch` samples of step 0, 1, … .
  const int64_t *batchOf(int64_t step);

private:
  int64_t samples, batch;
  uint64_t seed;
  int64_t epoch = -1;
  std::vector<int64_t> order;
};

} // namespace ckpt::data

#endif // CKPT_DATA_DATASET_H
