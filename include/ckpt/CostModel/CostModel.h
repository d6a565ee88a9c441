//===- CostModel.h - Kernels to bytes, flops and time -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_COSTMODEL_COSTMODEL_H
#define CKPT_COSTMODEL_COSTMODEL_H

#include "ckpt/Dialect/Ckpt.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>

namespace ckpt {

/// Work of one launch.
struct KernelCost {
  int64_t bytes = 0;
  int64_t flops = 0;
};

/// What a device does, and what was measured on it.
struct DeviceProfile {
  std::string name = "cpu";
  /// Bytes read and written per second by a kernel that only moves data.
  double bytesPerSecond = 10e9;
  double flopsPerSecond = 100e9;
  /// Time of a launch that does nothing.
  double launchNanoseconds = 1000;
  /// Measured nanoseconds of one launch, by `kernelKey`.
  llvm::StringMap<double> kernels;

  /// A roofline.
  double nanoseconds(const KernelCost &cost) const;

  /// The built-in profile of a CPU with `threads` threads.
  static DeviceProfile cpu(unsigned threads);
  /// Reads `{"schema":1,"device":"…","bytes_per_second":…,
  /// "flops_per_second":…,"launch_ns":…,"kernels":{KEY:NS}}`.
  static llvm::Expected<DeviceProfile> load(llvm::StringRef file);
};

/// Operands and results moved once, and the arithmetic of the body. A
/// transcendental function counts as several operations.
KernelCost kernelCost(KernelOp kernel);

/// The same for one op on tensors outside of kernels. Ops whose results are no
/// tensors cost nothing.
KernelCost operationCost(mlir::Operation *op);

/// The name of the kernel and a hash of its body: the same computation on the
/// same shapes has the same key in every run.
std::string kernelKey(KernelOp kernel);

/// Estimates the time of one launch. The answer may depend on the kernel and on
/// how the model was made only.
class CostModel {
public:
  virtual ~CostModel();
  virtual double nanoseconds(KernelOp kernel) const = 0;
  /// Of an op outside of kernels; a roofline of the built-in profile.
  virtual double opNanoseconds(mlir::Operation *op) const;
};

/// Makes a cost model for a device with that many threads.
using CostModelFactory =
    std::function<llvm::Expected<std::unique_ptr<CostModel>>(unsigned threads)>;

/// Adds a cost model under a name, for the context of `dialect`; false when the
/// name is taken. Call it from an extension of the dialect:
///
///   registry.addExtension(+[](MLIRContext *, CkptDialect *dialect) {
///     addCostModel(*dialect, "flat", makeFlatCostModel);
///   });
bool addCostModel(CkptDialect &dialect, llvm::StringRef name,
                  CostModelFactory factory);

/// The cost model of that name, else the device profile in the file of that
/// name; empty: the built-in profile. A profile is measured where it has the
/// kernel, else a roofline.
llvm::Expected<std::unique_ptr<CostModel>>
createCostModel(mlir::MLIRContext *context, llvm::StringRef nameOrFile,
                unsigned threads);

} // namespace ckpt

#endif // CKPT_COSTMODEL_COSTMODEL_H
