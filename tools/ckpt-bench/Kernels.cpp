//===- Kernels.cpp - Speed of compiled kernels ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "Context.h"
#include "Machine.h"
#include "Options.h"
#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Kernels/Passes.h"
#include "ckpt/Lowering/CPU/Jit.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Runtime/Primitive.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <map>

using namespace mlir;
using namespace ckpt;
using tools::medianSeconds;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<char, Free>;

Memory allocate(int64_t bytes) {
  int64_t size = llvm::alignTo(std::max<int64_t>(bytes, 64), 64);
  Memory memory(static_cast<char *>(std::aligned_alloc(64, size)));
  // Small positive floats; as integers small too.
  std::memset(memory.get(), 0x3c, size);
  return memory;
}

int64_t bytesOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getNumElements() *
         std::max<int64_t>(1, tensor.getElementTypeBitWidth() / 8);
}

struct Row {
  std::string name, kind;
  double seconds = 0, bytes = 0, flops = 0;
  int64_t launches = 0;
};

struct BenchOptions {
  bool library = true, assembly = false;
  std::string only;
};

class Bench {
public:
  Bench(BenchOptions bench, tool::RunOptions run)
      : options(std::move(bench)), runOptions(std::move(run)) {}
  int run();

private:
  bool load();
  bool compile();
  void countLaunches();
  bool measure(ckpt::KernelOp op, const ckpt::runtime::Kernel &kernel);
  void print();

  BenchOptions options;
  tool::RunOptions runOptions;
  tools::Context context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ckpt::Jit> jit;
  std::vector<ckpt::runtime::Kernel> table;
  std::map<std::string, int64_t> launches;
  std::vector<Row> rows;
};

/// Reads a module of kernels, or a model, which becomes one.
bool Bench::load() {
  module = parseSourceFile<ModuleOp>(runOptions.model, &context.get());
  if (!module || !module->getOps<ckpt::KernelOp>().empty())
    return bool(module);
  const CompileOptions &from = runOptions.compile;
  KernelPipelineOptions step;
  step.entry = from.entry;
  step.optimizer = from.optimizer;
  step.batch = from.batch.value_or(0);
  for (const auto &[name, size] : from.binds)
    step.binds.push_back(name + "=" + std::to_string(size));
  if (from.params)
    for (int64_t number : *from.params)
      step.params.push_back(std::to_string(number));
  step.lossResult = from.lossResult.value_or(-1);
  step.signature = from.signature;
  PassManager passes(&context.get());
  buildFusionPipeline(passes, step);
  return succeeded(passes.run(*module));
}

bool Bench::compile() {
  if (!load())
    return false;
  countLaunches();
  // Only what is measured; its users are in other functions.
  for (auto function :
       llvm::make_early_inc_range(module->getOps<func::FuncOp>()))
    function.erase();
  for (auto kernel :
       llvm::make_early_inc_range(module->getOps<ckpt::KernelOp>()))
    if (!kernel.getSymName().contains(options.only))
      kernel.erase();
  auto start = Clock::now();
  PassManager passes(&context.get());
  ckpt::KernelsOptions generation;
  generation.library = options.library;
  passes.addPass(ckpt::createKernels(generation));
  if (failed(passes.run(*module)))
    return false;
  double generated = secondsSince(start);
  std::string text;
  ckpt::JitOptions jitOptions;
  jitOptions.assembly = options.assembly ? &text : nullptr;
  jit = ckpt::compileKernels(*module, jitOptions);
  llvm::outs() << text;
  if (!jit)
    return false;
  auto entries = ckpt::buildKernelTable(*module, *jit);
  if (failed(entries))
    return false;
  table = *entries;
  llvm::outs() << llvm::format("{\"kernels\": %d, \"generate_seconds\": %.3f, "
                               "\"compile_seconds\": %.3f}\n",
                               int(table.size()), generated,
                               secondsSince(start) - generated);
  return true;
}

void Bench::countLaunches() {
  module->walk(
      [&](ckpt::LaunchOp launch) { ++launches[launch.getKernel().str()]; });
}

