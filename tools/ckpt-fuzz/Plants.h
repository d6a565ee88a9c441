//===- Plants.h - Bugs put into compiled steps on purpose -------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a faulty planner, memory stage or differentiation would have made. They
// show that the checks notice; nothing else uses them.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_PLANTS_H
#define CKPT_TOOLS_CKPT_FUZZ_PLANTS_H

#include "Steps.h"

#include <string>
#include <vector>

namespace ckpt::fuzz {

struct Plant {
  const char *name;
  /// False when this step has no place for the bug. `choice` says which of
  /// several places.
  bool (*apply)(PlannedTable &planned, uint64_t choice);
  /// Put into both steps: comparing them cannot find it.
  bool both = false;
};

const std::vector<Plant> &plants();
/// Null for a name that is none.
const Plant *findPlant(const std::string &name);

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_PLANTS_H
