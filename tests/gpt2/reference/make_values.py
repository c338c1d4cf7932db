#!/usr/bin/env python3
"""What the independent forward pass says of the checkpoints: values/NAME.json.

    make_values.py CHECKPOINTS NAME...           writes values/NAME.json
    make_values.py CHECKPOINTS NAME... --check   computes again, and compares with what is kept

CHECKPOINTS is the folder that write_checkpoint.py wrote NAME into. Each prompt keeps

    tokens
    log_sum_exp   of the logits, for each position
    logits        [position][token]; or for a big model {"ids", "last"}: some, at the last position
    patterns      [layer][head][query], up to the diagonal; or {"layer", "head", "rows"} of one head
    norms         of the residual stream [before the blocks, after each sublayer][position]
"""

import argparse
import json
import pathlib
import sys

import numpy as np

import forward

VALUES = pathlib.Path(__file__).parent / "values"

PROMPTS = {
    "odd": [[100], [7, 0, 55, 55, 100, 31, 2], [(37 * i + 5) % 101 for i in range(17)]],
    "odd-f16": [[99, 1, 50, 3, 3]],
    "odd-bf16": [[99, 1, 50, 3, 3]],
    "one": [[10], [0, 3, 5, 3, 10]],
    "text": [[196, 82, 69, 220, 65, 258]],
    "small": [[464, 3797, 3332, 319, 262, 2603, 11, 290, 50256, 0, 39280, 13]],
}

IDS_OF_SMALL = [0, 1, 2, 11, 13, 198, 220, 262, 290, 318, 464, 1016, 2603, 3332, 3797, 4314, 18507,
                25000, 39280, 50255, 50256]


def log_sum_exp(logits):
    largest = logits.max(axis=-1)
    return largest + np.log(np.exp(logits - largest[:, None]).sum(axis=-1))


def rows_of(pattern):
    return [pattern[i, : i + 1].tolist() for i in range(len(pattern))]


def values_of(name, tensors, config, tokens):
    logits, patterns, residuals = forward.forward(tensors, config, tokens)
    values = {"tokens": tokens, "log_sum_exp": log_sum_exp(logits).tolist()}
    if name == "small":
        values["logits"] = {"ids": IDS_OF_SMALL, "last": logits[-1, IDS_OF_SMALL].tolist()}
        values["pattern"] = {"layer": 4, "head": 11, "rows": rows_of(patterns[4, 11])}
    else:
        values["logits"] = logits.tolist()
        values["patterns"] = [[rows_of(head) for head in layer] for layer in patterns]
    values["norms"] = np.linalg.norm(residuals, axis=-1).tolist()
    return values


def written(value):
    """JSON with a line for each innermost list."""
    if isinstance(value, dict):
        items = [f'"{key}": {written(item)}' for key, item in value.items()]
        return "{" + ",\n".join(items) + "}"
    if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        return "[" + ",\n".join(written(item) for item in value) + "]"
    # repr: the fewest digits, at most 17, that read back as the same double
    return json.dumps(value, separators=(",", ":"))


def difference(kept, computed):
    """The largest difference of two trees of numbers; infinite if their forms differ."""
    if isinstance(kept, dict) and isinstance(computed, dict) and kept.keys() == computed.keys():
        return max(difference(kept[key], computed[key]) for key in kept)
    if isinstance(kept, list) and isinstance(computed, list) and len(kept) == len(computed):
        return max(map(difference, kept, computed), default=0.0)
    if isinstance(kept, (int, float)) and isinstance(computed, (int, float)):
        return abs(kept - computed) if np.isfinite(computed) else np.inf
    return np.inf


def main():
    parser = argparse.ArgumentParser(description="Writes or checks the reference values.")
    parser.add_argument("checkpoints", type=pathlib.Path)
    parser.add_argument("names", nargs="+", choices=PROMPTS, metavar="NAME",
                        help=", ".join(PROMPTS))
    parser.add_argument("--check", action="store_true", help="compare with values/, write nothing")
    arguments = parser.parse_args()
    for name in arguments.names:
        tensors, config = forward.load(arguments.checkpoints / name)
        values = [values_of(name, tensors, config, tokens) for tokens in PROMPTS[name]]
        file = VALUES / f"{name}.json"
        if not arguments.check:
            file.write_text(written(values) + "\n")
            continue
        worst = difference(json.loads(file.read_text()), values)
        print(f"{name}: at most {worst:.1e} from values/{name}.json")
        # Sums in another order, another tanh: a few hundred roundings of numbers below 100.
        if not worst < 1e-12:
            sys.exit(f"{file} is not what forward.py computes; if the checkpoints were changed "
                     "on purpose, write it again, without --check")


if __name__ == "__main__":
    main()