bool Bench::measure(ckpt::KernelOp op, const ckpt::runtime::Kernel &kernel) {
  std::vector<Memory> memory;
  Row row;
  for (Type type :
       llvm::concat<const Type>(op.getArgumentTypes(), op.getResultTypes())) {
    memory.push_back(allocate(bytesOf(type)));
    row.bytes += bytesOf(type);
  }
  memory.push_back(allocate(kernel.workspaceBytes));
  std::vector<void *> arguments;
  for (Memory &piece : memory)
    arguments.push_back(piece.get());
  row.name = kernel.name;
  row.flops = double(ckpt::kernelCost(op).flops);
  row.launches = launches[kernel.name];
  if (kernel.isPrimitive) {
    std::string error;
    auto primitive =
        ckpt::runtime::Primitive::create(kernel.primitive, 1, error);
    if (!primitive) {
      std::cerr << "ckpt-bench: error: " << error << "\n";
      return false;
    }
    row.kind = primitive->info().description;
    const auto &chunks = primitive->info().phaseChunks;
    ckpt::runtime::SingleThreadScope scope;
    row.seconds = medianSeconds([&] {
      for (size_t p = 0; p < chunks.size(); ++p)
        for (int64_t c = 0; c < chunks[p]; ++c)
          primitive->run(p, c, arguments.data(), 0);
    });
  } else {
    row.kind = "generated";
    row.seconds = medianSeconds([&] {
      for (const auto &phase : kernel.phases)
        for (int64_t c = 0; c < phase.chunks; ++c)
          phase.fn(arguments.data(), c);
    });
  }
  rows.push_back(row);
  return true;
}

void Bench::print() {
  double total = 0, copy = tools::copyBandwidth(), peak = tools::peakFlops();
  auto inStep = [](const Row &row) {
    return row.seconds * double(std::max<int64_t>(1, row.launches));
  };
  for (const Row &row : rows)
    total += inStep(row);
  std::sort(rows.begin(), rows.end(),
            [&](const Row &a, const Row &b) { return inStep(a) > inStep(b); });
  for (const Row &row : rows) {
    llvm::outs() << llvm::format(
        "{\"kernel\": \"%s\", \"by\": \"%s\", \"launches\": %d, "
        "\"milliseconds\": %.4f, \"gigabytes_per_second\": %.2f, "
        "\"percent_of_copy\": %.1f, \"gigaflops_per_second\": %.2f",
        row.name.c_str(), row.kind.c_str(), int(row.launches),
        row.seconds * 1e3, row.bytes / row.seconds * 1e-9,
        100 * row.bytes / row.seconds / copy, row.flops / row.seconds * 1e-9);
    if (peak > 0)
      llvm::outs() << llvm::format(", \"percent_of_peak\": %.1f",
                                   100 * row.flops / row.seconds / peak);
    llvm::outs() << llvm::format(", \"percent_of_step\": %.2f}\n",
                                 100 * inStep(row) / total);
  }
  llvm::outs() << llvm::format("{\"copy_gigabytes_per_second\": %.2f, "
                               "\"peak_gigaflops_per_second\": %.2f, "
                               "\"step_milliseconds\": %.2f}\n",
                               copy * 1e-9, peak * 1e-9, total * 1e3);
}

int Bench::run() {
  if (!compile())
    return 1;
  for (auto [index, op] : llvm::enumerate(module->getOps<ckpt::KernelOp>()))
    if (!measure(op, table[index]))
      return 1;
  print();
  return 0;
}

} // namespace

int ckpt::tools::benchKernels(int argc, char **argv) {
  BenchOptions options;
  // Roles and sizes as for ckpt-run, which wants data, too.
  std::vector<const char *> rest{"ckpt-bench", "--synthetic"};
  for (int i = 0; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--generated"))
      options.library = false;
    else if (!std::strcmp(argv[i], "--assembly"))
      options.assembly = true;
    else if (!std::strcmp(argv[i], "--only") && i + 1 < argc)
      options.only = argv[++i];
    else
      rest.push_back(argv[i]);
  }
  if (rest.size() == 2) {
    std::cerr << "usage: ckpt-bench kernels FILE.mlir [--generated] "
                 "[--only PART-OF-NAME] [--assembly] [options of ckpt-run]\n";
    return 2;
  }
  auto run = tool::parseOptions(static_cast<int>(rest.size()), rest.data());
  return run ? Bench(options, *run).run() : 2;
}
