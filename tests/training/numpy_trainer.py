"""GPT-2's training in double precision, from the published definitions, in NumPy.

It shares nothing with the library but the model: tokens are rows here, weights keep the file's [in, out] shape, and every
derivative is written from the chain rule by einsum. The rate is the schedule of `./epreuve train --help`.
Sources: Radford et al. (2019), 2.3; Loshchilov, Hutter (2019), algorithm 2.
"""

import math

import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def normalise(x, epsilon):
    """x without mean and with variance 1, and the standard deviation."""
    centred = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + epsilon)
    return centred / deviation, deviation


def back_through_norm(dy, gain, normal, deviation):
    """dx, dgain, dbias."""
    h = dy * gain
    dx = (h - h.mean(axis=-1, keepdims=True)
          - normal * (h * normal).mean(axis=-1, keepdims=True)) / deviation
    return dx, np.einsum("bti,bti->i", dy, normal), np.einsum("bti->i", dy)


ROOT = math.sqrt(2 / math.pi)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(ROOT * (x + 0.044715 * x**3)))


def gelu_slope(x):
    t = np.tanh(ROOT * (x + 0.044715 * x**3))
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * ROOT * (1 + 3 * 0.044715 * x * x)


def loss_and_gradient(w, config, inputs, targets):
    """Mean of -ln p over the [B, T] targets, and its derivative by each tensor."""
    layers, heads = config["n_layer"], config["n_head"]
    epsilon = config["layer_norm_epsilon"]
    B, T = inputs.shape
    n = w["wte.weight"].shape[1]
    d = n // heads
    g = {}

    def dense(name, x):
        return np.einsum("bti,io->bto", x, w[name + ".weight"]) + w[name + ".bias"]

    def back_through_dense(name, x, dy):
        g[name + ".weight"] = np.einsum("bti,bto->io", x, dy)
        g[name + ".bias"] = np.einsum("bto->o", dy)
        return np.einsum("bto,io->bti", dy, w[name + ".weight"])

    def norm(name, x):
        normal, deviation = normalise(x, epsilon)
        return w[name + ".weight"] * normal + w[name + ".bias"], (normal, deviation)

    def back_norm(name, dy, kept):
        dx, g[name + ".weight"], g[name + ".bias"] = back_through_norm(dy, w[name + ".weight"], *kept)
        return dx

    x = w["wte.weight"][inputs] + w["wpe.weight"][:T]
    future = np.arange(T) > np.arange(T)[:, None]
    kept = []
    for layer in range(layers):
        h = f"h.{layer}."
        a, norm_1 = norm(h + "ln_1", x)
        qkv = dense(h + "attn.c_attn", a)
        q, k, v = qkv.reshape(B, T, 3, heads, d).transpose(2, 0, 3, 1, 4)
        scores = np.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(d)
        pattern = softmax(np.where(future, -np.inf, scores))
        z = np.einsum("bhij,bhjd->bihd", pattern, v).reshape(B, T, n)
        x = x + dense(h + "attn.c_proj", z)
        m, norm_2 = norm(h + "ln_2", x)
        hidden = dense(h + "mlp.c_fc", m)
        x = x + dense(h + "mlp.c_proj", gelu(hidden))
        kept.append((a, norm_1, q, k, v, pattern, z, m, norm_2, hidden))
    last, norm_f = norm("ln_f", x)
    p = softmax(np.einsum("bti,vi->btv", last, w["wte.weight"]))
    chosen = np.take_along_axis(p, targets[..., None], axis=-1)
    loss = -np.log(chosen).mean()

    dlogits = p
    np.put_along_axis(dlogits, targets[..., None], chosen - 1, axis=-1)
    dlogits /= B * T
    g["wte.weight"] = np.einsum("btv,bti->vi", dlogits, last)
    dx = back_norm("ln_f", np.einsum("btv,vi->bti", dlogits, w["wte.weight"]), norm_f)
    for layer in reversed(range(layers)):
        h = f"h.{layer}."
        a, norm_1, q, k, v, pattern, z, m, norm_2, hidden = kept[layer]
        dhidden = back_through_dense(h + "mlp.c_proj", gelu(hidden), dx) * gelu_slope(hidden)
        dx = dx + back_norm(h + "ln_2", back_through_dense(h + "mlp.c_fc", m, dhidden), norm_2)
        dz = back_through_dense(h + "attn.c_proj", z, dx).reshape(B, T, heads, d)
        dpattern = np.einsum("bihd,bhjd->bhij", dz, v)
        dscores = pattern * (dpattern - (pattern * dpattern).sum(axis=-1, keepdims=True)) / math.sqrt(d)
        dq = np.einsum("bhij,bhjd->bihd", dscores, k)
        dk = np.einsum("bhij,bhid->bjhd", dscores, q)
        dv = np.einsum("bhij,bihd->bjhd", pattern, dz)
        dqkv = np.stack([dq, dk, dv], axis=2).reshape(B, T, 3 * n)
        dx = dx + back_norm(h + "ln_1", back_through_dense(h + "attn.c_attn", a, dqkv), norm_1)
    np.add.at(g["wte.weight"], inputs, dx)
    g["wpe.weight"] = np.zeros_like(w["wpe.weight"])
    g["wpe.weight"][:T] = dx.sum(axis=0)
    return loss, g


def rate_at(step, steps, rate, final_rate, warm_up):
    if step < warm_up:
        return rate * (step + 1) / (warm_up + 1)
    if rate == final_rate:
        return rate
    way = (step - warm_up) / (steps - 1 - warm_up)
    return final_rate + (rate - final_rate) * (1 + math.cos(math.pi * way)) / 2


def batch_in_order(tokens, step, B, T):
    places = (step * B + np.arange(B))[:, None] * T + np.arange(T + 1)
    texts = np.asarray(tokens)[places % len(tokens)]
    return texts[:, :-1], texts[:, 1:]


def train(w, config, tokens, *, steps, batch, context, rate, final_rate=None, warm_up=0, decay=0.1,
          beta1=0.9, beta2=0.999, epsilon=1e-8, clip=1.0, changed=None, last=None):
    """Yields (loss, gradient norm, rate) of each step; data are read in order.

    changed  the weights' tensors are multiplied by this first, to see what a rounding of them does
    last     gets the weights after each step
    """
    w = {name: tensor.copy() for name, tensor in w.items()}
    if changed is not None:
        w = {name: tensor * changed(tensor.shape) for name, tensor in w.items()}
    m = {name: np.zeros_like(tensor) for name, tensor in w.items()}
    v = {name: np.zeros_like(tensor) for name, tensor in w.items()}
    for step in range(steps):
        loss, g = loss_and_gradient(w, config, *batch_in_order(tokens, step, batch, context))
        length = math.sqrt(sum(np.square(part).sum() for part in g.values()))
        now = rate_at(step, steps, rate, rate if final_rate is None else final_rate, warm_up)
        factor = min(1.0, clip / length) if clip > 0 else 1.0
        for name, part in g.items():
            clipped = factor * part
            m[name] = beta1 * m[name] + (1 - beta1) * clipped
            v[name] = beta2 * v[name] + (1 - beta2) * clipped**2
            mean, squares = m[name] / (1 - beta1 ** (step + 1)), v[name] / (1 - beta2 ** (step + 1))
            decays = decay if w[name].ndim == 2 else 0
            w[name] = w[name] - now * (mean / (np.sqrt(squares) + epsilon) + decays * w[name])
        if last is not None:
            last.update(w)
        yield loss, length, now
