#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs, builds and runs every test.
#   bash tools/check.sh [--all]         --all: the long tests, too
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1-}" in
"") choice=(--label-exclude long) ;;
--all) choice=() ;;
*)
  echo "usage: check.sh [--all]" >&2
  exit 2
  ;;
esac

bash tools/setup.sh
echo "== testing"
ctest --test-dir build --output-on-failure --no-tests=error \
  --parallel "$(nproc)" "${choice[@]}"
