//===- ContextsTest.cpp - Two contexts on two threads ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilations share nothing: each context has its own registries, and what one
// thread does changes nothing of what another one gets. Also built with the
// thread sanitizer: `cmake --preset thread`.
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Pipelines/Compile.h"
#include "ckpt/Pipelines/Registration.h"
#include "ckpt/Remat/Solvers.h"
#include "ckpt/Runtime/Executor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using namespace ckpt;

namespace {
/// A time that has nothing to do with the kernel.
class Flat : public CostModel {
public:
  explicit Flat(double time) : time(time) {}
  double nanoseconds(KernelOp) const override { return time; }

private:
  double time;
};

template <int time> void addFlat(mlir::MLIRContext *, CkptDialect *dialect) {
  addCostModel(*dialect, "flat", [](unsigned) {
    return llvm::Expected<std::unique_ptr<CostModel>>(
        std::make_unique<Flat>(time));
  });
}

struct Result {
  std::string error;
  std::string planHash;
  std::vector<std::string> launches;
  std::vector<double> times;
  int64_t arenaBytes = 0;
  float loss = 0;
};

#if defined(__SANITIZE_THREAD__)
#define CKPT_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CKPT_THREAD_SANITIZER 1
#endif
#endif

/// The workers of a context hand over tasks inside MLIR, which is not built
/// with the sanitizer: it would not see how. There a context has one thread.
#ifdef CKPT_THREAD_SANITIZER
constexpr auto threading = mlir::MLIRContext::Threading::DISABLED;
#else
constexpr auto threading = mlir::MLIRContext::Threading::ENABLED;
#endif

/// Compiles and runs one step in a context of its own.
Result compileAndRun(void (*extension)(mlir::MLIRContext *, CkptDialect *),
                     int64_t batch, const char *budget) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                  mlir::tensor::TensorDialect>();
  registerDialects(registry);
  registry.addExtension(extension);
  mlir::MLIRContext context(registry, threading);
  CompileOptions options;
  options.batch = batch;
  options.costModel = "flat";
  Result result;
  options.budget = measure::Budget::parse(budget, result.error);
  CompileFailure failure;
  std::optional<Compiled> compiled =
      compileStep(context, CKPT_MODEL, options, failure);
  if (!compiled) {
    result.error = failure.message;
    return result;
  }
  result.planHash = compiled->figures.planHash;
  result.times = compiled->figures.launchNanoseconds;
  result.arenaBytes = compiled->table.arenaBytes;
  for (const runtime::Launch &launch : compiled->table.launches)
    result.launches.push_back(launch.name);
  auto executor = runtime::Executor::create(compiled->table, {}, result.error);
  if (!executor || !executor->run(result.error))
    return result;
  int64_t loss =
      executor->findPersistent(runtime::Persistent::Role::Loss, "loss");
  result.loss = *executor->persistentAs<float>(loss);
  return result;
}

void expectEqual(const Result &a, const Result &b) {
  EXPECT_EQ(a.error, "");
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.planHash, b.planHash);
  EXPECT_EQ(a.launches, b.launches);
  EXPECT_EQ(a.times, b.times);
  EXPECT_EQ(a.arenaBytes, b.arenaBytes);
  EXPECT_EQ(std::memcmp(&a.loss, &b.loss, sizeof(a.loss)), 0);
}

TEST(Contexts, OnTwoThreadsCompileAsIfAlone) {
  auto first = [] { return compileAndRun(addFlat<100>, 64, "75%"); };
  auto second = [] { return compileAndRun(addFlat<7>, 32, "80%"); };
  Result together[2];
  std::thread one([&] { together[0] = first(); });
  std::thread two([&] { together[1] = second(); });
  one.join();
  two.join();
  expectEqual(together[0], first());
  expectEqual(together[1], second());
  ASSERT_FALSE(together[0].times.empty());
  EXPECT_EQ(together[0].times[0], 100) << "its own cost model";
  EXPECT_EQ(together[1].times[0], 7);
  EXPECT_NE(together[0].arenaBytes, together[1].arenaBytes);
}
} // namespace
