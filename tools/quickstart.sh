#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs, builds, and trains the DenseNet on Fashion-MNIST for one epoch within
# 350 MB, where the plain step needs more. Ends with a table; writes a report.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh ckpt-run
mkdir -p build/quickstart
build/bin/ckpt-run test/models/dense_lenet.mlir \
  --dataset fashion-mnist --batch 1024 --epochs 1 \
  --optimizer adam --lr 1e-3 --seed 1 --threads "$(nproc)" --budget "${1:-350MB}" \
  --report build/quickstart/report.json --html build/quickstart/report.html \
  --save build/quickstart/dense_lenet.safetensors
echo "report: build/quickstart/report.html"
