//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems and schedules as JSON (DESIGN.md, section 5). A reader of its own:
// a file of a million nodes must not cost kilobytes per node.
//
//   {"name": ..., "nodes": [{"name": ..., "bytes": B | [B, ...], "time": T,
//     "inputs": [i | [i, output], ...], "workspace": B,
//     "inplace": [[output, input position], ...], "after": [i, ...],
//     "reads": [id, ...], "overwrites": [id, ...], "recompute": "never",
//     "keep": true | [output, ...], "region": r}, ...]}
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_PROBLEMIO_H
#define CKPT_PLANNING_PROBLEMIO_H

#include "ckpt/Planning/Problem.h"
#include "ckpt/Planning/Schedule.h"

#include <string_view>

namespace ckpt::planning {

/// Reads a problem; the error names the line. The result is not yet verified.
std::optional<std::string> parseProblem(std::string_view text, Problem &out);

/// Reads `[...]` or `{"schedule": [...]}`.
std::optional<std::string> parseSchedule(std::string_view text, Schedule &out);

/// Both end with a newline; `writeProblem` is read back to an equal problem.
std::string writeProblem(const Problem &problem);
std::string writeSchedule(const Schedule &schedule);

/// `text` as a JSON string, quotes included.
std::string quoteJson(std::string_view text);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_PROBLEMIO_H
