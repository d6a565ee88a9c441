//===- LaunchTableTest.cpp ------------------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/LaunchTable.h"

#include <gtest/gtest.h>

using namespace ckpt::runtime;

namespace {

void nothing(void *const *, int64_t) {}

/// x (persistent) -> a -> b -> x, with a and b in an arena of 192 bytes.
Table chain() {
  Table table;
  Kernel kernel;
  kernel.name = "copy";
  kernel.numOperands = kernel.numResults = 1;
  kernel.phases = {{"copy_p0", 1, nothing}};
  table.kernels = {kernel};
  Persistent x;
  x.name = "x";
  x.shape = {16};
  x.bytes = 64;
  table.persistent = {x};
  table.buffers = {{"x", Space::Persistent, 64, 0, 0, 2},
                   {"a", Space::Arena, 64, 0, 0, 1},
                   {"b", Space::Arena, 128, 64, 1, 2}};
  table.launches = {{0, {{0, 0}, {1, 0}}, "first", false, false},
                    {0, {{1, 0}, {2, 0}}, "second", false, false},
                    {0, {{2, 64}, {0, 0}}, "third", true, true}};
  table.arenaBytes = 192;
  table.predictedPeakBytes = 192;
  return table;
}

void expectProblem(const Table &table, const std::string &part) {
  std::string problem = verify(table);
  EXPECT_NE(problem.find(part), std::string::npos)
      << "got: '" << problem << "', expected: '" << part << "'";
}

TEST(LaunchTable, AcceptsAConsistentTable) {
  EXPECT_EQ(verify(chain()), "");
  EXPECT_EQ(livePeakBytes(chain()), 192);
}

TEST(LaunchTable, PeakFollowsFromLifetimes) {
  Table table = chain();
  table.buffers[1].lastLaunch = 0;
  EXPECT_EQ(livePeakBytes(table), 128);
}

TEST(LaunchTable, Alignment) {
  Table table = chain();
  table.alignment = 48;
  expectProblem(table, "alignment 48 is not a power of two");
}

TEST(LaunchTable, Kernels) {
  Table table = chain();
  table.kernels[0].phases.clear();
  expectProblem(table, "kernel 'copy': neither a library primitive nor");
  table = chain();
  table.kernels[0].phases[0].chunks = 0;
  expectProblem(table, "phase 'copy_p0' has 0 chunks");
  table = chain();
  table.kernels[0].isPrimitive = true;
  expectProblem(table, "a library primitive has no phases of its own");
  table.kernels[0].phases.clear();
  expectProblem(table, "two operands and one result");
}

TEST(LaunchTable, PersistentValues) {
  Table table = chain();
  table.persistent[0].bytes = 60;
  expectProblem(table, "persistent 'x': 60 bytes, but its shape has 64");
  table = chain();
  table.persistent[0].value.resize(63);
  expectProblem(table, "63 bytes of value");
}

TEST(LaunchTable, Buffers) {
  Table table = chain();
  table.buffers[1].bytes = 65;
  expectProblem(table, "buffer 'a': 65 bytes are not a multiple of 64");
  table = chain();
  table.buffers[2].place = 96;
  expectProblem(table, "buffer 'b': offset 96 is not a multiple of 64");
  table = chain();
  table.buffers[2].place = 128;
  expectProblem(table, "ends at byte 256, outside the arena of 192");
  table = chain();
  table.buffers[2].lastLaunch = 3;
  expectProblem(table, "lifetime 1 to 3 in a step of 3 launches");
  table = chain();
  table.buffers[0].place = 1;
  expectProblem(table, "no persistent value 1");
  table = chain();
  table.buffers[0].bytes = 128;
  expectProblem(table, "128 bytes, but the persistent value has 64");
}

TEST(LaunchTable, Launches) {
  Table table = chain();
  table.launches[1].kernel = 1;
  expectProblem(table, "launch 1 'second': no kernel 1");
  table = chain();
  table.launches[1].arguments.pop_back();
  expectProblem(table, "1 arguments, but kernel 'copy' takes 2");
  table = chain();
  table.kernels[0].workspaceBytes = 64;
  expectProblem(table, "2 arguments, but kernel 'copy' takes 3");
  table = chain();
  table.launches[0].arguments[1].buffer = 3;
  expectProblem(table, "no buffer 3");
  table = chain();
  table.launches[2].arguments[0].offset = 192;
  expectProblem(table, "needs 0 bytes at offset 192 of 128");
}

TEST(LaunchTable, UseOutsideTheLifetime) {
  Table table = chain();
  table.buffers[2].lastLaunch = 1;
  expectProblem(table, "launch 2 'third': argument 0, buffer 'b', used outside "
                       "its lifetime, launches 1 to 1");
}

TEST(LaunchTable, LiveBuffersOverlap) {
  Table table = chain();
  table.buffers[2].place = 0;
  expectProblem(table, "buffers 'a' and 'b' are both live in launch 1 and "
                       "overlap at byte 0");
  // The other order of offsets.
  table = chain();
  table.buffers[1].place = 128;
  expectProblem(table, "overlap at byte 128");
  // No longer live: the bytes are free.
  table = chain();
  table.buffers[1].place = 128;
  table.buffers[1].lastLaunch = 0;
  table.launches[1].arguments[0].buffer = 0;
  EXPECT_EQ(verify(table), "");
}

TEST(LaunchTable, OperandsOfAPrimitiveMustBeLargeEnough) {
  Table table = chain();
  Kernel &kernel = table.kernels[0];
  kernel.isPrimitive = true;
  kernel.phases.clear();
  kernel.numOperands = 2;
  kernel.primitive.kind = PrimitiveSpec::Kind::Matmul;
  kernel.primitive.m = kernel.primitive.n = 4;
  kernel.primitive.k = 5;
  for (Launch &launch : table.launches)
    launch.arguments = {{0, 0}, {0, 0}, {0, 0}};
  expectProblem(table, "argument 0, buffer 'x', needs 80 bytes at offset 0 of "
                       "64");
}

} // namespace
