//===- PlanFile.cpp - Plans that outlive a compilation --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/PlanFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace ckpt;

SavedPlan ckpt::savePlan(const StepGraph &graph,
                         const planning::Problem &problem,
                         const std::vector<int32_t> &schedule) {
  SavedPlan plan;
  plan.schedule = schedule;
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    const planning::Node &planned = problem.nodes[index];
    plan.nodes.push_back({node.name,
                          node.launch ? LaunchOp(node.launch).getKernel().str()
                                      : node.op->getName().getStringRef().str(),
                          planned.outputs, planned.inputs});
    if (node.loop)
      plan.loops.push_back(
          {int32_t(index), savePlan(*node.loop->graph, node.loop->problem,
                                    node.loop->schedule)});
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static std::string describe(const SavedNode &node) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << node.name << "' (" << node.op;
  for (int64_t bytes : node.bytes)
    os << ", " << bytes << " bytes";
  os << ")";
  return text;
}

/// What differs between two nodes, or nothing.
static std::string difference(const SavedNode &planned, const SavedNode &here) {
  if (planned.name != here.name || planned.op != here.op ||
      planned.bytes != here.bytes)
    return "is " + describe(planned) + " in the plan and " + describe(here) +
           " here";
  if (planned.inputs == here.inputs)
    return "";
  size_t input = 0;
  while (input < planned.inputs.size() && input < here.inputs.size() &&
         planned.inputs[input] == here.inputs[input])
    ++input;
  return "'" + here.name + "' reads something else in the plan, at input " +
         std::to_string(input);
}

std::optional<PlanMismatch>
ckpt::findMismatch(const SavedPlan &plan, const StepGraph &graph,
                   const planning::Problem &problem) {
  SavedPlan here = savePlan(graph, problem, {});
  for (size_t i = 0; i < plan.nodes.size() && i < here.nodes.size(); ++i) {
    std::string text = difference(plan.nodes[i], here.nodes[i]);
    if (!text.empty())
      return PlanMismatch{"node " + std::to_string(i) + " " + text,
                          graph.nodes[i].op};
  }
  if (plan.nodes.size() != here.nodes.size())
    return PlanMismatch{"the plan has " + std::to_string(plan.nodes.size()) +
                            " nodes, there are " +
                            std::to_string(here.nodes.size()) + " here",
                        func::FuncOp(graph.step)};
  for (int32_t node : plan.schedule)
    if (node < 0 || node >= int32_t(plan.nodes.size()))
      return PlanMismatch{"its schedule names node " + std::to_string(node),
                          func::FuncOp(graph.step)};
  if (plan.loops.size() != here.loops.size())
    return PlanMismatch{"the plan has " + std::to_string(plan.loops.size()) +
                            " loops, there are " +
                            std::to_string(here.loops.size()) + " here",
                        func::FuncOp(graph.step)};
  for (auto [planned, found] : llvm::zip_equal(plan.loops, here.loops)) {
    const StepNode &node = graph.nodes[found.first];
    if (planned.first != found.first)
      return PlanMismatch{"node " + std::to_string(found.first) +
                              " is a loop that the plan does not have",
                          node.op};
    if (auto inner =
            findMismatch(planned.second, *node.loop->graph, node.loop->problem))
      return inner;
  }
  return std::nullopt;
}

