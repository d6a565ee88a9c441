//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "Peer.h"
#include "ckpt/Planning/Generators.h"
#include "ckpt/Planning/Plan.h"
#include "ckpt/Planning/ProblemIO.h"
#include "ckpt/Planning/SearchStatistics.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <unistd.h>

using namespace ckpt::planning;

static int64_t referencePeak(const Problem &problem) {
  return evaluate(problem, referenceSchedule(problem)).peak;
}

static void benchSearch(const Problem &problem, int64_t percent) {
  int64_t budget = referencePeak(problem) * percent / 100;
  SearchStatistics s = measureSearch(problem, budget, 300000);
  std::printf("{\"search\": %s, \"nodes\": %zu, \"budget_percent\": %lld, "
              "\"steps_per_second\": %.0f, \"updates_per_step\": %.2f, "
              "\"slots_per_update\": %.1f, \"update_share\": %.3f, "
              "\"kernels\": \"%s\"}\n",
              quoteJson(problem.name).c_str(), problem.nodes.size(),
              static_cast<long long>(percent), s.stepsPerSecond,
              s.updatesPerStep, s.slotsPerUpdate, s.updateShare,
              s.kernels.c_str());
}

/// Training graphs at 30 %, by the part of the planner that serves any size.
static void benchScaling() {
  double firstSize = 0, firstSeconds = 0, size = 0, seconds = 0;
  for (int32_t nodes : {1000, 10000, 100000, 1000000}) {
    Problem problem = *generate("training", nodes, 1);
    PlanOptions options;
    options.solver = "constructor";
    options.budgetBytes = referencePeak(problem) * 30 / 100;
    auto start = std::chrono::steady_clock::now();
    Plan result = plan(problem, options);
    seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    size = static_cast<double>(problem.nodes.size());
    if (firstSize == 0) {
      firstSize = size;
      firstSeconds = seconds;
    }
    std::printf("{\"scaling\": \"training\", \"nodes\": %d, \"status\": "
                "\"%s\", \"overhead_percent\": %.4f, \"seconds\": %.3f}\n",
                nodes, toString(result.status), result.overheadPercent,
                seconds);
  }
  std::printf("{\"scaling\": \"training\", \"exponent\": %.3f}\n",
              std::log(seconds / firstSeconds) / std::log(size / firstSize));
}

static int benchFile(const char *path, int64_t percent) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  Problem problem;
  std::optional<std::string> error = "cannot be read";
  if (file)
    error = parseProblem(text, problem);
  if (!error)
    error = verify(problem);
  if (error) {
    std::cerr << "ckpt-bench: error: " << path << ": " << *error << "\n";
    return 1;
  }
  benchSearch(problem, percent);
  return 0;
}

/// plan_table.py with the ckpt-plan beside this program.
static int runTable(int argc, char **argv) {
  std::string script = ckpt::tools::besideUs("plan_table.py"),
              tool = ckpt::tools::besideUs("ckpt-plan");
  std::string python = "python3";
  std::vector<char *> command{python.data(), script.data(), tool.data()};
  command.insert(command.end(), argv, argv + argc);
  command.push_back(nullptr);
  execvp(command[0], command.data());
  std::perror("ckpt-bench: python3");
  return 1;
}

int ckpt::tools::benchPlan(int argc, char **argv) {
  if (argc > 0 && !std::strcmp(argv[0], "table"))
    return runTable(argc - 1, argv + 1);
  bool all = argc == 0;
  if (all || !std::strcmp(argv[0], "search")) {
    if (argc == 3)
      return benchFile(argv[1], std::atoll(argv[2]));
    if (argc > 1) {
      std::cerr << "usage: ckpt-bench plan search [INSTANCE.json PERCENT]\n";
      return 2;
    }
    benchSearch(*generate("training", 301, 1), 40);
    benchSearch(*generate("unet", 401, 1), 50);
    benchSearch(*generate("layered", 1000, 1), 80);
    benchSearch(*generate("layered", 10000, 1), 80);
  }
  if (all || !std::strcmp(argv[0], "scaling"))
    benchScaling();
  else if (std::strcmp(argv[0], "search")) {
    std::cerr << "ckpt-bench: error: unknown measurement '" << argv[0] << "'\n";
    return 2;
  }
  return 0;
}
