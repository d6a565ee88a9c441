//===- CkptDialect.cpp - Registration and discardable attributes ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Dialect/Random.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ckpt;

#include "ckpt/Dialect/CkptDialect.cpp.inc"
#include "ckpt/Dialect/CkptEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ckpt/Dialect/CkptAttrs.cpp.inc"

void CkptDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ckpt/Dialect/CkptAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ckpt/Dialect/CkptOps.cpp.inc"
      >();
  addOperations<RandomOp>();
}

namespace {
/// What kind of value an attribute must hold.
enum class Form {
  Unit,
  String,
  UnitOrString,
  StringOrStrings,
  StringOrDictionary,
  Integer,
  Marks,
  StringArray,
  Regions,
  Dictionary
};

struct Rule {
  StringRef name;
  Form form;
};
} // namespace

static const Rule operationRules[] = {
    {nameAttrName, Form::String},        {namesAttrName, Form::StringArray},
    {marksAttrName, Form::Marks},        {stepAttrName, Form::Unit},
    {regionsAttrName, Form::Regions},    {cloneOfAttrName, Form::String},
    {objectivesAttrName, Form::Regions}, {"ckpt.checkpoint", Form::Unit},
    {planAttrName, Form::Dictionary},    {memoryAttrName, Form::Dictionary},
    {cloneNumberAttrName, Form::Integer}};

static const Rule argumentRules[] = {
    {paramAttrName, Form::UnitOrString}, {stateAttrName, Form::String},
    {optStateAttrName, Form::String},    {dataAttrName, Form::String},
    {initAttrName, Form::String},        {learningRateAttrName, Form::Unit},
    {stepIndexAttrName, Form::Unit}};

static const Rule resultRules[] = {
    {lossAttrName, Form::UnitOrString}, {metricAttrName, Form::String},
    {stateAttrName, Form::String},      {paramAttrName, Form::String},
    {optStateAttrName, Form::String},   {donatesAttrName, Form::Integer},
    {checkAttrName, Form::String}};

static StringRef describe(Form form) {
  switch (form) {
  case Form::Unit:
    return "no value";
  case Form::String:
    return "a string";
  case Form::UnitOrString:
    return "no value or a string";
  case Form::StringOrStrings:
    return "a string or an array of strings";
  case Form::StringOrDictionary:
    return "a string or a dictionary";
  case Form::Integer:
    return "a 64-bit integer";
  case Form::Marks:
    return "an array<i64: ...>";
  case Form::StringArray:
    return "an array of strings";
  case Form::Regions:
    return "an array of dictionaries";
  case Form::Dictionary:
    return "a dictionary";
  }
  llvm_unreachable("covered");
}

static bool hasForm(Attribute value, Form form) {
  auto allAre = [&](auto predicate) {
    auto array = dyn_cast<ArrayAttr>(value);
    return array && llvm::all_of(array, predicate);
  };
  switch (form) {
  case Form::Unit:
    return isa<UnitAttr>(value);
  case Form::String:
    return isa<StringAttr>(value);
  case Form::UnitOrString:
    return isa<UnitAttr, StringAttr>(value);
  case Form::StringOrStrings:
    return hasForm(value, Form::String) || hasForm(value, Form::StringArray);
  case Form::StringOrDictionary:
    return isa<StringAttr, DictionaryAttr>(value);
  case Form::Integer:
    return isa<IntegerAttr>(value) &&
           cast<IntegerAttr>(value).getType().isInteger(64);
  case Form::Marks:
    return isa<DenseI64ArrayAttr>(value);
  case Form::StringArray:
    return allAre([](Attribute a) { return isa<StringAttr>(a); });
  case Form::Regions:
    return allAre([](Attribute a) { return isa<DictionaryAttr>(a); });
  case Form::Dictionary:
    return isa<DictionaryAttr>(value);
  }
  llvm_unreachable("covered");
}

