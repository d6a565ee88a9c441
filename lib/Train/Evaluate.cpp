//===- Evaluate.cpp - A forward function over a whole data set ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/Session.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <numeric>

using namespace ckpt;
using namespace ckpt::train;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;
using runtime::Persistent;
using Role = Persistent::Role;

static bool isResult(const Persistent &what) {
  return what.role == Role::Loss || what.role == Role::Metric;
}

Expected<Metrics> train::evaluate(const runtime::Table &table, Store &store,
                                  const data::Columns &columns, int threads) {
  Expected<std::vector<void *>> addresses = store.bind(table);
  if (!addresses)
    return addresses.takeError();
  Expected<BatchLoader> loader =
      BatchLoader::create(table, *addresses, columns);
  if (!loader)
    return loader.takeError();
  Expected<std::unique_ptr<Runner>> runner =
      Runner::create(table, *addresses, threads);
  if (!runner)
    return runner.takeError();

  int64_t batch = loader->batch(), samples = loader->samples();
  int64_t used = loader->hasMask() ? samples : samples / batch * batch;
  if (used == 0)
    return llvm::createStringError(loader->source() + " has " + Twine(samples) +
                                   " samples, less than one batch of " +
                                   Twine(batch));
  std::vector<double> sums(table.persistent.size(), 0);
  std::vector<int64_t> indices(static_cast<size_t>(batch));
  int64_t batches = 0;
  for (int64_t first = 0; first < used; first += batch, ++batches) {
    std::iota(indices.begin(), indices.end(), first);
    loader->load(indices.data(), std::min(batch, used - first));
    if (Error error = (*runner)->run())
      return std::move(error);
    for (size_t i = 0; i < sums.size(); ++i)
      if (isResult(table.persistent[i]))
        sums[i] += scalarValue(table.persistent[i], (*addresses)[i]);
  }
  Metrics metrics;
  for (size_t i = 0; i < sums.size(); ++i) {
    const Persistent &what = table.persistent[i];
    if (!isResult(what))
      continue;
    bool isOnlyLoss = what.role == Role::Loss && !hasSeveralLosses(table);
    std::string name = isOnlyLoss ? "loss" : what.name;
    if (name == "correct" && loader->hasMask())
      name = "accuracy";
    metrics.emplace_back(name,
                         sums[i] / double(loader->hasMask() ? used : batches));
  }
  return metrics;
}
