# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the differentiation rules of one group against central differences.

    check_gradients.py --ckpt-opt build/bin/ckpt-opt --llvm /usr/lib/llvm-22/bin GROUP
"""

import argparse
import importlib
import os
import sys
import tempfile

import harness


def parse_options(description, *positional):
    parser = argparse.ArgumentParser(description=description)
    for name in positional:
        parser.add_argument(name)
    parser.add_argument("--ckpt-opt", required=True)
    parser.add_argument("--llvm", required=True, help="folder of MLIR's tools")
    parser.add_argument("--cc", default="cc", help="C compiler, to link")
    parser.add_argument("--only", default="", help="names that contain this")
    options = parser.parse_args()
    options.mlir_translate = os.path.join(options.llvm, "mlir-translate")
    options.llc = os.path.join(options.llvm, "llc")
    return options


def main():
    options = parse_options(__doc__.splitlines()[0], "group")
    cases = [c for c in importlib.import_module(f"cases_{options.group}").cases()
             if options.only in c.name]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        library = harness.compile_cases(cases, options, folder)
        for case in cases:
            error, place = harness.check(case, library)
            if not error <= harness.TOLERANCE:
                failed += 1
                print(f"{case.name}: error {error:.3g} at {place}")
    print(f"{options.group}: {len(cases) - failed} of {len(cases)} cases agree")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
