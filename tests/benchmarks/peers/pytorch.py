#!/usr/bin/env python3
"""PyTorch's answers to the questions of peers.py, in questions.mjs's form: pytorch.py CHECKPOINT float|bf16 THREADS"""

import json
import math
import re
import sys
import time

import torch
from torch.nn import functional as F

from model import Model

start = time.perf_counter()
model = Model(sys.argv[1])
real = {"float": torch.float32, "bf16": torch.bfloat16}[sys.argv[2]]
torch.set_num_threads(int(sys.argv[3]))
torch.set_grad_enabled(False)
n, heads = model.n, model.heads


def parameter(name):
    return torch.from_numpy(model[name]).to(real)


def pair(name):
    """Weight and bias, a dense layer's as PyTorch keeps it: out x in."""
    weight = parameter(name + ".weight")
    return (weight.t().contiguous() if weight.dim() == 2 else weight), parameter(name + ".bias")


names = ("ln_1", "attn.c_attn", "attn.c_proj", "ln_2", "mlp.c_fc", "mlp.c_proj")
blocks = [{name: pair(f"h.{layer}.{name}") for name in names} for layer in range(model.layers)]
wte, wpe, ln_f = parameter("wte.weight"), parameter("wpe.weight"), pair("ln_f")
loading = time.perf_counter() - start

cache, length = {}, 0


def clear():
    global length
    cache.clear()
    length = 0


def split(x):
    return x.view(len(x), heads, n // heads).transpose(0, 1)


def attend(q, k, v):
    scores = q @ k.transpose(1, 2) / math.sqrt(n // heads)
    if q.shape[1] > 1:
        later = torch.ones(q.shape[1], k.shape[1], dtype=torch.bool).triu(k.shape[1] - q.shape[1] + 1)
        scores = scores.masked_fill(later, float("-inf"))
    return (torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(-1, n)


def append(tokens, everything):
    """The logits after all tokens, or after the last."""
    global length
    x = wte[torch.tensor(tokens)] + wpe[length:length + len(tokens)]
    for layer, block in enumerate(blocks):
        q, k, v = F.linear(F.layer_norm(x, (n,), *block["ln_1"], model.epsilon), *block["attn.c_attn"]).split(n, 1)
        q, k, v = split(q), split(k), split(v)
        if layer in cache:
            k, v = (torch.cat(both, 1) for both in zip(cache[layer], (k, v)))
        cache[layer] = k, v
        x = x + F.linear(attend(q, k, v), *block["attn.c_proj"])
        hidden = F.linear(F.layer_norm(x, (n,), *block["ln_2"], model.epsilon), *block["mlp.c_fc"])
        x = x + F.linear(F.gelu(hidden, approximate="tanh"), *block["mlp.c_proj"])
    length += len(tokens)
    return F.linear(F.layer_norm(x if everything else x[-1:], (n,), *ln_f, model.epsilon), wte)


def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def answer(question, tokens=(), before=0, **details):
    clear()
    if question == "memory":
        with open("/proc/self/status") as status:
            return 1024 * int(re.search(r"VmHWM:\s*(\d+)", status.read())[1])
    if question == "logits":
        return append(tokens, False)[0].float().tolist()
    if question == "prefill":
        return timed(lambda: append(tokens, details.get("all", False)))
    append(tokens[:before], False)
    return timed(lambda: [append([token], False) for token in tokens[before:]]) / (len(tokens) - before)


print(json.dumps({"loading": loading}), flush=True)
for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
