"""The small model of train.cpp in PyTorch, as one writes it there to be fast: a model from FOLDER takes STEPS steps on the
tokens, in order. It prints PyTorch's version, tokens per second of the median step, and the last loss.

    train_in_pytorch.py FOLDER TOKENS STEPS THREADS
"""

import json
import struct
import sys
import time
from pathlib import Path

try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError:
    print("no PyTorch")
    sys.exit(3)

folder, steps = Path(sys.argv[1]), int(sys.argv[3])
torch.set_num_threads(int(sys.argv[4]))
config = json.loads((folder / "config.json").read_text())
n, heads, layers = config["n_embd"], config["n_head"], config["n_layer"]
B, T = 8, 64
attention = getattr(F, "scaled_dot_product_attention", None)  # since 2.0


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(n), nn.LayerNorm(n)
        self.qkv, self.heads = nn.Linear(n, 3 * n), nn.Linear(n, n)
        self.mlp_in, self.mlp_out = nn.Linear(n, 4 * n), nn.Linear(4 * n, n)
        if not attention:
            self.register_buffer("mask", torch.full((T, T), float("-inf")).triu(1))

    def attend(self, x):
        q, k, v = self.qkv(x).view(B, T, 3, heads, n // heads).permute(2, 0, 3, 1, 4).unbind(0)
        if attention:
            z = attention(q, k, v, is_causal=True)
        else:
            q, k, v = (part.reshape(B * heads, T, -1) for part in (q, k, v))
            scores = torch.baddbmm(self.mask, q, k.transpose(1, 2), alpha=(n // heads) ** -0.5)
            z = torch.bmm(scores.softmax(-1), v).view(B, heads, T, -1)
        return self.heads(z.transpose(1, 2).reshape(B, T, n))

    def forward(self, x):
        x = x + self.attend(self.ln_1(x))
        return x + self.mlp_out(F.gelu(self.mlp_in(self.ln_2(x)), approximate="tanh"))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte = nn.Embedding(config["vocab_size"], n)
        self.wpe = nn.Embedding(config["n_positions"], n)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.ln_f = nn.LayerNorm(n)

    def forward(self, tokens):
        x = self.wte(tokens) + self.wpe.weight[:T]
        for block in self.blocks:
            x = block(x)
        return F.linear(self.ln_f(x), self.wte.weight)


def load(model):
    """The published layout has a dense layer as [in, out], and PyTorch has [out, in]."""
    raw = (folder / "model.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8 : 8 + length]), raw[8 + length :]
    names = {"attn.c_attn": "qkv", "attn.c_proj": "heads", "mlp.c_fc": "mlp_in", "mlp.c_proj": "mlp_out"}
    parameters = dict(model.named_parameters())
    for name, about in header.items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        tensor = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32).view(about["shape"])
        ours = name.replace("h.", "blocks.", 1) if name.startswith("h.") else name
        for published, own in names.items():
            if published in ours:
                ours = ours.replace(published, own)
                tensor = tensor.t() if tensor.ndim == 2 else tensor
        with torch.no_grad():
            parameters.pop(ours).copy_(tensor)
    assert not parameters, parameters.keys()


model = Model()
load(model)
groups = [
    {"params": [p for p in model.parameters() if p.ndim == 2], "weight_decay": 0.1},
    {"params": [p for p in model.parameters() if p.ndim == 1], "weight_decay": 0.0},
]
try:
    optimiser = torch.optim.AdamW(groups, lr=1e-3, fused=True)
except (TypeError, RuntimeError):  # fused on processors since 2.4
    optimiser = torch.optim.AdamW(groups, lr=1e-3, foreach=True)

tokens = torch.tensor([int(token) for token in Path(sys.argv[2]).read_text().split()])
places, count = torch.arange(B * T), len(tokens)
parameters = list(model.parameters())
times = []
for step in range(steps):
    begin = time.perf_counter()
    here = step * B * T + places
    logits = model(tokens[here % count].view(B, T))
    loss = F.cross_entropy(logits.view(B * T, -1), tokens[(here + 1) % count])
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(parameters, 1.0)
    optimiser.step()
    last = loss.item()
    times.append(time.perf_counter() - begin)
times.sort()
print(torch.__version__, B * T / times[steps // 2], last)
