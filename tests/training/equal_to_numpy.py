#!/usr/bin/env python3
"""Whether `epreuve train` computes what the independent trainer in NumPy computes.

    equal_to_numpy.py PROGRAM CHECKPOINTS    epreuve-train; the folder that write_checkpoint.py wrote "one" and "odd" into
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import numpy_trainer

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "gpt2" / "reference"))
import forward  # noqa: E402: reads checkpoints

STEPS = 100


def ours(name, tokens, precision, options, out=None):
    """[loss, gradient norm, rate] of each step, by the program; with a folder for it, the tensors of the trained model."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tokens.txt"
        file.write_text(" ".join(map(str, tokens)))
        words = [PROGRAM, "train", "--weights", CHECKPOINTS / name, "--tokens", file, "--in-order", "--json",
                 "--precision", precision, "--steps", str(STEPS)]
        words += [word for option, value in options.items() for word in (f"--{option}", str(value))]
        words += ["--out", out] if out else []
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        lines = subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout.splitlines()
    steps = [json.loads(line) for line in lines]
    assert [step["step"] for step in steps] == list(range(STEPS))
    if out:
        tensors, _ = forward.load(out)
        return {key: tensors[key] for key in tensors.entries}
    return np.array([[step[key] for key in ("loss", "gradient_norm", "learning_rate")] for step in steps])


NAMES = {"learning-rate": "rate", "final-rate": "final_rate", "warm-up": "warm_up", "weight-decay": "decay",
         "batch": "batch", "context": "context", "clip": "clip", "beta1": "beta1", "beta2": "beta2", "epsilon": "epsilon"}


def numpys(name, tokens, options, changed=None):
    tensors, config = forward.load(CHECKPOINTS / name)
    weights = {key: tensors[key] for key in tensors.entries if not key.endswith(".attn.bias")}
    return np.array(list(numpy_trainer.train(
        weights, config, tokens, steps=STEPS, changed=changed,
        **{NAMES[option]: value for option, value in options.items()})))


def tokens_of(name, count=211):
    N = {"one": 11, "odd": 101}[name]
    return [(i * i * 7 + 3 * i) % N for i in range(count)]


def differences(a, b):
    """The largest relative difference up to each step, by columns."""
    return np.maximum.accumulate(abs(a - b) / abs(b), axis=0)


class Training(unittest.TestCase):
    def compare(self, name, options, bound=1e-12, accumulate=1):
        tokens = tokens_of(name)
        expected = numpys(name, tokens, {**options, "batch": options["batch"] * accumulate})
        options = options if accumulate == 1 else {**options, "accumulate": accumulate}
        worst = differences(ours(name, tokens, "double", options), expected)[-1]
        print(f"{name}, {options}: loss {worst[0]:.1e}, norm {worst[1]:.1e}, rate {worst[2]:.1e}; "
              f"the loss goes from {expected[0, 0]:.3f} to {expected[-1, 0]:.3f}")
        self.assertLess(worst.max(), bound)

    def test_rates_up_to_a_thousandth_give_the_same_losses_and_norms(self):
        for name, context in ("one", 4), ("odd", 7):
            for rate in 1e-4, 1e-3:
                self.compare(name, {"learning-rate": rate, "batch": 3, "context": context})

    def test_every_option_means_the_same(self):
        self.compare("odd", {"learning-rate": 1e-3, "final-rate": 1e-4, "warm-up": 10, "weight-decay": 0.3,
                             "batch": 2, "context": 17, "clip": 0.5, "beta1": 0.8, "beta2": 0.95, "epsilon": 1e-6})
        self.compare("odd", {"learning-rate": 1e-3, "weight-decay": 0, "batch": 1, "context": 1, "clip": 0})

    def test_accumulated_batches_are_one_larger_batch(self):
        self.compare("odd", {"learning-rate": 1e-3, "final-rate": 1e-4, "warm-up": 10, "batch": 2, "context": 7, "clip": 0.5},
                     accumulate=3)

    def test_at_a_larger_rate_the_difference_is_that_of_a_rounding_of_the_weights(self):
        options = {"learning-rate": 0.02, "batch": 3, "context": 7}
        tokens = tokens_of("odd")
        expected = numpys("odd", tokens, options)
        random = np.random.default_rng(1)
        rounded = numpys("odd", tokens, options,
                         changed=lambda shape: 1 + random.choice([-1, 1], shape) * 2.0**-52)
        computed = ours("odd", tokens, "double", options)
        one_ulp, measured = differences(rounded, expected), differences(computed, expected)
        print(f"a rate of 0.02: {measured[-1, :2]}, one ulp in the weights makes {one_ulp[-1, :2]}")
        self.assertTrue((measured[:, :2] <= 100 * one_ulp[:, :2] + 1e-13).all())

    def test_single_precision_differs_by_its_roundings(self):
        # A rounding of the weights by half a float's ulp at most, and as many again of what is computed from them.
        options = {"learning-rate": 1e-3, "batch": 3, "context": 7}
        tokens = tokens_of("odd")
        expected = numpys("odd", tokens, options)
        random = np.random.default_rng(2)
        rounded = numpys("odd", tokens, options,
                         changed=lambda shape: 1 + random.choice([-1, 1], shape) * 2.0**-23)
        one_ulp = differences(rounded, expected)
        measured = differences(ours("odd", tokens, "single", options), expected)
        print(f"single: {measured[-1, :2]}, one ulp in the weights makes {one_ulp[-1, :2]}")
        self.assertTrue((measured[:, :2] <= 100 * one_ulp[:, :2] + 1e-6).all())

    def test_the_checkpoint_holds_the_trained_weights_under_their_names(self):
        options = {"learning-rate": 1e-3, "batch": 3, "context": 7}
        tokens = tokens_of("odd")
        last = {}
        tensors, config = forward.load(CHECKPOINTS / "odd")
        for _ in numpy_trainer.train({key: tensors[key] for key in tensors.entries}, config, tokens, steps=STEPS, batch=3,
                                     context=7, rate=1e-3, last=last):
            pass
        with tempfile.TemporaryDirectory() as folder:
            written = ours("odd", tokens, "double", options, pathlib.Path(folder) / "out")
        self.assertEqual(written.keys(), last.keys())
        for name, tensor in last.items():
            np.testing.assert_allclose(written[name], tensor, rtol=2.0**-24, atol=1e-12, err_msg=name)
        logits, _, _ = forward.forward(written, config, tokens[:7])
        self.assertTrue(np.isfinite(logits).all())


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    CHECKPOINTS = pathlib.Path(sys.argv.pop(2))
    PROGRAM = sys.argv.pop(1)
    unittest.main()
