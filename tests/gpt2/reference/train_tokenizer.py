#!/usr/bin/env python3
"""Byte-pair encoding as its definition reads, compared with `epreuve gpt2 train-tokenizer`:

    train_tokenizer.py EPREUVE-GPT2

It shares nothing with the library: texts are split by a scanner of its own instead of a regular expression, all pairs are
counted again after each merge, and a text is encoded by trying all pairs of neighbours. The texts are small, of few
different characters, so that many pairs are equally frequent and overlap; some are not UTF-8.
"""

import json
import random
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from pathlib import Path

WHITE_SPACE = {chr(c) for c in (*range(9, 14), 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F,
                                0x205F, 0x3000)}
MARKER = b"<|endoftext|>"


def kind(character):
    if character in WHITE_SPACE:
        return "white"
    category = unicodedata.category(character)[0]
    return {"L": "letter", "N": "number"}.get(category, "symbol")


def split(text):
    """The words of a text, as bytes; bytes that are not UTF-8 are symbols, as lone surrogates are to `kind`."""
    text = text.decode("utf-8", "surrogateescape")
    words, i = [], 0
    while i < len(text):
        contraction = next((c for c in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(c, i)), None)
        first = i + 1 if text[i] == " " and i + 1 < len(text) and kind(text[i + 1]) != "white" else i
        end = first
        while end < len(text) and kind(text[end]) == kind(text[first]):
            end += 1
        if contraction:
            end = i + len(contraction)
        elif kind(text[first]) == "white" and end < len(text) and end - i > 1:
            end -= 1
        words.append(text[i:end].encode("utf-8", "surrogateescape"))
        i = end
    return words


def join(tokens, pair, joined):
    result, i = [], 0
    while i < len(tokens):
        found = tuple(tokens[i:i + 2]) == pair
        result.append(joined if found else tokens[i])
        i += 2 if found else 1
    return result


def train(words, most_merges):
    """Pairs of numbers, those of bytes being their values; `words` are counted."""
    encoded = [(list(word), count) for word, count in words.items()]
    merges = []
    while len(merges) < most_merges:
        pairs = Counter()
        for tokens, count in encoded:
            for pair in zip(tokens, tokens[1:]):
                pairs[pair] += count
        if not pairs:
            break
        most = max(pairs.values())
        merges.append(min(pair for pair in pairs if pairs[pair] == most))
        encoded = [(join(tokens, merges[-1], 255 + len(merges)), count) for tokens, count in encoded]
    return merges


def encode(text, merges):
    tokens = []
    for word in split(text):
        word = list(word)
        while True:
            ranks = [merges.index(pair) for pair in zip(word, word[1:]) if pair in merges]
            if not ranks:
                break
            word = join(word, merges[min(ranks)], 256 + min(ranks))
        tokens += word
    return tokens


def spell(merges):
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return tokens


def names(tokens):
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    characters = {byte: chr(byte) for byte in shown} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}
    return ["".join(characters[byte] for byte in token) for token in tokens]


def files_of(merges):
    tokens = names(spell(merges) + [MARKER])
    lines = ["#version: 0.2", *(f"{tokens[left]} {tokens[right]}" for left, right in merges), ""]
    return {name: i for i, name in enumerate(tokens)}, "\n".join(lines)


PIECES = [b"a", b"b", b"a", b"ab", b" ", b" a", "é".encode(), "É".encode(), "中".encode(), b"\n", b"  ", b"'s", b"'", b"1",
          b"7", b".", b"-", b"\xff", b"\xc3", b"\xe4\xb8", b"\xed\xa0\x80", b"\x00", b"\t", "\u00a0".encode(),
          "\u0085".encode(), "\U0001F600".encode(), b"\xc0\x80", b"\x1c"]


class Command:
    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments, text=b""):
        run = subprocess.run([self.program, "gpt2", *map(str, arguments), "--json"], input=text, capture_output=True,
                             check=False)
        assert run.returncode == 0, run.stderr.decode()
        return json.loads(run.stdout)


def compare(epreuve, draw, folder):
    alphabet = draw.sample(PIECES, draw.randint(1, 6)) + [b"a"]
    of_alphabet = lambda length: b"".join(draw.choices(alphabet, k=length))
    texts = [of_alphabet(draw.randint(0, 120)) for _ in range(draw.randint(1, 3))] + [b"a"]
    if draw.random() < 0.2:
        texts[0] = texts[0] + MARKER + b"aa"
    paths = [folder / f"text{i}" for i in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_bytes(text)
    listed = draw.random() < 0.3
    if listed:
        words = {piece: 1 for text in texts for word in text.split()
                 for part in (b" " + word).split(MARKER) for piece in split(part)}
    else:
        words = Counter(word for text in texts for part in text.split(MARKER) for word in split(part))
    limited = not listed and draw.random() < 0.5
    vocabulary = draw.randint(257, 300)
    merges = train(words, vocabulary - 257 if limited else 1 << 32)

    out = folder / "out"
    said = epreuve("train-tokenizer", "--text", *paths, "--out", out, *(["--words"] if listed else []),
                   *(["--vocabulary", vocabulary] if limited else []))
    found = json.loads((out / "vocab.json").read_text("utf-8")), (out / "merges.txt").read_text("utf-8")
    assert found == files_of(merges), (texts, listed, found[1], files_of(merges)[1])
    assert list(found[0].values()) == list(range(257 + len(merges)))

    lengths = [len(encode(word, merges)) for word in words]
    assert said["vocabulary"] == 257 + len(merges) and said["words"] == len(words)
    assert said["whole_words"] == lengths.count(1)
    assert limited or said["whole_words"] == said["words"]

    hostile = b"".join(draw.choices(PIECES + alphabet, k=200)) + bytes(draw.choices(range(256), k=100))
    tokens = [token["id"] for token in epreuve("tokenize", "--tokenizer", out, text=hostile)["tokens"]]
    assert tokens == encode(hostile, merges), (hostile, tokens, encode(hostile, merges))
    assert b"".join(spell(merges)[token] for token in tokens) == hostile
    return len(merges)


def main():
    epreuve = Command(sys.argv[1])
    draw = random.Random(1)
    count = 0
    for _ in range(200):
        with tempfile.TemporaryDirectory() as folder:
            count += compare(epreuve, draw, Path(folder))
    assert count > 1000, count
    print(f"200 tokenizers with {count} merges are those of the definition")


if __name__ == "__main__":
    main()
