//===- MeasureTest.cpp - Budgets and reports ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <set>

using namespace ckpt::measure;

namespace {

std::string errorOf(const char *text) {
  std::string error;
  return Budget::parse(text, error) ? "no error" : error;
}

int64_t bytesOf(const char *text) {
  std::string error;
  std::optional<Budget> budget = Budget::parse(text, error);
  EXPECT_TRUE(budget) << error;
  return budget ? budget->resolve(1000, 1001) : -1;
}

TEST(Budget, KnowsItsUnits) {
  EXPECT_EQ(bytesOf("12B"), 12);
  EXPECT_EQ(bytesOf("350MB"), 350000000);
  EXPECT_EQ(bytesOf("1.5GB"), 1500000000);
  EXPECT_EQ(bytesOf("3kB"), 3000);
  EXPECT_EQ(bytesOf("2KiB"), 2048);
  EXPECT_EQ(bytesOf("512MiB"), 512ll << 20);
  EXPECT_EQ(bytesOf("0.5GiB"), 1ll << 29);
  EXPECT_EQ(bytesOf("0.3B"), 0);
}

TEST(Budget, PercentIsOfTheTransientPeakOnTopOfThePersistentBytes) {
  EXPECT_EQ(bytesOf("50%"), 1000 + 500);
  EXPECT_EQ(bytesOf("12.5%"), 1000 + 125);
  EXPECT_EQ(bytesOf("100%"), 2001);
  EXPECT_EQ(bytesOf("0%"), 1000);
}

TEST(Budget, RejectsWhatIsNotABudget) {
  EXPECT_EQ(errorOf("-1"), "budget '-1' is negative");
  EXPECT_EQ(errorOf("40"),
            "budget '40' has no unit; write for example 40MB or 40%");
  EXPECT_EQ(errorOf("lots"),
            "budget 'lots' is not NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%), for "
            "example 350MB or 60%");
  EXPECT_EQ(errorOf("40mb"), "budget '40mb' has the unknown unit 'mb'; known "
                             "are B, kB, MB, GB, KiB, MiB, GiB and %");
  EXPECT_EQ(errorOf("99999999999GiB"),
            "budget '99999999999GiB' is more than 64 bits of bytes");
  for (const char *bad :
       {"", ".5MB", "5.MB", "1e9B", "1 MB", "nanMB", "999999999999999999999B"})
    EXPECT_NE(errorOf(bad), "no error") << bad;
}

TEST(Bytes, AreRoundedForPeople) {
  EXPECT_EQ(formatBytes(999), "999 B");
  EXPECT_EQ(formatBytes(350000000), "350.0 MB");
  EXPECT_EQ(formatBytes(999960), "1.0 MB");
}

Report sample() {
  Report report;
  report.model = "net<1>\xff";
  report.budgetBytes = 100;
  report.predictedPeakBytes = 90;
  report.countedPeakBytes = 90;
  report.arenaPeakBytes = 91;
  report.compare = Comparison{true, 20};
  report.metrics = {{"test_accuracy", 0.75}};
  report.primitives = {{"k", "brgemm"}};
  report.tensors = {{"a", 10, "saved", "why", 5, 0, -1}};
  report.regions = {{"r", "nothing", 1, 2, 3, "note"}};
  report.timeline = {{"l0", "k", 50, 1500, false, false},
                     {"l1", "k", 90, 2500, true, true}};
  return report;
}

std::string render(void (*write)(const Report &, llvm::raw_ostream &),
                   const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  write(report, os);
  return text;
}

TEST(Report, HasExactlyTheDocumentedKeys) {
  const std::set<std::string> documented = {"schema",
                                            "model",
                                            "device",
                                            "threads",
                                            "cost_model",
                                            "status",
                                            "budget_bytes",
                                            "baseline_peak_bytes",
                                            "predicted_peak_bytes",
                                            "counted_peak_bytes",
                                            "arena_peak_bytes",
                                            "fragmentation_bytes",
                                            "persistent_bytes",
                                            "constants_bytes",
                                            "floor_bytes",
                                            "lower_bound_bytes",
                                            "extra_time_estimated_percent",
                                            "extra_time_measured_percent",
                                            "recomputed",
                                            "kernels",
                                            "distinct_kernels",
                                            "primitives",
                                            "plan_hash",
                                            "compile_seconds",
                                            "plan_seconds",
                                            "step_seconds",
                                            "baseline_step_seconds",
                                            "compare",
                                            "loss",
                                            "metrics",
                                            "tensors",
                                            "regions",
                                            "timeline",
                                            "stopped"};
  for (const Report &report : {sample(), Report()}) {
    llvm::Expected<llvm::json::Value> json =
        llvm::json::parse(render(writeJson, report));
    ASSERT_TRUE(bool(json)) << llvm::toString(json.takeError());
    std::set<std::string> keys;
    for (const auto &entry : *json->getAsObject())
      keys.insert(entry.first.str());
    EXPECT_EQ(keys, documented);
  }
}

TEST(Report, JsonHoldsTheFigures) {
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(render(writeJson, sample()));
  ASSERT_TRUE(bool(json));
  const llvm::json::Object &object = *json->getAsObject();
  EXPECT_EQ(object.getInteger("fragmentation_bytes"), 1);
  EXPECT_EQ(object.getObject("compare")->getBoolean("identical"), true);
  EXPECT_EQ(object.getObject("metrics")->getNumber("test_accuracy"), 0.75);
  EXPECT_EQ(object.get("floor_bytes")->kind(), llvm::json::Value::Null);
}

TEST(Report, TextSaysWhetherThePredictionHeld) {
  Report report = sample();
  EXPECT_NE(render(writeText, report).find("90 B (90 B)  as predicted"),
            std::string::npos);
  report.countedPeakBytes = 95;
  EXPECT_NE(render(writeText, report).find("NOT as predicted"),
            std::string::npos);
}

TEST(Report, HtmlEscapesAndStandsAlone) {
  std::string page = render(writeHtml, sample());
  EXPECT_NE(page.find("<h1>net&lt;1&gt;"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
}

TEST(Report, TraceIsJsonWithSlicesAndCounters) {
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(render(writeTrace, sample()));
  ASSERT_TRUE(bool(json));
  const llvm::json::Array *events =
      json->getAsObject()->getArray("traceEvents");
  ASSERT_EQ(events->size(), 4u);
  const llvm::json::Object &second = *(*events)[3].getAsObject();
  EXPECT_EQ(second.getString("cat"), "recomputed");
  EXPECT_EQ(second.getNumber("ts"), 1.5);
  EXPECT_EQ(second.getNumber("dur"), 2.5);
}

} // namespace
