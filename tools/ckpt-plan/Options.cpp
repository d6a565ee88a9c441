//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <charconv>

using namespace ckpt::tools;
using ckpt::planning::Effort;

const char *Options::usage() {
  return R"(usage: ckpt-plan INSTANCE.json --budget N(B|kB|MB|GB|KiB|MiB|GiB|%) [options]
       ckpt-plan INSTANCE.json --minimize-peak | --pareto [options]
       ckpt-plan --generate chain|unet|layered|training --nodes N [--seed S] [--out FILE]

  --keep-order      first occurrences stay in the reference order
  --time-limit S    stop after S seconds (the result then depends on speed)
  --effort LEVEL    quick, default or high (the default here)
  --threads N       threads; never changes the result (default 2)
  --solver NAME     one solver instead of the default sequence
  --plan-out FILE   write {"schedule": [...]}
  --minimize-peak   the smallest peak that can be reached
  --pareto          the front of memory against time; prints JSON
  --points N        points of the front (default 24)
  --csv FILE        write the front as CSV as well

Percentages are of the peak of the reference order, rounded down.
Exit: 0 done, 1 bad input, 2 usage, 3 the budget cannot be met or no plan found.
)";
}

template <typename T> static bool parseNumber(const std::string &text, T &out) {
  auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  return code == std::errc() && end == text.data() + text.size();
}

std::optional<std::string> Options::parse(int argc, char **argv) {
  plan.effort = Effort::High;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg.size() < 2 || arg[0] != '-') {
      if (!input.empty())
        return "more than one instance is given: '" + arg + "'";
      input = arg;
      continue;
    }
    static const std::string flags[] = {"--keep-order", "--minimize-peak",
                                        "--pareto", "--help", "-h"};
    bool isFlag = false;
    for (const std::string &flag : flags)
      isFlag |= flag == arg;
    std::optional<std::string> error;
    size_t equals = arg.find('=');
    if (isFlag)
      error = parseFlag(arg);
    else if (equals != std::string::npos)
      error = parseValue(arg.substr(0, equals), arg.substr(equals + 1));
    else if (i + 1 < argc)
      error = parseValue(arg, argv[++i]);
    else
      error = "'" + arg + "' is unknown or needs a value";
    if (error)
      return error;
  }
  return check();
}

std::optional<std::string> Options::parseFlag(const std::string &flag) {
  if (flag == "--keep-order")
    plan.keepOrder = true;
  else if (flag == "--minimize-peak")
    minimizePeak = true;
  else if (flag == "--pareto")
    pareto = true;
  else
    help = true;
  return std::nullopt;
}

std::optional<std::string> Options::parseValue(const std::string &flag,
                                               const std::string &value) {
  bool good = true;
  if (flag == "--budget") {
    budget = value;
  } else if (flag == "--time-limit") {
    good =
        parseNumber(value, plan.timeLimitSeconds) && plan.timeLimitSeconds > 0;
  } else if (flag == "--threads") {
    good = parseNumber(value, plan.threads) && plan.threads > 0 &&
           plan.threads <= 1024;
  } else if (flag == "--solver") {
    plan.solver = value;
  } else if (flag == "--plan-out") {
    planOut = value;
  } else if (flag == "--generate") {
    generate = value;
  } else if (flag == "--out") {
    out = value;
  } else if (flag == "--csv") {
    csv = value;
  } else if (flag == "--nodes") {
    good = parseNumber(value, nodes) && nodes > 0;
  } else if (flag == "--seed") {
    good = parseNumber(value, seed);
  } else if (flag == "--points") {
    good = parseNumber(value, points) && points > 0 && points <= 1000;
  } else if (flag == "--effort") {
    good = value == "quick" || value == "default" || value == "high";
    plan.effort = value == "quick"     ? Effort::Quick
                  : value == "default" ? Effort::Default
                                       : Effort::High;
  } else {
    return "unknown option '" + flag + "'";
  }
  if (!good)
    return "bad value '" + value + "' for " + flag;
  return std::nullopt;
}

std::optional<std::string> Options::check() const {
  if (help || !generate.empty())
    return std::nullopt;
  if (input.empty())
    return "no instance is given";
  if (budget.empty() && !minimizePeak && !pareto)
    return "no --budget is given";
  if (minimizePeak && pareto)
    return "--minimize-peak and --pareto exclude each other";
  return std::nullopt;
}

std::optional<std::string> Options::resolveBudget(int64_t reference) {
  if (budget.empty())
    return std::nullopt;
  std::string bad =
      "bad budget '" + budget +
      "': expected a number and B, kB, MB, GB, KiB, MiB, GiB or %";
  // Digits as an integer and a power of ten: percentages round down exactly.
  __int128 digits = 0, denominator = 1;
  size_t at = 0, numDigits = 0;
  bool point = false;
  for (; at < budget.size(); ++at) {
    char c = budget[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9')
      break;
    if (++numDigits > 18)
      return bad;
    digits = digits * 10 + (c - '0');
    if (point)
      denominator *= 10;
  }
  if (numDigits == 0)
    return bad;
  static const std::pair<const char *, int64_t> units[] = {
      {"", 1},          {"B", 1},           {"kB", 1000},
      {"MB", 1000000},  {"GB", 1000000000}, {"KiB", 1 << 10},
      {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  std::string unit = budget.substr(at);
  __int128 bytes = -1;
  if (unit == "%")
    bytes = digits * reference / (denominator * 100);
  for (auto [name, scale] : units)
    if (unit == name)
      bytes = digits * scale / denominator;
  if (bytes < 0 || bytes > INT64_MAX)
    return bad;
  plan.budgetBytes = static_cast<int64_t>(bytes);
  return std::nullopt;
}
