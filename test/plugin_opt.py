#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stands in for ckpt-opt in the lit tests: a stock mlir-opt with the plug-in.

mlir-opt reads its flags before it loads a plug-in, so it knows passes of plug-ins
only in --pass-pipeline. This turns the flags of passes into one.

  plugin_opt.py MLIR-OPT PLUGIN INCLUDE ARGUMENTS...
"""
import os
import pathlib
import re
import sys

# Flags that are no passes. All others are, or mlir-opt says what they are not.
PLAIN = re.compile(
    r"--?(o|load-pass-plugin|split-input-file|verify-diagnostics|pass-pipeline|mlir-.*|"
    r"allow-unregistered-dialect|emit-bytecode|no-implicit-module)(=.*)?$"
)
ANCHORED = re.compile(r'Pass<"([\w-]+)",\s*"::mlir::func::FuncOp">')


def function_passes(include):
    files = pathlib.Path(include, "ckpt").rglob("Passes.td")
    return {name for file in files for name in ANCHORED.findall(file.read_text())}


def main():
    mlir_opt, plugin, include, *arguments = sys.argv[1:]
    on_functions = function_passes(include)
    others, passes = [], []
    for argument in arguments:
        if not argument.startswith("-") or argument == "-" or PLAIN.match(argument):
            others.append(argument)
            continue
        name, _, options = argument.lstrip("-").partition("=")
        text = f"{name}{{{options}}}" if options else name
        passes.append(f"func.func({text})" if name in on_functions else text)
    if passes:
        others.append(f"--pass-pipeline=builtin.module({','.join(passes)})")
    plugins = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"]
    os.execv(mlir_opt, [mlir_opt, *plugins, *others])


if __name__ == "__main__":
    main()
