//===- Store.h - The persistent buffers of a run ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TRAIN_STORE_H
#define CKPT_TRAIN_STORE_H

#include "ckpt/Data/Array.h"
#include "ckpt/Runtime/LaunchTable.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ckpt::train {

data::DType dtypeOf(runtime::ElementType type);

/// Bytes of a persistent buffer as it is allocated and counted.
int64_t allocatedBytes(const runtime::Table &table,
                       const runtime::Persistent &persistent);

/// Bytes of all persistent buffers of a table, and of its constants alone.
int64_t persistentBytes(const runtime::Table &table);
int64_t constantBytes(const runtime::Table &table);

/// Memory for the persistent buffers of one or several tables. Parameters,
/// states, optimizer states and batches of the same name are one buffer: what
/// the training step writes, evaluation reads.
class Store {
public:
  using Role = runtime::Persistent::Role;

  /// One address per persistent buffer of the table. New buffers are zero, or
  /// hold their constant. Fails when a shared buffer has another type or
  /// shape, or when there is no memory.
  llvm::Expected<std::vector<void *>> bind(const runtime::Table &table);

  /// First values of parameters and states from their `init`, or zeros (glorot
  /// uniform for parameters of two or more dimensions without `init`).
  llvm::Error initialize(uint64_t seed);

  /// Parameters, states and optimizer states, with the number of finished
  /// steps, as a safetensors file.
  llvm::Error save(const std::string &path, int64_t steps) const;
  /// Fails when the file lacks one of the tensors or holds one of another type
  /// or shape. Optimizer states may be missing altogether: then they start
  /// from zero. Returns the number of finished steps.
  llvm::Expected<int64_t> load(const std::string &path);

  /// The buffer of a role and name, or null.
  void *find(Role role, llvm::StringRef name) const;

  /// Bytes of all buffers, and of those with a role.
  int64_t bytes() const;
  int64_t bytes(Role role) const;

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  struct Entry {
    runtime::Persistent description;
    int64_t bytes = 0;
    std::unique_ptr<void, Free> memory;
  };
  /// Owner is 0 for shared buffers, else the number of the table.
  struct Key {
    int owner;
    Role role;
    std::string name;
    bool operator<(const Key &other) const;
  };
  llvm::Expected<void *> bindOne(const runtime::Table &table, size_t index);
  std::vector<const Entry *> savedEntries() const;

  std::map<Key, Entry> entries;
  int tables = 0;
};

} // namespace ckpt::train

#endif // CKPT_TRAIN_STORE_H
