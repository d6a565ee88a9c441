//===- Signature.cpp - Roles of a model without attributes ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Marking/Signature.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace ckpt;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// No function has so many arguments; the limit keeps a slip of the pen from
/// filling the memory.
static constexpr int64_t indexLimit = 1 << 20;

static bool parseIndex(StringRef text, int64_t &index) {
  return !text.getAsInteger(10, index) && index >= 0 && index < indexLimit;
}

/// `3` or `0-3`.
static bool parseRange(StringRef text, int64_t &first, int64_t &last) {
  auto [firstText, lastText] = text.split('-');
  if (!parseIndex(firstText, first))
    return false;
  last = first;
  return !text.contains('-') || (parseIndex(lastText, last) && last >= first);
}

Error ckpt::parseParams(StringRef text, Signature &signature) {
  int64_t first = 0, last = 0;
  if (!parseRange(text, first, last))
    return createStringError("params=" + text +
                             ": expected an index or FIRST-LAST");
  for (int64_t i = first; i <= last; ++i)
    signature.params.push_back(i);
  return Error::success();
}

Error ckpt::parseStates(StringRef text, Signature &signature) {
  auto [arguments, results] = text.split(':');
  int64_t first = 0, last = 0, result = 0, lastResult = 0;
  if (!parseRange(arguments, first, last) ||
      !parseRange(results, result, lastResult))
    return createStringError("state=" + text + ": expected ARG:RESULT");
  if (last - first != lastResult - result)
    return createStringError("state=" + text + ": " + Twine(last - first + 1) +
                             " arguments, but " +
                             Twine(lastResult - result + 1) + " results");
  for (int64_t i = first; i <= last; ++i)
    signature.states.push_back({i, result + i - first});
  return Error::success();
}

Error ckpt::parseDatas(StringRef text, Signature &signature) {
  auto [arguments, name] = text.split(':');
  int64_t first = 0, last = 0;
  if (!parseRange(arguments, first, last) || (last > first && !name.empty()))
    return createStringError("data=" + text + ": expected ARG or ARG:NAME");
  for (int64_t i = first; i <= last; ++i)
    signature.datas.push_back({i, name.str()});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
class Reader {
public:
  explicit Reader(const llvm::json::Object &object) : object(object) {}

  Expected<Signature> run() {
    if (object.getInteger("schema") != 1)
      return createStringError("'schema' must be 1");
    for (const auto &entry : object)
      if (!llvm::is_contained(
              {"schema", "entry", "loss", "params", "state", "data", "metrics"},
              StringRef(entry.first)))
        return createStringError("'" + StringRef(entry.first) +
                                 "' is not known");
    if (const llvm::json::Value *entry = object.get("entry")) {
      if (!entry->getAsString())
        return createStringError("'entry' must be the name of a function");
      signature.entry = entry->getAsString()->str();
    }
    if (object.get("loss")) {
      Expected<int64_t> loss = index(object, "loss");
      if (!loss)
        return loss.takeError();
      signature.lossResult = *loss;
    }
    if (Error error = list("params", parseParams, &Reader::param))
      return std::move(error);
    if (Error error = list("state", parseStates, &Reader::state))
      return std::move(error);
    if (Error error = list("data", parseDatas, &Reader::data))
      return std::move(error);
    if (Error error = list("metrics", nullptr, &Reader::metric))
      return std::move(error);
    return std::move(signature);
  }

private:
  using Text = Error (*)(StringRef, Signature &);
  using Entry = Error (Reader::*)(const llvm::json::Object &);

  /// Entries are numbers, texts in the syntax of the options, or objects.
  Error list(StringRef key, Text text, Entry entry) {
    const llvm::json::Value *value = object.get(key);
    if (!value)
      return Error::success();
    if (!value->getAsArray())
      return createStringError("'" + key + "' must be a list");
    for (const llvm::json::Value &element : *value->getAsArray()) {
      Error error = Error::success();
      if (const llvm::json::Object *fields = element.getAsObject())
        error = (this->*entry)(*fields);
      else if (auto string = element.getAsString(); string && text)
        error = text(*string, signature);
      else if (auto number = element.getAsInteger(); number && text)
        error = text(std::to_string(*number), signature);
      else
        error = createStringError("not an entry of this list");
      if (error)
        return createStringError("'" + key +
                                 "': " + llvm::toString(std::move(error)));
    }
    return Error::success();
  }

  static Expected<int64_t> index(const llvm::json::Object &fields,
                                 StringRef key) {
    std::optional<int64_t> number = fields.getInteger(key);
    if (!number || *number < 0 || *number >= indexLimit)
      return createStringError("'" + key + "' must be an index");
    return *number;
  }

  /// The argument; its name and first value are noted if there are any.
  Expected<int64_t> argument(const llvm::json::Object &fields) {
    Expected<int64_t> number = index(fields, "arg");
    if (!number)
      return number;
    for (auto [key, texts] : {std::pair("name", &signature.names),
                              std::pair("init", &signature.inits)}) {
      const llvm::json::Value *value = fields.get(key);
      if (!value)
        continue;
      if (!value->getAsString() || value->getAsString()->empty())
        return createStringError(Twine("'") + key + "' must be a text");
      (*texts)[*number] = value->getAsString()->str();
    }
    return number;
  }

  Error param(const llvm::json::Object &fields) {
    Expected<int64_t> number = argument(fields);
    if (!number)
      return number.takeError();
    signature.params.push_back(*number);
    return Error::success();
  }

  Error state(const llvm::json::Object &fields) {
    Expected<int64_t> number = argument(fields);
    if (!number)
      return number.takeError();
    Expected<int64_t> result = index(fields, "result");
    if (!result)
      return result.takeError();
    signature.states.push_back({*number, *result});
    return Error::success();
  }

  Error data(const llvm::json::Object &fields) {
    Expected<int64_t> number = argument(fields);
    if (!number)
      return number.takeError();
    auto name = signature.names.find(*number);
    signature.datas.push_back(
        {*number, name == signature.names.end() ? "" : name->second});
    return Error::success();
  }

  Error metric(const llvm::json::Object &fields) {
    Expected<int64_t> result = index(fields, "result");
    if (!result)
      return result.takeError();
    auto name = fields.getString("name");
    if (!name || name->empty())
      return createStringError("'name' must be a text");
    signature.metrics.push_back({*result, name->str()});
    return Error::success();
  }

  const llvm::json::Object &object;
  Signature signature;
};
} // namespace

Expected<Signature> ckpt::readSignature(StringRef file) {
  auto fail = [&](const Twine &what) {
    return createStringError("signature '" + file + "': " + what);
  };
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return fail(buffer.getError().message());
  Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return fail(llvm::toString(value.takeError()));
  if (!value->getAsObject())
    return fail("it must be an object");
  Expected<Signature> signature = Reader(*value->getAsObject()).run();
  if (!signature)
    return fail(llvm::toString(signature.takeError()));
  return signature;
}
