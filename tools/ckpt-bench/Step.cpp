//===- Step.cpp - Whole training steps against PyTorch --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Step.h"

#include "Context.h"
#include "Options.h"
#include "Peer.h"
#include "RunData.h"
#include "ckpt/Train/Session.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <numeric>
#include <thread>

using namespace ckpt;
using namespace ckpt::tools;
using llvm::Error;
using llvm::Expected;

namespace {

/// Who takes part: a compiled step of ours, or a variant of the peer.
struct Contestant {
  std::string name;
  std::unique_ptr<Compiled> compiled;
  std::unique_ptr<train::Session> session;
  /// With parameters, states and the batch; not known of a peer.
  int64_t peakBytes = -1;
  /// What a step takes beyond what is there before it.
  int64_t stepBytes = -1;
  double preparation = 0;
  std::vector<double> seconds;
  /// Of reading the batch and the results.
  double outsideSeconds = 0;
  bool isPeer() const { return !compiled; }
};

struct StepOptions {
  std::string net, python = "python3";
  std::vector<std::string> budgets, peers{"eager"};
  /// The plain step also on these numbers of threads.
  std::vector<int> threads;
  int rounds = 7;
};

class StepBench {
public:
  StepBench(StepOptions step, tool::RunOptions run)
      : options(std::move(step)), runOptions(std::move(run)) {}
  Error run();

private:
  Error addOwn(const std::string &budget, int threads);
  Error addPeers();
  Error takeTurn(Contestant &contestant);
  void print() const;

  StepOptions options;
  tool::RunOptions runOptions;
  Context context;
  std::optional<Peer> peer;
  std::vector<Contestant> contestants;
  int64_t batch = 0;
};

} // namespace

Error StepBench::addOwn(const std::string &budget, int threads) {
  Contestant contestant;
  contestant.name = budget.empty() ? "ckpt" : "ckpt " + budget;
  if (threads != runOptions.compile.threads)
    contestant.name += " on " + std::to_string(threads) + " threads";
  CompileOptions compile = runOptions.compile;
  compile.threads = threads;
  compile.plain = budget.empty();
  if (!budget.empty()) {
    std::string error;
    compile.budget = measure::Budget::parse(budget, error);
    if (!compile.budget)
      return llvm::createStringError(error);
  }
  CompileFailure failure;
  auto compiled =
      compileStep(context.get(), runOptions.model, compile, failure);
  if (!compiled)
    return llvm::createStringError(contestant.name + ": " + failure.message);
  contestant.compiled = std::make_unique<Compiled>(std::move(*compiled));
  const CompileFigures &figures = contestant.compiled->figures;
  const runtime::Table &table = contestant.compiled->table;
  contestant.preparation = figures.compileSeconds + figures.planSeconds;
  contestant.stepBytes = table.predictedPeakBytes;
  contestant.peakBytes =
      table.predictedPeakBytes + train::persistentBytes(table);
  Expected<data::Columns> columns = tool::loadTrainingData(runOptions);
  if (!columns)
    return columns.takeError();
  tool::addSyntheticData(runOptions, table, *columns);
  train::SessionOptions session;
  session.learningRate = runOptions.learningRate;
  session.threads = threads;
  auto created = train::Session::create(table, *columns, session);
  if (!created)
    return created.takeError();
  contestant.session = std::move(*created);
  for (const runtime::Persistent &value : table.persistent)
    if (value.role == runtime::Persistent::Role::Data && !value.shape.empty())
      batch = value.shape[0];
  contestants.push_back(std::move(contestant));
  return Error::success();
}

/// A peer that is not there is no error.
Error StepBench::addPeers() {
  if (options.net.empty())
    return Error::success();
  Expected<Peer> started =
      Peer::start(options.python, {options.net, std::to_string(batch),
                                   std::to_string(runOptions.compile.threads),
                                   runOptions.compile.optimizer});
  if (!started)
    return started.takeError();
  peer.emplace(std::move(*started));
  Expected<llvm::json::Object> hello = peer->receive();
  if (!hello)
    return hello.takeError();
  if (auto missing = hello->getString("missing")) {
    llvm::outs() << "{\"torch\": null, \"why\": " << llvm::json::Value(*missing)
                 << "}\n";
    return Error::success();
  }
  llvm::outs() << llvm::json::Value(std::move(*hello)) << "\n";
  for (const std::string &name : options.peers) {
    Expected<llvm::json::Object> ready = peer->ask("prepare " + name);
    if (!ready) {
      llvm::outs() << "{\"step\": \"torch " << name << "\", \"failed\": "
                   << llvm::json::Value(llvm::toString(ready.takeError()))
                   << "}\n";
      continue;
    }
    Contestant contestant;
    contestant.name = "torch " + name;
    contestant.preparation = ready->getNumber("first_seconds").value_or(0);
    contestant.stepBytes = ready->getInteger("peak_bytes").value_or(-1);
    contestants.push_back(std::move(contestant));
  }
  return Error::success();
}

