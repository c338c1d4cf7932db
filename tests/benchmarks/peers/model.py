"""A checkpoint of GPT-2 as float32, for the writers of the peers' files."""

import json
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "gpt2" / "reference"))
import forward  # noqa: E402


class Model:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.tensors = forward.Tensors(folder / "model.safetensors")
        config = json.loads((folder / "config.json").read_text())
        self.n, self.N = config["n_embd"], config["vocab_size"]
        self.layers, self.heads = config["n_layer"], config["n_head"]
        self.context = config.get("n_positions") or config["n_ctx"]
        self.mlp = config.get("n_inner") or 4 * self.n
        self.epsilon = config.get("layer_norm_epsilon", 1e-5)

    def __getitem__(self, name):
        return self.tensors[name].astype(np.float32)


def in_eight_bits(W):
    """Rows of whole numbers from -127 to 127, and the scale of each row: symmetric, the largest number is 127 steps."""
    scales = np.abs(W).max(axis=1) / np.float32(127)
    scales[scales == 0] = 1
    return np.clip(np.rint(W / scales[:, None]), -127, 127).astype(np.int8), scales.astype(np.float32)
