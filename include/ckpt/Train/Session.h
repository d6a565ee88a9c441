//===- Session.h - Training with a compiled step ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TRAIN_SESSION_H
#define CKPT_TRAIN_SESSION_H

#include "ckpt/Data/Dataset.h"
#include "ckpt/Runtime/LaunchTable.h"
#include "ckpt/Train/BatchLoader.h"
#include "ckpt/Train/Runner.h"
#include "ckpt/Train/Store.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ckpt::train {

/// Reads a result of any element type and size one as a number.
double scalarValue(const runtime::Persistent &result, const void *address);

/// Writes learning rate or step number in the type that the model chose.
llvm::Error writeScalar(const runtime::Persistent &argument, void *address,
                        double value);

using Metrics = std::vector<std::pair<std::string, double>>;

/// Whether the losses of the table have names that tell them apart.
bool hasSeveralLosses(const runtime::Table &table);

struct SessionOptions {
  uint64_t seed = 0;
  float learningRate = 1e-3f;
  int threads = 1;
};

struct StepResult {
  /// With several objectives the sum of their losses, which are metrics then.
  double loss = 0;
  Metrics metrics;
  double seconds = 0;
  /// Whether the time means anything (`Runner::lastWasWarm`).
  bool warm = false;
};

/// The training loop's state: everything that one step needs, and its number.
class Session {
public:
  /// `table` must outlive the session; `columns` only this call.
  static llvm::Expected<std::unique_ptr<Session>>
  create(const runtime::Table &table, const data::Columns &columns,
         const SessionOptions &options);

  /// Continues from a file instead of first values.
  llvm::Error load(const std::string &path);
  llvm::Error save(const std::string &path) const;

  llvm::Expected<StepResult> step();

  int64_t finishedSteps() const { return steps; }
  int64_t stepsPerEpoch() const { return order.stepsPerEpoch(); }
  Store &getStore() { return store; }
  Runner &getRunner() { return *runner; }
  /// Frees the arena; no step may follow.
  void releaseMemory() { runner.reset(); }

private:
  Session(const runtime::Table &table, SessionOptions options)
      : table(table), options(options), order(1, 1, 0) {}
  /// Writes learning rate and step number (from 1) where the step reads them.
  llvm::Error writeScalars();

  const runtime::Table &table;
  SessionOptions options;
  Store store;
  std::vector<void *> addresses;
  std::unique_ptr<Runner> runner;
  std::optional<BatchLoader> loader;
  data::BatchOrder order;
  int64_t steps = 0;
};

/// Runs `table` over all samples and returns its loss and metrics. With a mask
/// the last batch is padded and results are sums over the samples, "correct"
/// becoming the metric "accuracy"; without, the last partial batch is left out
/// and results are means over batches.
llvm::Expected<Metrics> evaluate(const runtime::Table &table, Store &store,
                                 const data::Columns &columns, int threads);

} // namespace ckpt::train

#endif // CKPT_TRAIN_SESSION_H
