//===- FindBatch.cpp - The largest batch under a budget -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More samples need more bytes, nearly always: a kernel whose chunks follow the
// batch may need fewer at a size that divides well. So the search bisects, and
// then looks at a few sizes beyond what it found.
//
//===----------------------------------------------------------------------===//

#include "FindBatch.h"
#include "Commands.h"
#include "Interrupt.h"

#include "ckpt/Data/File.h"
#include "ckpt/Measure/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

/// The first size that is tried, and the largest.
static constexpr int64_t firstBatch = 16, lastBatch = int64_t(1) << 30;
/// Sizes beyond the first that does not fit, in quarters of it.
static constexpr int64_t quartersBeyond[] = {5, 6, 8};

namespace {

/// What the step does with one batch size.
struct Probe {
  bool fits = false;
  int64_t peakBytes = 0;
  int64_t baselinePeakBytes = 0;
  double extraTimePercent = 0;
  int64_t recomputed = 0;
  std::string message;
};

using Wanted = llvm::function_ref<bool(const Probe &)>;

/// Plans for batch sizes, each once.
class Prober {
public:
  Prober(const RunOptions &options, const Compiler &compiler, bool quick)
      : options(options), compiler(compiler), quick(quick) {}

  Expected<bool> is(Wanted wanted, int64_t batch);

  const std::map<int64_t, Probe> &all() const { return probes; }
  const Probe &at(int64_t batch) const { return probes.at(batch); }

private:
  Error probe(int64_t batch);
  void show(int64_t batch, const Probe &result) const;

  const RunOptions &options;
  const Compiler &compiler;
  bool quick;
  std::map<int64_t, Probe> probes;
};

Error Prober::probe(int64_t batch) {
  if (isInterrupted())
    return llvm::createStringError("interrupted");
  CompileOptions compile = options.compile;
  compile.batch = batch;
  if (quick)
    compile.effort = planning::Effort::Quick;
  CompileFailure why;
  std::optional<Compiled> compiled = compiler.plan(compile, why);
  if (!compiled && why.exitCode != NoPlan)
    return llvm::createStringError(
        "with batch " + Twine(batch) + ": " +
        (why.message.empty() ? "does not compile" : why.message));
  Probe result;
  if (compiled) {
    const CompileFigures &figures = compiled->figures;
    result.fits = true;
    result.peakBytes = figures.predictedPeakBytes.value_or(0);
    result.baselinePeakBytes = figures.baselinePeakBytes;
    result.extraTimePercent = figures.extraTimeEstimatedPercent.value_or(0);
    result.recomputed = figures.recomputed.value_or(0);
  } else {
    result.message = why.message;
  }
  show(batch, result);
  probes.emplace(batch, std::move(result));
  return Error::success();
}

void Prober::show(int64_t batch, const Probe &result) const {
  llvm::errs() << "batch " << batch << (quick ? ", planned quickly: " : ": ");
  if (result.fits)
    llvm::errs() << "peak " << measure::formatBytes(result.peakBytes)
                 << llvm::format(", extra time %.2f %%\n",
                                 result.extraTimePercent);
  else
    llvm::errs() << "does not fit\n";
}

Expected<bool> Prober::is(Wanted wanted, int64_t batch) {
  if (!probes.count(batch))
    if (Error error = probe(batch))
      return std::move(error);
  return wanted(probes.at(batch));
}

/// Finds a range with plans that cost little, and the end of it with the effort
/// of a run.
class BatchSearch {
public:
  BatchSearch(const RunOptions &options, const Compiler &compiler)
      : quick(options, compiler, true), exact(options, compiler, false) {}

  /// The largest batch that is `wanted`; 0: none is.
  Expected<int64_t> largest(Wanted wanted) {
    Expected<int64_t> guess = roughly(wanted);
    if (!guess)
      return guess;
    return exactly(wanted, *guess);
  }

  const Prober &found() const { return exact; }

private:
  Expected<int64_t> roughly(Wanted wanted);
  Expected<int64_t> exactly(Wanted wanted, int64_t guess);
  Expected<int64_t> beyond(Wanted wanted, int64_t high);
  bool growsTo(int64_t batch) const;

