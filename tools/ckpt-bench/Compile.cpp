//===- Compile.cpp - Time and memory of compiling -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "Chain.h"
#include "Context.h"
#include "Machine.h"
#include "Options.h"
#include "ckpt/Runtime/Executor.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>

using namespace ckpt;
using namespace ckpt::tools;

/// Processor seconds of all threads, which other processes prolong less than
/// the time on the clock.
static double processorSeconds() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

static std::optional<Compiled> compileOnce(const std::string &file,
                                           const CompileOptions &options,
                                           const std::string &name,
                                           double &processor) {
  Context context;
  CompileFailure failure;
  double start = processorSeconds();
  auto compiled = compileStep(context.get(), file, options, failure);
  processor = processorSeconds() - start;
  if (!compiled) {
    std::cerr << "ckpt-bench: error: " << name << ": " << failure.message
              << "\n";
    return std::nullopt;
  }
  llvm::outs() << llvm::format(
      "{\"compile\": \"%s\", \"launches\": %d, \"kernels\": %d, "
      "\"compile_seconds\": %.2f, \"plan_seconds\": %.2f, "
      "\"processor_seconds\": %.2f}\n",
      name.c_str(), int(compiled->table.launches.size()),
      int(compiled->table.kernels.size()), compiled->figures.compileSeconds,
      compiled->figures.planSeconds, processor);
  llvm::outs().flush();
  return compiled;
}

/// Chains of equal layers; the time of the shortest, which holds what does not
/// grow, is the first point.
static int compileChains(const std::vector<int64_t> &lengths) {
  CompileOptions options;
  options.plain = true;
  double firstSeconds = 0, seconds = 0;
  for (int64_t layers : lengths) {
    auto chain = ChainFile::write(layers, /*batch=*/16, /*width=*/64);
    if (!chain) {
      std::cerr << "ckpt-bench: error: " << llvm::toString(chain.takeError())
                << "\n";
      return 1;
    }
    double processor = 0;
    auto compiled =
        compileOnce(chain->getPath(), options,
                    "chain of " + std::to_string(layers), processor);
    if (!compiled)
      return 1;
    seconds = processor;
    if (layers == lengths.front())
      firstSeconds = processor;
  }
  if (lengths.size() > 1)
    llvm::outs() << llvm::format(
        "{\"compile\": \"chain\", \"exponent\": %.3f}\n",
        std::log(seconds / firstSeconds) /
            std::log(double(lengths.back()) / double(lengths.front())));
  return 0;
}

static std::vector<int64_t> numbers(int argc, char **argv) {
  std::vector<int64_t> result;
  for (int i = 0; i < argc; ++i)
    if (int64_t number = std::atoll(argv[i]); number > 0)
      result.push_back(number);
  return result;
}

int ckpt::tools::benchCompile(int argc, char **argv) {
  if (argc == 0) {
    std::cerr << "usage: ckpt-bench compile chain [LAYERS...]\n"
                 "       ckpt-bench compile MODEL.mlir [options of ckpt-run]\n";
    return 2;
  }
  if (std::string(argv[0]) == "chain") {
    std::vector<int64_t> lengths = numbers(argc - 1, argv + 1);
    return compileChains(
        lengths.empty() ? std::vector<int64_t>{1000, 3000, 10000} : lengths);
  }
  std::vector<const char *> rest{"ckpt-bench", "--synthetic"};
  rest.insert(rest.end(), argv, argv + argc);
  auto run = tool::parseOptions(static_cast<int>(rest.size()), rest.data());
  if (!run)
    return 2;
  double processor = 0;
  return compileOnce(run->model, run->compile, run->model, processor) ? 0 : 1;
}

int ckpt::tools::benchLaunch(int argc, char **argv) {
  std::vector<int64_t> threads = numbers(argc, argv);
  if (threads.empty())
    threads = {1, 2};
  auto chain = ChainFile::write(/*layers=*/300, /*batch=*/4, /*width=*/4);
  if (!chain) {
    std::cerr << "ckpt-bench: error: " << llvm::toString(chain.takeError())
              << "\n";
    return 1;
  }
  CompileOptions options;
  options.plain = true;
  double processor = 0;
  auto compiled =
      compileOnce(chain->getPath(), options, "tiny chain", processor);
  if (!compiled)
    return 1;
  for (int64_t count : threads) {
    runtime::ExecutorOptions execution;
    execution.threads = static_cast<unsigned>(count);
    std::string error;
    auto executor =
        runtime::Executor::create(compiled->table, execution, error);
    bool succeeded = executor != nullptr;
    double seconds =
        succeeded ? medianSeconds([&] { succeeded &= executor->run(error); })
                  : 0;
    if (!succeeded) {
      std::cerr << "ckpt-bench: error: " << error << "\n";
      return 1;
    }
    llvm::outs() << llvm::format(
        "{\"launch\": \"tiny chain\", \"threads\": %d, \"launches\": %d, "
        "\"nanoseconds_per_launch\": %.1f}\n",
        int(count), int(compiled->table.launches.size()),
        seconds * 1e9 / double(compiled->table.launches.size()));
  }
  return 0;
}
