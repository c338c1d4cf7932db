#!/usr/bin/env python3
"""Writes a checkpoint as graphs for ONNX Runtime.

    write_onnx.py CHECKPOINT FOLDER    writes FOLDER/float.onnx and FOLDER/int8.onnx

Both take tokens, their positions, the keys and values so far of each block, and from which token on logits are wanted;
they give these logits and all keys and values. The operators are the fastest that the runtime has for them: its own
MultiHeadAttention and FastGelu, and in eight bits DynamicQuantizeMatMul, with a scale for each neuron.

A graph is a message of protocol buffers, of which onnx.proto names the fields; a few lines write them, so that no package is needed.
"""

import pathlib
import struct
import sys

import numpy as np

from model import Model, in_eight_bits

FLOAT, INT8, INT64 = 1, 3, 7  # TensorProto.DataType
TYPES = {np.dtype(np.float32): FLOAT, np.dtype(np.int8): INT8, np.dtype(np.int64): INT64}


def varint(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def field(number, value):
    """A whole number, or a text or message, which has its length before it."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(name, values):
    values = np.asarray(values)
    return (b"".join(field(1, d) for d in values.shape) + field(2, TYPES[values.dtype]) + field(8, name)
            + field(9, np.ascontiguousarray(values).tobytes()))


def attribute(name, value):
    if isinstance(value, float):
        return field(1, name) + varint(2 << 3 | 5) + struct.pack("<f", value) + field(20, 1)
    return field(1, name) + field(3, value) + field(20, 2)


def value_info(name, kind, shape):
    """A size that is not fixed has a name."""
    dimensions = b"".join(field(1, field(1 if isinstance(d, int) else 2, d)) for d in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dimensions)))


class Graph:
    def __init__(self):
        self.parts = []  # (field of GraphProto, message)
        self.count = 0

    def constant(self, name, values):
        self.parts.append((5, tensor(name, values)))
        return name

    def input(self, name, kind, shape):
        self.parts.append((11, value_info(name, kind, shape)))
        return name

    def output(self, name, kind, shape):
        self.parts.append((12, value_info(name, kind, shape)))

    def node(self, operator, inputs, outputs=1, domain="", **attributes):
        """@param outputs  how many, or their names"""
        self.count += 1
        if isinstance(outputs, int):
            outputs = [f"{operator}_{self.count}_{i}" for i in range(outputs)]
        message = b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
        message += field(3, f"{operator}_{self.count}") + field(4, operator)
        message += b"".join(field(5, attribute(name, value)) for name, value in attributes.items())
        self.parts.append((1, message + field(7, domain)))
        return outputs[0] if len(outputs) == 1 else outputs

    def model(self):
        graph = b"".join(field(number, message) for number, message in self.parts) + field(2, "gpt2")
        versions = [field(1, "") + field(2, 17), field(1, "com.microsoft") + field(2, 1)]
        return field(1, 8) + field(7, graph) + b"".join(field(8, version) for version in versions)


def gpt2(model, eight_bits):
    graph = Graph()
    n, heads, d = model.n, model.heads, model.n // model.heads

    def norm(x, name):
        gain, bias = (graph.constant(name + part, model[name + part]) for part in (".weight", ".bias"))
        return graph.node("LayerNormalization", [x, gain, bias], axis=2, epsilon=model.epsilon)

    def product(x, name, W, bias=None):
        """@param W  in x out"""
        if not eight_bits:
            y = graph.node("MatMul", [x, graph.constant(name, W)])
            return y if bias is None else graph.node("Add", [y, bias])
        q, scales = in_eight_bits(W.T)
        inputs = [x, graph.constant(name, q.T), graph.constant(name + ".scales", scales), ""]
        return graph.node("DynamicQuantizeMatMul", inputs + ([] if bias is None else [bias]), domain="com.microsoft")

    def dense(x, name):
        bias = graph.constant(name + ".bias", model[name + ".bias"])
        return product(x, name + ".weight", model[name + ".weight"], bias)

    tokens = graph.input("tokens", INT64, [1, "K"])
    positions = graph.input("positions", INT64, [1, "K"])
    first = graph.input("first", INT64, [1])
    wte, wpe = (graph.constant(name, model[name]) for name in ("wte.weight", "wpe.weight"))
    x = graph.node("Add", [graph.node("Gather", [wte, tokens]), graph.node("Gather", [wpe, positions])])
    for layer in range(model.layers):
        h = f"h.{layer}."
        qkv = dense(norm(x, h + "ln_1"), h + "attn.c_attn")
        q, k, v = graph.node("Split", [qkv], 3, axis=2)
        past = [graph.input(f"{part}.{layer}", FLOAT, [1, heads, "P", d]) for part in ("key", "value")]
        now = [f"{part}.{layer}.now" for part in ("key", "value")]
        z = graph.node("MultiHeadAttention", [q, k, v, "", "", "", *past], [f"z.{layer}", *now],
                       domain="com.microsoft", num_heads=heads, unidirectional=1)[0]
        for name in now:
            graph.output(name, FLOAT, [1, heads, "T", d])
        x = graph.node("Add", [x, dense(z, h + "attn.c_proj")])
        hidden = dense(norm(x, h + "ln_2"), h + "mlp.c_fc")
        activated = graph.node("FastGelu", [hidden], domain="com.microsoft")
        x = graph.node("Add", [x, dense(activated, h + "mlp.c_proj")])
    end = graph.constant("end", np.array([2**62], dtype=np.int64))
    axis = graph.constant("axis", np.array([1], dtype=np.int64))
    last = norm(graph.node("Slice", [x, first, end, axis]), "ln_f")
    logits = product(last, "unembedding", model["wte.weight"].T.copy())
    graph.node("Identity", [logits], ["logits"])
    graph.output("logits", FLOAT, [1, "L", model.N])
    return graph.model()


def main():
    model, folder = Model(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, eight_bits in (("float", False), ("int8", True)):
        (folder / f"{name}.onnx").write_bytes(gpt2(model, eight_bits))


if __name__ == "__main__":
    main()
