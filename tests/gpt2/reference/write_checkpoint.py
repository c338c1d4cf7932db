#!/usr/bin/env python3
"""Writes seeded checkpoints in the published form: model.safetensors and config.json.

    write_checkpoint.py FOLDER NAME...    writes FOLDER/NAME for each of CHECKPOINTS

The weights are random but scaled as training leaves them: gains and biases matter, attention
concentrates, the residual stream grows, logits spread over tens of units. Every draw is made of
the integers of numpy's legacy generator, whose streams are frozen, and rounded once: the same
seed gives the same bytes everywhere.
"""

import argparse
import json
import math
import pathlib
import zlib
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Size:
    """The documents' letters: layers and heads, n components, N tokens, mlp neurons."""
    layers: int
    heads: int
    n: int
    N: int
    context: int
    mlp: int


# <|endoftext|> and the 256 bytes are tokens of `text`, and what these pairs join.
MERGES = [("Ġ", "t"), ("h", "e"), ("Ġt", "he"), ("Ġ", "c"), ("a", "t"), ("Ġc", "at"),
          ("Ã", "©")]

ODD = Size(layers=3, heads=5, n=30, N=101, context=17, mlp=77)
ONE = Size(layers=1, heads=1, n=6, N=11, context=5, mlp=24)
TEXT = Size(layers=2, heads=3, n=24, N=257 + len(MERGES), context=64, mlp=96)
SMALL = Size(layers=12, heads=12, n=768, N=50257, context=1024, mlp=3072)


@dataclass(frozen=True)
class Checkpoint:
    size: Size
    dtype: str = "F32"
    seed: int = 1
    published_layout: bool = False  # named "transformer.", not aligned, with the causal masks
    tokenizer: bool = False


CHECKPOINTS = {
    "odd": Checkpoint(ODD),
    "odd-published-layout": Checkpoint(ODD, published_layout=True),  # the weights of "odd"
    "odd-f16": Checkpoint(ODD, "F16", seed=2),
    "odd-bf16": Checkpoint(ODD, "BF16", seed=3),
    "one": Checkpoint(ONE, seed=4),
    "text": Checkpoint(TEXT, seed=5, tokenizer=True),
    "small": Checkpoint(SMALL, seed=6),
}


def parameters(size):
    """Name, shape in the file, mean and standard deviation of every parameter."""
    n, mlp = size.n, size.mlp
    yield "wte.weight", (size.N, n), 0, 3 / math.sqrt(n)
    yield "wpe.weight", (size.context, n), 0, 1.5 / math.sqrt(n)
    for layer in range(size.layers):
        h = f"h.{layer}."
        yield h + "ln_1.weight", (n,), 0.9, 0.3
        yield h + "ln_1.bias", (n,), 0, 0.2
        # 1.6 in the queries and as much in the keys: scores with a standard deviation of 2 to 3
        yield h + "attn.c_attn.weight", (n, 3 * n), 0, 1.6 / math.sqrt(n)
        yield h + "attn.c_attn.bias", (3 * n,), 0, 0.3
        yield h + "attn.c_proj.weight", (n, n), 0, 0.7 / math.sqrt(n)
        # The mean moves the residual stream away from 0, where a careless variance loses digits.
        yield h + "attn.c_proj.bias", (n,), 0.3, 0.2
        yield h + "ln_2.weight", (n,), 0.9, 0.3
        yield h + "ln_2.bias", (n,), 0, 0.2
        yield h + "mlp.c_fc.weight", (n, mlp), 0, 1.2 / math.sqrt(n)
        yield h + "mlp.c_fc.bias", (mlp,), -0.3, 0.3
        yield h + "mlp.c_proj.weight", (mlp, n), 0, 1 / math.sqrt(mlp)
        yield h + "mlp.c_proj.bias", (n,), 0.3, 0.2
    yield "ln_f.weight", (n,), 1.5, 0.4
    yield "ln_f.bias", (n,), 0, 0.3


