//===- InPlace.cpp - Results that may take an operand's storage -----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result may share the bytes of an operand when no element of the operand is
// read after the same bytes were written. This holds when the phases that read
// the operand come before the one phase that writes the result, or when one
// elementwise nest reads element i exactly where it writes element i.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace mlir;

namespace ckpt::kernels {

static bool writes(const Nest &nest, int buffer) {
  return llvm::any_of(nest.outputs, [&](const Output &output) {
    return output.access.buffer == buffer;
  });
}

static bool reads(const Nest &nest, int buffer) {
  auto isRead = [&](const Input &input) {
    return !input.constant && input.access.buffer == buffer;
  };
  return llvm::any_of(nest.inputs, isRead) ||
         llvm::any_of(nest.outputs,
                      [&](const Output &output) {
                        return output.combine != Combine::None &&
                               isRead(output.initial);
                      }) ||
         llvm::any_of(nest.gathers, [&](const Nest::Gather &gather) {
           return gather.view.buffer == buffer;
         });
}

/// Every read of the operand in this nest is of the element that is written.
static bool readsWhereItWrites(const Nest &nest, int result, int operand) {
  if (nest.kind != Nest::Kind::Generic || !nest.gathers.empty())
    return false;
  const Output *output = nullptr;
  for (const Output &candidate : nest.outputs) {
    if (candidate.access.buffer != result)
      continue;
    if (output)
      return false;
    output = &candidate;
  }
  // Reads for a running value happen once, before anything is written.
  bool elementwise = output->combine == Combine::None;
  auto same = [&](const Access &read) {
    return read.isLinear() && read.coefs == output->access.coefs &&
           read.offset == output->access.offset;
  };
  for (const Input &input : nest.inputs)
    if (!input.constant && input.access.buffer == operand &&
        !(elementwise && same(input.access)))
      return false;
  for (const Output &other : nest.outputs) {
    if (other.combine == Combine::None || other.initial.constant ||
        other.initial.access.buffer != operand)
      continue;
    if (&other != output || !same(other.initial.access))
      return false;
  }
  return true;
}

/// Whether a nest that runs before the writer in each block of rows reads only
/// rows of the operand that the writer has not reached.
static bool readsOwnRows(const Nest &reader, const Nest &writer, int result,
                         int operand) {
  const Output *target =
      llvm::find_if(writer.outputs, [&](const Output &output) {
        return output.access.buffer == result;
      });
  bool own =
      staysInRow(target->access, writer.extents) && reader.gathers.empty();
  forEachAccess(reader, [&](const Access &access) {
    if (access.buffer == operand)
      own &= staysInRow(access, reader.extents) &&
             access.coefs[0] == target->access.coefs[0] &&
             access.offset / access.coefs[0] ==
                 target->access.offset / target->access.coefs[0];
  });
  return own;
}

static bool mayShare(const Program &program, int result, int operand) {
  int writingPhase = -1, writer = -1;
  for (auto [p, phase] : llvm::enumerate(program.phases))
    for (int index : phase.nests)
      if (writes(program.nests[index], result)) {
        if (writer >= 0)
          return false; // written in pieces
        writer = index;
        writingPhase = static_cast<int>(p);
      }
  if (writer < 0 || !readsWhereItWrites(program.nests[writer], result, operand))
    return false;
  for (auto [p, phase] : llvm::enumerate(program.phases))
    for (int index : phase.nests) {
      const Nest &nest = program.nests[index];
      if (index == writer || !reads(nest, operand))
        continue;
      bool before = int(p) < writingPhase;
      if (int(p) == writingPhase && index < writer)
        before = phase.rowBlock == 0 ? phase.chunks == 1
                                     : readsOwnRows(nest, program.nests[writer],
                                                    result, operand);
      if (!before)
        return false;
    }
  return true;
}

SmallVector<int64_t> inplacePairs(const Program &program, KernelOp kernel) {
  SmallVector<int64_t> pairs;
  int64_t numOperands = kernel.getNumArguments();
  for (auto [result, type] : llvm::enumerate(kernel.getResultTypes()))
    for (auto [operand, other] : llvm::enumerate(kernel.getArgumentTypes()))
      if (type == other && mayShare(program, numOperands + result, operand))
        pairs.append(
            {static_cast<int64_t>(result), static_cast<int64_t>(operand)});
  return pairs;
}

} // namespace ckpt::kernels