Error StepBench::takeTurn(Contestant &contestant) {
  // Threads of the one before may still wait actively for work.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (contestant.isPeer()) {
    auto answer = peer->ask("step " + contestant.name.substr(6));
    if (!answer)
      return answer.takeError();
    contestant.seconds.push_back(answer->getNumber("seconds").value_or(0));
    return Error::success();
  }
  auto begin = std::chrono::steady_clock::now();
  Expected<train::StepResult> result = contestant.session->step();
  if (!result)
    return result.takeError();
  std::chrono::duration<double> all = std::chrono::steady_clock::now() - begin;
  if (result->warm) {
    contestant.seconds.push_back(result->seconds);
    contestant.outsideSeconds += all.count() - result->seconds;
  }
  return Error::success();
}

static double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<int64_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median over the rounds of a's time divided by b's.
static double ratio(const Contestant &a, const Contestant &b) {
  std::vector<double> ratios;
  for (auto [x, y] : llvm::zip(a.seconds, b.seconds))
    ratios.push_back(x / y);
  return median(ratios);
}

void StepBench::print() const {
  const Contestant *eager = nullptr;
  for (const Contestant &contestant : contestants)
    if (contestant.name == "torch eager")
      eager = &contestant;
  for (const Contestant &contestant : contestants) {
    double least =
        *std::min_element(contestant.seconds.begin(), contestant.seconds.end());
    llvm::outs() << llvm::format(
        "{\"step\": \"%s\", \"median_seconds\": %.5f, \"least_seconds\": %.5f",
        contestant.name.c_str(), median(contestant.seconds), least);
    if (contestant.peakBytes >= 0)
      llvm::outs() << llvm::format(", \"peak_megabytes\": %.1f",
                                   double(contestant.peakBytes) * 1e-6);
    if (contestant.stepBytes >= 0)
      llvm::outs() << llvm::format(", \"step_megabytes\": %.1f",
                                   double(contestant.stepBytes) * 1e-6);
    if (!contestant.isPeer()) {
      double inside = std::accumulate(contestant.seconds.begin(),
                                      contestant.seconds.end(), 0.0);
      llvm::outs() << llvm::format(", \"outside_percent\": %.2f",
                                   100 * contestant.outsideSeconds /
                                       (contestant.outsideSeconds + inside));
    }
    llvm::outs() << llvm::format(", \"preparation_seconds\": %.2f",
                                 contestant.preparation);
    llvm::outs() << llvm::format(", \"of_plain\": %.3f",
                                 ratio(contestant, contestants.front()));
    if (eager)
      llvm::outs() << llvm::format(", \"of_eager\": %.3f",
                                   ratio(contestant, *eager));
    llvm::outs() << "}\n";
  }
  double load = 0;
  if (getloadavg(&load, 1) == 1)
    llvm::outs() << llvm::format(
        "{\"rounds\": %d, \"threads\": %d, \"batch\": %d, \"load\": %.1f}\n",
        options.rounds, runOptions.compile.threads, int(batch), load);
}

Error StepBench::run() {
  int threads = runOptions.compile.threads;
  if (Error error = addOwn("", threads))
    return error;
  for (const std::string &budget : options.budgets)
    if (Error error = addOwn(budget, threads))
      return error;
  for (int count : options.threads)
    if (Error error = addOwn("", count))
      return error;
  if (Error error = addPeers())
    return error;
  constexpr int warmUp = 2; // counts bytes, touches pages
  for (int round = 0; round < warmUp + options.rounds; ++round)
    for (Contestant &contestant : contestants)
      if (!contestant.isPeer() || round >= warmUp)
        if (Error error = takeTurn(contestant))
          return error;
  print();
  return Error::success();
}

static std::vector<std::string> listOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> pieces;
  text.split(pieces, ',', -1, /*KeepEmpty=*/false);
  return {pieces.begin(), pieces.end()};
}

int ckpt::tools::benchStep(int argc, char **argv) {
  StepOptions options;
  std::vector<const char *> rest{"ckpt-bench"};
  for (int i = 0; i < argc; ++i) {
    auto value = [&](const char *name) -> const char * {
      return !std::strcmp(argv[i], name) && i + 1 < argc ? argv[++i] : nullptr;
    };
    if (const char *net = value("--net"))
      options.net = net;
    else if (const char *python = value("--python"))
      options.python = python;
    else if (const char *budgets = value("--budgets"))
      options.budgets = listOf(budgets);
    else if (const char *counts = value("--also-threads"))
      for (const std::string &count : listOf(counts))
        options.threads.push_back(std::max(1, std::atoi(count.c_str())));
    else if (const char *peers = value("--peers"))
      options.peers = listOf(peers);
    else if (const char *rounds = value("--rounds"))
      options.rounds = std::max(1, std::atoi(rounds));
    else
      rest.push_back(argv[i]);
  }
  if (rest.size() == 1) {
    std::cerr
        << "usage: ckpt-bench step MODEL.mlir [options of ckpt-run]\n"
           "         [--budgets 350MB,220MB] [--also-threads 1] [--rounds N]\n"
           "         [--net dense_lenet|lenet|mlp|resnet18|transformer]\n"
           "         [--peers eager,checkpoint,compile,compile-0.5]\n"
           "         [--python PROGRAM]\n";
    return 2;
  }
  std::optional<tool::RunOptions> run =
      tool::parseOptions(static_cast<int>(rest.size()), rest.data());
  if (!run)
    return 2;
  if (Error error = StepBench(options, *run).run()) {
    std::cerr << "ckpt-bench: error: " << llvm::toString(std::move(error))
              << "\n";
    return 1;
  }
  return 0;
}
