//===- ToolTest.cpp - ckpt-run around hand-made tables --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearModel.h"

#include "Commands.h"
#include "Compare.h"

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::tool;

namespace {

/// Gives hand-made tables in place of compiled ones.
Compiler makeCompiler() {
  Compiler compiler;
  compiler.step = [](const CompileOptions &options, CompileFailure &failure) {
    std::optional<Compiled> compiled;
    if (options.budget && options.budget->resolve(0, 0) < 700) {
      failure = {NoPlan, "the floor is 700 bytes", "infeasible", 700};
      return compiled;
    }
    compiled.emplace();
    compiled->table = test::makeStep(!options.plain);
    compiled->figures.status = options.plain ? "plain" : "optimal";
    compiled->figures.kernelKeys = {"residual-1", "loss-1", "gradient-1",
                                    "update-1"};
    if (options.budget)
      compiled->figures.budgetBytes = options.budget->resolve(0, 0);
    return compiled;
  };
  compiler.gradients = [](const CompileOptions &, CompileFailure &) {
    std::optional<Compiled> compiled(std::in_place);
    compiled->table = test::makeGradients();
    return compiled;
  };
  compiler.hasFunction = [](const std::string &) { return false; };
  return compiler;
}

class Tool : public testing::Test {
protected:
  void SetUp() override {
    options.model = "linear.mlir";
    options.synthetic = true;
    options.steps = 12;
    options.compile.plain = true;
  }
  void TearDown() override {
    for (const std::string &file : files)
      std::remove(file.c_str());
  }
  std::string file(const char *name) {
    files.push_back(testing::TempDir() + "ckpt-tool-" +
                    std::to_string(getpid()) + "-" + name);
    return files.back();
  }
  void budget(int64_t bytes) {
    options.compile.plain = false;
    options.compile.budget = measure::Budget::fromBytes(bytes);
  }
  llvm::json::Object reportOf(const std::string &path) {
    auto bytes = data::readFile(path);
    EXPECT_TRUE(bool(bytes));
    auto json = llvm::json::parse(llvm::StringRef(
        reinterpret_cast<char *>(bytes->data()), bytes->size()));
    EXPECT_TRUE(bool(json));
    return *json->getAsObject();
  }

