# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layers that the test models are made of, on channels-last tensors.

Element-wise arithmetic and reductions are `linalg.generic`, the rest are named
linalg ops, as people write them by hand. Standard library only.
"""

import re

from emitter import DYN, Function, Value

CLASSES = 10
EPSILON = 1e-3
MOMENTUM = 0.9


class Net(Function):
    """The layers that the models are made of, on channels-last tensors."""

    def __init__(self, name, aliases, dtype, plain, training, private=False):
        super().__init__(name, aliases, dtype, plain,
                         training and not plain and not private, private)
        self.training = training
        # What becomes the arguments: (name, shape, roles).
        self.parameters, self.states = [], []
        self.new_states = []

    def constants(self):
        lowest = {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}[self.dtype]
        return {"zero": "0.0", "one": "1.0", "quarter": "0.25", "slope": "0.2", "lowest": lowest,
                "epsilon": EPSILON, "keep": MOMENTUM, "blend": round(1 - MOMENTUM, 6)}

    # Arguments, in the order parameters, states, data.

    def parameter(self, name, shape, init):
        roles = [("ckpt.param", name)]
        if self.training:
            roles.append(("ckpt.init", init))
        if (name, shape, roles) not in self.parameters:
            self.parameters.append((name, shape, roles))
        return self.global_value(name, shape)

    def state(self, name, shape, init):
        roles = [("ckpt.state", name)]
        if self.training:
            roles.append(("ckpt.init", init))
        if (name, shape, roles) not in self.states:
            self.states.append((name, shape, roles))
        return self.global_value(name, shape)

    def inputs(self):
        """The batch: images and labels, and a mask where a batch may be padded."""
        self.x = self.global_value("x", (DYN, 28, 28, 1))
        self.y = self.global_value("y", (DYN,), "i32")
        data = [("x", self.x), ("y", self.y)]
        if not self.training:
            self.mask = self.global_value("mask", (DYN,))
            data.append(("mask", self.mask))
        self.begin(data)

    def begin(self, data):
        """The arguments of the batch; then its size, which the means of all layers
        need."""
        self.data = data
        self.batch_of(data[0][1])
        self.line("%batch_i64 = arith.index_cast %batch : index to i64")
        self.line(f"%batch_size = arith.sitofp %batch_i64 : i64 to {self.dtype}")
        self.shares, self.start = {}, len(self.lines)

    def batch_of(self, value):
        self.batch = "%batch"
        self.line("%c0 = arith.constant 0 : index")
        self.line(f"%batch = tensor.dim {value.name}, %c0 : {value.type}")

    def finish(self):
        """Makes the signature and the constants, when the body is complete."""
        body = "\n".join([*self.shared_lines.values(), *self.lines])
        self.shared_scalars = [
            f"  %{name} = arith.constant {number} : {self.dtype}"
            for name, number in self.constants().items()
            if re.search(rf"%{name}\b", body)]
        for name, shape, roles in self.parameters + self.states:
            self.argument(name, shape, roles)
        for name, value in self.data:
            self.argument(name, value.shape, [("ckpt.data", name)], value.dtype)

    def share(self, height, width):
        """What one pixel is of a mean over the batch, as a scalar. Its first use must
        be outside of a region."""
        key = f"{height}x{width}"
        if key not in self.shares:
            name, t = f"%share_{key}", self.dtype
            self.line(f"%pixels_{key} = arith.constant {float(height * width)} : {t}")
            self.line(f"%count_{key} = arith.mulf %batch_size, %pixels_{key} : {t}")
            self.line(f"{name} = arith.divf %one, %count_{key} : {t}")
            self.shares[key] = name
        return self.shares[key]

    def piece(self, name, kind, values, layer, build, attributes=""):
        """What `build(net, *values)` makes, as the call of a private function that
        layers of equal shapes share; `values` has their names there. Parameters and
        states become arguments; the names that they have here begin with the layer's.
        `attributes` are the function's."""
        first, *_ = operands = list(values.values())
        callee = ("" if self.training else "eval_") + f"{kind}_{first.alias}"
        net = Net(callee, self.aliases, self.dtype, self.plain, self.training, True)
        net.attributes = attributes
        net.data = [(label, net.global_value(label, v.shape)) for label, v in values.items()]
        arguments = [value for _, value in net.data]
        net.shares = {}
        if DYN in first.shape:
            net.batch_of(arguments[0])
            if self.training and self.shares:
                share = self.share(*first.shape[1:3])
                operands.append(Value(share, None, self.dtype))
                net.data.append(("share", Value("%share", None, self.dtype)))
                net.shares = dict.fromkeys(self.shares, "%share")
        net.start = len(net.lines)
        for result in build(net, *arguments):
            net.result(result)
        net.finish()
        self.aliases.function(callee, net.text())

        def own(make, uses):
            return [make(f"{layer}.{use}", shape, dict(roles).get("ckpt.init"))
                    for use, shape, roles in uses]

        operands = (own(self.parameter, net.parameters) +
                    own(self.state, net.states) + operands)
        return self.call(name, callee, operands, [v.shape for v, _ in net.results])

    # Element-wise and reducing generics.

    def channels(self, name, ins, body):
        """On tensors of one number per channel."""
        trait = self.aliases.trait(f"vec{len(ins)}", ["d0"] * (len(ins) + 1), "p")
        return self.generic(name, trait, ins, (ins[0][0].shape, self.dtype), body)

    def pixels(self, name, value, vectors, body):
        """On an image tensor and tensors of one number per channel."""
        rank = len(value.shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        kind = "image" if rank == 4 else "matrix"
        trait = self.aliases.trait(
            f"{kind}{len(vectors)}",
            [dims] + [f"d{rank - 1}"] * len(vectors) + [dims], "p" * rank)
        return self.generic(
            name, trait, [(value, "%v")] + vectors, (value.shape, self.dtype), body)

    def channel_mean(self, name, value, body):
        """The mean over the batch of what `body` makes of an element %v, in %s."""
        share = self.share(*value.shape[1:3])
        trait = self.aliases.trait("mean", ["d0, d1, d2, d3", "d3"], "rrrp")
        t = self.dtype
        return self.generic(
            name, trait, [(value, "%v")], (value.shape[-1:], t),
            body + [f"%r = arith.mulf {'%s' if body else '%v'}, {share} : {t}",
                    f"%t = arith.addf %acc, %r : {t}"], init="%zero")

    def row(self, name, ins, body, init, dtype=None):
        """Reduces the classes of each row of the logits; a second operand has one
        element per row."""
        trait = self.aliases.trait(
            f"row{len(ins)}", ["d0, d1"] + ["d0"] * len(ins), "pr")
        return self.generic(name, trait, ins,
                            ((DYN,), dtype or self.dtype), body, init=init)

    def rows(self, name, ins, body):
        trait = self.aliases.trait(f"rows{len(ins)}", ["d0"] * (len(ins) + 1), "p")
        return self.generic(name, trait, ins, ((DYN,), self.dtype), body)

    def total(self, name, value):
        trait = self.aliases.trait("total", ["d0", ""], "r")
        t = self.dtype
        return self.generic(name, trait, [(value, "%v")], ((), t),
                            [f"%t = arith.addf %acc, %v : {t}"], init="%zero")

    # Layers.

    def relu(self, name, value):
        return self.pixels(
            name, value, [], [f"%t = arith.maximumf %v, %zero : {self.dtype}"])

    def leaky_relu(self, name, value):
        t = self.dtype
        return self.pixels(name, value, [], [
            f"%s = arith.mulf %v, %slope : {t}", f"%t = arith.maximumf %v, %s : {t}"])

    def sigmoid(self, name, value):
        t = self.dtype
        return self.pixels(name, value, [], [
            f"%n = arith.negf %v : {t}", f"%e = math.exp %n : {t}",
            f"%d = arith.addf %e, %one : {t}", f"%t = arith.divf %one, %d : {t}"])

    def bias(self, name, value, bias):
        return self.pixels(
            name, value, [(bias, "%b")], [f"%t = arith.addf %v, %b : {self.dtype}"])

    def convolution(self, name, value, filter_name, size, channels, stride=1, same=True):
        """A convolution with square filters, without bias. SAME pads as TensorFlow
        does: the odd one goes to the end."""
        n, h, _, c = value.shape
        filters = self.parameter(
            filter_name, (size, size, c, channels), "glorot_uniform")
        out = -(-h // stride) if same else (h - size) // stride + 1
        total = max((out - 1) * stride + size - h, 0)
        if same and total:
            value = self.pad(
                name + "_pad", value, total // 2, total - total // 2, "%zero")
        attributes = ("" if stride == 1 else
                      f" {{strides = dense<{stride}> : tensor<2xi64>}}")
        return self.accumulate(
            name, "linalg.conv_2d_nhwc_hwcf" + attributes, [value, filters],
            (n, out, out, channels))

    def pool(self, name, value, kind):
        """2x2 with stride 2, valid: of an odd size the last row is left out."""
        n, h, w, c = value.shape
        window = self.empty((2, 2))
        init = {"sum": "%zero", "max": "%lowest"}[kind]
        return self.accumulate(
            name, f"linalg.pooling_nhwc_{kind} {{strides = dense<2> : tensor<2xi64>}}",
            [value, window], (n, h // 2, w // 2, c), init)

    def average_pool(self, name, value):
        total = self.pool(name + "_sum", value, "sum")
        return self.pixels(
            name, total, [], [f"%t = arith.mulf %v, %quarter : {self.dtype}"])

    def global_average(self, name, value):
        """The mean over height and width: one number per example and channel."""
        n, h, w, c = value.shape
        trait = self.aliases.trait("image_sum", ["d0, d1, d2, d3", "d0, d3"], "prrp")
        t = self.dtype
        total = self.generic(name + "_sum", trait, [(value, "%v")], ((n, c), t),
                             [f"%t = arith.addf %acc, %v : {t}"], init="%zero")
        self.line(f"%{name}_size = arith.constant {float(h * w)} : {t}")
        return self.pixels(name, total, [], [f"%t = arith.divf %v, %{name}_size : {t}"])

    def dense(self, name, value, layer, units):
        weights = self.parameter(
            layer + ".w", (value.shape[1], units), "glorot_uniform")
        bias = self.parameter(layer + ".b", (units,), "zeros")
        product = self.accumulate(
            name + "_product", "linalg.matmul", [value, weights], (DYN, units))
        return self.bias(name, product, bias)

    def batch_norm_relu(self, name, value, layer):
        """Returns the output and, in training, the batch's mean and mean of squares.

        The statistics leave through the caller, which may be a region: the running
        ones are updated outside of it, once, whatever is recomputed."""
        t, shape = self.dtype, value.shape[-1:]
        scale = self.parameter(layer + ".scale", shape, "ones")
        shift = self.parameter(layer + ".shift", shape, "zeros")
        if self.training:
            mean = self.channel_mean(f"{name}_avg", value, [])
            sqmean = self.channel_mean(
                f"{name}_sq", value, [f"%s = arith.mulf %v, %v : {t}"])
            statistics, variance = [mean, sqmean], self.variance()
            spread = [(mean, "%m"), (sqmean, "%q")]
        else:
            mean = self.state(layer + ".mean", shape, "zeros")
            spread = [(self.state(layer + ".var", shape, "ones"), "%d")]
            statistics, variance = [], []
        gain = self.channels(f"{name}_gain", spread + [(scale, "%g")], variance + [
            f"%e = arith.addf %d, %epsilon : {t}",
            f"%r = math.rsqrt %e : {t}",
            f"%t = arith.mulf %r, %g : {t}"])
        output = self.pixels(f"{name}_relu", value, [
            (mean, "%m"), (gain, "%g"), (shift, "%b")], [
            f"%c = arith.subf %v, %m : {t}",
            f"%n = arith.mulf %c, %g : {t}",
            f"%p = arith.addf %n, %b : {t}",
            f"%t = arith.maximumf %p, %zero : {t}"])
        return output, statistics

    def variance(self):
        """The biased variance from the means of %m and %q; rounding may not make
        it negative."""
        t = self.dtype
        return [f"%s = arith.mulf %m, %m : {t}",
                f"%u = arith.subf %q, %s : {t}",
                f"%d = arith.maximumf %u, %zero : {t}"]

    def running(self, names, layer, mean, sqmean):
        """The new running statistics: 0.9 old + 0.1 batch."""
        t = self.dtype
        blend = [f"%k = arith.mulf %o, %keep : {t}",
                 f"%f = arith.mulf %d, %blend : {t}",
                 f"%t = arith.addf %k, %f : {t}"]
        old = self.state(layer + "mean", mean.shape, "zeros")
        new_mean = self.channels(names + "_mean", [(old, "%o"), (mean, "%d")], blend)
        old = self.state(layer + "var", mean.shape, "ones")
        new_var = self.channels(
            names + "_var", [(old, "%o"), (mean, "%m"), (sqmean, "%q")],
            self.variance() + blend)
        return [new_mean, new_var]

    def update_statistics(self, name, layer, statistics, repeated=False):
        """`repeated`: other layers have the same shape."""
        if not self.training:
            return
        if repeated:
            values = dict(zip(("batch_mean", "batch_sqmean"), statistics))
            news = self.piece(f"new_{name}", "running", values, layer,
                              lambda net, *values: net.running("new", "", *values))
        else:
            news = self.running(f"new_{name}", layer + ".", *statistics)
        self.new_states += [(new, f'ckpt.state = "{layer}.{kind}"')
                            for new, kind in zip(news, ("mean", "var"))]

    # The end of every model.

    def cross_entropy(self, logits):
        """Softmax cross-entropy of integer labels, and whether the first largest
        logit is the label: one number each per example."""
        t = self.dtype

        def both(second, arg):
            return [(logits, "%v"), (second, arg)]

        largest = self.row("largest", [(logits, "%v")],
                           [f"%t = arith.maximumf %acc, %v : {t}"], "%lowest")
        exponentials = self.row("exponentials", both(largest, "%m"), [
            f"%d = arith.subf %v, %m : {t}",
            f"%e = math.exp %d : {t}",
            f"%t = arith.addf %acc, %e : {t}"], "%zero")
        picked = self.row("picked", both(self.y, "%label"), [
            "%i = linalg.index 1 : index",
            "%class = arith.index_cast %i : index to i32",
            "%is = arith.cmpi eq, %class, %label : i32",
            f"%p = arith.select %is, %v, %zero : {t}",
            f"%t = arith.addf %acc, %p : {t}"], "%zero")
        losses = self.rows(
            "losses", [(exponentials, "%v"), (largest, "%m"), (picked, "%p")], [
                f"%g = math.log %v : {t}",
                f"%s = arith.addf %g, %m : {t}",
                f"%t = arith.subf %s, %p : {t}"])
        self.line(f"%classes = arith.constant {CLASSES} : i32")
        predicted = self.row("predicted", both(largest, "%m"), [
            "%i = linalg.index 1 : index",
            "%class = arith.index_cast %i : index to i32",
            f"%is = arith.cmpf oeq, %v, %m : {t}",
            "%p = arith.select %is, %class, %classes : i32",
            "%t = arith.minsi %acc, %p : i32"], "%classes", "i32")
        hits = self.rows("hits", [(predicted, "%p"), (self.y, "%label")], [
            "%is = arith.cmpi eq, %p, %label : i32",
            f"%t = arith.select %is, %one, %zero : {t}"])
        return losses, hits

    def mean(self, name, values):
        t = self.dtype
        trait = self.aliases.trait("scalar", ["", ""], "")
        return self.generic(
            name, trait, [(self.total(name + "_sum", values), "%v")], ((), t),
            [f"%t = arith.divf %v, %batch_size : {t}"])

    def masked_total(self, name, values):
        masked = self.rows(name + "_masked", [(values, "%v"), (self.mask, "%m")],
                           [f"%t = arith.mulf %v, %m : {self.dtype}"])
        return self.total(name, masked)

    def results_of(self, logits):
        losses, hits = self.cross_entropy(logits)
        if self.training:
            self.result(self.mean("loss", losses), "ckpt.loss")
            self.result(self.mean("accuracy", hits), 'ckpt.metric = "accuracy"')
            for value, attribute in self.new_states:
                self.result(value, attribute)
        else:
            # Sums, so that the batches of a data set add up.
            self.result(self.masked_total("loss", losses), 'ckpt.metric = "loss"')
            self.result(self.masked_total("correct", hits), 'ckpt.metric = "correct"')
