#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what ckpt needs on Debian 12 and builds it into build/.
#   bash tools/setup.sh [TARGET...]     all targets if none is given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  # Compiler and build
  clang-22 lld-22 libclang-rt-22-dev g++ cmake ninja-build ccache git
  # MLIR with its tools (mlir-opt, lit, FileCheck), and what its CMake files look for
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools zlib1g-dev libzstd-dev
  # Kernels, tests, data
  libdnnl-dev libgtest-dev python3 python3-numpy dataset-fashion-mnist
)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [[ $state == "install ok installed" ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || {
      echo "setup.sh: run as root, or install sudo; missing: ${missing[*]}" >&2
      exit 1
    }
    as_root=(sudo)
  fi
  echo "== installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >/dev/null
fi

echo "== building"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset default >"$log" 2>&1 || {
  cat "$log" >&2
  exit 1
}
cmake --build build --parallel "$(nproc)" ${1:+--target "$@"}