  RunOptions options;
  std::vector<std::string> files;
};

TEST_F(Tool, TrainsSavesAndReports) {
  options.save = file("saved");
  options.report = file("report.json");
  options.html = file("page.html");
  options.trace = file("trace.json");
  budget(800);
  ASSERT_EQ(runTool(options, makeCompiler()), Done);
  llvm::json::Object report = reportOf(options.report);
  EXPECT_EQ(report.getInteger("predicted_peak_bytes"), 9 * 64 + 128);
  EXPECT_EQ(report.getInteger("counted_peak_bytes"), 9 * 64 + 128);
  EXPECT_EQ(report.getInteger("budget_bytes"), 800);
  EXPECT_EQ(report.getInteger("recomputed"), 1);
  EXPECT_TRUE(report.getNumber("step_seconds").has_value());
  EXPECT_EQ(report.get("stopped")->kind(), llvm::json::Value::Null);
  EXPECT_TRUE(report.getNumber("loss").has_value());
  auto saved = data::readSafetensors(options.save);
  ASSERT_TRUE(bool(saved));
  EXPECT_EQ(saved->metadata["steps"], "12");
  EXPECT_EQ(saved->tensors.size(), 3u);
  EXPECT_EQ(access(options.html.c_str(), F_OK), 0);
  EXPECT_EQ(access(options.trace.c_str(), F_OK), 0);
}

TEST_F(Tool, CompareFindsEqualBits) {
  options.compare = true;
  options.report = file("report.json");
  budget(800);
  ASSERT_EQ(runTool(options, makeCompiler()), Done);
  llvm::json::Object report = reportOf(options.report);
  EXPECT_EQ(report.getObject("compare")->getBoolean("identical"), true);
  EXPECT_EQ(report.getObject("compare")->getInteger("steps"), 12);
  EXPECT_TRUE(report.getNumber("extra_time_measured_percent").has_value());
  EXPECT_TRUE(report.getNumber("baseline_step_seconds").has_value());
}

TEST_F(Tool, CompareNoticesACorruptedClone) {
  options.compare = true;
  options.corruptClone = 0;
  options.report = file("report.json");
  budget(800);
  EXPECT_EQ(runTool(options, makeCompiler()), Failed);
  llvm::json::Object report = reportOf(options.report);
  EXPECT_EQ(report.getObject("compare")->getBoolean("identical"), false);
}

TEST_F(Tool, CorruptingNeedsAClone) {
  options.corruptClone = 1;
  budget(800);
  EXPECT_EQ(runTool(options, makeCompiler()), Failed);
}

TEST_F(Tool, ABudgetBelowTheFloorIsExitCodeThree) {
  options.report = file("report.json");
  budget(600);
  EXPECT_EQ(runTool(options, makeCompiler()), NoPlan);
  llvm::json::Object report = reportOf(options.report);
  EXPECT_EQ(report.getString("status"), "infeasible");
  EXPECT_EQ(report.getInteger("floor_bytes"), 700);
}

TEST_F(Tool, AWrongPredictionIsAnError) {
  Compiler compiler = makeCompiler();
  auto step = compiler.step;
  compiler.step = [&](const CompileOptions &o, CompileFailure &f) {
    auto compiled = step(o, f);
    compiled->table.predictedPeakBytes -= 64;
    return compiled;
  };
  EXPECT_EQ(runTool(options, compiler), Failed);
}

TEST_F(Tool, MissingDataIsFoundBeforeCompiling) {
  Compiler compiler = makeCompiler();
  compiler.step = [](const CompileOptions &, CompileFailure &) {
    ADD_FAILURE() << "compiled";
    return std::optional<Compiled>();
  };
  options.dataFiles = {{"x", "/nonexistent/x.npy"}};
  EXPECT_EQ(runTool(options, compiler), Failed);
}

TEST_F(Tool, OutputFoldersAreCheckedBeforeCompiling) {
  Compiler compiler = makeCompiler();
  compiler.step = [](const CompileOptions &, CompileFailure &) {
    ADD_FAILURE() << "compiled";
    return std::optional<Compiled>();
  };
  options.save = "/nonexistent/saved";
  EXPECT_EQ(runTool(options, compiler), Failed);
}

TEST_F(Tool, ProfilesEveryKernelByItsKey) {
  options.profileOut = file("profile.json");
  ASSERT_EQ(runTool(options, makeCompiler()), Done);
  llvm::json::Object profile = reportOf(options.profileOut);
  EXPECT_EQ(profile.getInteger("schema"), 1);
  EXPECT_EQ(profile.getObject("kernels")->size(), 4u);
  EXPECT_GT(profile.getObject("kernels")->getNumber("gradient-1"), 0);
}

TEST_F(Tool, InterruptFinishesTheStepAndSaves) {
  options.steps = 100000;
  options.save = file("saved");
  options.report = file("report.json");
  // In a process of its own: the interrupt is remembered for good.
  EXPECT_EXIT(
      {
        Compiler compiler = makeCompiler();
        auto step = compiler.step;
        compiler.step = [&](const CompileOptions &o, CompileFailure &f) {
          std::raise(SIGINT);
          return step(o, f);
        };
        std::_Exit(runTool(options, compiler));
      },
      testing::ExitedWithCode(Interrupted), "");
  auto saved = data::readSafetensors(options.save);
  ASSERT_TRUE(bool(saved));
  EXPECT_EQ(saved->metadata["steps"], "1");
  EXPECT_EQ(reportOf(options.report).getString("stopped"),
            "interrupted after step 1");
}

TEST_F(Tool, GradientsOfGivenArguments) {
  options.synthetic = false;
  options.args = file("args.npz");
  options.gradientsOut = file("got.npz");
  std::vector<float> w = {1, 0, 0}, x(12, 1.0f), y(4, 0.0f);
  auto array = [](std::vector<int64_t> shape, const std::vector<float> &v) {
    data::Array result{data::DType::F32, std::move(shape), {}};
    result.bytes.resize(v.size() * 4);
    std::memcpy(result.bytes.data(), v.data(), result.bytes.size());
    return result;
  };
  std::vector<data::NamedArray> arguments = {{"arg0", array({3}, w)},
                                             {"arg1", array({4, 3}, x)},
                                             {"arg2", array({4}, y)}};
  ASSERT_FALSE(bool(data::writeNpz(options.args, arguments)));
  ASSERT_EQ(runTool(options, makeCompiler()), Done);
  auto got = data::readNpz(options.gradientsOut);
  ASSERT_TRUE(bool(got));
  ASSERT_EQ(got->size(), 3u);
  EXPECT_EQ((*got)[0].name, "out0");
  EXPECT_EQ((*got)[0].array.bytes, array({}, {0.5f}).bytes);
  EXPECT_EQ((*got)[2].name, "grad0");
  EXPECT_EQ((*got)[2].array.bytes, array({3}, {1, 1, 1}).bytes);

  arguments[1].array.shape = {3, 4};
  ASSERT_FALSE(bool(data::writeNpz(options.args, arguments)));
  EXPECT_EQ(runTool(options, makeCompiler()), Failed);
}

/// A model that needs 100 bytes for itself and 10 for each sample, half of them
/// with recomputation; and its extra time grows with what does not fit.
std::optional<Compiled> planByBatch(const CompileOptions &options,
                                    CompileFailure &failure) {
  std::optional<Compiled> compiled;
  int64_t batch = *options.batch, plain = 100 + 10 * batch;
  int64_t budget = options.budget->resolve(0, 0);
  if (100 + 5 * batch > budget) {
    failure = {NoPlan, "the floor", "infeasible", 100 + 5 * batch};
    return compiled;
  }
  compiled.emplace();
  CompileFigures &figures = compiled->figures;
  figures.baselinePeakBytes = plain;
  figures.predictedPeakBytes = std::min(plain, budget);
  figures.recomputed = plain > budget;
  figures.extraTimeEstimatedPercent =
      std::max<double>(0, 100.0 * double(plain - budget) / double(budget));
  return compiled;
}

TEST_F(Tool, FindsTheLargestBatches) {
  Compiler compiler;
  // With the effort of a run.
  int calls = 0;
  compiler.plan = [&](const CompileOptions &o, CompileFailure &f) {
    calls += o.effort == planning::Effort::Default;
    return planByBatch(o, f);
  };
  options.findBatch = true;
  options.maxExtraTimePercent = 20;
  options.report = file("report.json");
  for (int64_t bytes : {105, 200, 1234, 10100, 100500}) {
    budget(bytes);
    calls = 0;
    ASSERT_EQ(runTool(options, compiler), Done);
    llvm::json::Object report = reportOf(options.report);
    EXPECT_EQ(report.getInteger("budget_bytes"), bytes);
    EXPECT_EQ(report.getInteger("largest_batch"), (bytes - 100) / 5);
    // 100 + 10 batch <= 1.2 budget, and within the budget.
    EXPECT_EQ(report.getInteger("largest_batch_within_extra_time"),
              std::min((bytes * 6 / 5 - 100) / 10, (bytes - 100) / 5));
    EXPECT_EQ(report.getInteger("largest_batch_without_recomputation"),
              (bytes - 100) / 10);
    EXPECT_LT(calls, 20);
  }
  budget(104);
  EXPECT_EQ(runTool(options, compiler), NoPlan);
}

TEST_F(Tool, FindsABatchBeyondOneThatDoesNotFit) {
  Compiler compiler;
  compiler.plan = [](CompileOptions o, CompileFailure &f) {
    // A size that divides badly needs more.
    if (*o.batch == 48)
      *o.batch = 100;
    return planByBatch(o, f);
  };
  options.findBatch = true;
  options.report = file("report.json");
  budget(400);
  ASSERT_EQ(runTool(options, compiler), Done);
  EXPECT_EQ(reportOf(options.report).getInteger("largest_batch"), 60);
}

TEST_F(Tool, FindingABatchNeedsAModelThatHasOne) {
  Compiler compiler;
  compiler.plan = [](CompileOptions o, CompileFailure &f) {
    o.batch = 1;
    return planByBatch(o, f);
  };
  options.findBatch = true;
  budget(300);
  EXPECT_EQ(runTool(options, compiler), Failed);
}

TEST_F(Tool, ComparisonNamesTheFirstDifference) {
  std::vector<uint8_t> a(8, 1), b = a;
  b[5] = 2;
  std::string one = file("one"), two = file("two");
  ASSERT_FALSE(
      bool(data::writeSafetensors(one, {{"w", data::DType::F32, {2}, a}}, {})));
  ASSERT_FALSE(
      bool(data::writeSafetensors(two, {{"w", data::DType::F32, {2}, b}}, {})));
  auto difference = compareSaved(one, two);
  ASSERT_TRUE(bool(difference));
  EXPECT_EQ(*difference, "tensor 'w' differs first at element 1 of f32[2], in "
                         "1 of 8 bytes");
}

} // namespace
