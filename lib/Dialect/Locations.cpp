//===- Locations.cpp - Where a value was written --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Locations.h"

using namespace mlir;

void ckpt::setCallSite(Operation *op, Location call) {
  op->walk([&](Operation *inner) {
    inner->setLoc(CallSiteLoc::get(inner->getLoc(), call));
  });
}

LocationAttr ckpt::callSiteOf(Location location) {
  LocationAttr call;
  location->walk([&](Location inner) {
    auto site = dyn_cast<CallSiteLoc>(inner);
    if (!site)
      return WalkResult::advance();
    call = site.getCaller();
    return WalkResult::interrupt();
  });
  return call;
}

FileLineColLoc ckpt::placeOf(Location location) {
  return location->findInstanceOf<FileLineColLoc>();
}

StringRef ckpt::nameOf(Location location) {
  auto named = location->findInstanceOf<NameLoc>();
  return named ? named.getName().getValue() : StringRef();
}
