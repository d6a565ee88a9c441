//===- Signature.h - Roles of a model without attributes --------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_SIGNATURE_H
#define CKPT_MARKING_SIGNATURE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ckpt {

/// What the arguments and results of a function are, by number. Whether the
/// function has them is checked when the roles are applied.
struct Signature {
  std::string entry;
  std::optional<int64_t> lossResult;
  llvm::SmallVector<int64_t> params;
  /// (argument, result)
  llvm::SmallVector<std::pair<int64_t, int64_t>> states;
  /// (argument, name; empty: the argument's own)
  llvm::SmallVector<std::pair<int64_t, std::string>> datas;
  /// (result, name)
  llvm::SmallVector<std::pair<int64_t, std::string>> metrics;
  /// Names and first values of parameters and states, by argument.
  std::map<int64_t, std::string> names, inits;
};

/// The options' syntax: `3` or `0-3`; `62:0` or `62-101:0-39`; `5` or `5:x`,
/// and `5-7`.
llvm::Error parseParams(llvm::StringRef text, Signature &signature);
llvm::Error parseStates(llvm::StringRef text, Signature &signature);
llvm::Error parseDatas(llvm::StringRef text, Signature &signature);

/// Reads a file that an exporter, or a person, wrote:
///
///   {"schema": 1, "entry": "forward", "loss": 41,
///    "params": ["0-59", {"arg": 60, "name": "fc.weight", "init": "zeros"}],
///    "state":  ["62-101:0-39", {"arg": 102, "result": 40, "name": "mean"}],
///    "data":   ["103", {"arg": 104, "name": "x"}],
///    "metrics": [{"result": 42, "name": "accuracy"}]}
///
/// Everything but the schema may be missing.
llvm::Expected<Signature> readSignature(llvm::StringRef file);

} // namespace ckpt

#endif // CKPT_MARKING_SIGNATURE_H
