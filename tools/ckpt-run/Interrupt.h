//===- Interrupt.h - Finishing the step when the user interrupts -*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_INTERRUPT_H
#define CKPT_TOOLS_CKPT_RUN_INTERRUPT_H

namespace ckpt::tool {

/// The first SIGINT or SIGTERM is remembered, a second one ends the process.
void installInterruptHandler();
bool isInterrupted();

/// Leaves the terminal's SIGINT to the parent process.
void ignoreInterrupts();

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_INTERRUPT_H
