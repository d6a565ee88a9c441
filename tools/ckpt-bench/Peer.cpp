//===- Peer.cpp - Steps of another framework ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peer.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ckpt::tools;
using llvm::Error;
using llvm::Expected;

std::string ckpt::tools::besideUs(const char *name) {
  llvm::SmallString<128> path(
      llvm::sys::fs::getMainExecutable(nullptr, nullptr));
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// In the child: never returns.
[[noreturn]] static void runPeer(const std::string &python,
                                 const std::vector<std::string> &arguments,
                                 int input, int output) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  std::string counter = besideUs("libCkptPeakMemory.so");
  std::string script = besideUs("torch_step.py");
  setenv("LD_PRELOAD", counter.c_str(), 1);
  std::vector<char *> argv{const_cast<char *>(python.c_str()), script.data()};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  execvp(python.c_str(), argv.data());
  std::perror(python.c_str());
  _exit(127);
}

Expected<Peer> Peer::start(const std::string &python,
                           const std::vector<std::string> &arguments) {
  int toChild[2], fromChild[2];
  if (pipe2(toChild, O_CLOEXEC) != 0 || pipe2(fromChild, O_CLOEXEC) != 0)
    return llvm::createStringError("cannot make a pipe");
  // A peer that has ended shows in the answer that does not come.
  std::signal(SIGPIPE, SIG_IGN);
  pid_t child = fork();
  if (child < 0)
    return llvm::createStringError("cannot start a process");
  if (child == 0)
    runPeer(python, arguments, toChild[0], fromChild[1]);
  close(toChild[0]);
  close(fromChild[1]);
  return Peer(child, fdopen(toChild[1], "w"), fdopen(fromChild[0], "r"));
}

Peer::Peer(Peer &&other) noexcept
    : child(other.child), to(other.to), from(other.from) {
  other.child = -1;
  other.to = other.from = nullptr;
}

Peer::~Peer() {
  if (to)
    std::fclose(to);
  if (from)
    std::fclose(from);
  if (child > 0)
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
      continue;
}

Expected<llvm::json::Object> Peer::receive() {
  char *line = nullptr;
  size_t size = 0;
  ssize_t length = getline(&line, &size, from);
  std::string text(line, length > 0 ? static_cast<size_t>(length) : 0);
  std::free(line);
  if (length <= 0)
    return llvm::createStringError("the process ended");
  Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  llvm::json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("answered '" + text + "'");
  if (auto error = object->getString("error"))
    return llvm::createStringError(*error);
  return std::move(*object);
}

Expected<llvm::json::Object> Peer::ask(const std::string &command) {
  std::fprintf(to, "%s\n", command.c_str());
  std::fflush(to);
  return receive();
}
