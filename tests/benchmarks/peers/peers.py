#!/usr/bin/env python3
"""GPT-2 Small beside other programs that run it, ONNX Runtime, llama.cpp and PyTorch, on one set of weights.

    peers.py FOLDER MODULES OURS [--rounds N] [--checkpoint NAME]

FOLDER gets the weights and the peers' files, 2.5 GB, and keeps them; MODULES has the node_modules of `./epreuve install
peers`; OURS is bench-peers. Each program is a process that answers questions (questions.mjs). First all are asked for the
same logits. Then they answer in turn, each round beginning with another of them, so that the machine's other work
slows all; each measures its own time, without the pipe. The first answer, on cold caches and with memory to be fetched, is
told apart. The pause before each question lets the others' threads fall asleep.

A limit of the machine is beside each time: for prefill multiply-adds in float, the faster of a loop on registers and sgemm,
which eight and sixteen bits can outdo; for a token after others reading the program's weights, in the fastest of several ways.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

here = pathlib.Path(__file__).resolve().parent
sys.path.append(str(here.parents[1] / "gpt2" / "reference"))
import write_checkpoint  # noqa: E402


BYTES = {"float": 4, "f32": 4, "bf16": 2, "q8_0": 34 / 32, "int8": 1}


class Program:
    """One that runs the model: what it is called, how it is started, and what it cannot do."""

    def __init__(self, name, command, without=()):
        self.name, self.without = name, without
        self.bytes = BYTES[name.split()[-1]]  # of a weight
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads())}
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=environment)
        self.loading = self.answer()["loading"]

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"peers.py: {self.name} ended with status {self.process.wait()} and no answer")
        return json.loads(line)

    def ask(self, question, **details):
        self.process.stdin.write(json.dumps({"question": question, **details}) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def threads():
    return len(os.sched_getaffinity(0))


def written(folder, checkpoint):
    """The checkpoint, made once, and its peers' files."""
    place = folder / checkpoint
    if not (place / "written").exists():
        print(f"writing {checkpoint} for each program ...", file=sys.stderr)
        for script in (write_checkpoint.__file__, here / "write_onnx.py", here / "write_gguf.py"):
            words = [folder, checkpoint] if script == write_checkpoint.__file__ else [place, place]
            subprocess.run([sys.executable, script, *words], check=True)
        (place / "written").touch()
    return place


