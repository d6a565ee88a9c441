//===- Session.cpp - Training with a compiled step ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/Session.h"

#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace ckpt;
using namespace ckpt::train;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;
using runtime::ElementType;
using runtime::Persistent;
using Role = Persistent::Role;

namespace {

template <typename T> double load(const void *address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return static_cast<double>(value);
}

template <typename T> void store(void *address, double value) {
  T typed = static_cast<T>(value);
  std::memcpy(address, &typed, sizeof(T));
}

} // namespace

Error train::writeScalar(const Persistent &argument, void *address,
                         double value) {
  switch (argument.type) {
  case ElementType::F32:
    store<float>(address, value);
    return Error::success();
  case ElementType::F64:
    store<double>(address, value);
    return Error::success();
  case ElementType::I32:
    store<int32_t>(address, value);
    return Error::success();
  case ElementType::I64:
    store<int64_t>(address, value);
    return Error::success();
  default:
    return llvm::createStringError("argument '" + argument.name +
                                   "' is a scalar of an unsupported type");
  }
}

double train::scalarValue(const Persistent &result, const void *address) {
  switch (result.type) {
  case ElementType::F32:
    return load<float>(address);
  case ElementType::F64:
    return load<double>(address);
  case ElementType::F16:
    return load<_Float16>(address);
  case ElementType::BF16: {
    uint32_t bits = uint32_t(*static_cast<const uint16_t *>(address)) << 16;
    return load<float>(&bits);
  }
  case ElementType::I1:
  case ElementType::I8:
    return load<int8_t>(address);
  case ElementType::I32:
    return load<int32_t>(address);
  case ElementType::I64:
    return load<int64_t>(address);
  }
  return 0;
}

bool train::hasSeveralLosses(const runtime::Table &table) {
  return llvm::count_if(table.persistent, [](const Persistent &what) {
           return what.role == Role::Loss;
         }) > 1;
}

Expected<std::unique_ptr<Session>>
Session::create(const runtime::Table &table, const data::Columns &columns,
                const SessionOptions &options) {
  std::unique_ptr<Session> session(new Session(table, options));
  Expected<std::vector<void *>> addresses = session->store.bind(table);
  if (!addresses)
    return addresses.takeError();
  session->addresses = std::move(*addresses);
  if (Error error = session->writeScalars())
    return std::move(error);
  Expected<BatchLoader> loader =
      BatchLoader::create(table, session->addresses, columns);
  if (!loader)
    return loader.takeError();
  if (loader->batch() < 1 || loader->samples() < loader->batch())
    return llvm::createStringError(
        loader->source() + " has " + Twine(loader->samples()) +
        " samples, less than one batch of " + Twine(loader->batch()));
  session->order =
      data::BatchOrder(loader->samples(), loader->batch(), options.seed);
  session->loader = std::move(*loader);
  if (Error error = session->store.initialize(options.seed))
    return std::move(error);
  Expected<std::unique_ptr<Runner>> runner =
      Runner::create(table, session->addresses, options.threads);
  if (!runner)
    return runner.takeError();
  session->runner = std::move(*runner);
  return session;
}

Error Session::load(const std::string &path) {
  Expected<int64_t> finished = store.load(path);
  if (!finished)
    return finished.takeError();
  steps = *finished;
  return Error::success();
}

Error Session::save(const std::string &path) const {
  return store.save(path, steps);
}

Error Session::writeScalars() {
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    const Persistent &argument = table.persistent[i];
    if (argument.role == Role::LearningRate) {
      if (Error error =
              writeScalar(argument, addresses[i], double(options.learningRate)))
        return error;
    } else if (argument.role == Role::StepIndex) {
      if (Error error = writeScalar(argument, addresses[i], double(steps)))
        return error;
    }
  }
  return Error::success();
}

Expected<StepResult> Session::step() {
  loader->load(order.batchOf(steps), loader->batch());
  if (Error error = writeScalars())
    return std::move(error);
  if (Error error = runner->run())
    return std::move(error);
  ++steps;
  StepResult result;
  bool several = hasSeveralLosses(table);
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    const Persistent &what = table.persistent[i];
    bool isLoss = what.role == Role::Loss;
    if (!isLoss && what.role != Role::Metric)
      continue;
    double value = scalarValue(what, addresses[i]);
    if (isLoss)
      result.loss += value;
    if (!isLoss || several)
      result.metrics.emplace_back(what.name, value);
  }
  result.seconds = runner->lastSeconds();
  result.warm = runner->lastWasWarm();
  return result;
}
