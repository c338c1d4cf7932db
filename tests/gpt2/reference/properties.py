#!/usr/bin/env python3
"""What must hold of the reference forward pass, whatever its weights.

    properties.py CHECKPOINTS    the folder that write_checkpoint.py wrote "odd" into
"""

import math
import pathlib
import sys
import unittest

import numpy as np

import forward

TOKENS = [7, 0, 55, 55, 100, 31, 2]


class ForwardPass(unittest.TestCase):
    def setUp(self):
        tensors, self.config = forward.load(CHECKPOINTS / "odd")
        self.tensors = {name: tensors[name] for name in tensors.entries}

    def run_model(self, tokens=TOKENS, **changed):
        return forward.forward({**self.tensors, **changed}, self.config, tokens)

    def test_a_pattern_is_a_distribution_over_the_past(self):
        _, patterns, _ = self.run_model()
        np.testing.assert_allclose(patterns.sum(axis=-1), 1, rtol=0, atol=1e-14)
        self.assertTrue((patterns[..., *np.triu_indices(len(TOKENS), 1)] == 0).all())
        self.assertTrue((patterns[..., *np.tril_indices(len(TOKENS))] > 0).all())

    def test_a_token_changes_nothing_before_it_and_everything_after(self):
        logits, _, _ = self.run_model()
        other, _, _ = self.run_model(TOKENS[:3] + [8] + TOKENS[4:])
        np.testing.assert_allclose(logits[:3], other[:3], rtol=0, atol=1e-13)
        self.assertTrue((abs(logits - other)[3:].max(axis=1) > 1e-3).all())

    def test_positions_tell_equal_tokens_apart_and_nothing_else_does(self):
        logits, _, _ = self.run_model([55, 55, 55])
        self.assertGreater(abs(logits[2] - logits[0]).max(), 1e-3)
        nowhere = np.zeros_like(self.tensors["wpe.weight"])
        logits, _, _ = self.run_model([55, 55, 55], **{"wpe.weight": nowhere})
        np.testing.assert_allclose(logits, logits[[0, 0, 0]], rtol=0, atol=1e-13)

    def test_heads_come_in_any_order(self):
        order = [3, 0, 4, 1, 2]
        columns = np.arange(30).reshape(5, 6)[order].ravel()
        of_qkv = (30 * np.arange(3)[:, None] + columns).ravel()
        h = "h.1.attn."
        moved = {
            h + "c_attn.weight": self.tensors[h + "c_attn.weight"][:, of_qkv],
            h + "c_attn.bias": self.tensors[h + "c_attn.bias"][of_qkv],
            h + "c_proj.weight": self.tensors[h + "c_proj.weight"][columns],
        }
        logits, patterns, _ = self.run_model()
        same_logits, moved_patterns, _ = self.run_model(**moved)
        np.testing.assert_allclose(same_logits, logits, rtol=0, atol=1e-13)
        np.testing.assert_allclose(moved_patterns[1], patterns[1][order], rtol=0, atol=1e-13)

    def test_a_constant_added_to_every_component_changes_no_probability(self):
        shifted = {name: self.tensors[name] + 2 for name in ["wte.weight", "wpe.weight"]}
        softmax_of = [forward.softmax(self.run_model(**changed)[0]) for changed in ({}, shifted)]
        np.testing.assert_allclose(*softmax_of, rtol=0, atol=1e-13)

    def test_a_key_bias_changes_no_pattern(self):
        name = "h.0.attn.c_attn.bias"
        bias = self.tensors[name].copy()
        bias[30:60] += 5
        _, patterns, _ = self.run_model()
        _, moved, _ = self.run_model(**{name: bias})
        np.testing.assert_allclose(moved, patterns, rtol=0, atol=1e-12)

    def test_gelu_is_the_tanh_form(self):
        x = np.linspace(-6, 6, 1201)
        exact = x * np.array([math.erfc(-t / math.sqrt(2)) / 2 for t in x])
        # The two are known to be 4.7e-4 apart, not more and not less.
        self.assertAlmostEqual(abs(forward.gelu(x) - exact).max(), 4.73e-4, delta=1e-6)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CHECKPOINTS = pathlib.Path(sys.argv.pop(1))
    unittest.main()
