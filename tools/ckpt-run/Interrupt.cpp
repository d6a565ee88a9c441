//===- Interrupt.cpp - Finishing the step when the user interrupts --------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupt.h"

#include <csignal>

using namespace ckpt;

static volatile std::sig_atomic_t interrupted = 0;

static void remember(int) { interrupted = 1; }

void tool::installInterruptHandler() {
  struct sigaction action = {};
  action.sa_handler = remember;
  // One shot: the next signal has its usual effect.
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool tool::isInterrupted() { return interrupted != 0; }

void tool::ignoreInterrupts() { std::signal(SIGINT, SIG_IGN); }
