//===- Dataset.cpp - Samples for the data arguments of a step -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/Dataset.h"
#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"
#include "ckpt/Data/Random.h"

#include "llvm/ADT/Twine.h"

#include <cstdlib>
#include <unistd.h>

using namespace ckpt::data;
using llvm::Expected;
using llvm::Twine;

namespace {

class SyntheticColumn : public Column {
public:
  SyntheticColumn(std::string name, int64_t samples, int64_t classes,
                  uint64_t seed)
      : Column(std::move(name)), count(samples), classes(classes), seed(seed) {}

  int64_t samples() const override { return count; }
  Expected<SampleReader>
  reader(DType type, const std::vector<int64_t> &shape) const override;

private:
  int64_t count, classes;
  uint64_t seed;
};

template <typename T> void store(uint8_t *to, uint64_t index, T value) {
  reinterpret_cast<T *>(to)[index] = value;
}

template <typename T>
SampleReader integers(RandomStream random, uint64_t elements,
                      uint64_t classes) {
  return [=](int64_t sample, uint8_t *to) {
    for (uint64_t i = 0; i < elements; ++i)
      store<T>(to, i,
               static_cast<T>(random.below(sample * elements + i, classes)));
  };
}

template <typename T>
SampleReader floats(RandomStream random, uint64_t elements, bool oneHot) {
  return [=](int64_t sample, uint8_t *to) {
    uint64_t hot = random.below(uint64_t(sample), elements);
    for (uint64_t i = 0; i < elements; ++i)
      store<T>(to, i,
               oneHot ? T(i == hot)
                      : static_cast<T>(random.unit(sample * elements + i)));
  };
}

Expected<SampleReader>
SyntheticColumn::reader(DType type, const std::vector<int64_t> &shape) const {
  RandomStream random(seed, "synthetic:" + getName());
  std::optional<int64_t> bytes = arrayBytes(type, shape);
  if (!bytes)
    return llvm::createStringError("data '" + getName() + "' is too large");
  uint64_t elements = uint64_t(*bytes) / uint64_t(dtypeBytes(type));
  bool oneHot = getName() == "y" && shape.size() == 1;
  switch (type) {
  case DType::F32:
    return floats<float>(random, elements, oneHot);
  case DType::F64:
    return floats<double>(random, elements, oneHot);
  case DType::F16:
    return floats<_Float16>(random, elements, oneHot);
  case DType::Bool:
    return integers<uint8_t>(random, elements, 2);
  case DType::I8:
    return integers<int8_t>(random, elements, std::min<int64_t>(classes, 128));
  case DType::I32:
    return integers<int32_t>(random, elements, classes);
  case DType::I64:
    return integers<int64_t>(random, elements, classes);
  default:
    return llvm::createStringError(
        "data '" + getName() + "' cannot be synthesised as " + dtypeName(type));
  }
}

/// Where a named data set may lie.
std::vector<std::string> candidateFolders(const std::string &name) {
  if (name.find('/') != std::string::npos || name == "." || name == "..")
    return {name};
  std::vector<std::string> folders;
  if (const char *root = std::getenv("CKPT_DATASETS"))
    folders.push_back(std::string(root) + "/" + name);
  folders.push_back("/usr/share/datasets/" + name);
  folders.push_back("/usr/share/dataset-" + name);
  folders.push_back(name);
  return folders;
}

/// The plain or the gzipped file, or nothing.
std::string existing(const std::string &base) {
  for (const char *suffix : {".gz", ""})
    if (access((base + suffix).c_str(), F_OK) == 0)
      return base + suffix;
  return "";
}

} // namespace

std::unique_ptr<Column> ckpt::data::makeSyntheticColumn(std::string name,
                                                        int64_t samples,
                                                        int64_t classes,
                                                        uint64_t seed) {
  return std::make_unique<SyntheticColumn>(std::move(name), samples, classes,
                                           seed);
}

const Column *ckpt::data::findColumn(const Columns &columns,
                                     llvm::StringRef name) {
  for (const std::unique_ptr<Column> &column : columns)
    if (column->getName() == name)
      return column.get();
  return nullptr;
}

Expected<Columns> ckpt::data::loadImageSet(const std::string &nameOrFolder,
                                           bool testSplit) {
  std::string split = testSplit ? "/t10k" : "/train";
  std::string tried;
  for (const std::string &folder : candidateFolders(nameOrFolder)) {
    std::string images = existing(folder + split + "-images-idx3-ubyte");
    std::string labels = existing(folder + split + "-labels-idx1-ubyte");
    if (images.empty() || labels.empty()) {
      tried += (tried.empty() ? "" : ", ") + folder;
      continue;
    }
    Expected<Array> x = readIdx(images);
    if (!x)
      return x.takeError();
    Expected<Array> y = readIdx(labels);
    if (!y)
      return y.takeError();
    if (x->type != DType::U8 || x->shape.size() != 3)
      return fileError(images, "holds " + describe(x->type, x->shape) +
                                   ", not images of bytes");
    if (y->type != DType::U8 || y->shape.size() != 1)
      return fileError(labels, "holds " + describe(y->type, y->shape) +
                                   ", not labels of bytes");
    if (x->shape[0] != y->shape[0])
      return fileError(images, "holds " + Twine(x->shape[0]) + " images for " +
                                   Twine(y->shape[0]) + " labels");
    Columns columns;
    columns.push_back(makeArrayColumn("x", std::move(*x), /*pixels=*/true));
    columns.push_back(makeArrayColumn("y", std::move(*y), /*pixels=*/false));
    return std::move(columns);
  }
  return llvm::createStringError(
      "no data set '" + nameOrFolder + "': looked for " + split.substr(1) +
      "-images-idx3-ubyte[.gz] and " + split.substr(1) +
      "-labels-idx1-ubyte[.gz] in " + tried);
}

BatchOrder::BatchOrder(int64_t samples, int64_t batch, uint64_t seed)
    : samples(samples), batch(batch), seed(seed) {}

const int64_t *BatchOrder::batchOf(int64_t step) {
  int64_t wanted = step / stepsPerEpoch();
  if (wanted != epoch) {
    epoch = wanted;
    order = permutation(samples,
                        RandomStream(seed, "epoch " + std::to_string(epoch)));
  }
  return order.data() + step % stepsPerEpoch() * batch;
}
