//===- embed.cpp - Trains a model of a foreign dialect --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   embed model.mlir
//
// Compiles the model several times, trains each for some steps, and checks what
// an embedder relies on. Says what is wrong and returns 1.
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Pipelines/Load.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Pipelines/Registration.h"
#include "ckpt/Runtime/Executor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using ckpt::runtime::Persistent;

static constexpr int64_t batch = 64, width = 8, layers = 4;
static int failures = 0;

static void expect(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "embed: failed: %s\n", what.c_str());
  ++failures;
}

namespace {
using Array = std::vector<float>;

/// What one compilation gives.
struct Step {
  ckpt::LoadedStep loaded;
  int64_t swishClones = 0, clipClones = 0;
  int64_t bytes = 0;
};

struct Trained {
  Array losses;
  /// After all steps.
  std::vector<Array> weights;
  /// After the first step.
  std::vector<Array> first;
};
} // namespace

/// Small numbers that look random; the same in every run.
static Array numbers(size_t count, uint32_t seed, float scale) {
  Array values(count);
  for (float &value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = scale * (float(seed >> 8) / float(1 << 23) - 1);
  }
  return values;
}

static bool holds(ckpt::KernelOp kernel, llvm::StringRef op) {
  for (mlir::Operation &inner : kernel.getBody().front())
    if (inner.getName().getStringRef() == op)
      return true;
  return false;
}

static std::optional<Step> compile(const std::string &file,
                                   const ckpt::RematOptions &remat) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::tensor::TensorDialect>();
  ckpt::registerDialects(registry);
  toy::registerToy(registry);
  toy::registerPlanning(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(file, &context);
  if (!module)
    return std::nullopt;
  ckpt::TrainPipelineOptions options;
  options.kernels.batch = batch;
  options.remat = remat;
  mlir::PassManager manager(&context);
  ckpt::buildTrainPipeline(manager, options);
  if (mlir::failed(manager.run(*module)))
    return std::nullopt;
  mlir::func::FuncOp function = ckpt::findStep(*module);
  if (!function)
    return std::nullopt;
  mlir::FailureOr<ckpt::LoadedStep> loaded = ckpt::loadStep(function);
  if (mlir::failed(loaded))
    return std::nullopt;
  Step step;
  step.loaded = std::move(*loaded);
  mlir::SymbolTable symbols(*module);
  for (auto launch : function.getOps<ckpt::LaunchOp>()) {
    if (!launch->hasAttr(ckpt::cloneOfAttrName))
      continue;
    auto kernel = symbols.lookup<ckpt::KernelOp>(launch.getKernel());
    step.swishClones += holds(kernel, "toy.swish");
    step.clipClones += holds(kernel, "toy.clip");
  }
  step.bytes = step.loaded.table.arenaBytes;
  for (const Persistent &value : step.loaded.table.persistent)
    step.bytes += (value.bytes + 63) / 64 * 64;
  return step;
}

static Trained train(const Step &step, int steps) {
  Trained result;
  std::string error;
  ckpt::runtime::ExecutorOptions options;
  options.threads = 2;
  options.poison = true;
  auto executor =
      ckpt::runtime::Executor::create(step.loaded.table, options, error);
  if (!executor) {
    expect(false, error);
    return result;
  }
  auto place = [&](Persistent::Role role, const std::string &name) {
    return executor->persistentAs<float>(executor->findPersistent(role, name));
  };
  auto set = [&](float *to, const Array &from) {
    std::memcpy(to, from.data(), from.size() * sizeof(float));
  };
  auto weights = [&] {
    std::vector<Array> all;
    for (int64_t i = 0; i < layers; ++i) {
      float *w = place(Persistent::Role::Param, "w" + std::to_string(i));
      all.emplace_back(w, w + width * width);
    }
    return all;
  };
  for (int64_t i = 0; i < layers; ++i)
    set(place(Persistent::Role::Param, "w" + std::to_string(i)),
        numbers(width * width, 7 + i, 0.9f));
  set(place(Persistent::Role::Data, "x"), numbers(batch * width, 1, 1));
  set(place(Persistent::Role::Data, "y"), numbers(batch * width, 1, 0.2f));
  *place(Persistent::Role::LearningRate, "lr") = 0.5f;
  for (int i = 0; i < steps; ++i) {
    expect(executor->run(error), error);
    result.losses.push_back(*place(Persistent::Role::Loss, "loss"));
    if (i == 0)
      result.first = weights();
  }
  result.weights = weights();
  return result;
}

