//===- PlainProcess.cpp - A second process that runs the plain step -------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainProcess.h"
#include "Interrupt.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ckpt::tool;
using llvm::Error;
using llvm::Expected;

namespace {

/// A command: 's' for a step; 'w' and a path for saving.
struct Command {
  char kind = 0;
  uint32_t pathBytes = 0;
};

bool sendAll(int channel, const void *data, size_t size) {
  const char *at = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t sent = send(channel, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    at += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

bool receiveAll(int channel, void *data, size_t size) {
  char *at = static_cast<char *>(data);
  while (size > 0) {
    ssize_t got = recv(channel, at, size, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

/// Says what failed; the parent sees the channel close.
int fail(Error error) {
  std::string message = llvm::toString(std::move(error));
  // Nothing: diagnostics have said it all.
  if (!message.empty())
    llvm::errs() << message << '\n';
  return 1;
}

/// The second process: obeys until the channel closes.
int serve(int channel, const std::function<Expected<PlainService>()> &prepare) {
  Expected<PlainService> service = prepare();
  if (!service)
    return fail(service.takeError());
  double seconds = 0;
  if (!sendAll(channel, &seconds, sizeof(seconds)))
    return 1;
  Command command;
  while (receiveAll(channel, &command, sizeof(command))) {
    seconds = 0;
    if (command.kind == 's') {
      Expected<double> result = service->step();
      if (!result)
        return fail(result.takeError());
      seconds = *result;
    } else {
      std::string path(command.pathBytes, '\0');
      if (!receiveAll(channel, path.data(), path.size()))
        return 1;
      if (Error error = service->save(path))
        return fail(std::move(error));
    }
    if (!sendAll(channel, &seconds, sizeof(seconds)))
      return 1;
  }
  return 0;
}

} // namespace

Expected<PlainProcess>
PlainProcess::start(const std::function<Expected<PlainService>()> &prepare) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::createStringError(llvm::Twine("cannot make a channel: ") +
                                   std::strerror(errno));
  llvm::outs().flush();
  llvm::errs().flush();
  int log = memfd_create("ckpt-plain", MFD_CLOEXEC);
  pid_t child = log < 0 ? -1 : fork();
  if (child < 0) {
    int reason = errno;
    close(ends[0]);
    close(ends[1]);
    if (log >= 0)
      close(log);
    return llvm::createStringError(llvm::Twine("cannot start a process: ") +
                                   std::strerror(reason));
  }
  if (child == 0) {
    close(ends[0]);
    dup2(log, STDERR_FILENO);
    ignoreInterrupts();
    int code = serve(ends[1], prepare);
    llvm::errs().flush();
    // Destructors belong to the parent.
    _exit(code);
  }
  close(ends[1]);
  return PlainProcess(child, ends[0], log);
}

PlainProcess::PlainProcess(PlainProcess &&other) noexcept
    : child(other.child), channel(other.channel), log(other.log) {
  other.child = -1;
  other.channel = -1;
  other.log = -1;
}

PlainProcess::~PlainProcess() {
  if (channel >= 0)
    close(channel);
  if (child > 0)
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
      continue;
  if (log >= 0)
    close(log);
}

std::string PlainProcess::readLog() const {
  std::string text;
  char part[4096];
  ssize_t got;
  while ((got = pread(log, part, sizeof(part),
                      static_cast<off_t>(text.size()))) > 0)
    text.append(part, static_cast<size_t>(got));
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

Expected<double> PlainProcess::receive() {
  double seconds = 0;
  if (!receiveAll(channel, &seconds, sizeof(seconds)))
    return llvm::createStringError(
        "the process with the plain step ended early: " + readLog());
  return seconds;
}

Error PlainProcess::waitUntilReady() { return receive().takeError(); }

Expected<double> PlainProcess::step() {
  Command command{'s', 0};
  // A failed send shows in the reply that does not come.
  sendAll(channel, &command, sizeof(command));
  return receive();
}

Error PlainProcess::save(const std::string &path) {
  Command command{'w', static_cast<uint32_t>(path.size())};
  sendAll(channel, &command, sizeof(command));
  sendAll(channel, path.data(), path.size());
  return receive().takeError();
}
