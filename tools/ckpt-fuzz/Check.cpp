//===- Check.cpp - Whether a model's steps keep every promise -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "Plants.h"
#include "Steps.h"

#include "ckpt/Runtime/Executor.h"
#include "ckpt/Train/Session.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace ckpt;
using namespace ckpt::fuzz;
using runtime::Executor;
using runtime::ExecutorOptions;
using runtime::Persistent;
using Role = runtime::Persistent::Role;

/// Steps that are compared: from the second on, states and moments count.
static constexpr int steps = 2;

/// The bytes of every persistent value.
using Values = std::vector<std::vector<uint8_t>>;

template <typename T>
static void fillWith(std::vector<uint8_t> &bytes, std::mt19937_64 &random) {
  for (size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    // Fine enough that no two are equal: ties have no one gradient.
    T value = T((double(random() >> 11) * 0x1p-53 - 0.5) * 1.4);
    std::memcpy(bytes.data() + i, &value, sizeof(T));
  }
}

static Values firstValues(const runtime::Table &table, uint64_t seed) {
  Values values;
  std::mt19937_64 random(seed);
  for (const Persistent &value : table.persistent) {
    std::vector<uint8_t> bytes(size_t(value.bytes), 0);
    bool isArgument = value.role == Role::Param || value.role == Role::State ||
                      value.role == Role::Data;
    if (value.role == Role::Constant)
      bytes = value.value;
    else if (isArgument && value.type == runtime::ElementType::F64)
      fillWith<double>(bytes, random);
    else if (isArgument)
      fillWith<float>(bytes, random);
    bytes.resize(size_t(value.bytes));
    values.push_back(std::move(bytes));
  }
  return values;
}

static void setScalars(const runtime::Table &table, Values &values,
                       double learningRate, int step) {
  for (size_t i = 0; i < values.size(); ++i) {
    Role role = table.persistent[i].role;
    if (role == Role::LearningRate || role == Role::StepIndex)
      llvm::cantFail(train::writeScalar(
          table.persistent[i], values[i].data(),
          role == Role::StepIndex ? double(step) : learningRate));
  }
}

/// Names the first value that differs; empty: none.
static std::string compare(const runtime::Table &table, const Values &a,
                           const Values &b) {
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t k = 0; k < a[i].size(); ++k)
      if (a[i][k] != b[i][k])
        return "'" + table.persistent[i].name + "' differs at byte " +
               std::to_string(k) + " of " + std::to_string(a[i].size());
  return "";
}

namespace {
class Checker {
public:
  Checker(mlir::MLIRContext &context, const Program &program, uint64_t seed,
          const std::string &plantName)
      : program(program), seed(seed), random(seed ^ 0x9e3779b97f4a7c15),
        plant(findPlant(plantName)), made(context),
        handler(&context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
            diagnostics += diagnostic.str() + "; ";
          return mlir::success();
        }) {}

  Verdict run() {
    checkAll();
    return std::move(verdict);
  }

private:
  bool fail(const std::string &what, const std::string &message) {
    verdict.failed = what;
    verdict.message = message + (diagnostics.empty() ? "" : ": ") + diagnostics;
    return false;
  }

  bool checkAll() {
    if (!made.compile(print(program), program.optimizer))
      return fail("compile", "does not compile");
    std::optional<PlannedTable> plain = made.plan(std::nullopt);
    if (!plain)
      return fail("plain", "no plain step");
    std::optional<PlannedTable> planned;
    bool both = plant && plant->both;
    if (both) {
      verdict.planted = plant->apply(*plain, random());
      planned = plain;
    } else if (!planWithin(*plain, planned)) {
      return false;
    } else if (plant) {
      verdict.planted = plant->apply(*planned, random());
    }
    return checkSums(*planned) && checkRuns(*plain, *planned) &&
           checkGradients(plain->table);
  }

