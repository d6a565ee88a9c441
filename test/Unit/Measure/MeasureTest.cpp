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

#include <map>
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
  TensorRow tensor;
  tensor.name = "a<b>";
  tensor.bytes = 10;
  tensor.verdict = "recomputed";
  tensor.recomputed = 2;
  tensor.why = "why";
  report.tensors = {tensor};
  report.regions = {{"r", "nothing", 1, 2, 3, "note"}};
  TimelineRow first, second;
  first.name = "l0";
  first.live.parameters = 40;
  first.live.activations = 10;
  first.nanoseconds = 1500;
  second = first;
  second.name = "l1";
  second.live.gradients = 40;
  second.nanoseconds = 2500;
  second.countedBytes = 90;
  second.clone = second.gradient = true;
  report.timeline = {first, second};
  report.baselineTimeline = {first};
  report.peakEvent = 1;
  report.peakTensors = {{"w", "m.mlir:1:2", "parameters", 40}};
  report.front = {{200, 0, 0}, {90, 12.5, 1}};
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
                                            "layout_conversions",
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
                                            "baseline_timeline",
                                            "peak_event",
                                            "peak_tensors",
                                            "front",
                                            "extra_time_bound_percent",
                                            "extra_flops_percent",
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

TEST(Report, HtmlShowsBeforeAndAfterAndTheFront) {
  std::string page = render(writeHtml, sample());
  size_t charts = 0;
  for (size_t at = page.find("<svg"); at != std::string::npos;
       at = page.find("<svg", at + 1))
    ++charts;
  EXPECT_EQ(charts, 3u);
  EXPECT_NE(page.find("a&lt;b&gt;"), std::string::npos);
  EXPECT_NE(page.find("this plan"), std::string::npos);
}

TEST(Report, TheFrontIsWrittenInThreeForms) {
  EXPECT_EQ(render(writeFrontCsv, sample()),
            "peak_bytes,extra_time_percent,recomputed\n200,0.000000,0\n"
            "90,12.500000,1\n");
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(render(writeFrontJson, sample()));
  ASSERT_TRUE(bool(json));
  EXPECT_EQ(json->getAsObject()->getArray("front")->size(), 2u);
  EXPECT_EQ(render(writeFrontSvg, sample()).find("<svg xmlns"), 0u);
}

TEST(Report, TheExplanationNamesThePeakAndTheLargest) {
  std::string text = render(writeExplanation, sample());
  EXPECT_NE(text.find("the peak is at 'l1'"), std::string::npos);
  EXPECT_NE(text.find("recomputed 2x"), std::string::npos);
  EXPECT_NE(text.find("m.mlir:1:2"), std::string::npos);
}

TEST(Report, TraceHasSlicesAndCountersOfBothSteps) {
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(render(writeTrace, sample()));
  ASSERT_TRUE(bool(json));
  std::map<std::string, int> counts;
  for (const llvm::json::Value &value :
       *json->getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &event = *value.getAsObject();
    ++counts[event.getString("ph")->str() + ":" +
             event.getString("name")->str()];
    if (event.getString("name") == "l1") {
      EXPECT_EQ(event.getString("cat"), "recomputed");
      EXPECT_EQ(event.getNumber("ts"), 1.5);
      EXPECT_EQ(event.getNumber("dur"), 2.5);
    }
  }
  EXPECT_EQ(counts["M:process_name"], 2);
  EXPECT_EQ(counts["X:l0"], 2);
  EXPECT_EQ(counts["X:l1"], 1);
  EXPECT_EQ(counts["C:predicted bytes"], 3);
  EXPECT_EQ(counts["C:counted bytes"], 1);
}

} // namespace
