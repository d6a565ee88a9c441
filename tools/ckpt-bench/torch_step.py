# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs training steps of a network in PyTorch, one for each line on stdin.

    python3 torch_step.py NET BATCH THREADS OPTIMIZER

`ckpt-bench step` starts it and talks to it in lines: a command with the name of a
variant (eager, checkpoint, compile, compile-0.5), and a JSON object as the answer.
`prepare` runs the first steps and counts the heap of one step if PeakMemory is
preloaded; `step` runs one and says how long it took.
"""

import copy
import ctypes
import json
import os
import sys
import time

PIPE = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what libraries print is no answer


def answer(**fields):
    print(json.dumps(fields), file=PIPE, flush=True)


try:
    import torch
    import torch.nn.functional as F
    from torch import nn
    from torch.utils.checkpoint import checkpoint
except (ImportError, OSError, ValueError) as error:
    answer(missing=str(error))
    sys.exit(0)


def heap():
    """The functions of PeakMemory, or none."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "ckptHeapPeak"):
        return None
    library.ckptHeapPeak.restype = library.ckptHeapLive.restype = ctypes.c_int64
    return library


class DenseLayer(nn.Module):
    def __init__(self, channels, width, growth):
        super().__init__()
        self.bn1 = nn.BatchNorm2d(channels, eps=1e-3)
        self.conv1 = nn.Conv2d(channels, width, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width, eps=1e-3)
        self.conv2 = nn.Conv2d(width, growth, 3, padding=1, bias=False)

    def forward(self, x):
        h = self.conv1(F.relu(self.bn1(x)))
        return torch.cat([x, self.conv2(F.relu(self.bn2(h)))], 1)


class Transition(nn.Module):
    def __init__(self, channels, out):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels, eps=1e-3)
        self.conv = nn.Conv2d(channels, out, 1, bias=False)

    def forward(self, x):
        return F.avg_pool2d(self.conv(F.relu(self.bn(x))), 2)


class DenseHead(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels, eps=1e-3)
        self.linear = nn.Linear(channels, 10)

    def forward(self, x):
        return self.linear(F.relu(self.bn(x)).mean((2, 3)))


def dense_lenet():
    channels = 32
    layers = [nn.Conv2d(1, channels, 5, stride=2, padding=2, bias=False)]
    for count, width, growth, out in ((5, 16, 4, 64), (10, 32, 8, 128), (10, 32, 8, None)):
        for _ in range(count):
            layers.append(DenseLayer(channels, width, growth))
            channels += growth
        if out:
            layers.append(Transition(channels, out))
            channels = out
    return layers + [DenseHead(channels)]


def lenet():
    return [nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2)),
            nn.Sequential(nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)),
            nn.Sequential(nn.Flatten(), nn.Linear(400, 120), nn.ReLU()),
            nn.Sequential(nn.Linear(120, 84), nn.ReLU()), nn.Linear(84, 10)]


def mlp():
    return [nn.Sequential(nn.Flatten(), nn.Linear(784, 1024), nn.ReLU()),
            nn.Sequential(nn.Linear(1024, 1024), nn.ReLU()), nn.Linear(1024, 10)]


class ResidualBlock(nn.Module):
    def __init__(self, channels, out, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.conv2 = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        self.short = None
        if stride != 1 or channels != out:
            self.short = nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False),
                                       nn.BatchNorm2d(out))

    def forward(self, x):
        h = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(h + (x if self.short is None else self.short(x)))


def resnet18():
    layers = [nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64),
                            nn.ReLU(), nn.MaxPool2d(3, 2, 1))]
    channels = 64
    for out, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        layers += [ResidualBlock(channels, out, stride), ResidualBlock(out, out, 1)]
        channels = out
    return layers + [nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))]


class MeanHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(256, 10)

    def forward(self, x):
        return self.linear(x.mean(1))


def transformer():
    def layer():
        return nn.TransformerEncoderLayer(256, 8, 1024, dropout=0.0, activation="gelu",
                                          batch_first=True)
    return [layer(), layer(), MeanHead()]


NETS = {"dense_lenet": (dense_lenet, (1, 28, 28), 10), "lenet": (lenet, (1, 28, 28), 10),
        "mlp": (mlp, (1, 28, 28), 10), "resnet18": (resnet18, (3, 224, 224), 1000),
        "transformer": (transformer, (128, 256), 10)}


class Net(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.recompute = False

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False) if self.recompute else layer(x)
        return x


def loss_of(net, x, y):
    return F.cross_entropy(net(x), y)


OPTIMIZERS = {"sgd": lambda p: torch.optim.SGD(p, 1e-2),
              "momentum": lambda p: torch.optim.SGD(p, 1e-2, momentum=0.9),
              "adam": lambda p: torch.optim.Adam(p, 1e-3),
              "adamw": lambda p: torch.optim.AdamW(p, 1e-3)}


class Variant:
    def __init__(self, name, net, optimizer, x, y):
        self.net, self.x, self.y = copy.deepcopy(net), x, y
        self.optimizer = OPTIMIZERS[optimizer](self.net.parameters())
        self.net.recompute = name == "checkpoint"
        kind, _, share = name.partition("-")
        self.share = float(share or 1)
        self.loss = torch.compile(loss_of, dynamic=False) if kind == "compile" else loss_of

    def step(self):
        begin = time.perf_counter()
        loss = self.loss(self.net, self.x, self.y)
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        loss.item()
        return time.perf_counter() - begin

    def prepare(self, memory):
        import torch._functorch.config as config
        torch.compiler.reset()
        with config.patch(activation_memory_budget=self.share):
            first = self.step()
        self.step()
        fields = {"first_seconds": first}
        if memory:
            memory.ckptHeapReset()
            live = memory.ckptHeapLive()
            self.step()
            fields["peak_bytes"] = memory.ckptHeapPeak() - live
        return fields


def main():
    name, batch, threads, optimizer = sys.argv[1], *map(int, sys.argv[2:4]), sys.argv[4]
    build, shape, classes = NETS[name]
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    x = torch.rand((batch, *shape))
    y = torch.randint(classes, (batch,))
    net = Net(build()).train()
    variants, memory = {}, heap()
    answer(torch=torch.__version__)
    for line in sys.stdin:
        command, which = line.split()
        try:
            if command == "prepare":
                variants[which] = Variant(which, net, optimizer, x, y)
                answer(**variants[which].prepare(memory))
            else:
                answer(seconds=variants[which].step())
        except Exception as error:  # whatever a compiler of theirs raises
            answer(error=f"{type(error).__name__}: {str(error).splitlines()[:1]}")


main()
