//===- ckpt-fuzz.cpp - Random models, plain and rematerialized ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plants.h"
#include "Shrink.h"
#include "Worker.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <map>

using namespace ckpt::fuzz;
namespace cl = llvm::cl;

static cl::OptionCategory category("ckpt-fuzz options");
static cl::opt<uint64_t> firstSeed("seed", cl::init(1), cl::cat(category),
                                   cl::desc("seed of the first case"));
static cl::opt<int64_t> cases("cases", cl::init(300), cl::cat(category),
                              cl::desc("number of cases"));
static cl::opt<double>
    timeLimit("time-limit", cl::init(0), cl::cat(category),
              cl::desc("stop after so many seconds; 0: never"));
static cl::opt<std::string>
    keep("keep", cl::cat(category),
         cl::desc("folder for the models of failing cases"));
static cl::opt<std::string>
    plantName("plant", cl::cat(category),
              cl::desc("put a bug into every step that has a place for it, and "
                       "stop at the first case that finds it; 'list' lists"));
static cl::opt<bool> printModel("print", cl::cat(category),
                                cl::desc("print the model of --seed only"));
static cl::opt<int> shrinkTries("shrink-tries", cl::init(400),
                                cl::cat(category),
                                cl::desc("checks to spend on one failure"));
static cl::opt<int> minClones("min-clones", cl::init(0), cl::cat(category),
                              cl::desc("fail when fewer percent of the cases "
                                       "have clones"));

namespace {
struct Totals {
  int64_t cases = 0, withClones = 0, clones = 0, gradients = 0, notFound = 0,
          planted = 0, failed = 0;
  std::map<std::string, int64_t> ops;

  void add(const Program &program, const Verdict &verdict) {
    ++cases;
    withClones += verdict.clones > 0;
    clones += verdict.clones;
    gradients += verdict.gradientsChecked;
    notFound += verdict.notFound;
    planted += verdict.planted;
    failed += !verdict.failed.empty();
    for (const Node &node : program.nodes)
      ++ops[nameOf(node)];
    for (const Region &region : program.regions)
      ++ops["region " + region.header];
    ++ops["optimizer " + program.optimizer];
  }

  void print() const {
    for (const auto &[name, count] : ops)
      llvm::outs() << name << ": " << count << "\n";
    llvm::outs() << cases << " cases, " << withClones << " with clones ("
                 << (cases ? 100 * withClones / cases : 0) << " %), " << clones
                 << " clones, " << gradients
                 << " gradients against differences, " << notFound
                 << " budgets without a plan, " << failed << " failures\n";
  }
};
} // namespace

static void keepModel(const Job &job, const Program &small,
                      const Verdict &verdict) {
  if (keep.empty())
    return;
  std::error_code code = llvm::sys::fs::create_directories(keep);
  std::string base = keep + "/" + std::to_string(job.seed);
  for (const auto &[path, program] :
       {std::pair<std::string, const Program *>{base + ".mlir", &job.program},
        {base + ".small.mlir", &small}}) {
    llvm::raw_fd_ostream file(path, code);
    file << "// ckpt-fuzz --seed " << job.seed << ": " << verdict.failed << ": "
         << verdict.message << "\n// optimizer: " << program->optimizer << "\n"
         << print(*program);
  }
}

static void report(const Job &job, const Verdict &verdict) {
  llvm::outs() << "seed " << job.seed << ": " << verdict.failed << ": "
               << verdict.message << "\n";
  llvm::outs().flush();
  if (keep.empty() && !plantName.empty())
    return;
  Program small = shrink(
      job.program,
      [&](const Program &candidate) {
        return checkOne({candidate, job.seed}, plantName).failed ==
               verdict.failed;
      },
      shrinkTries);
  llvm::outs() << print(small);
  llvm::outs().flush();
  keepModel(job, small, verdict);
}

static int run() {
  Totals totals;
  auto begin = std::chrono::steady_clock::now();
  auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  };
  int64_t made = 0;
  bool found = false;
  checkAll(
      [&](Job &job) {
        if (made >= cases)
          return false;
        job.seed = firstSeed + uint64_t(made++);
        job.program = generate(job.seed);
        return true;
      },
      plantName,
      [&](const Job &job, const Verdict &verdict) {
        totals.add(job.program, verdict);
        if (!verdict.failed.empty())
          report(job, verdict);
        found = !verdict.failed.empty() && verdict.planted;
        if (timeLimit > 0 && seconds() > timeLimit)
          return false;
        return plantName.empty() || !found;
      });
  totals.print();
  if (!plantName.empty()) {
    llvm::outs() << plantName << (found ? " found" : " not found") << " in "
                 << totals.cases << " cases, " << totals.planted
                 << " of them with the bug\n";
    return found ? 0 : 1;
  }
  if (100 * totals.withClones < minClones * totals.cases) {
    llvm::errs() << "ckpt-fuzz: too few cases have clones\n";
    return 1;
  }
  return totals.failed ? 1 : 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialized(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "random training steps: the plain step against one under a budget\n");
  if (printModel) {
    llvm::outs() << print(generate(firstSeed));
    return 0;
  }
  if (plantName == "list") {
    for (const Plant &plant : plants())
      llvm::outs() << plant.name << "\n";
    return 0;
  }
  if (!plantName.empty() && !findPlant(plantName)) {
    llvm::errs() << "ckpt-fuzz: there is no plant '" << plantName << "'\n";
    return 2;
  }
  return run();
}