def draws(seed, name, count):
    """`count` draws of mean 0 and variance 1, in pieces: sums of two 32-bit integers, which leave
    no bit of a float's significand 0."""
    generator = np.random.RandomState([seed, zlib.crc32(name.encode())])
    variance = 2 * 2**64 / 12
    for start in range(0, count, 1 << 20):
        words = generator.randint(0, 2**32, size=(min(1 << 20, count - start), 2), dtype=np.uint32)
        yield (words.sum(axis=1, dtype=np.int64) - (2**32 - 1)) / math.sqrt(variance)


def encoded(values, dtype):
    """The bytes of an array of doubles in the file's type, rounded to nearest, ties to even."""
    if dtype == "F16":
        return values.astype("<f2").tobytes()
    single = values.astype("<f4")
    if dtype == "F32":
        return single.tobytes()
    bits = single.view("<u4").astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2").tobytes()


WIDTH = {"F32": 4, "F16": 2, "BF16": 2}


def masks(size):
    """The causal masks that the published file carries along, one a layer."""
    mask = np.tril(np.ones((1, 1, size.context, size.context), "<f4"))
    return {f"h.{layer}.attn.bias": mask for layer in range(size.layers)}


def write_tensors(file, checkpoint):
    size, dtype = checkpoint.size, checkpoint.dtype
    prefix = "transformer." if checkpoint.published_layout else ""
    buffers = masks(size) if checkpoint.published_layout else {}

    header, end = {"__metadata__": {"format": "pt"}}, 0

    def place(name, dtype, shape):
        nonlocal end
        start, end = end, end + WIDTH[dtype] * math.prod(shape)
        header[prefix + name] = {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}

    for name, mask in buffers.items():
        place(name, "F32", mask.shape)
    for name, shape, _, _ in parameters(size):
        place(name, dtype, shape)

    text = json.dumps(header, separators=(",", ":")).encode()
    # Spaces may follow the JSON. The data of the published file begin three bytes off.
    text += b" " * (-len(text) % 8 + (3 if checkpoint.published_layout else 0))
    file.write(len(text).to_bytes(8, "little") + text)
    for mask in buffers.values():
        file.write(mask.tobytes())
    for name, shape, mean, deviation in parameters(size):
        for piece in draws(checkpoint.seed, name, math.prod(shape)):
            file.write(encoded(mean + deviation * piece, dtype))


def config(size):
    return {
        "model_type": "gpt2", "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05,
        "n_layer": size.layers, "n_head": size.heads, "n_embd": size.n, "vocab_size": size.N,
        "n_ctx": size.context, "n_positions": size.context, "n_inner": size.mlp,
    }


def letters_of_bytes():
    """The letter that stands for each byte in vocab.json: itself if it prints, else the next
    unused one from U+0100 on."""
    prints = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = iter(range(0x100, 0x200))
    return [chr(byte if byte in prints else next(others)) for byte in range(256)]


def write_tokenizer(folder):
    letters = letters_of_bytes()
    # As published: the bytes that print come first, then the others, the merges, the separator.
    tokens = sorted(letters) + ["".join(pair) for pair in MERGES] + ["<|endoftext|>"]
    vocabulary = {token: id for id, token in enumerate(tokens)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), encoding="ascii")
    lines = ["#version: 0.2"] + [" ".join(pair) for pair in MERGES]
    (folder / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write(folder, checkpoint):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "model.safetensors", "wb") as file:
        write_tensors(file, checkpoint)
    (folder / "config.json").write_text(json.dumps(config(checkpoint.size), indent=2) + "\n")
    if checkpoint.tokenizer:
        write_tokenizer(folder)


def main():
    parser = argparse.ArgumentParser(description="Writes checkpoints of seeded weights.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="+", choices=CHECKPOINTS, metavar="NAME",
                        help=", ".join(CHECKPOINTS))
    arguments = parser.parse_args()
    for name in arguments.names:
        write(arguments.folder / name, CHECKPOINTS[name])


if __name__ == "__main__":
    main()
