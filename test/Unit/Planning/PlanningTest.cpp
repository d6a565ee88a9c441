//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Plan.h"

#include <gtest/gtest.h>

using namespace ckpt::planning;

namespace {

Node node(int64_t bytes, double time, std::vector<ValueRef> inputs) {
  Node n;
  n.outputs = {bytes};
  n.time = time;
  n.inputs = std::move(inputs);
  return n;
}

/// a(10) -> b(10) -> c(4), and c reads a again.
Problem triangle() {
  Problem p;
  p.nodes = {node(10, 1, {}), node(10, 2, {{0, 0}}),
             node(4, 3, {{1, 0}, {0, 0}})};
  return p;
}

TEST(Evaluate, CountsInputsAndOutput) {
  Evaluation e = evaluate(triangle(), {0, 1, 2});
  ASSERT_TRUE(e.valid());
  EXPECT_EQ(e.memory, (std::vector<int64_t>{10, 20, 24}));
  EXPECT_EQ(e.time, 6);
  EXPECT_EQ(e.copies[0].lastUse, 2);
  EXPECT_TRUE(e.copies[2].unread);
}

TEST(Evaluate, UseReadsLatestOccurrence) {
  Evaluation e = evaluate(triangle(), {0, 1, 0, 2});
  ASSERT_TRUE(e.valid());
  EXPECT_EQ(e.copies[0].lastUse, 1);
  EXPECT_EQ(e.copies[2].lastUse, 3);
  EXPECT_EQ(e.time, 7);
}

TEST(Evaluate, InPlaceOnlyAtLastUse) {
  Problem p = triangle();
  p.nodes[1].inPlace = {{0, 0}};
  EXPECT_EQ(evaluate(p, {0, 1, 2}).memory[1], 20) << "a is read again by c";
  Evaluation e = evaluate(p, {0, 1, 0, 2});
  EXPECT_EQ(e.memory, (std::vector<int64_t>{10, 10, 20, 24}));
  EXPECT_EQ(e.copies[1].inPlaceOf, 0);
}

TEST(Evaluate, InPlaceNeedsEqualSizeAndNoOtherRead) {
  Problem p;
  p.nodes = {node(8, 1, {}), node(8, 1, {{0, 0}, {0, 0}})};
  p.nodes[1].inPlace = {{0, 0}};
  EXPECT_EQ(evaluate(p, {0, 1}).peak, 16);
  p.nodes[1].inPlace = {{0, 0}, {0, 1}};
  EXPECT_EQ(evaluate(p, {0, 1}).peak, 8);
  p.nodes[1].outputs = {4};
  EXPECT_EQ(evaluate(p, {0, 1}).peak, 12);
}

TEST(Evaluate, KeptValueLivesToTheEndAndIsNeverOverwritten) {
  Problem p;
  p.nodes = {node(8, 1, {}), node(8, 1, {{0, 0}}), node(1, 1, {{1, 0}})};
  p.nodes[0].keep = {0};
  p.nodes[1].inPlace = {{0, 0}};
  Evaluation e = evaluate(p, {0, 1, 2});
  EXPECT_EQ(e.memory, (std::vector<int64_t>{8, 16, 17}));
  EXPECT_EQ(e.copies[0].lastUse, 2);
}

TEST(Evaluate, WorkspaceLivesForOneEvent) {
  Problem p = triangle();
  p.nodes[1].workspace = 100;
  EXPECT_EQ(evaluate(p, {0, 1, 2}).memory, (std::vector<int64_t>{10, 120, 24}));
}

TEST(Evaluate, RejectsWhatIsNotAllowed) {
  Problem p = triangle();
  EXPECT_FALSE(evaluate(p, {0, 1}).valid());
  EXPECT_FALSE(evaluate(p, {1, 0, 2}).valid());
  EXPECT_FALSE(evaluate(p, {0, 1, 2, 7}).valid());
  p.nodes[0].recompute = false;
  EXPECT_FALSE(evaluate(p, {0, 1, 0, 2}).valid());
  p = triangle();
  p.nodes.push_back(node(1, 1, {}));
  p.nodes[3].after = {2};
  EXPECT_FALSE(evaluate(p, {0, 3, 1, 2}).valid());
  EXPECT_TRUE(evaluate(p, {0, 1, 2, 3}).valid());
}

TEST(Evaluate, ReadersOfAPersistentBufferPrecedeItsUpdate) {
  Problem p = triangle();
  p.nodes[0].readsPersistent = {42};
  p.nodes.push_back(node(0, 1, {}));
  p.nodes[3].overwritesPersistent = {42};
  EXPECT_TRUE(evaluate(p, {0, 3, 1, 2}).valid());
  EXPECT_FALSE(evaluate(p, {0, 1, 3, 0, 2}).valid());
  EXPECT_TRUE(evaluate(p, {0, 1, 0, 3, 2}).valid());
}

TEST(Verify, NamesTheFirstError) {
  Problem p = triangle();
  p.nodes[0].inputs = {{2, 0}};
  EXPECT_NE(verify(p)->find("cycle"), std::string::npos);
  p = triangle();
  p.nodes[1].outputs = {-1};
  EXPECT_NE(verify(p)->find("negative"), std::string::npos);
  p = triangle();
  p.nodes[0].outputs = p.nodes[1].outputs = {INT64_MAX};
  EXPECT_NE(verify(p)->find("64 bits"), std::string::npos);
  p = triangle();
  p.nodes[2].inputs = {{1, 1}};
  EXPECT_TRUE(verify(p).has_value());
  EXPECT_FALSE(verify(triangle()).has_value());
}

/// fwd_1..n, loss, bwd_n..1; unit sizes and times.
Problem unitChain(int n) {
  Problem p;
  for (int i = 0; i <= n; ++i)
    p.nodes.push_back(node(1, 1, {}));
  for (int i = 1; i <= n; ++i)
    p.nodes[i].inputs = {{i - 1, 0}};
  for (int i = n - 1; i >= 0; --i) {
    int32_t previous = static_cast<int32_t>(p.nodes.size()) - 1;
    p.nodes.push_back(node(1, 1, {{i, 0}, {previous, 0}}));
  }
  return p;
}

TEST(Plan, ReferenceOrderThatFitsIsReturnedUnchanged) {
  Problem p = unitChain(20);
  PlanOptions options;
  options.budgetBytes = evaluate(p, referenceSchedule(p)).peak;
  Plan r = plan(p, options);
  EXPECT_EQ(r.status, Status::Optimal);
  EXPECT_EQ(r.schedule, referenceSchedule(p));
}

TEST(Plan, FitsBelowTheReferencePeak) {
  Problem p = unitChain(64);
  PlanOptions options;
  options.budgetBytes = 24;
  Plan r = plan(p, options);
  ASSERT_TRUE(r.fits());
  EXPECT_LE(r.peak, 24);
  EXPECT_EQ(r.peak, evaluate(p, r.schedule).peak);
  EXPECT_GE(r.overheadPercent, r.lowerBoundPercent);
}

TEST(Plan, BelowTheFloorIsInfeasibleAndSaysWhy) {
  Problem p = triangle();
  PlanOptions options;
  options.budgetBytes = 23;
  Plan r = plan(p, options);
  EXPECT_EQ(r.status, Status::Infeasible);
  EXPECT_EQ(r.floorBytes, 24);
  EXPECT_EQ(r.floorNode, 2);
  EXPECT_EQ(r.floorOperands.size(), 2u);
}

TEST(Plan, UnknownSolverIsAnError) {
  PlanOptions options;
  options.solver = "nobody";
  Plan r = plan(triangle(), options);
  EXPECT_EQ(r.status, Status::Error);
  EXPECT_NE(r.error.find("nobody"), std::string::npos);
}

} // namespace
