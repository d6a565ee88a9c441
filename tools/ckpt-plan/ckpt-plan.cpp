//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ckpt-plan: plans a problem given as JSON, prints one JSON line.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "ckpt/Planning/Generators.h"
#include "ckpt/Planning/Plan.h"
#include "ckpt/Planning/ProblemIO.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>

using namespace ckpt::planning;
using ckpt::tools::Options;

namespace {

constexpr int exitBadInput = 1, exitUsage = 2, exitNoPlan = 3;

int fail(const std::string &message, int code = exitBadInput) {
  std::cerr << "ckpt-plan: error: " << message << "\n";
  return code;
}

bool writeFile(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  return file.good();
}

/// Doubles in results: fixed notation, so that lines compare byte by byte.
std::string percent(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.6f", value);
  return buffer;
}

std::string describe(const Problem &problem, const Plan &plan, int64_t budget) {
  std::ostringstream out;
  out << "{\"status\": \"" << toString(plan.status)
      << "\", \"peak\": " << plan.peak << ", \"budget\": " << budget
      << ", \"overhead_percent\": " << percent(plan.overheadPercent)
      << ", \"lower_bound_percent\": "
      << (plan.provedImpossible ? "null" : percent(plan.lowerBoundPercent))
      << ", \"gap_percent\": "
      << (plan.provedImpossible ? "null" : percent(plan.gapPercent))
      << ", \"bound_order\": \"" << (plan.boundKeepsOrder ? "reference" : "any")
      << "\", \"floor\": " << plan.floorBytes << ", \"floor_node\": "
      << (plan.floorNode < 0 ? "null"
                             : quoteJson(problem.nodes[plan.floorNode].name));
  if (plan.status == Status::Infeasible) {
    out << ", \"floor_operands\": [";
    for (size_t i = 0; i < plan.floorOperands.size(); ++i) {
      ValueRef operand = plan.floorOperands[i];
      const Node &node = problem.nodes[operand.node];
      out << (i ? ", " : "") << "{\"name\": " << quoteJson(node.name)
          << ", \"output\": " << operand.output
          << ", \"bytes\": " << node.outputs[operand.output] << "}";
    }
    out << "]";
  }
  out << ", \"solver\": " << quoteJson(plan.solver)
      << ", \"steps\": " << plan.steps;
  if (plan.stoppedEarly)
    out << ", \"stopped\": \"time-limit\"";
  out << "}";
  return out.str();
}

/// The reason on stderr, in words.
void explain(const Problem &problem, const Plan &plan, int64_t budget) {
  if (plan.status == Status::NotFound || plan.provedImpossible) {
    std::cerr << "ckpt-plan: "
              << (plan.provedImpossible ? "proved that no plan fits "
                                        : "no plan found within ")
              << budget << " bytes"
              << (plan.boundKeepsOrder ? " in the reference order" : "")
              << "; the lowest peak found is " << plan.peak << "\n";
    return;
  }
  if (plan.status != Status::Infeasible)
    return;
  const Node &node = problem.nodes[plan.floorNode];
  std::cerr << "ckpt-plan: no plan can fit " << budget << " bytes: node '"
            << node.name << "' needs " << plan.floorBytes << " (";
  for (size_t k = 0; k < node.outputs.size(); ++k)
    std::cerr << (k ? " + " : "outputs ") << node.outputs[k];
  if (node.workspace)
    std::cerr << ", workspace " << node.workspace;
  for (ValueRef in : plan.floorOperands)
    std::cerr << ", input '" << problem.nodes[in.node].name << "' "
              << problem.nodes[in.node].outputs[in.output];
  std::cerr << ")\n";
}

int runGenerator(const Options &options) {
  std::optional<Problem> problem =
      generate(options.generate, options.nodes, options.seed);
  if (!problem)
    return fail("--generate needs chain, unet, layered or training, and at "
                "least 3 nodes",
                exitUsage);
  std::string text = writeProblem(*problem);
  if (options.out.empty())
    std::cout << text;
  else if (!writeFile(options.out, text))
    return fail("cannot write '" + options.out + "'");
  return 0;
}

std::string csv(const std::vector<Plan> &front, int64_t reference) {
  std::string out = "peak_bytes,peak_percent,overhead_percent,"
                    "lower_bound_percent,status,solver\n";
  for (const Plan &p : front)
    out += std::to_string(p.peak) + "," +
           percent(100.0 * static_cast<double>(p.peak) /
                   static_cast<double>(std::max<int64_t>(1, reference))) +
           "," + percent(p.overheadPercent) + "," +
           percent(p.lowerBoundPercent) + "," + toString(p.status) + "," +
           p.solver + "\n";
  return out;
}

int runPareto(const Options &options, const Problem &problem,
              int64_t reference) {
  std::vector<Plan> front = paretoFront(problem, options.plan, options.points);
  if (front.front().status == Status::Error)
    return fail(front.front().error);
  std::string json = "[";
  for (size_t i = 0; i < front.size(); ++i)
    json += (i ? ",\n " : "") + describe(problem, front[i], front[i].peak);
  json += "]\n";
  if (!options.csv.empty() && !writeFile(options.csv, csv(front, reference)))
    return fail("cannot write '" + options.csv + "'");
  std::cout << json;
  return 0;
}

int runPlan(const Options &options, const Problem &problem) {
  int64_t budget = options.plan.budgetBytes;
  Plan result = options.minimizePeak ? minimizePeak(problem, options.plan)
                                     : plan(problem, options.plan);
  if (options.minimizePeak)
    budget = result.peak;
  if (result.status == Status::Error)
    return fail(result.error);
  std::cout << describe(problem, result, budget) << std::endl;
  explain(problem, result, budget);
  if (!options.planOut.empty() && result.fits() &&
      !writeFile(options.planOut, writeSchedule(result.schedule)))
    return fail("cannot write '" + options.planOut + "'");
  return result.fits() ? 0 : exitNoPlan;
}

int run(Options &options) {
  if (!options.generate.empty())
    return runGenerator(options);
  std::ifstream file(options.input, std::ios::binary);
  if (!file)
    return fail("cannot read '" + options.input + "'");
  Problem problem;
  {
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (auto error = parseProblem(text, problem))
      return fail(options.input + ": " + *error);
  }
  if (auto error = verify(problem))
    return fail(options.input + ": " + *error);
  int64_t reference = evaluate(problem, referenceSchedule(problem)).peak;
  if (auto error = options.resolveBudget(reference))
    return fail(*error, exitUsage);
  auto start = std::chrono::steady_clock::now();
  int code = options.pareto ? runPareto(options, problem, reference)
                            : runPlan(options, problem);
  std::fprintf(
      stderr, "seconds %.2f\n",
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count());
  return code;
}

} // namespace

int main(int argc, char **argv) {
  std::set_new_handler([] {
    std::fputs("ckpt-plan: error: out of memory\n", stderr);
    std::_Exit(exitBadInput);
  });
  Options options;
  if (auto error = options.parse(argc, argv))
    return fail(*error + "\n" + Options::usage(), exitUsage);
  if (options.help) {
    std::cout << Options::usage();
    return 0;
  }
  return run(options);
}
