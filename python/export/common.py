# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the exporters share: the command line, signature files, and tools of Python packages."""

import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys

import numpy as np


class ExportError(Exception):
    """Something that the person who exports can change; its text says what."""


def load(spec):
    """The function that `FILE.py:NAME` names; without NAME, `build`."""
    path, _, name = spec.partition(":")
    file = pathlib.Path(path)
    if not file.is_file():
        raise ExportError(f"{path}: there is no such file")
    module_spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(module_spec)
    sys.path.insert(0, str(file.parent))
    module_spec.loader.exec_module(module)
    function = getattr(module, name or "build", None)
    if not callable(function):
        raise ExportError(f"{path} has no function '{name or 'build'}'")
    return function


def initial_value(array):
    """`ckpt.init` of an array: the number that it is full of, or values as widely spread."""
    array = np.asarray(array).astype(np.float64)
    if array.size == 0 or np.all(array == array.flat[0]):
        return repr(float(array.flat[0])) if array.size else "zeros"
    return f"normal({float(array.std()):.6g})"


def signature(entry, loss, params=(), state=(), data=()):
    """Entries of `params`: (argument, name, array or None); of `state`: (argument, result, name,
    array or None); of `data`: (argument, name)."""
    def with_init(entry, array):
        return entry if array is None else {**entry, "init": initial_value(array)}
    return {
        "schema": 1, "entry": entry, "loss": loss,
        "params": [with_init({"arg": k, "name": n}, a) for k, n, a in params],
        "state": [with_init({"arg": k, "result": r, "name": n}, a) for k, r, n, a in state],
        "data": [{"arg": k, "name": n} for k, n in data]}


def run_tool(command, text):
    """Passes `text` through a tool that reads and writes MLIR."""
    done = subprocess.run([str(part) for part in command], input=text, text=True,
                          capture_output=True)
    if done.returncode:
        raise ExportError(f"{pathlib.Path(command[0]).name} failed:\n{done.stderr[-3000:]}")
    return done.stdout


def package_file(package, *candidates):
    """A file of an installed package; None if the package or the file is not there."""
    spec = importlib.util.find_spec(package)
    for root in (spec.submodule_search_locations or []) if spec else []:
        for candidate in candidates:
            if (pathlib.Path(root) / candidate).exists():
                return pathlib.Path(root) / candidate
    return None


def main(description, export, options=()):
    """The command line; `export(function, arguments)` returns the module's text and signature."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="FILE.py[:FUNCTION]",
                        help="the function that builds the model (default: build)")
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path,
                        metavar="MODEL.mlir", help="MODEL.json beside it is the signature")
    for names, keywords in options:
        parser.add_argument(*names, **keywords)
    arguments = parser.parse_args()
    try:
        text, roles = export(load(arguments.model), arguments)
    except ExportError as error:
        sys.exit(f"{parser.prog}: {error}")
    arguments.output.write_text(text)
    if roles:
        arguments.output.with_suffix(".json").write_text(json.dumps(roles, indent=1) + "\n")
