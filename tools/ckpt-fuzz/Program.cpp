//===- Program.cpp - A random model, before it is text --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace ckpt::fuzz;

const std::vector<std::pair<std::string, std::string>> ckpt::fuzz::unaryOps = {
    {"tanh", "%t = math.tanh %v : T"},
    {"sin", "%t = math.sin %v : T"},
    {"cos", "%t = math.cos %v : T"},
    {"erf", "%t = math.erf %v : T"},
    {"neg", "%t = arith.negf %v : T"},
    {"abs", "%t = math.absf %v : T"},
    {"atan", "%t = math.atan %v : T"},
    {"square", "%t = arith.mulf %v, %v : T"},
    {"relu", "%t = arith.maximumf %v, %zero : T"},
    {"relu_select", "%p = arith.cmpf ogt, %v, %zero : T\n"
                    "    %t = arith.select %p, %v, %zero : T"},
    {"clamp", "%m = arith.minimumf %v, %one : T\n"
              "    %n = arith.negf %one : T\n"
              "    %t = arith.maximumf %m, %n : T"},
    {"exp_tanh", "%p = math.tanh %v : T\n    %t = math.exp %p : T"},
    {"sigmoid", "%m = arith.negf %v : T\n    %e = math.exp %m : T\n"
                "    %s = arith.addf %e, %one : T\n"
                "    %t = arith.divf %one, %s : T"},
    {"softplus", "%e = math.exp %v : T\n    %t = math.log1p %e : T"},
    {"sqrt_square", "%p = arith.mulf %v, %v : T\n"
                    "    %s = arith.addf %p, %one : T\n"
                    "    %t = math.sqrt %s : T"},
    {"rsqrt_square", "%p = arith.mulf %v, %v : T\n"
                     "    %s = arith.addf %p, %one : T\n"
                     "    %t = math.rsqrt %s : T"},
    {"log_square", "%p = arith.mulf %v, %v : T\n"
                   "    %s = arith.addf %p, %one : T\n"
                   "    %t = math.log %s : T"},
    {"cubic", "%p = arith.mulf %v, %v : T\n    %q = arith.mulf %p, %v : T\n"
              "    %t = arith.addf %q, %v : T"},
    {"gelu", "%e = math.erf %v : T\n    %p = arith.addf %e, %one : T\n"
             "    %h = arith.mulf %p, %half : T\n"
             "    %t = arith.mulf %h, %v : T"}};

const std::vector<std::pair<std::string, std::string>> ckpt::fuzz::binaryOps = {
    {"add", "%t = arith.addf %v, %w : T"},
    {"sub", "%t = arith.subf %v, %w : T"},
    {"mul", "%t = arith.mulf %v, %w : T"},
    {"max", "%t = arith.maximumf %v, %w : T"},
    {"min", "%t = arith.minimumf %v, %w : T"},
    {"div", "%p = arith.mulf %w, %w : T\n    %s = arith.addf %p, %one : T\n"
            "    %t = arith.divf %v, %s : T"},
    {"select", "%p = arith.cmpf olt, %v, %w : T\n"
               "    %n = arith.mulf %w, %half : T\n"
               "    %t = arith.select %p, %v, %n : T"},
    {"fma", "%t = math.fma %v, %w, %half : T"},
    {"gate", "%g = math.tanh %w : T\n    %t = arith.mulf %v, %g : T"}};

const std::string &ckpt::fuzz::snippetOf(const Node &node) {
  const auto &ops = node.kind == Kind::Unary ? unaryOps : binaryOps;
  for (const auto &[name, text] : ops)
    if (name == node.op)
      return text;
  return ops.front().second;
}

bool ckpt::fuzz::isArgument(const Node &node) {
  return node.kind == Kind::Param || node.kind == Kind::State ||
         node.kind == Kind::Data;
}

bool Program::hasDropout() const {
  for (const Node &node : nodes)
    if (node.kind == Kind::Dropout)
      return true;
  return false;
}

int64_t ckpt::fuzz::elements(const Shape &shape) {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

std::string ckpt::fuzz::nameOf(const Node &node) {
  static const char *const names[] = {
      "param",      "state",      "data",     "dropout", "unary",  "binary",
      "row",        "matmul",     "matmul_t", "conv",    "pool",   "softmax",
      "layer_norm", "batch_norm", "columns",  "rows",    "concat", "slice",
      "pad",        "transpose",  "collapse", "expand"};
  std::string name = names[static_cast<size_t>(node.kind)];
  return node.op.empty() ? name : name + "." + node.op;
}

std::vector<int> ckpt::fuzz::countUses(const Program &program) {
  std::vector<int> uses(program.nodes.size());
  for (const Node &node : program.nodes)
    for (int input : node.inputs)
      ++uses[static_cast<size_t>(input)];
  for (const StateUpdate &update : program.updates) {
    ++uses[static_cast<size_t>(update.state)];
    ++uses[static_cast<size_t>(update.value)];
  }
  return uses;
}

Program ckpt::fuzz::withoutNodes(const Program &program,
                                 const std::vector<bool> &removed) {
  Program result = program;
  std::vector<int> place(program.nodes.size() + 1);
  result.nodes.clear();
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    place[i] = static_cast<int>(result.nodes.size());
    if (removed[i])
      continue;
    result.nodes.push_back(program.nodes[i]);
    for (int &input : result.nodes.back().inputs)
      input = place[static_cast<size_t>(input)];
  }
  place.back() = static_cast<int>(result.nodes.size());
  result.regions.clear();
  for (Region region : program.regions) {
    region.begin = place[static_cast<size_t>(region.begin)];
    region.end = place[static_cast<size_t>(region.end)];
    if (region.begin < region.end)
      result.regions.push_back(region);
  }
  for (StateUpdate &update : result.updates) {
    update.state = place[static_cast<size_t>(update.state)];
    update.value = place[static_cast<size_t>(update.value)];
  }
  return result;
}
