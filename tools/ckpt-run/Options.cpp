//===- Options.cpp - The command line of ckpt-run -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ckpt/Marking/Signature.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <cmath>
#include <thread>

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace cl = llvm::cl;

namespace {

/// All options, so that they exist only while the tool parses.
struct CommandLine {
  /// A category that is older than the parser is left out of --help.
  cl::OptionCategory category{"Options of ckpt-run"};
  cl::opt<std::string> model{cl::Positional, cl::desc("<model.mlir>"),
                             cl::Required, cl::cat(category)};
  cl::opt<std::string> budget{
      "budget", cl::cat(category), cl::value_desc("BYTES"),
      cl::desc(
          "Limit on the bytes of one step: NUMBER(B|kB|MB|GB|KiB|MiB|GiB), "
          "or % of the plain step's transient peak (default: the plain step)")};
  cl::opt<std::string> effort{
      "effort", cl::init("default"), cl::cat(category), cl::value_desc("NAME"),
      cl::desc("How long to search for a plan: quick, default or high")};
  cl::opt<bool> marksOnly{"marks-only", cl::cat(category),
                          cl::desc("Obey the model's marks; no planning")};
  cl::opt<bool> plain{
      "plain", cl::cat(category),
      cl::desc("Recompute nothing; refuse to start what --budget does not "
               "hold")};
  cl::opt<std::string> entry{
      "entry", cl::cat(category), cl::value_desc("NAME"),
      cl::desc("The function to train (default: the one with a loss)")};
  cl::opt<std::string> params{
      "params", cl::cat(category), cl::value_desc("0-3,7"),
      cl::desc("Arguments that are parameters, for models without attributes")};
  cl::list<std::string> states{
      "state", cl::CommaSeparated, cl::cat(category),
      cl::value_desc("ARG:RESULT"),
      cl::desc("An argument that is a state, and the result that updates it; "
               "also 62-101:0-39")};
  cl::opt<int64_t> lossResult{"loss-result", cl::init(-1), cl::cat(category),
                              cl::value_desc("N"),
                              cl::desc("The result that is the loss")};
  cl::opt<bool> joint{
      "joint", cl::cat(category),
      cl::desc("With --args: the model holds its gradients already; "
               "evaluate it as it is")};
  cl::opt<std::string> signature{
      "signature", cl::cat(category), cl::value_desc("FILE.json"),
      cl::desc("Roles of arguments and results, as the exporters write them")};
  cl::opt<int64_t> batch{"batch", cl::init(-1), cl::cat(category),
                         cl::value_desc("N"),
                         cl::desc("Samples per step: the leading '?' of data")};
  cl::list<std::string> binds{
      "bind", cl::cat(category), cl::value_desc("D=N"),
      cl::desc("Size of another dynamic dimension: of the "
               "argument D, or of all (D = dim)")};
  cl::opt<std::string> optimizer{
      "optimizer", cl::init("sgd"), cl::cat(category), cl::value_desc("NAME"),
      cl::desc("sgd (default), momentum, adam or adamw")};
  cl::opt<double> learningRate{"lr", cl::init(-1), cl::cat(category),
                               cl::value_desc("RATE"),
                               cl::desc("Learning rate (default: 0.01 for sgd "
                                        "and momentum, else 0.001)")};
  cl::opt<uint64_t> seed{"seed", cl::init(0), cl::cat(category),
                         cl::value_desc("N"),
                         cl::desc("Seed of first values and shuffling")};
  cl::opt<int64_t> threads{"threads", cl::init(-1), cl::cat(category),
                           cl::value_desc("N"),
                           cl::desc("Threads (default: all cores); results do "
                                    "not depend on it")};
  cl::opt<std::string> device{"device", cl::init("cpu"), cl::cat(category),
                              cl::value_desc("NAME"), cl::desc("cpu")};
  cl::opt<std::string> dataset{
      "dataset", cl::cat(category), cl::value_desc("NAME|FOLDER"),
      cl::desc("fashion-mnist, or a folder with files of the MNIST family")};
  cl::list<std::string> dataFiles{
      "data", cl::cat(category), cl::value_desc("NAME=FILE.npy"),
      cl::desc("Samples of one data argument, along the first dimension. "
               "ARG or ARG:NAME: that argument is data")};
  cl::opt<std::string> synthetic{
      "synthetic", cl::ValueOptional, cl::cat(category),
      cl::value_desc("CLASSES"),
      cl::desc("Random data; integers are below CLASSES (default 2)")};
  cl::opt<int64_t> steps{"steps", cl::init(-1), cl::cat(category),
                         cl::value_desc("N"), cl::desc("Steps to train")};
  cl::opt<int64_t> epochs{"epochs", cl::init(-1), cl::cat(category),
                          cl::value_desc("N"),
                          cl::desc("Epochs to train (default 1)")};
  cl::opt<std::string> load{"load", cl::cat(category), cl::value_desc("FILE"),
                            cl::desc("Continue from a file that --save wrote")};
  cl::opt<std::string> save{
      "save", cl::cat(category), cl::value_desc("FILE"),
      cl::desc("Write parameters, optimizer state and model state "
               "(safetensors)")};
  cl::opt<std::string> report{"report", cl::cat(category),
                              cl::value_desc("FILE.json"),
                              cl::desc("Write the report as JSON")};
  cl::opt<std::string> html{"html", cl::cat(category),
                            cl::value_desc("FILE.html"),
                            cl::desc("Write the report as a page")};
  cl::opt<std::string> trace{
      "trace", cl::cat(category), cl::value_desc("FILE.json"),
      cl::desc("Write one step's launches for Perfetto or Chrome")};
  cl::opt<std::string> profileOut{
      "profile-out", cl::cat(category), cl::value_desc("FILE.json"),
      cl::desc("Measure every distinct kernel and write a device profile")};
  cl::opt<std::string> costModel{"cost-model", cl::cat(category),
                                 cl::value_desc("FILE.json"),
                                 cl::desc("Plan with a device profile")};
  cl::opt<bool> compare{
      "compare", cl::cat(category),
      cl::desc("Run the plain step in a second process and compare all bits")};
  cl::opt<bool> findBatch{
      "find-batch", cl::cat(category),
      cl::desc("Find the largest batch within --budget; nothing is run")};
  cl::opt<double> maxExtraTime{
      "max-extra-time", cl::cat(category), cl::value_desc("PERCENT"),
      cl::desc("With --find-batch: also the largest batch whose recomputation "
               "costs at most so much")};
  cl::opt<std::string> args{
      "args", cl::cat(category), cl::value_desc("FILE.npz"),
      cl::desc("Evaluate once, without update, on arg0, arg1, …")};
  cl::opt<std::string> gradientsOut{
      "gradients-out", cl::cat(category), cl::value_desc("FILE.npz"),
      cl::desc("Where --args writes out0, … and grad0, …")};
  cl::extrahelp exitCodes{
      "\nExit: 0 done, 1 bad input or a failed check, 2 usage, 3 the budget "
      "cannot be met,\n130 interrupted.\n"};
  cl::opt<int64_t> corruptClone{"test-corrupt-clone", cl::init(-1), cl::Hidden,
                                cl::cat(category),
                                cl::desc("Damage the result of one clone")};
};

Error usage(const Twine &what) { return llvm::createStringError(what); }

Error parseNumber(StringRef text, StringRef option, int64_t &number) {
  if (text.getAsInteger(10, number) || number < 0)
    return usage("--" + option + ": '" + text + "' is not a number from 0 on");
  return Error::success();
}

/// "0-3,7"
Error parseRanges(StringRef text, std::vector<int64_t> &numbers) {
  llvm::SmallVector<StringRef> pieces;
  text.split(pieces, ',');
  for (StringRef piece : pieces) {
    auto [first, last] = piece.split('-');
    int64_t low = 0, high = 0;
    if (Error error = parseNumber(first, "params", low))
      return error;
    high = low;
    if (piece.contains('-'))
      if (Error error = parseNumber(last, "params", high))
        return error;
    if (high < low || high - low > 1000000)
      return usage("--params: '" + piece + "' is not a range");
    for (int64_t number = low; number <= high; ++number)
      numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end())
    return usage("--params: '" + text + "' names an argument twice");
  return Error::success();
}

Error splitPair(StringRef text, char separator, const Twine &form,
                std::pair<StringRef, StringRef> &pair) {
  pair = text.split(separator);
  if (pair.first.empty() || pair.second.empty())
    return usage("'" + text + "' is not " + form);
  return Error::success();
}

Error parseEffort(StringRef text, planning::Effort &effort) {
  using planning::Effort;
  std::pair<const char *, Effort> known[] = {{"quick", Effort::Quick},
                                             {"default", Effort::Default},
                                             {"high", Effort::High}};
  for (auto [name, value] : known)
    if (text == name) {
      effort = value;
      return Error::success();
    }
  return usage("--effort: '" + text + "' is none of quick, default, high");
}

Error convertCompile(const CommandLine &line, RunOptions &options) {
  CompileOptions &compile = options.compile;
  compile.entry = line.entry;
  compile.optimizer = line.optimizer;
  compile.marksOnly = line.marksOnly;
  compile.costModel = line.costModel;
  compile.signature = line.signature;
  if (line.budget.getNumOccurrences()) {
    std::string error;
    compile.budget = measure::Budget::parse(line.budget.getValue(), error);
    if (!compile.budget)
      return usage(error);
  }
  if (compile.budget && compile.marksOnly)
    return usage("--budget and --marks-only exclude each other");
  if (line.plain && (compile.marksOnly || line.findBatch))
    return usage("--plain recomputes nothing: no --marks-only, --find-batch");
  compile.plain = line.plain || (!compile.budget && !compile.marksOnly);
  if (Error error = parseEffort(line.effort, compile.effort))
    return error;
  for (StringRef known : {"sgd", "momentum", "adam", "adamw"})
    if (known == compile.optimizer) {
      if (line.params.getNumOccurrences()) {
        compile.params.emplace();
        if (Error error = parseRanges(line.params.getValue(), *compile.params))
          return error;
      }
      return Error::success();
    }
  return usage("--optimizer: '" + compile.optimizer +
               "' is none of sgd, momentum, adam, adamw");
}

Error convertLists(const CommandLine &line, RunOptions &options) {
  std::pair<StringRef, StringRef> pair;
  for (const std::string &bind : line.binds) {
    int64_t size = 0;
    if (Error error = splitPair(bind, '=', "D=N (--bind)", pair))
      return error;
    if (Error error = parseNumber(pair.second, "bind", size))
      return error;
    options.compile.binds.emplace_back(pair.first.str(), size);
  }
  Signature roles;
  for (const std::string &state : line.states)
    if (Error error = parseStates(state, roles))
      return usage("--" + llvm::toString(std::move(error)));
  for (const std::string &file : line.dataFiles) {
    if (!file.empty() && llvm::isDigit(file[0]) &&
        file.find('=') == std::string::npos) {
      if (Error error = parseDatas(file, roles))
        return usage("--" + llvm::toString(std::move(error)));
      continue;
    }
    if (Error error = splitPair(file, '=', "NAME=FILE.npy (--data)", pair))
      return error;
    options.dataFiles.emplace_back(pair.first.str(), pair.second.str());
  }
  options.compile.states.assign(roles.states.begin(), roles.states.end());
  options.compile.datas.assign(roles.datas.begin(), roles.datas.end());
  return Error::success();
}

/// Sets `to` when the option was given; it must then be at least `least`.
Error positive(const cl::opt<int64_t> &option, int64_t least,
               std::optional<int64_t> &to) {
  if (!option.getNumOccurrences())
    return Error::success();
  if (option < least)
    return usage("--" + option.ArgStr + " must be at least " + Twine(least));
  to = option.getValue();
  return Error::success();
}

Error convertNumbers(const CommandLine &line, RunOptions &options) {
  std::optional<int64_t> threads;
  std::pair<const cl::opt<int64_t> *, std::optional<int64_t> *> numbers[] = {
      {&line.batch, &options.compile.batch},
      {&line.steps, &options.steps},
      {&line.epochs, &options.epochs},
      {&line.threads, &threads}};
  for (auto [option, to] : numbers)
    if (Error error = positive(*option, 1, *to))
      return error;
  if (Error error = positive(line.lossResult, 0, options.compile.lossResult))
    return error;
  options.compile.joint = line.joint;
  if (options.compile.joint && options.compile.lossResult)
    return usage("--joint differentiates nothing: no --loss-result");
  if (Error error = positive(line.corruptClone, 0, options.corruptClone))
    return error;
  if (options.steps && options.epochs)
    return usage("--steps and --epochs exclude each other");
  int64_t cores = std::max(1u, std::thread::hardware_concurrency());
  if (threads.value_or(1) > 1024)
    return usage("--threads must be at most 1024");
  options.compile.threads = static_cast<int>(threads.value_or(cores));
  options.seed = line.seed;
  bool adaptive = options.compile.optimizer.find("adam") == 0;
  options.learningRate = adaptive ? 1e-3f : 1e-2f;
  if (line.learningRate.getNumOccurrences()) {
    if (!std::isfinite(line.learningRate) || line.learningRate < 0)
      return usage("--lr must be a number from 0 on");
    options.learningRate = static_cast<float>(line.learningRate);
  }
  return Error::success();
}

/// `--find-batch` chooses the batch, and trains nothing.
Error convertFindBatch(const CommandLine &line, RunOptions &options) {
  options.findBatch = line.findBatch;
  if (line.maxExtraTime.getNumOccurrences()) {
    if (!options.findBatch)
      return usage("--max-extra-time needs --find-batch");
    if (!std::isfinite(line.maxExtraTime) || line.maxExtraTime < 0)
      return usage("--max-extra-time must be a number from 0 on");
    options.maxExtraTimePercent = line.maxExtraTime.getValue();
  }
  if (!options.findBatch)
    return Error::success();
  if (!options.compile.budget || options.compile.budget->isPercent())
    return usage("--find-batch needs a --budget in bytes");
  const cl::Option *others[] = {
      &line.batch,      &line.steps,        &line.epochs, &line.dataset,
      &line.synthetic,  &line.load,         &line.save,   &line.compare,
      &line.args,       &line.gradientsOut, &line.html,   &line.trace,
      &line.profileOut, &line.corruptClone};
  for (const cl::Option *other : others)
    if (other->getNumOccurrences())
      return usage("--find-batch runs nothing: no --" + other->ArgStr);
  return Error::success();
}

Error convertFiles(const CommandLine &line, RunOptions &options) {
  options.model = line.model;
  options.device = line.device;
  options.dataset = line.dataset;
  options.synthetic = line.synthetic.getNumOccurrences() > 0;
  if (!line.synthetic.empty() &&
      (StringRef(line.synthetic).getAsInteger(10, options.syntheticClasses) ||
       options.syntheticClasses < 1))
    return usage("--synthetic: '" + line.synthetic +
                 "' is not a number of classes");
  options.load = line.load;
  options.save = line.save;
  options.report = line.report;
  options.html = line.html;
  options.trace = line.trace;
  options.profileOut = line.profileOut;
  options.compare = line.compare;
  options.args = line.args;
  options.gradientsOut = line.gradientsOut;
  if (options.device != "cpu")
    return usage("--device: '" + options.device +
                 "' is not part of this build; it has cpu");
  if (options.args.empty() != options.gradientsOut.empty())
    return usage("--args and --gradients-out need each other");
  if (options.synthetic + !options.dataset.empty() > 1)
    return usage("--dataset and --synthetic exclude each other");
  bool once = !options.args.empty();
  bool hasFiles = llvm::any_of(line.dataFiles, [](const std::string &file) {
    return file.find('=') != std::string::npos;
  });
  bool hasData = options.synthetic || !options.dataset.empty() || hasFiles;
  bool trains = options.compare || line.steps.getNumOccurrences() ||
                line.epochs.getNumOccurrences() || !options.load.empty() ||
                !options.save.empty();
  if (once && (trains || hasData))
    return usage("--args evaluates once: no data set, and none of --compare, "
                 "--steps, --epochs, --load, --save");
  if (options.compile.joint && !once)
    return usage("--joint needs --args and --gradients-out");
  if (!once && !hasData && !line.findBatch)
    return usage("no data: give --dataset, --data or --synthetic");
  return Error::success();
}

} // namespace

std::optional<RunOptions> tool::parseOptions(int argc,
                                             const char *const *argv) {
  // libLLVM registers hundreds of options, some under our names ("threads").
  cl::ResetCommandLineParser();
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  std::string messages;
  llvm::raw_string_ostream errors(messages);
  bool parsed = cl::ParseCommandLineOptions(
      argc, argv, "Trains a model under a memory budget\n", &errors);
  if (!parsed) {
    llvm::errs() << errors.str();
    return std::nullopt;
  }
  RunOptions options;
  for (auto convert : {convertFiles, convertCompile, convertLists,
                       convertNumbers, convertFindBatch})
    if (Error error = convert(line, options)) {
      llvm::WithColor::error(llvm::errs(), "ckpt-run")
          << llvm::toString(std::move(error)) << '\n';
      return std::nullopt;
    }
  return options;
}
