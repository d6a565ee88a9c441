# Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same bytes on every run, with any number of threads, beside a busy loop."""
import multiprocessing
import os

from support import check, path, run


def spin(stop):
    while not stop.is_set():
        pass


def outputs(instance, budget, *args):
    out = path("det.json")
    if os.path.exists(out):
        os.remove(out)
    result = run(instance, "--budget", budget, "--effort", "default", "--plan-out", out,
                 *args)
    check(result.returncode == 0, result.stderr)
    with open(out, "rb") as file:
        return result.stdout, file.read()


def main():
    stop = multiprocessing.Event()
    busy = multiprocessing.Process(target=spin, args=(stop,))
    busy.start()
    try:
        for kind, nodes, budget in (("unet", 40, "50%"), ("layered", 100, "90%"),
                                    ("training", 4001, "30%")):
            instance = path(kind + ".json")
            check(run("--generate", kind, "--nodes", nodes, "--seed", 3, "--out",
                      instance).returncode == 0, "generate")
            args = ["--solver", "constructor"] if kind == "training" else []
            first = outputs(instance, budget, *args)
            for threads in (1, 2, 4):
                again = outputs(instance, budget, "--threads", threads, *args)
                check(again == first, f"{kind} with {threads} threads differs")
    finally:
        stop.set()
        busy.join()


main()