  Prober quick, exact;
};

/// Whether the plain step needs more bytes than for half of the batch.
bool BatchSearch::growsTo(int64_t batch) const {
  auto half = quick.all().find(batch / 2);
  return half == quick.all().end() ||
         (batch < lastBatch &&
          quick.at(batch).baselinePeakBytes > half->second.baselinePeakBytes);
}

/// Bisects, starting from what earlier searches have found out already.
Expected<int64_t> BatchSearch::roughly(Wanted wanted) {
  int64_t low = 0;
  for (const auto &[batch, result] : quick.all())
    if (wanted(result))
      low = batch;
  while (true) {
    auto above = quick.all().upper_bound(low);
    int64_t high = above == quick.all().end() ? 0 : above->first;
    if (!high && !growsTo(low))
      return llvm::createStringError(
          "the model's bytes do not depend on the batch: its data arguments "
          "need a leading '?'");
    if (high - low == 1) {
      Expected<int64_t> better = beyond(wanted, high);
      if (!better)
        return better;
      if (*better == 0)
        return low;
      low = *better;
      continue;
    }
    int64_t next =
        high ? low + (high - low) / 2 : std::max(2 * low, firstBatch);
    Expected<bool> good = quick.is(wanted, next);
    if (!good)
      return good.takeError();
    if (*good)
      low = next;
  }
}

/// Looks at some sizes above one that is not wanted; 0: they are not either.
Expected<int64_t> BatchSearch::beyond(Wanted wanted, int64_t high) {
  int64_t better = 0;
  for (int64_t quarters : quartersBeyond) {
    int64_t batch = std::min(high * quarters / 4, lastBatch);
    Expected<bool> good = quick.is(wanted, batch);
    if (!good)
      return good.takeError();
    if (*good)
      better = batch;
  }
  return better;
}

/// Steps away from `guess`, faster and faster, until it has a size that is
/// wanted and one that is not; then bisects.
Expected<int64_t> BatchSearch::exactly(Wanted wanted, int64_t guess) {
  int64_t low = 0, high = lastBatch;
  int64_t stride = 1, next = std::max<int64_t>(1, guess);
  while (high - low > 1) {
    Expected<bool> good = exact.is(wanted, next);
    if (!good)
      return good.takeError();
    (*good ? low : high) = next;
    if (high == lastBatch)
      next = std::min(low + stride, lastBatch - 1);
    else if (low == 0)
      next = std::max<int64_t>(1, high - stride);
    else
      next = low + (high - low) / 2;
    stride *= 2;
  }
  return low;
}

/// One line of the result: what is asked, and the answer.
struct Answer {
  std::string key, text;
  int64_t batch = 0;
};

Error writeJson(const RunOptions &options, const BatchSearch &search,
                llvm::ArrayRef<Answer> answers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("schema", "ckpt-find-batch-1");
    json.attribute("budget_bytes", options.compile.budget->resolve(0, 0));
    for (const Answer &answer : answers)
      json.attribute(answer.key, answer.batch);
    json.attributeArray("probes", [&] {
      for (const auto &[batch, probe] : search.found().all())
        json.object([&, batch = batch, &probe = probe] {
          json.attribute("batch", batch);
          json.attribute("fits", probe.fits);
          if (!probe.fits)
            return;
          json.attribute("predicted_peak_bytes", probe.peakBytes);
          json.attribute("baseline_peak_bytes", probe.baselinePeakBytes);
          json.attribute("extra_time_estimated_percent",
                         probe.extraTimePercent);
          json.attribute("recomputed", probe.recomputed);
        });
    });
  });
  os << '\n';
  return data::writeFileAtomically(options.report, {data::bytesOf(os.str())});
}

void writeText(const BatchSearch &search, llvm::ArrayRef<Answer> answers) {
  for (const Answer &answer : answers) {
    llvm::outs() << "largest batch " << answer.text << ": ";
    if (answer.batch == 0) {
      llvm::outs() << "none\n";
      continue;
    }
    const Probe &probe = search.found().at(answer.batch);
    llvm::outs() << answer.batch << "  (peak "
                 << measure::formatBytes(probe.peakBytes)
                 << llvm::format(", extra time %.2f %%, ",
                                 probe.extraTimePercent)
                 << probe.recomputed << " recomputed)\n";
  }
}

/// Fills in the answers' batches.
Error answerAll(const RunOptions &options, BatchSearch &search,
                std::vector<Answer> &answers) {
  const std::string &budget = options.compile.budget->text();
  auto ask = [&](const char *key, const std::string &text,
                 Wanted wanted) -> Error {
    Expected<int64_t> batch = search.largest(wanted);
    if (!batch)
      return batch.takeError();
    answers.push_back({key, text, *batch});
    return Error::success();
  };
  if (Error error = ask("largest_batch", "within " + budget,
                        [](const Probe &probe) { return probe.fits; }))
    return error;
  if (options.maxExtraTimePercent) {
    double most = *options.maxExtraTimePercent;
    std::string text;
    llvm::raw_string_ostream(text)
        << "within " << budget << llvm::format(" and %g %% extra time", most);
    if (Error error = ask("largest_batch_within_extra_time", text,
                          [&](const Probe &probe) {
                            return probe.fits && probe.extraTimePercent <= most;
                          }))
      return error;
  }
  return ask(
      "largest_batch_without_recomputation",
      "within " + budget + " without recomputation",
      [](const Probe &probe) { return probe.fits && probe.recomputed == 0; });
}

} // namespace

int tool::findBatch(const RunOptions &options, const Compiler &compiler) {
  installInterruptHandler();
  BatchSearch search(options, compiler);
  std::vector<Answer> answers;
  if (Error error = answerAll(options, search, answers)) {
    reportError(std::move(error));
    return isInterrupted() ? Interrupted : Failed;
  }
  if (answers.front().batch == 0) {
    reportError("not even one sample fits: " + search.found().at(1).message);
    return NoPlan;
  }
  if (!options.report.empty())
    if (Error error = writeJson(options, search, answers)) {
      reportError(std::move(error));
      return Failed;
    }
  writeText(search, answers);
  return Done;
}
