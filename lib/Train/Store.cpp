//===- Store.cpp - The persistent buffers of a run ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/Store.h"
#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"
#include "ckpt/Data/Initialize.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>
#include <tuple>

using namespace ckpt;
using namespace ckpt::train;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;
using runtime::ElementType;
using runtime::Persistent;

data::DType train::dtypeOf(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return data::DType::F32;
  case ElementType::F64:
    return data::DType::F64;
  case ElementType::F16:
    return data::DType::F16;
  case ElementType::BF16:
    return data::DType::BF16;
  case ElementType::I1:
    return data::DType::Bool;
  case ElementType::I8:
    return data::DType::I8;
  case ElementType::I32:
    return data::DType::I32;
  case ElementType::I64:
    return data::DType::I64;
  }
  return data::DType::F32;
}

int64_t train::allocatedBytes(const runtime::Table &table,
                              const Persistent &persistent) {
  return (persistent.bytes + table.alignment - 1) / table.alignment *
         table.alignment;
}

int64_t train::persistentBytes(const runtime::Table &table) {
  int64_t bytes = 0;
  for (const Persistent &persistent : table.persistent)
    bytes += allocatedBytes(table, persistent);
  return bytes;
}

int64_t train::constantBytes(const runtime::Table &table) {
  int64_t bytes = 0;
  for (const Persistent &persistent : table.persistent)
    if (persistent.role == Persistent::Role::Constant)
      bytes += allocatedBytes(table, persistent);
  return bytes;
}

bool Store::Key::operator<(const Key &other) const {
  return std::tie(owner, role, name) <
         std::tie(other.owner, other.role, other.name);
}

static bool isSaved(Store::Role role) {
  return role == Store::Role::Param || role == Store::Role::State ||
         role == Store::Role::OptState;
}

static bool isShared(Store::Role role) {
  return isSaved(role) || role == Store::Role::Data ||
         role == Store::Role::LearningRate || role == Store::Role::StepIndex;
}

static std::string describe(const Persistent &persistent) {
  return "'" + persistent.name + "' " +
         data::describe(dtypeOf(persistent.type), persistent.shape);
}

Expected<void *> Store::bindOne(const runtime::Table &table, size_t index) {
  const Persistent &wanted = table.persistent[index];
  std::optional<int64_t> elements =
      data::arrayBytes(dtypeOf(wanted.type), wanted.shape);
  if (!elements || *elements > wanted.bytes)
    return llvm::createStringError("buffer " + describe(wanted) + " has " +
                                   Twine(wanted.bytes) + " bytes");
  // Two constants may have one name; nothing is shared but by role.
  Key key{0, wanted.role, wanted.name};
  if (!isShared(wanted.role))
    key = {tables, wanted.role, wanted.name + "#" + std::to_string(index)};
  auto found = entries.find(key);
  bool fits = found != entries.end() &&
              found->second.description.type == wanted.type &&
              found->second.description.shape == wanted.shape;
  if (found != entries.end() && !fits) {
    if (wanted.role != Role::Data)
      return llvm::createStringError("buffer " + describe(wanted) + " was " +
                                     describe(found->second.description));
    // Evaluation may use another batch size.
    key.owner = tables;
  } else if (fits) {
    return found->second.memory.get();
  }
  Entry entry{wanted, allocatedBytes(table, wanted), nullptr};
  size_t size = static_cast<size_t>(std::max(entry.bytes, table.alignment));
  entry.memory.reset(
      std::aligned_alloc(static_cast<size_t>(table.alignment), size));
  if (!entry.memory)
    return llvm::createStringError("no memory for " + Twine(entry.bytes) +
                                   " bytes of " + describe(wanted));
  std::memset(entry.memory.get(), 0, size);
  if (!wanted.value.empty())
    std::memcpy(entry.memory.get(), wanted.value.data(),
                std::min(wanted.value.size(), size));
  return entries.emplace(std::move(key), std::move(entry))
      .first->second.memory.get();
}