  /// A budget between the lowest that can be met and the plain peak.
  bool planWithin(const PlannedTable &plain,
                  std::optional<PlannedTable> &planned) {
    int64_t peak = plain.result.predictedPeakBytes;
    std::optional<PlannedTable> nothing = made.plan(1);
    // What a region's own budget cannot hold is an error of the model.
    if (!nothing && diagnostics.find("its budget of") != std::string::npos) {
      verdict.notFound = true;
      return false;
    }
    diagnostics.clear();
    if (!nothing || nothing->result.met())
      return fail("floor", "one byte is not refused");
    int64_t floor = nothing->result.floorBytes;
    int64_t budget = peak;
    if (floor < peak)
      budget = floor +
               int64_t(double(peak - floor) * double(random() % 1000) * 7e-4);
    for (;;) {
      planned = made.plan(budget);
      if (!planned)
        return fail("plan", "no plan for " + std::to_string(budget) +
                                " bytes, floor " + std::to_string(floor));
      if (planned->result.met())
        break;
      // The floor is what one launch needs; no order may reach it.
      if (budget >= (program.regions.empty() ? 1 : 4) * peak)
        return fail("floor", "a budget of " + std::to_string(budget) +
                                 " bytes is not met (" +
                                 planned->result.status + "), the floor is " +
                                 std::to_string(floor) + ", the plain peak " +
                                 std::to_string(peak));
      verdict.notFound |= planned->result.status == "not-found";
      // What policies demand may need more than the plain step.
      budget += budget >= peak ? peak / 8 : (peak - budget + 1) / 2;
    }
    // Plans without clones show little: lower budgets, as far as there are
    // plans.
    for (int tries = 0; tries < 3 && planned->result.clones == 0; ++tries) {
      int64_t lower = floor + (std::min(budget, peak) - floor) / 3;
      std::optional<PlannedTable> other = made.plan(lower);
      if (!other)
        return fail("plan", "no plan for " + std::to_string(lower) + " bytes");
      if (!other->result.met() || lower >= budget)
        break;
      planned = std::move(other);
      budget = lower;
    }
    diagnostics.clear();
    verdict.clones = planned->result.clones;
    if (seed % 4 == 0) {
      std::optional<PlannedTable> again = made.plan(budget);
      if (!again || again->result.planHash != planned->result.planHash)
        return fail("deterministic", "two plans for one budget");
    }
    return true;
  }

  /// Sums and lifetimes that need no run.
  bool checkSums(const PlannedTable &planned) {
    const runtime::Table &table = planned.table;
    if (std::string wrong = runtime::verify(table); !wrong.empty())
      return fail("table", wrong);
    if (runtime::livePeakBytes(table) != table.predictedPeakBytes)
      return fail("peak", "live bytes are not the predicted ones");
    if (table.predictedPeakBytes + planned.persistentBytes !=
        planned.result.predictedPeakBytes)
      return fail("peak", "the table's peak is not the planner's");
    int64_t total = table.arenaBytes + planned.persistentBytes;
    if (planned.result.budgetBytes && total > *planned.result.budgetBytes)
      return fail("budget", std::to_string(total) + " bytes for a budget of " +
                                std::to_string(*planned.result.budgetBytes));
    int64_t clones = 0;
    for (const runtime::Launch &launch : table.launches)
      clones += launch.clone;
    if (clones != planned.result.clones)
      return fail("clones", "the table has " + std::to_string(clones) +
                                " clones, the planner says " +
                                std::to_string(planned.result.clones));
    return true;
  }

  double learningRate() const { return program.isDouble ? 1.0 : 0.01; }

  /// Runs `count` steps from `values`, in place.
  bool runSteps(const runtime::Table &table, const ExecutorOptions &options,
                int count, Values &values, int64_t *counted = nullptr) {
    std::string error;
    std::unique_ptr<Executor> executor =
        Executor::create(table, options, error);
    if (!executor)
      return fail("run", error);
    for (int step = 0; step < count; ++step) {
      setScalars(table, values, learningRate(), step);
      for (size_t i = 0; i < values.size(); ++i)
        if (!values[i].empty())
          std::memcpy(executor->persistent(i), values[i].data(),
                      values[i].size());
      if (!executor->run(error))
        return fail("run", error);
      for (size_t i = 0; i < values.size(); ++i)
        if (!values[i].empty())
          std::memcpy(values[i].data(), executor->persistent(i),
                      values[i].size());
    }
    if (counted)
      *counted = executor->countedPeakBytes();
    return true;
  }

