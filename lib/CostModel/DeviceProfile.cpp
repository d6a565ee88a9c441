//===- DeviceProfile.cpp - What a device does -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cmath>

using namespace ckpt;

DeviceProfile DeviceProfile::cpu(unsigned threads) {
  // One core of a current server: about 8 GB/s read and written by one thread
  // of a memory-bound kernel, 60 GFLOP/s in small convolutions.
  DeviceProfile profile;
  profile.bytesPerSecond = 8e9 * std::min(threads, 8u);
  profile.flopsPerSecond = 60e9 * threads;
  return profile;
}

/// Reads a positive number into `value`; a missing key leaves it as it is.
static llvm::Error readPositive(const llvm::json::Object &object,
                                llvm::StringRef key, double &value) {
  const llvm::json::Value *found = object.get(key);
  if (!found)
    return llvm::Error::success();
  std::optional<double> number = found->getAsNumber();
  if (!number || !std::isfinite(*number) || *number <= 0)
    return llvm::createStringError("'" + key + "' must be a positive number");
  value = *number;
  return llvm::Error::success();
}

static llvm::Expected<DeviceProfile> parse(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("a profile is a JSON object");
  if (object->getInteger("schema") != 1)
    return llvm::createStringError("'schema' must be 1");
  DeviceProfile profile;
  if (auto name = object->getString("device"))
    profile.name = name->str();
  if (llvm::Error error =
          readPositive(*object, "bytes_per_second", profile.bytesPerSecond))
    return std::move(error);
  if (llvm::Error error =
          readPositive(*object, "flops_per_second", profile.flopsPerSecond))
    return std::move(error);
  if (llvm::Error error =
          readPositive(*object, "launch_ns", profile.launchNanoseconds))
    return std::move(error);
  if (const llvm::json::Value *kernels = object->get("kernels")) {
    if (!kernels->getAsObject())
      return llvm::createStringError("'kernels' must be an object");
    for (const auto &entry : *kernels->getAsObject())
      if (llvm::Error error =
              readPositive(*kernels->getAsObject(), entry.first,
                           profile.kernels[llvm::StringRef(entry.first)]))
        return std::move(error);
  }
  return profile;
}

llvm::Expected<DeviceProfile> DeviceProfile::load(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file + ": " + buffer.getError().message());
  llvm::Expected<DeviceProfile> profile = parse((*buffer)->getBuffer());
  if (!profile)
    return llvm::createStringError(file + ": " +
                                   llvm::toString(profile.takeError()));
  return profile;
}