Expected<std::vector<void *>> Store::bind(const runtime::Table &table) {
  ++tables;
  std::vector<void *> addresses;
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    Expected<void *> address = bindOne(table, i);
    if (!address)
      return address.takeError();
    addresses.push_back(*address);
  }
  return addresses;
}

Error Store::initialize(uint64_t seed) {
  for (auto &[key, entry] : entries) {
    const Persistent &what = entry.description;
    if (!isSaved(what.role))
      continue;
    std::string init = what.init;
    if (init.empty())
      init = what.role == Role::Param && what.shape.size() >= 2
                 ? "glorot_uniform"
                 : "zeros";
    if (Error error = data::initialize(
            init, what.name, seed, dtypeOf(what.type), what.shape,
            static_cast<uint8_t *>(entry.memory.get())))
      return error;
  }
  return Error::success();
}

std::vector<const Store::Entry *> Store::savedEntries() const {
  std::vector<const Entry *> saved;
  for (const auto &[key, entry] : entries)
    if (isSaved(entry.description.role))
      saved.push_back(&entry);
  return saved;
}

/// Parameters and states may have equal names; files have one name space.
static std::string fileName(const Persistent &what) {
  switch (what.role) {
  case Persistent::Role::State:
    return "state." + what.name;
  case Persistent::Role::OptState:
    return "optimizer." + what.name;
  default:
    return "param." + what.name;
  }
}

Error Store::save(const std::string &path, int64_t steps) const {
  std::vector<data::TensorView> views;
  for (const Entry *entry : savedEntries()) {
    const Persistent &what = entry->description;
    data::DType type = dtypeOf(what.type);
    size_t bytes = static_cast<size_t>(*data::arrayBytes(type, what.shape));
    views.push_back(
        {fileName(what),
         type,
         what.shape,
         {static_cast<const uint8_t *>(entry->memory.get()), bytes}});
  }
  return data::writeSafetensors(
      path, std::move(views),
      {{"format", "ckpt"}, {"steps", std::to_string(steps)}});
}

Expected<int64_t> Store::load(const std::string &path) {
  Expected<data::Safetensors> file = data::readSafetensors(path);
  if (!file)
    return file.takeError();
  std::map<std::string, const data::Array *> byName;
  bool hasOptimizer = false;
  for (const data::NamedArray &tensor : file->tensors) {
    byName[tensor.name] = &tensor.array;
    hasOptimizer |= llvm::StringRef(tensor.name).starts_with("optimizer.");
  }
  // Everything is checked before anything is overwritten.
  std::vector<std::pair<const Entry *, const data::Array *>> copies;
  for (const Entry *entry : savedEntries()) {
    const Persistent &what = entry->description;
    if (what.role == Role::OptState && !hasOptimizer)
      continue;
    auto found = byName.find(fileName(what));
    if (found == byName.end())
      return data::fileError(path, "has no tensor '" + fileName(what) + "'");
    const data::Array &array = *found->second;
    if (array.type != dtypeOf(what.type) || array.shape != what.shape)
      return data::fileError(
          path, "tensor '" + fileName(what) + "' is " +
                    data::describe(array.type, array.shape) +
                    " where the model has " +
                    data::describe(dtypeOf(what.type), what.shape));
    copies.emplace_back(entry, &array);
  }
  int64_t steps = 0;
  auto written = file->metadata.find("steps");
  if (written != file->metadata.end() &&
      (llvm::StringRef(written->second).getAsInteger(10, steps) || steps < 0))
    return data::fileError(path,
                           "has the step number '" + written->second + "'");
  for (auto [entry, array] : copies)
    std::memcpy(entry->memory.get(), array->bytes.data(), array->bytes.size());
  return steps;
}

void *Store::find(Role role, llvm::StringRef name) const {
  auto found = entries.find({0, role, name.str()});
  return found == entries.end() ? nullptr : found->second.memory.get();
}

int64_t Store::bytes() const {
  int64_t sum = 0;
  for (const auto &[key, entry] : entries)
    sum += entry.bytes;
  return sum;
}

int64_t Store::bytes(Role role) const {
  int64_t sum = 0;
  for (const auto &[key, entry] : entries)
    if (key.role == role)
      sum += entry.bytes;
  return sum;
}
