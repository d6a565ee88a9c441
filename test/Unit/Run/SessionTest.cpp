//===- SessionTest.cpp - Training with a hand-made table ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearModel.h"

#include "ckpt/Data/Formats.h"
#include "ckpt/Train/Describe.h"
#include "ckpt/Train/Session.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::train;
using Role = Store::Role;

namespace {

data::Columns columns(int64_t samples) {
  data::Columns result;
  result.push_back(data::makeSyntheticColumn("x", samples, 2, 1));
  result.push_back(data::makeSyntheticColumn("y", samples, 2, 1));
  return result;
}

std::unique_ptr<Session> makeSession(const runtime::Table &table,
                                     int64_t samples = 40) {
  SessionOptions options;
  options.learningRate = 0.1f;
  options.seed = 7;
  auto session = Session::create(table, columns(samples), options);
  EXPECT_TRUE(bool(session)) << llvm::toString(session.takeError());
  return session ? std::move(*session) : nullptr;
}

std::vector<float> floats(const Store &store, Role role, const char *name,
                          size_t count) {
  std::vector<float> values(count);
  std::memcpy(values.data(), store.find(role, name), 4 * count);
  return values;
}

std::vector<float> parametersAfter(Session &session, int steps) {
  for (int i = 0; i < steps; ++i)
    EXPECT_TRUE(bool(session.step()));
  return floats(session.getStore(), Role::Param, "w", 3);
}

TEST(Session, TrainsAndCounts) {
  runtime::Table table = test::makeStep(false);
  ASSERT_EQ(runtime::verify(table), "");
  std::unique_ptr<Session> session = makeSession(table);
  ASSERT_TRUE(session);
  auto first = session->step();
  ASSERT_TRUE(bool(first));
  EXPECT_FALSE(first->warm);
  EXPECT_EQ(session->getRunner().countedPeakBytes(), 128);
  ASSERT_EQ(first->metrics.size(), 1u);
  EXPECT_EQ(first->metrics[0].first, "accuracy");
  double last = 0;
  for (int i = 0; i < 200; ++i) {
    auto result = session->step();
    ASSERT_TRUE(bool(result));
    last = result->loss;
  }
  EXPECT_LT(last, 0.5 * first->loss);
  // The step number that the 201st step saw: they count from 0.
  EXPECT_EQ(floats(session->getStore(), Role::State, "seen", 1)[0], 200);
}

TEST(Session, RecomputingGivesTheSameBits) {
  runtime::Table plain = test::makeStep(false), other = test::makeStep(true);
  std::unique_ptr<Session> a = makeSession(plain), b = makeSession(other);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(parametersAfter(*a, 20), parametersAfter(*b, 20));
}

TEST(Session, ARestoredRunContinuesWithTheSameBits) {
  runtime::Table table = test::makeStep(false);
  std::unique_ptr<Session> whole = makeSession(table);
  std::unique_ptr<Session> before = makeSession(table);
  std::unique_ptr<Session> after = makeSession(table);
  std::string path =
      testing::TempDir() + "ckpt-session-" + std::to_string(getpid());
  parametersAfter(*before, 7);
  ASSERT_FALSE(bool(before->save(path)));
  ASSERT_FALSE(bool(after->load(path)));
  EXPECT_EQ(after->finishedSteps(), 7);
  EXPECT_EQ(parametersAfter(*after, 13), parametersAfter(*whole, 20));
  EXPECT_EQ(floats(after->getStore(), Role::OptState, "w.m", 3),
            floats(whole->getStore(), Role::OptState, "w.m", 3));
  std::remove(path.c_str());
}

TEST(Session, LoadSaysWhatIsMissingAndChangesNothing) {
  runtime::Table table = test::makeStep(false);
  std::unique_ptr<Session> session = makeSession(table);
  std::vector<float> before = parametersAfter(*session, 1);
  std::string path =
      testing::TempDir() + "ckpt-partial-" + std::to_string(getpid());
  std::vector<uint8_t> bytes(12, 1);
  ASSERT_FALSE(bool(data::writeSafetensors(
      path, {{"param.w", data::DType::F32, {3}, bytes}}, {})));
  EXPECT_EQ(llvm::toString(session->load(path)),
            path + ": has no tensor 'state.seen'");
  EXPECT_EQ(floats(session->getStore(), Role::Param, "w", 3), before);
  std::remove(path.c_str());
}

TEST(Session, SaysWhichDataIsMissing) {
  runtime::Table table = test::makeStep(false);
  data::Columns only;
  only.push_back(data::makeSyntheticColumn("x", 8, 2, 1));
  auto session = Session::create(table, only, {});
  ASSERT_FALSE(bool(session));
  EXPECT_EQ(llvm::toString(session.takeError()),
            "no data for the argument 'y'; give --data y=FILE.npy");
  auto few = Session::create(table, columns(3), {});
  ASSERT_FALSE(bool(few));
  EXPECT_EQ(llvm::toString(few.takeError()),
            "data 'y' has 3 samples, less than one batch of 4");
}

TEST(Session, RefusesAnArenaThatCannotBeHad) {
  runtime::Table table = test::makeStep(false);
  table.arenaBytes = int64_t(1) << 60;
  auto session = Session::create(table, columns(8), {});
  ASSERT_FALSE(bool(session));
  std::string message = llvm::toString(session.takeError());
  EXPECT_NE(message.find("needs an arena of 1152921504606846976 bytes"),
            std::string::npos)
      << message;
}

TEST(Evaluate, PaddingDoesNotCount) {
  runtime::Table table = test::makeStep(false);
  runtime::Table evaluation = test::makeEvaluation();
  std::unique_ptr<Session> session = makeSession(table, 40);
  std::vector<float> w = parametersAfter(*session, 3);
  data::Columns ten = columns(10);
  session->releaseMemory();
  auto metrics = evaluate(evaluation, session->getStore(), ten, 1);
  ASSERT_TRUE(bool(metrics)) << llvm::toString(metrics.takeError());
  // The same by hand, sample by sample.
  auto x = ten[0]->reader(data::DType::F32, {3});
  auto y = ten[1]->reader(data::DType::F32, {});
  ASSERT_TRUE(x && y);
  double loss = 0, hits = 0;
  for (int64_t s = 0; s < 10; ++s) {
    float features[3], target;
    (*x)(s, reinterpret_cast<uint8_t *>(features));
    (*y)(s, reinterpret_cast<uint8_t *>(&target));
    double r = -target;
    for (int f = 0; f < 3; ++f)
      r += w[size_t(f)] * features[f];
    loss += r * r / 2;
    hits += std::fabs(r) < 0.5;
  }
  ASSERT_EQ(metrics->size(), 2u);
  EXPECT_EQ((*metrics)[0].first, "loss");
  EXPECT_NEAR((*metrics)[0].second, loss / 10, 1e-5);
  EXPECT_EQ((*metrics)[1].first, "accuracy");
  EXPECT_NEAR((*metrics)[1].second, hits / 10, 1e-9);
}

TEST(Describe, TellsPeaksClonesAndLiveBytes) {
  measure::Report report;
  runtime::Table table = test::makeStep(true);
  describeTable(table, report);
  EXPECT_EQ(report.persistentBytes, 9 * 64);
  EXPECT_EQ(report.predictedPeakBytes, 9 * 64 + 128);
  EXPECT_EQ(report.arenaPeakBytes, 9 * 64 + 128);
  EXPECT_EQ(report.recomputed, 1);
  EXPECT_EQ(report.kernels, 5);
  EXPECT_EQ(report.distinctKernels, 4);
  std::vector<int64_t> live = liveBytes(table);
  ASSERT_EQ(live.size(), 5u);
  EXPECT_EQ(live[1], 9 * 64 + 64);
  EXPECT_EQ(live[3], 9 * 64 + 128);
}

} // namespace