def programs(place, modules, ours):
    config = json.loads((place / "config.json").read_text())
    heads, context = config["n_head"], config.get("n_positions") or config["n_ctx"]
    found = [Program(f"épreuve {precision}", [ours, "answer", place, precision])
             for precision in ("float", "int8")]
    if (modules / "node_modules" / "onnxruntime-node").is_dir():
        for kind in ("float", "int8"):
            found.append(Program(f"ONNX Runtime {kind}", [
                "node", here / "onnx.mjs", modules, place / f"{kind}.onnx", threads(), config["n_layer"],
                heads, config["n_embd"] // heads]))
    if (modules / "node_modules" / "node-llama-cpp").is_dir():
        for kind in ("f32", "bf16", "q8_0"):
            if (place / f"{kind}.gguf").exists():
                found.append(Program(f"llama.cpp {kind}", [
                    "node", here / "llama.mjs", modules, place / f"{kind}.gguf", threads(), context],
                    without=("all logits",)))
    if importlib.util.find_spec("torch"):
        found += [Program(f"PyTorch {kind}", [sys.executable, here / "pytorch.py", place, kind, threads()])
                  for kind in ("float", "bf16")]
    return found, config


def some_tokens(count, N):
    return [k * 7919 % N for k in range(count)]


def measurements(config):
    context, N = config.get("n_positions") or config["n_ctx"], config["vocab_size"]
    few, begin, end = min(64, context), min(16, context // 2), min(80, context)
    yield f"prefill {few}", "", "prefill", {"tokens": some_tokens(few, N)}
    if few < context:
        yield f"prefill {context}", "", "prefill", {"tokens": some_tokens(context, N)}
    yield f"prefill {context}, all logits", "all logits", "prefill", {"tokens": some_tokens(context, N), "all": True}
    yield f"a token after {begin} to {end - 1}", "", "decode", {"tokens": some_tokens(end, N), "before": begin}


def compare_logits(found, config):
    """With épreuve's in float, which the tests compare with double."""
    context = config.get("n_positions") or config["n_ctx"]
    tokens = some_tokens(min(64, context), config["vocab_size"])
    logits = [np.array(program.ask("logits", tokens=tokens)) for program in found]
    spread = logits[0].max() - logits[0].min()
    print(f"logits after {len(tokens)} tokens, from {logits[0].min():.1f} to {logits[0].max():.1f}:")
    for program, values in zip(found, logits):
        off = np.abs(values - logits[0]).max()
        first = "the same" if values.argmax() == logits[0].argmax() else "another"
        print(f"  {program.name:<20} off by at most {off:8.2e}, {first} first token")
        if not off < spread / 10:
            sys.exit(f"peers.py: {program.name} runs another model: its logits are off by {off}")


def limit(program, config, question, tokens, limits, all=False, before=0):
    """Milliseconds that the machine takes at least."""
    n, N, mlp, K = config["n_embd"], config["vocab_size"], config.get("n_inner") or 4 * config["n_embd"], len(tokens)
    weights = config["n_layer"] * n * (4 * n + 2 * mlp)
    if question == "decode":
        return 1e3 * (weights + N * n) * program.bytes / limits["bytes"]
    attention = config["n_layer"] * 4 * n * K * (K + 1) / 2
    return 1e3 * (2 * weights * K + 2 * N * n * (K if all else 1) + attention) / limits["operations"]


def measure(found, config, rounds):
    print(f"\n{threads()} threads each. Milliseconds: cold, then the median, least and most of {rounds} rounds, and the "
          "share of the\nmachine's limit. Ratios: épreuve's time, in float and in int8, over the program's, the median of the rounds': below 1 épreuve is faster")
    for what, needs, question, details in measurements(config):
        able = [program for program in found if needs not in program.without]
        times = {program.name: [] for program in able}
        for turn in range(rounds + 1):
            for i in range(len(able)):
                program = able[(turn + i) % len(able)]
                time.sleep(0.1)
                times[program.name].append(1e3 * program.ask(question, **details))
        limits = found[0].ask("limits")
        print(f"\n{what}")
        ours = {precision: times[f"épreuve {precision}"][1:] for precision in ("float", "int8")}
        for program in able:
            name, (cold, *warm) = program.name, times[program.name]
            share = limit(program, config, question, limits=limits, **details) / statistics.median(warm)
            ratios = [f"{precision} {statistics.median(a / b for a, b in zip(own, warm)):5.2f}"
                      for precision, own in ours.items()]
            print(f"  {name:<20}{cold:9.1f} {statistics.median(warm):9.2f} {min(warm):9.2f} {max(warm):9.2f} {share:7.0%}   "
                  + "   ".join(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("modules", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("ours", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--checkpoint", default="small", choices=sorted(write_checkpoint.CHECKPOINTS))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    found, config = programs(written(options.folder, options.checkpoint), options.modules, options.ours)
    if len(found) == 2:
        print("no peer is installed: ./epreuve install peers, and develop for PyTorch", file=sys.stderr)
    compare_logits(found, config)
    measure(found, config, options.rounds)
    print("\nloading, and the most memory that was resident: JavaScript has some 90 MB of its own, PyTorch some 200")
    for program in found:
        print(f"  {program.name:<20}{program.loading:8.2f} s {program.ask('memory') / 1e6:8.0f} MB")
        program.end()
    # What a call costs where there is hardly anything to compute: the programs' and bindings' own time.
    tiny, config = programs(written(options.folder, "text"), options.modules, options.ours)
    print("\nmicroseconds for a token of a model of two layers of 24, which are the calls' own")
    context = config.get("n_positions") or config["n_ctx"]
    for program in tiny:
        times = [program.ask("decode", tokens=some_tokens(context, config["vocab_size"]), before=8) for _ in range(5)]
        print(f"  {program.name:<20}{1e6 * statistics.median(times):8.1f}")
        program.end()


if __name__ == "__main__":
    main()