//===----------------------------------------------------------------------===//
// The same step by hand, in double precision
//===----------------------------------------------------------------------===//

static std::vector<Array> firstStepByHand() {
  using Matrix = std::vector<double>;
  auto matrix = [](const Array &values) {
    return Matrix(values.begin(), values.end());
  };
  std::vector<Matrix> w, inputs, products, swished;
  for (int64_t i = 0; i < layers; ++i)
    w.push_back(matrix(numbers(width * width, 7 + i, 0.9f)));
  Matrix h = matrix(numbers(batch * width, 1, 1));
  auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  for (int64_t layer = 0; layer < layers; ++layer) {
    inputs.push_back(h);
    Matrix a(batch * width), b(batch * width);
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t j = 0; j < width; ++j)
        for (int64_t k = 0; k < width; ++k)
          a[n * width + j] += h[n * width + k] * w[layer][k * width + j];
    for (size_t e = 0; e < a.size(); ++e) {
      b[e] = a[e] * sigmoid(a[e]);
      h[e] = b[e] / std::sqrt(1 + b[e] * b[e]);
    }
    products.push_back(std::move(a));
    swished.push_back(std::move(b));
  }
  Matrix y = matrix(numbers(batch * width, 1, 0.2f)), d(batch * width);
  for (size_t e = 0; e < d.size(); ++e)
    d[e] = 2 * (h[e] - y[e]) / double(batch * width);
  std::vector<Array> updated(layers);
  for (int64_t layer = layers; layer-- > 0;) {
    for (size_t e = 0; e < d.size(); ++e) {
      double a = products[layer][e], b = swished[layer][e], s = sigmoid(a);
      d[e] *= std::pow(1 + b * b, -1.5) * s * (1 + a * (1 - s));
    }
    Matrix dw(width * width), dx(batch * width);
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t j = 0; j < width; ++j)
        for (int64_t k = 0; k < width; ++k) {
          dw[k * width + j] += inputs[layer][n * width + k] * d[n * width + j];
          dx[n * width + k] += w[layer][k * width + j] * d[n * width + j];
        }
    for (size_t e = 0; e < dw.size(); ++e)
      updated[layer].push_back(float(w[layer][e] - 0.5 * dw[e]));
    d = dx;
  }
  return updated;
}

static double distance(const std::vector<Array> &a,
                       const std::vector<Array> &b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t e = 0; e < a[i].size(); ++e)
      largest = std::max(largest, double(std::fabs(a[i][e] - b[i][e])));
  return largest;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: embed model.mlir\n");
    return 2;
  }
  std::optional<Step> plain = compile(argv[1], {});
  if (!plain)
    return 1;
  ckpt::RematOptions remat;
  remat.budget = "75%";
  std::optional<Step> planned = compile(argv[1], remat);
  remat.solver = "halves";
  std::optional<Step> own = compile(argv[1], remat);
  remat.solver.clear();
  remat.costModel = "dear-swish";
  std::optional<Step> dear = compile(argv[1], remat);
  if (!planned || !own || !dear)
    return 1;
  std::printf("bytes: plain %lld, planned %lld, own solver %lld\n"
              "clones of swish: %lld, own solver %lld, dear %lld\n",
              (long long)plain->bytes, (long long)planned->bytes,
              (long long)own->bytes, (long long)planned->swishClones,
              (long long)own->swishClones, (long long)dear->swishClones);

  Trained a = train(*plain, 200);
  if (failures)
    return 1;
  std::printf("loss: %g, then %g\n", a.losses.front(), a.losses.back());
  expect(distance(a.first, firstStepByHand()) < 1e-6,
         "the first step is what the formulas say");
  expect(a.losses.back() < 0.5f * a.losses.front(), "the loss halves");
  for (const Step *step : {&*planned, &*own, &*dear}) {
    expect(step->bytes < plain->bytes, "a budget saves bytes");
    expect(step->clipClones == 0, "what may not run twice never does");
    Trained b = train(*step, 200);
    expect(a.losses == b.losses && a.weights == b.weights,
           "a plan does not change a bit");
  }
  expect(planned->swishClones > 0 && own->swishClones > 0,
         "what is cheap is computed again");
  expect(dear->swishClones < planned->swishClones,
         "the cost model moves what is computed again");
  remat.costModel.clear();
  remat.budget = "1kB";
  std::fprintf(stderr, "expected error:\n");
  expect(!compile(argv[1], remat), "a budget that cannot be met is an error");
  return failures ? 1 : 0;
}
