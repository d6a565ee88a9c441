//===- Worker.cpp - Checks in a process of their own ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parent makes the jobs, in order; a child makes the same ones itself from
// the copy of the memory that it starts with, and writes one line a job:
// failed word, tab, message, tab, clones, tab, flags.
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include "ckpt/Pipelines/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <signal.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::fuzz;

/// Longer than any check takes, even with sanitizers.
static constexpr int hangMilliseconds = 120000;

static std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerDialects(registry);
  return std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
}

static std::string encode(Verdict verdict) {
  for (char &c : verdict.message)
    if (c == '\n' || c == '\t')
      c = ' ';
  std::ostringstream line;
  line << verdict.failed << '\t' << verdict.message << '\t' << verdict.clones
       << '\t' << verdict.gradientsChecked << verdict.notFound
       << verdict.planted << '\n';
  return line.str();
}

static Verdict decode(const std::string &line) {
  Verdict verdict;
  std::istringstream stream(line);
  std::string clones, flags;
  std::getline(stream, verdict.failed, '\t');
  std::getline(stream, verdict.message, '\t');
  std::getline(stream, clones, '\t');
  std::getline(stream, flags);
  verdict.clones = std::atoll(clones.c_str());
  verdict.gradientsChecked = flags.size() > 0 && flags[0] == '1';
  verdict.notFound = flags.size() > 1 && flags[1] == '1';
  verdict.planted = flags.size() > 2 && flags[2] == '1';
  return verdict;
}

[[noreturn]] static void work(int to, int from, Job job,
                              const std::function<bool(Job &)> &next,
                              const std::string &plant) {
  // The parent says what happened; a stack for every try would say nothing.
  for (int crash : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    signal(crash, SIG_DFL);
  // Types and attributes stay in a context: a new one now and then.
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  int checked = 0;
  do {
    if (++checked % 64 == 0)
      context = makeContext();
    std::string line = encode(check(*context, job.program, job.seed, plant));
    if (write(to, line.data(), line.size()) != ssize_t(line.size()))
      _exit(1);
    char go = 0;
    if (read(from, &go, 1) != 1)
      _exit(0);
  } while (next(job));
  _exit(0);
}

namespace {
/// A child and its pipes.
class Child {
public:
  Child(const Job &job, const std::function<bool(Job &)> &next,
        const std::string &plant) {
    int up[2], down[2];
    if (pipe(up) || pipe(down))
      std::abort();
    id = fork();
    if (id == 0) {
      close(up[0]);
      close(down[1]);
      work(up[1], down[0], job, next, plant);
    }
    close(up[1]);
    close(down[0]);
    input = up[0];
    output = down[1];
  }
  ~Child() {
    close(input);
    close(output);
    if (!ended) {
      int status;
      waitpid(id, &status, 0);
    }
  }
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  void goOn() { (void)!write(output, "g", 1); }
  bool hasEnded() const { return ended; }

  Verdict wait() {
    std::string line;
    pollfd ready{input, POLLIN, 0};
    char c;
    while (poll(&ready, 1, hangMilliseconds) > 0) {
      if (read(input, &c, 1) != 1)
        return crashed();
      if (c == '\n')
        return decode(line);
      line += c;
    }
    kill(id, SIGKILL);
    crashed();
    Verdict verdict;
    verdict.failed = "hang";
    return verdict;
  }

private:
  Verdict crashed() {
    int status = 0;
    waitpid(id, &status, 0);
    ended = true;
    Verdict verdict;
    verdict.failed = "crash";
    verdict.message = WIFSIGNALED(status)
                          ? strsignal(WTERMSIG(status))
                          : "exit " + std::to_string(WEXITSTATUS(status));
    return verdict;
  }

  pid_t id;
  int input, output;
  bool ended = false;
};
} // namespace

void ckpt::fuzz::checkAll(
    const std::function<bool(Job &)> &next, const std::string &plant,
    const std::function<bool(const Job &, const Verdict &)> &done) {
  signal(SIGPIPE, SIG_IGN);
  Job job;
  std::unique_ptr<Child> child;
  while (next(job)) {
    if (child)
      child->goOn();
    else
      child = std::make_unique<Child>(job, next, plant);
    Verdict verdict = child->wait();
    if (child->hasEnded())
      child.reset();
    if (!done(job, verdict))
      return;
  }
}

Verdict ckpt::fuzz::checkOne(const Job &job, const std::string &plant) {
  Verdict verdict;
  bool given = false;
  checkAll(
      [&](Job &own) {
        if (given)
          return false;
        given = true;
        own = job;
        return true;
      },
      plant,
      [&](const Job &, const Verdict &got) {
        verdict = got;
        return false;
      });
  return verdict;
}