  bool checkRuns(const PlannedTable &plain, const PlannedTable &planned) {
    const runtime::Table &table = planned.table;
    Values first = firstValues(table, seed);
    if (table.persistent.size() != plain.table.persistent.size())
      return fail("bits", "other persistent values than the plain step");
    ExecutorOptions poisoned;
    poisoned.poison = true;
    Values expected = first, got = first;
    if (!runSteps(plain.table, poisoned, steps, expected) ||
        !runSteps(table, poisoned, steps, got))
      return false;
    if (std::string what = compare(table, expected, got); !what.empty())
      return fail("bits", what + " from the plain step");
    ExecutorOptions threads;
    threads.threads = 2;
    Values again = first;
    if (!runSteps(table, threads, steps, again))
      return false;
    if (std::string what = compare(table, got, again); !what.empty())
      return fail("deterministic", what + " in a second run, on two threads");
    ExecutorOptions counting;
    counting.memory = ExecutorOptions::Memory::Counted;
    Values counted = first, one = first;
    int64_t bytes = 0;
    if (!runSteps(table, counting, 1, counted, &bytes) ||
        !runSteps(table, poisoned, 1, one))
      return false;
    if (std::string what = compare(table, one, counted); !what.empty())
      return fail("deterministic", what + " with buffers of their own");
    if (bytes != table.predictedPeakBytes)
      return fail("peak", std::to_string(bytes) + " bytes counted, " +
                              std::to_string(table.predictedPeakBytes) +
                              " predicted");
    return true;
  }

  std::optional<double> lossAt(const runtime::Table &table, Values values,
                               Values *after = nullptr) {
    if (!runSteps(table, {}, 1, values))
      return std::nullopt;
    std::optional<double> loss;
    for (size_t i = 0; i < values.size(); ++i)
      if (table.persistent[i].role == Role::Loss)
        loss = train::scalarValue(table.persistent[i], values[i].data());
    if (after)
      *after = std::move(values);
    return loss;
  }

  /// Plain gradient descent in double precision with a rate of one: the
  /// gradient is what the parameters lose. Along random directions it must be
  /// what differences of the loss say; a kink near one point does not fail the
  /// case, one that stays does.
  bool checkGradients(const runtime::Table &table) {
    if (!program.isDouble || program.optimizer != "sgd")
      return true;
    Values first = firstValues(table, seed), after;
    std::optional<double> loss = lossAt(table, first, &after);
    if (!loss)
      return verdict.failed.empty();
    if (!std::isfinite(*loss) || std::fabs(*loss) > 1e6)
      return true;
    std::string message;
    for (double width : {1e-5, 1e-6, 1e-7}) {
      Values low = first, high = first;
      double slope = 0;
      for (size_t i = 0; i < first.size(); ++i) {
        if (table.persistent[i].role != Role::Param)
          continue;
        for (size_t k = 0; k + 8 <= first[i].size(); k += 8) {
          double at, then;
          std::memcpy(&at, first[i].data() + k, 8);
          std::memcpy(&then, after[i].data() + k, 8);
          double direction = double(int64_t(random() % 2001) - 1000) * 1e-3;
          slope += direction * (at - then);
          double less = at - width * direction, more = at + width * direction;
          std::memcpy(low[i].data() + k, &less, 8);
          std::memcpy(high[i].data() + k, &more, 8);
        }
      }
      std::optional<double> a = lossAt(table, low), b = lossAt(table, high);
      if (!a || !b)
        return verdict.failed.empty();
      double quotient = (*b - *a) / (2 * width);
      double tolerance = 1e-4 * (std::fabs(quotient) + std::fabs(slope)) +
                         1e-8 / width * 1e-7 * std::fmax(1, std::fabs(*loss)) +
                         1e-6;
      verdict.gradientsChecked = true;
      if (std::fabs(quotient - slope) <= tolerance)
        return true;
      message += "gradient " + std::to_string(slope) + ", difference " +
                 std::to_string(quotient) + "; ";
    }
    return fail("gradient", message);
  }

  const Program &program;
  uint64_t seed;
  std::mt19937_64 random;
  const Plant *plant;
  std::string diagnostics;
  Steps made;
  mlir::ScopedDiagnosticHandler handler;
  Verdict verdict;
};
} // namespace

Verdict ckpt::fuzz::check(mlir::MLIRContext &context, const Program &program,
                          uint64_t seed, const std::string &plant) {
  return Checker(context, program, seed, plant).run();
}
