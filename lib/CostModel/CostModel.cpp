//===- CostModel.cpp - Cost models by name --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "mlir/IR/DialectInterface.h"

#include <algorithm>

using namespace mlir;
using namespace ckpt;

CostModel::~CostModel() = default;

double CostModel::opNanoseconds(Operation *op) const {
  return DeviceProfile::cpu(/*threads=*/1).nanoseconds(operationCost(op));
}

double DeviceProfile::nanoseconds(const KernelCost &cost) const {
  // What moves nothing is an index or a shape, known when it is compiled.
  if (cost.bytes == 0 && cost.flops == 0)
    return 0;
  double moving = 1e9 * cost.bytes / bytesPerSecond;
  double computing = 1e9 * cost.flops / flopsPerSecond;
  return std::max(moving, computing) + launchNanoseconds;
}

namespace {
/// The factories of one context. Extensions fill it while the dialect is
/// loaded, before any pass runs; afterwards it is only read.
class CostModels : public DialectInterface::Base<CostModels> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CostModels)
  explicit CostModels(Dialect *dialect) : Base(dialect) {}
  llvm::StringMap<CostModelFactory> factories;
};

class ProfileCostModel : public CostModel {
public:
  explicit ProfileCostModel(DeviceProfile profile)
      : profile(std::move(profile)) {}

  double nanoseconds(KernelOp kernel) const override {
    if (!profile.kernels.empty()) {
      auto measured = profile.kernels.find(kernelKey(kernel));
      if (measured != profile.kernels.end())
        return measured->second;
    }
    return profile.nanoseconds(kernelCost(kernel));
  }

  double opNanoseconds(Operation *op) const override {
    return profile.nanoseconds(operationCost(op));
  }

private:
  DeviceProfile profile;
};
} // namespace

bool ckpt::addCostModel(CkptDialect &dialect, StringRef name,
                        CostModelFactory factory) {
  auto *models = dialect.getRegisteredInterface<CostModels>();
  if (!models)
    models = &dialect.addInterface<CostModels>();
  return models->factories.try_emplace(name, std::move(factory)).second;
}

llvm::Expected<std::unique_ptr<CostModel>>
ckpt::createCostModel(MLIRContext *context, StringRef nameOrFile,
                      unsigned threads) {
  if (nameOrFile.empty())
    return std::make_unique<ProfileCostModel>(DeviceProfile::cpu(threads));
  if (auto *dialect = context->getOrLoadDialect<CkptDialect>())
    if (auto *models = dialect->getRegisteredInterface<CostModels>())
      if (auto found = models->factories.find(nameOrFile);
          found != models->factories.end())
        return found->second(threads);
  llvm::Expected<DeviceProfile> profile = DeviceProfile::load(nameOrFile);
  if (!profile)
    return profile.takeError();
  return std::make_unique<ProfileCostModel>(std::move(*profile));
}
