//===- Kernels.cpp - Speed of compiled kernels ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Kernels/Passes.h"
#include "ckpt/Lowering/CPU/Jit.h"
#include "ckpt/Runtime/Primitive.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Seconds of this thread on a core, so that other processes do not count.
double threadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/// The median time of at least five runs.
template <typename Run> double medianSeconds(Run run) {
  run();
  std::vector<double> times;
  double total = 0;
  while (times.size() < 5 || (total < 0.05 && times.size() < 1000)) {
    double start = threadSeconds();
    run();
    times.push_back(threadSeconds() - start);
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  return times[times.size() / 2];
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

/// Bytes per second of reading and writing in a copy of 64 MB.
double copyBandwidth() {
  constexpr int64_t size = 64 << 20;
  Memory from = allocate(size), to = allocate(size);
  // Through a volatile pointer, so that the copy cannot be left out.
  void *(*volatile copy)(void *, const void *, size_t) = std::memcpy;
  double seconds = medianSeconds([&] { copy(to.get(), from.get(), size); });
  return 2.0 * size / seconds;
}

struct Row {
  std::string name, kind;
  double seconds = 0, bytes = 0;
  int64_t launches = 0;
};

class Bench {
public:
  int run(const std::string &file, bool library, const std::string &only,
          bool assembly);

private:
  bool compile(const std::string &file, bool library, const std::string &only,
               bool assembly);
  void countLaunches();
  bool measure(ckpt::KernelOp op, const ckpt::runtime::Kernel &kernel);
  void print(double copy);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ckpt::Jit> jit;
  std::vector<ckpt::runtime::Kernel> table;
  std::map<std::string, int64_t> launches;
  std::vector<Row> rows;
};

bool Bench::compile(const std::string &file, bool library,
                    const std::string &only, bool assembly) {
  DialectRegistry registry;
  registry.insert<ckpt::CkptDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  module = parseSourceFile<ModuleOp>(file, &context);
  if (!module)
    return false;
  countLaunches();
  // Only what is measured; its users are in other functions.
  for (auto function :
       llvm::make_early_inc_range(module->getOps<func::FuncOp>()))
    function.erase();
  for (auto kernel :
       llvm::make_early_inc_range(module->getOps<ckpt::KernelOp>()))
    if (!kernel.getSymName().contains(only))
      kernel.erase();
  auto start = Clock::now();
  PassManager passes(&context);
  ckpt::KernelsOptions options;
  options.library = library;
  passes.addPass(ckpt::createKernels(options));
  if (failed(passes.run(*module)))
    return false;
  double generated = secondsSince(start);
  std::string text;
  ckpt::JitOptions jitOptions;
  jitOptions.assembly = assembly ? &text : nullptr;
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

void Bench::print(double copy) {
  double total = 0;
  for (const Row &row : rows)
    total += row.seconds * std::max<int64_t>(1, row.launches);
  std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
    return a.seconds * std::max<int64_t>(1, a.launches) >
           b.seconds * std::max<int64_t>(1, b.launches);
  });
  for (const Row &row : rows)
    llvm::outs() << llvm::format(
        "{\"kernel\": \"%s\", \"by\": \"%s\", \"launches\": %d, "
        "\"milliseconds\": %.4f, \"gigabytes_per_second\": %.2f, "
        "\"percent_of_copy\": %.1f, \"percent_of_step\": %.2f}\n",
        row.name.c_str(), row.kind.c_str(), int(row.launches),
        row.seconds * 1e3, row.bytes / row.seconds * 1e-9,
        100 * row.bytes / row.seconds / copy,
        100 * row.seconds * std::max<int64_t>(1, row.launches) / total);
  llvm::outs() << llvm::format("{\"copy_gigabytes_per_second\": %.2f, "
                               "\"step_milliseconds\": %.2f}\n",
                               copy * 1e-9, total * 1e3);
}

int Bench::run(const std::string &file, bool library, const std::string &only,
               bool assembly) {
  if (!compile(file, library, only, assembly))
    return 1;
  double copy = copyBandwidth();
  for (auto [index, op] : llvm::enumerate(module->getOps<ckpt::KernelOp>()))
    if (!measure(op, table[index]))
      return 1;
  print(copy);
  return 0;
}

} // namespace

int ckpt::tools::benchKernels(int argc, char **argv) {
  bool library = true, assembly = false;
  std::string file, only;
  for (int i = 0; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--generated"))
      library = false;
    else if (!std::strcmp(argv[i], "--assembly"))
      assembly = true;
    else if (!std::strcmp(argv[i], "--only") && i + 1 < argc)
      only = argv[++i];
    else
      file = argv[i];
  }
  if (file.empty()) {
    std::cerr << "usage: ckpt-bench kernels FILE.mlir [--generated] "
                 "[--only PART-OF-NAME] [--assembly]\n";
    return 2;
  }
  return Bench().run(file, library, only, assembly);
}
