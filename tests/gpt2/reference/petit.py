"""petit's logits, as the program computes them in double precision, compared with the independent pass in NumPy.

Usage: petit.py EPREUVE-GPT2 FOLDER
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import forward

TOLERANCE = 1e-9
TEXTS = ["", "the cat sits on the", "after the war a woman with her cat signs the-peace . Ada sleeps then Ada sings .", "x"]


def main():
    program, folder = sys.argv[1:]
    tensors, config = forward.load(folder)
    worst = 0
    for text in TEXTS:
        shown = subprocess.run([program, "gpt2", "next", text, "--weights", folder, "--json"], check=True,
                               capture_output=True)
        tokens = [token["id"] for token in json.loads(shown.stdout)["tokens"]]
        with tempfile.TemporaryDirectory() as place:
            file = pathlib.Path(place) / "logits"
            subprocess.run([program, "gpt2", "logits", text, "--weights", folder, "--precision", "double", "--out", file],
                           check=True, capture_output=True)
            ours = np.fromfile(file, "<f8").reshape(len(tokens), -1)
        theirs = forward.forward(tensors, config, tokens)[0]
        worst = max(worst, np.abs(ours - theirs).max())
    print(f"worst difference {worst:.1e}")
    if not worst <= TOLERANCE:
        sys.exit(f"{worst} is more than {TOLERANCE}")


if __name__ == "__main__":
    main()