void ckpt::setLoopPlans(const SavedPlan &plan, StepGraph &graph) {
  for (const auto &[index, saved] : plan.loops) {
    LoopBody &loop = *graph.nodes[index].loop;
    setLoopPlans(saved, *loop.graph);
    loop.schedule = saved.schedule;
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void writePlan(llvm::json::OStream &json, const SavedPlan &plan) {
  json.attributeArray("nodes", [&] {
    for (const SavedNode &node : plan.nodes)
      json.object([&] {
        json.attribute("name", node.name);
        json.attribute("op", node.op);
        json.attribute("bytes", llvm::json::Array(node.bytes));
        json.attributeArray("inputs", [&] {
          for (planning::ValueRef input : node.inputs)
            json.value(llvm::json::Array{input.node, input.output});
        });
      });
  });
  json.attribute("schedule", llvm::json::Array(plan.schedule));
  json.attributeArray("loops", [&] {
    for (const std::pair<int32_t, SavedPlan> &loop : plan.loops)
      json.object([&] {
        json.attribute("node", loop.first);
        writePlan(json, loop.second);
      });
  });
}

std::string ckpt::writePlans(const std::vector<SavedPlan> &plans) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("schema", 1);
    json.attributeArray("plans", [&] {
      for (const SavedPlan &plan : plans)
        json.object([&] {
          json.attribute("function", plan.function);
          json.attribute("hash", plan.hash);
          json.attribute("status", plan.status);
          json.attribute("peak", plan.peak);
          if (plan.limit)
            json.attribute("limit", *plan.limit);
          json.attribute("extra_time_percent", plan.extraTimePercent);
          writePlan(json, plan);
        });
    });
  });
  os << '\n';
  return text;
}

static bool fromJSON(const llvm::json::Value &value, planning::ValueRef &out,
                     llvm::json::Path path) {
  std::vector<int64_t> pair;
  if (!llvm::json::fromJSON(value, pair, path))
    return false;
  if (pair.size() != 2) {
    path.report("expected [node, output]");
    return false;
  }
  out = {int32_t(pair[0]), int32_t(pair[1])};
  return true;
}

/// fromJSON of vectors finds these by argument-dependent look-up.
namespace ckpt {
static bool fromJSON(const llvm::json::Value &value, SavedNode &out,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("name", out.name) || !map.map("op", out.op) ||
      !map.map("bytes", out.bytes))
    return false;
  const llvm::json::Array *inputs = value.getAsObject()->getArray("inputs");
  if (!inputs) {
    path.field("inputs").report("expected array");
    return false;
  }
  for (const llvm::json::Value &input : *inputs)
    if (!::fromJSON(input, out.inputs.emplace_back(), path.field("inputs")))
      return false;
  return true;
}

static bool fromJSON(const llvm::json::Value &value, SavedPlan &out,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.mapOptional("function", out.function) ||
      !map.mapOptional("hash", out.hash) ||
      !map.mapOptional("status", out.status) ||
      !map.mapOptional("peak", out.peak) ||
      !map.mapOptional("extra_time_percent", out.extraTimePercent) ||
      !map.map("nodes", out.nodes) || !map.map("schedule", out.schedule))
    return false;
  const llvm::json::Object &object = *value.getAsObject();
  if (std::optional<int64_t> limit = object.getInteger("limit"))
    out.limit = *limit;
  const llvm::json::Array *loops = object.getArray("loops");
  if (!loops)
    return true;
  for (const llvm::json::Value &entry : *loops) {
    auto &[node, loop] = out.loops.emplace_back();
    llvm::json::ObjectMapper inner(entry, path.field("loops"));
    if (!inner || !inner.map("node", node) ||
        !fromJSON(entry, loop, path.field("loops")))
      return false;
  }
  return true;
}
} // namespace ckpt

llvm::Expected<std::vector<SavedPlan>> ckpt::parsePlans(StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  if (!object || object->getInteger("schema") != 1)
    return llvm::createStringError(
        "a plan is a JSON object with \"schema\": 1");
  std::vector<SavedPlan> plans;
  llvm::json::Path::Root root("plan");
  const llvm::json::Value *list = object->get("plans");
  if (!list)
    return llvm::createStringError("\"plans\" is missing");
  if (!llvm::json::fromJSON(*list, plans, llvm::json::Path(root)))
    return root.getError();
  return plans;
}

std::string ckpt::hashOf(const SavedPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] { writePlan(json, plan); });
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}
