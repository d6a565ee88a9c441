//===- LaunchTable.h - What the executor runs -------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launch table is the only thing that lowering hands to the runtime: the
// buffers with their places, the kernels with their phases, and the launches in
// order. It is plain data and knows no IR.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_RUNTIME_LAUNCHTABLE_H
#define CKPT_RUNTIME_LAUNCHTABLE_H

#include "ckpt/Runtime/PrimitiveSpec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ckpt::runtime {

enum class ElementType : uint8_t { F32, F64, F16, BF16, I1, I8, I32, I64 };

/// Bytes of one element; `i1` is stored as one byte.
int64_t elementBytes(ElementType type);

/// The machine code of one phase: `args` holds the operands, then the results,
/// then the workspace (null when the kernel needs none). Every phase is called
/// for each chunk 0 .. chunks-1, in any order and on any thread; all chunks of
/// one phase finish before the next phase begins.
using PhaseFn = void (*)(void *const *args, int64_t chunk);

struct CodePhase {
  std::string symbol;
  int64_t chunks = 1;
  /// Filled in by whoever loads the machine code.
  PhaseFn fn = nullptr;
};

/// One compiled kernel: generated phases, or a library primitive.
struct Kernel {
  std::string name;
  int64_t numOperands = 0;
  int64_t numResults = 0;
  int64_t workspaceBytes = 0;
  std::vector<CodePhase> phases;
  /// Set when a library runs this kernel; `phases` is then empty.
  bool isPrimitive = false;
  PrimitiveSpec primitive;
};

/// Where a buffer lives. Persistent buffers (parameters, states, the batch,
/// constants) are owned by the caller and outlive the step.
enum class Space : uint8_t { Arena, Persistent };

struct Buffer {
  std::string name;
  Space space = Space::Arena;
  int64_t bytes = 0; // rounded up to the alignment
  /// Offset in the arena; for persistent buffers an index into
  /// `Table::persistent`.
  int64_t place = 0;
  /// First and last launch (inclusive) during which the bytes must be intact.
  /// A buffer that takes the place of a dying operand is the same `Buffer`.
  int64_t firstLaunch = 0;
  int64_t lastLaunch = 0;
};

struct Persistent {
  enum class Role : uint8_t {
    Param,
    State,
    OptState,
    LearningRate,
    StepIndex,
    Data,
    Loss,
    Metric,
    /// One byte, zero when an assertion of the model failed; the name is what
    /// it says.
    Check,
    Constant,
    Other
  };
  Role role = Role::Other;
  std::string name;
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  int64_t bytes = 0;
  /// How to make the first value ("zeros", "glorot_uniform", …); empty = zeros.
  std::string init;
  /// For constants: the bytes themselves.
  std::vector<uint8_t> value;
};

/// One argument of a launch: a buffer and a byte offset into it (views).
struct Argument {
  int32_t buffer = 0;
  int64_t offset = 0;
};

struct Launch {
  int32_t kernel = 0;
  /// Operands, results, and the workspace when the kernel has one.
  std::vector<Argument> arguments;
  /// For reports and traces: the IR's name of the launch, and whether it is a
  /// clone.
  std::string name;
  bool clone = false;
  bool gradient = false;
};

struct Table {
  std::string model;
  std::vector<Kernel> kernels;
  std::vector<Persistent> persistent;
  std::vector<Buffer> buffers;
  std::vector<Launch> launches;
  int64_t alignment = 64;
  /// Bytes of the one arena, and the predicted peak of live transient bytes.
  int64_t arenaBytes = 0;
  int64_t predictedPeakBytes = 0;
};

/// Returns an empty string when the table is consistent (indices, sizes,
/// lifetimes, no two live buffers overlapping), else what is wrong.
std::string verify(const Table &table);

/// The largest sum of live arena buffers over the launches of a consistent
/// table; `Table::predictedPeakBytes` and the executor's count must equal it.
int64_t livePeakBytes(const Table &table);

} // namespace ckpt::runtime

#endif // CKPT_RUNTIME_LAUNCHTABLE_H
