#!/usr/bin/env python3
"""Writes a checkpoint as files for llama.cpp.

    write_gguf.py CHECKPOINT FOLDER    writes FOLDER/f32.gguf, bf16.gguf and q8_0.gguf

Matrices are in the type that the name says, q8_0 in blocks of 32 numbers with a scale of 16 bits; vectors and positions
are float32, as llama.cpp's own converter leaves them. The vocabulary is a stand-in: only token numbers are asked for.
"""

import pathlib
import struct
import sys

import numpy as np

from model import Model

U32, I32, F32, STRING, ARRAY = 4, 5, 6, 8, 9  # of a value
TYPES = {"f32": 0, "q8_0": 8, "bf16": 30}  # ggml_type, of a tensor
FILE_TYPES = {"f32": 0, "q8_0": 7, "bf16": 32}  # llama_ftype
ALIGNMENT = 32


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def scalar(value):
    if isinstance(value, str):
        return STRING, text(value)
    if isinstance(value, float):
        return F32, struct.pack("<f", value)
    return U32, struct.pack("<I", value)


def entry(name, value):
    if isinstance(value, list):  # of texts, or of whole numbers
        kind = STRING if isinstance(value[0], str) else I32
        items = b"".join(text(v) if kind == STRING else struct.pack("<i", v) for v in value)
        return text(name) + struct.pack("<IIQ", ARRAY, kind, len(value)) + items
    kind, data = scalar(value)
    return text(name) + struct.pack("<I", kind) + data


def as_bf16(values):
    """The upper half of a float, rounded to the nearest, of two the even one."""
    bits = values.view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2").tobytes()


def as_q8_0(values):
    blocks = values.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1) / np.float32(127)).astype(np.float32)
    inverse = np.divide(1, scales, out=np.zeros_like(scales), where=scales != 0)
    data = np.empty(len(blocks), dtype=[("scale", "<f2"), ("q", "i1", 32)])
    data["scale"] = scales
    data["q"] = np.rint(blocks * inverse[:, None])
    return data.tobytes()


PACK = {"f32": lambda values: values.astype("<f4").tobytes(), "bf16": as_bf16, "q8_0": as_q8_0}


def characters(N):
    """GPT-2's characters for the bytes, then names that are nothing else."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [b for b in range(256) if b not in shown]
    character = {b: chr(b) for b in shown} | {b: chr(256 + i) for i, b in enumerate(others)}
    return [character[i] if i < 256 else f"token{i}" for i in range(N)]


def tensors(model):
    """Name, values with the inputs of a neuron side by side."""
    def norm(to, name):
        yield to + ".weight", model[name + ".weight"]
        yield to + ".bias", model[name + ".bias"]

    def dense(to, name):
        yield to + ".weight", np.ascontiguousarray(model[name + ".weight"].T)
        yield to + ".bias", model[name + ".bias"]

    yield "token_embd.weight", model["wte.weight"]
    yield "position_embd.weight", model["wpe.weight"]
    yield from norm("output_norm", "ln_f")
    for layer in range(model.layers):
        block, h = f"blk.{layer}.", f"h.{layer}."
        yield from norm(block + "attn_norm", h + "ln_1")
        yield from dense(block + "attn_qkv", h + "attn.c_attn")
        yield from dense(block + "attn_output", h + "attn.c_proj")
        yield from norm(block + "ffn_norm", h + "ln_2")
        yield from dense(block + "ffn_up", h + "mlp.c_fc")
        yield from dense(block + "ffn_down", h + "mlp.c_proj")


def write(model, kind, file):
    names = characters(model.N)
    metadata = {
        "general.architecture": "gpt2",
        "general.file_type": FILE_TYPES[kind],
        "gpt2.context_length": model.context,
        "gpt2.embedding_length": model.n,
        "gpt2.feed_forward_length": model.mlp,
        "gpt2.block_count": model.layers,
        "gpt2.attention.head_count": model.heads,
        "gpt2.attention.layer_norm_epsilon": float(model.epsilon),
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": names,
        "tokenizer.ggml.token_type": [1] * model.N,
        "tokenizer.ggml.merges": [f"{names[0]} {names[1]}"],
        "tokenizer.ggml.bos_token_id": model.N - 1,
        "tokenizer.ggml.eos_token_id": model.N - 1,
    }
    infos, offset = [], 0
    for name, values in tensors(model):
        of = kind if values.ndim == 2 and name != "position_embd.weight" else "f32"
        size = len(PACK[of](values.reshape(-1)[:32])) * values.size // min(32, values.size)
        infos.append((name, values.shape, of, offset))
        offset += -(-size // ALIGNMENT) * ALIGNMENT
    with open(file, "wb") as stream:
        stream.write(b"GGUF" + struct.pack("<IQQ", 3, len(infos), len(metadata)))
        for name, value in metadata.items():
            stream.write(entry(name, value))
        for name, shape, of, offset in infos:
            sizes = shape[::-1]  # the fastest first
            stream.write(text(name) + struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)
                         + struct.pack("<IQ", TYPES[of], offset))
        stream.write(bytes(-stream.tell() % ALIGNMENT))
        begin = stream.tell()
        for (name, values), (_, _, of, offset) in zip(tensors(model), infos):
            stream.write(bytes(begin + offset - stream.tell()))
            stream.write(PACK[of](np.ascontiguousarray(values).reshape(-1)))


def main():
    model, folder = Model(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for kind in TYPES:
        if kind == "q8_0" and (model.n % 32 or model.mlp % 32):
            continue  # there are no blocks of fewer numbers
        write(model, kind, folder / f"{kind}.gguf")


if __name__ == "__main__":
    main()
