# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A generator and a discriminator in one module: two losses, each with parameters
and an optimizer of its own, and one discriminator that is called on real and on
made images. Standard library only."""

from emitter import DYN
from layers import Net

NOISE = 32
# Channels and strides of the discriminator's convolutions.
LAYERS = ((16, 2), (16, 1), (16, 1), (32, 2))


class Gan(Net):
    def __init__(self, aliases, dtype="f32", plain=False):
        super().__init__("gan", aliases, dtype, plain, training=True)
        self.attributes = (
            'ckpt.objectives = [{loss = "d", params = "disc", optimizer = "adam"}, '
            '{loss = "g", params = "gen", optimizer = {kind = "adam", beta1 = 0.5}}]')

    def inputs(self):
        self.x = self.global_value("x", (DYN, 28, 28, 1))
        self.z = self.global_value("z", (DYN, NOISE))
        self.begin([("x", self.x), ("z", self.z)])

    def softplus(self, value, result):
        """log(1 + exp(value)) without overflow, as lines of a body."""
        t, r = self.dtype, result
        return [f"{r}_p = arith.maximumf {value}, %zero : {t}",
                f"{r}_a = math.absf {value} : {t}", f"{r}_n = arith.negf {r}_a : {t}",
                f"{r}_e = math.exp {r}_n : {t}", f"{r}_l = math.log1p {r}_e : {t}",
                f"{r} = arith.addf {r}_p, {r}_l : {t}"]

    def generator(self):
        def body():
            h = self.relu("gen_fc0_relu", self.dense("gen_fc0", self.z, "gen.fc0", 64))
            h = self.relu("gen_fc1_relu", self.dense("gen_fc1", h, "gen.fc1", 14 * 112))
            h = self.expand("gen_image", h, [[0], [1, 2, 3]], (DYN, 28, 28, 2))
            h = self.convolution("gen_conv0", h, "gen.conv0.w", 3, 4)
            h, statistics = self.batch_norm_relu("gen_bn", h, "gen.bn")
            h = self.convolution("gen_conv1", h, "gen.conv1.w", 3, 1)
            return [self.sigmoid("made", h)] + statistics

        self.share(28, 28)
        image, *statistics = self.region("generator", body)
        self.update_statistics("gen_bn", "gen.bn", statistics)
        return image

    def discriminator(self, name, image):
        """One number per image: how real it looks."""
        def build(net, h):
            for i, (channels, stride) in enumerate(LAYERS):
                h = net.convolution(f"conv{i}", h, f"conv{i}.w", 3, channels, stride)
                h = net.leaky_relu(f"leaky{i}", h)
            h = net.collapse("flat", h, [[0], [1, 2, 3]], (DYN, 49 * LAYERS[-1][0]))
            h = net.dense("score", h, "head", 1)
            return [net.collapse("scores", h, [[0, 1]], (DYN,))]

        score, = self.piece(name, "discriminator", {"image": image}, "disc", build,
                            "ckpt.checkpoint")
        return score

    def losses(self):
        made = self.generator()
        real = self.discriminator("real", self.x)
        fake = self.discriminator("fake", made)
        t = self.dtype
        d = self.rows("d_losses", [(real, "%r"), (fake, "%f")], [
            f"%m = arith.negf %r : {t}", *self.softplus("%m", "%a"),
            *self.softplus("%f", "%b"), f"%t = arith.addf %a, %b : {t}"])
        g = self.rows("g_losses", [(fake, "%f")], [
            f"%m = arith.negf %f : {t}", *self.softplus("%m", "%t")])
        fooled = self.rows("fooled_each", [(fake, "%f")], [
            f"%is = arith.cmpf ogt, %f, %zero : {t}",
            f"%t = arith.select %is, %one, %zero : {t}"])
        self.result(self.mean("d", d), 'ckpt.loss = "d"')
        self.result(self.mean("g", g), 'ckpt.loss = "g"')
        self.result(self.mean("fooled", fooled), 'ckpt.metric = "fooled"')
        for value, attribute in self.new_states:
            self.result(value, attribute)


def build(aliases, dtype="f32", plain=False):
    net = Gan(aliases, dtype, plain)
    net.inputs()
    net.losses()
    net.finish()
    return net