static LogicalResult check(Operation *op, NamedAttribute attribute,
                           ArrayRef<Rule> rules, StringRef place) {
  StringRef name = attribute.getName().getValue();
  const Rule *rule =
      llvm::find_if(rules, [&](const Rule &r) { return r.name == name; });
  if (rule == rules.end())
    return op->emitError() << "attribute '" << name << "' has no meaning on "
                           << place;
  if (!hasForm(attribute.getValue(), rule->form))
    return op->emitError() << "attribute '" << name << "' needs "
                           << describe(rule->form);
  return success();
}

/// What the entries of attributes that are dictionaries may hold.
static const Rule regionRules[] = {
    {"id", Form::Integer},     {"name", Form::String},
    {"policy", Form::String},  {"names", Form::StringArray},
    {"parent", Form::Integer}, {"budget", Form::String},
    {"strict", Form::Unit}};

static const Rule objectiveRules[] = {{"loss", Form::String},
                                      {"params", Form::StringOrStrings},
                                      {"optimizer", Form::StringOrDictionary}};

static const Rule memoryRules[] = {
    {"arena", Form::Integer},      {"peak", Form::Integer},
    {"persistent", Form::Integer}, {"limit", Form::Integer},
    {"hash", Form::String},        {"clones", Form::Integer},
    {"order", Form::String},       {"packed", Form::String},
    {"offsets", Form::Marks}};

static LogicalResult checkEntries(Operation *op, DictionaryAttr dictionary,
                                  ArrayRef<Rule> rules, const Twine &place) {
  for (NamedAttribute entry : dictionary) {
    const Rule *rule = llvm::find_if(
        rules, [&](const Rule &r) { return r.name == entry.getName(); });
    if (rule == rules.end())
      return op->emitError() << place << " '" << entry.getName().getValue()
                             << "' has no meaning";
    if (!hasForm(entry.getValue(), rule->form))
      return op->emitError() << place << " '" << entry.getName().getValue()
                             << "' needs " << describe(rule->form);
  }
  return success();
}

static LogicalResult checkDictionaries(Operation *op,
                                       NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == planAttrName || name == memoryAttrName)
    return checkEntries(op, cast<DictionaryAttr>(attribute.getValue()),
                        memoryRules, "'" + name + "',");
  if (name != regionsAttrName && name != objectivesAttrName)
    return success();
  ArrayRef<Rule> rules = objectiveRules;
  if (name == regionsAttrName)
    rules = regionRules;
  for (auto [index, entry] :
       llvm::enumerate(cast<ArrayAttr>(attribute.getValue()))) {
    std::string place = ("'" + name + "', entry " + Twine(index) + ":").str();
    auto dictionary = cast<DictionaryAttr>(entry);
    if (failed(checkEntries(op, dictionary, rules, place)))
      return failure();
    auto policy = dictionary.getAs<StringAttr>("policy");
    if (policy && !symbolizePolicy(policy.getValue()))
      return op->emitError() << place << " unknown policy " << policy;
  }
  return success();
}

LogicalResult CkptDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (failed(check(op, attribute, operationRules, "an operation")))
    return failure();
  StringRef name = attribute.getName().getValue();
  bool ofFunction = name == stepAttrName || name == regionsAttrName ||
                    name == objectivesAttrName || name == planAttrName ||
                    name == memoryAttrName;
  if (ofFunction && !isa<FunctionOpInterface>(op))
    return op->emitError() << "attribute '" << name
                           << "' belongs on a function";
  return checkDictionaries(op, attribute);
}

LogicalResult CkptDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned,
                                                    NamedAttribute attribute) {
  return check(op, attribute, argumentRules, "an argument");
}

LogicalResult
CkptDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                         NamedAttribute attribute) {
  if (failed(check(op, attribute, resultRules, "a result")))
    return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (attribute.getName() == donatesAttrName && function) {
    int64_t argument = cast<IntegerAttr>(attribute.getValue()).getInt();
    if (argument < 0 || argument >= int64_t(function.getNumArguments()))
      return op->emitError()
             << "'ckpt.donates' names argument " << argument
             << ", but there are " << function.getNumArguments();
  }
  return success();
}
