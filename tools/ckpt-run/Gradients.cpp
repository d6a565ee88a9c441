//===- Gradients.cpp - One evaluation of loss and gradients ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Reports.h"

#include "ckpt/Data/Formats.h"
#include "ckpt/Train/Runner.h"
#include "ckpt/Train/Store.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <map>

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using runtime::Persistent;

/// Copies arg0, arg1, … from the file to where the table reads them.
static Error fillArguments(const std::string &path, const runtime::Table &table,
                           const std::vector<void *> &addresses) {
  Expected<std::vector<data::NamedArray>> arrays = data::readNpz(path);
  if (!arrays)
    return arrays.takeError();
  std::map<std::string, const data::Array *> byName;
  for (const data::NamedArray &array : *arrays)
    byName[array.name] = &array.array;
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    const Persistent &argument = table.persistent[i];
    if (!StringRef(argument.name).starts_with("arg") ||
        argument.role == Persistent::Role::Constant)
      continue;
    auto found = byName.find(argument.name);
    if (found == byName.end())
      return llvm::createStringError(path + " has no array '" + argument.name +
                                     "'");
    const data::Array &array = *found->second;
    data::DType type = train::dtypeOf(argument.type);
    if (array.type != type || array.shape != argument.shape)
      return llvm::createStringError(path + ": '" + argument.name + "' is " +
                                     data::describe(array.type, array.shape) +
                                     ", the model wants " +
                                     data::describe(type, argument.shape));
    if (!array.bytes.empty())
      std::memcpy(addresses[i], array.bytes.data(), array.bytes.size());
    byName.erase(found);
  }
  if (!byName.empty())
    return llvm::createStringError(path + " has the array '" +
                                   byName.begin()->first +
                                   "', which is no argument of the model");
  return Error::success();
}

static Error writeResults(const std::string &path, const runtime::Table &table,
                          const std::vector<void *> &addresses) {
  std::vector<data::NamedArray> arrays;
  for (size_t i = 0; i < table.persistent.size(); ++i) {
    const Persistent &result = table.persistent[i];
    StringRef name = result.name;
    if (result.role == Persistent::Role::Constant ||
        !(name.starts_with("out") || name.starts_with("grad")))
      continue;
    data::Array array{train::dtypeOf(result.type), result.shape, {}};
    const auto *bytes = static_cast<const uint8_t *>(addresses[i]);
    array.bytes.assign(bytes,
                       bytes + *data::arrayBytes(array.type, array.shape));
    arrays.push_back({result.name, std::move(array)});
  }
  return data::writeNpz(path, arrays);
}

static Error evaluateOnce(const RunOptions &options, const Compiled &compiled,
                          measure::Report &report) {
  train::Store store;
  Expected<std::vector<void *>> addresses = store.bind(compiled.table);
  if (!addresses)
    return addresses.takeError();
  if (Error error = fillArguments(options.args, compiled.table, *addresses))
    return error;
  Expected<std::unique_ptr<train::Runner>> runner = train::Runner::create(
      compiled.table, *addresses, options.compile.threads);
  if (!runner)
    return runner.takeError();
  if (Error error = (*runner)->run())
    return error;
  report.countedPeakBytes =
      *(*runner)->countedPeakBytes() + report.persistentBytes;
  if (Error error =
          writeResults(options.gradientsOut, compiled.table, *addresses))
    return error;
  return checkPromises(compiled, report);
}

int tool::runGradients(const RunOptions &options, const Compiler &compiler) {
  measure::Report report = makeReport(options);
  CompileFailure why;
  std::optional<Compiled> compiled = compiler.gradients(options.compile, why);
  if (!compiled) {
    report.status = why.status;
    report.floorBytes = why.floorBytes;
    if (!why.message.empty())
      reportError(llvm::Twine(why.message));
    if (Error error = writeReports(options, report))
      reportError(std::move(error));
    return why.exitCode;
  }
  addFigures(*compiled, {}, {}, report);
  Error error = evaluateOnce(options, *compiled, report);
  error = llvm::joinErrors(std::move(error), writeReports(options, report));
  if (!error)
    return Done;
  reportError(std::move(error));
  return Failed;
}
