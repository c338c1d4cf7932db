"""GPT-2's forward pass in double precision, from the published definition.

It shares nothing with the library but the model: tokens are rows here, weights keep the file's
[in, out] shape, and sums are numpy's einsum, not BLAS.
Source: Radford et al. (2019), 2.3; the layout of the tensors as in Hugging Face's GPT2LMHeadModel.
"""

import json
import math
import pathlib

import numpy as np


class Tensors:
    """The tensors of a checkpoint, read one by one, as doubles."""

    def __init__(self, file):
        self.file = pathlib.Path(file)
        with open(self.file, "rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            header = json.loads(stream.read(length))
        header.pop("__metadata__", None)
        self.begin = 8 + length
        self.entries = {name.removeprefix("transformer."): entry for name, entry in header.items()}

    def __getitem__(self, name):
        entry = self.entries[name]
        first, last = entry["data_offsets"]
        kind = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}[entry["dtype"]]
        count = (last - first) // np.dtype(kind).itemsize
        raw = np.fromfile(self.file, kind, count, offset=self.begin + first)
        if entry["dtype"] == "BF16":  # the upper half of a float
            raw = (raw.astype("<u4") << 16).view("<f4")
        return raw.astype(np.float64).reshape(entry["shape"])


def load(folder):
    """Tensors and config of a folder."""
    folder = pathlib.Path(folder)
    return Tensors(folder / "model.safetensors"), json.loads((folder / "config.json").read_text())


def layer_norm(x, gain, bias, epsilon):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return gain * centred / np.sqrt(variance + epsilon) + bias


def gelu(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def affine(x, weight, bias):
    return np.einsum("ti,io->to", x, weight) + bias


def attention(x, tensors, h, heads):
    """What the attention of block h adds for normalised rows x, and the patterns [head, i, j]."""
    K, n = x.shape
    qkv = affine(x, tensors[h + "attn.c_attn.weight"], tensors[h + "attn.c_attn.bias"])
    q, k, v = qkv.reshape(K, 3, heads, n // heads).transpose(1, 2, 0, 3)
    scores = np.einsum("hid,hjd->hij", q, k) / math.sqrt(n // heads)
    future = np.arange(K) > np.arange(K)[:, None]
    pattern = softmax(np.where(future, -np.inf, scores))
    z = np.einsum("hij,hjd->ihd", pattern, v).reshape(K, n)
    return affine(z, tensors[h + "attn.c_proj.weight"], tensors[h + "attn.c_proj.bias"]), pattern


def mlp(x, tensors, h):
    hidden = gelu(affine(x, tensors[h + "mlp.c_fc.weight"], tensors[h + "mlp.c_fc.bias"]))
    return affine(hidden, tensors[h + "mlp.c_proj.weight"], tensors[h + "mlp.c_proj.bias"])


def norm_of(name, x, tensors, config):
    return layer_norm(x, tensors[name + ".weight"], tensors[name + ".bias"],
                      config["layer_norm_epsilon"])


def forward(tensors, config, tokens):
    """Logits [K, N], patterns [layer, head, K, K], and the residual stream [2 layers + 1, K, n]
    before the blocks and after each attention and MLP."""
    wte = tensors["wte.weight"]
    x = wte[tokens] + tensors["wpe.weight"][: len(tokens)]
    patterns, residuals = [], [x]
    for layer in range(config["n_layer"]):
        h = f"h.{layer}."
        added, pattern = attention(norm_of(h + "ln_1", x, tensors, config), tensors, h,
                                   config["n_head"])
        x = x + added
        patterns.append(pattern)
        residuals.append(x)
        x = x + mlp(norm_of(h + "ln_2", x, tensors, config), tensors, h)
        residuals.append(x)
    logits = np.einsum("ti,vi->tv", norm_of("ln_f", x, tensors, config), wte)
    return logits, np.array(patterns), np.array(residuals)
