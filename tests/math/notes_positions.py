#!/usr/bin/env python3
"""The notes' table of positions in PyTorch, compared with the formula in double precision.

Chapter 05 transcribes the notes' program into C++ and says where it rounds: the angle, which is computed in
double precision, becomes a single before its sine is taken. That is a statement about PyTorch, so PyTorch
is asked. With u = 2^-24 an entry may err by (angle + 2) u, and at angles of 512 to 1024 some must err by nearly
2^-15, half a unit of the angle's last place; were the sine taken in double precision, none would err by more than u.
"""

import math
import sys

try:
    import torch
except ImportError:
    print("skipped: no PyTorch here (python3-torch)")
    sys.exit(0)


def rows(positions, d):
    """The rows of the table for some positions, as the notes fill them; the sine at an even place."""
    table = torch.zeros(len(positions), d)
    for row, i in enumerate(positions):
        for j in range(d // 2):
            angle = i / 10000 ** (2 * j / d)
            table[row, 2 * j] = torch.sin(torch.tensor(angle))
            table[row, 2 * j + 1] = torch.cos(torch.tensor(angle))
    return table


def errors(positions, d):
    """(error, bound) of every entry."""
    table = rows(positions, d)
    assert table.dtype == torch.float32, table.dtype
    for row, i in enumerate(positions):
        for j in range(d // 2):
            angle = i / 10000 ** (2 * j / d)
            for column, exact in ((2 * j, math.sin(angle)), (2 * j + 1, math.cos(angle))):
                # 1.001: what the double precision of the angle and of the sine adds
                yield abs(table[row, column].item() - exact), (angle + 2) * 1.001 * 2.0**-24


def main():
    for positions, d in ((range(0, 1024, 93), 64), (range(1008, 1024), 768)):
        found = list(errors(positions, d))
        over = max(error / bound for error, bound in found)
        if over > 1:
            sys.exit(f"d = {d}: an entry errs by {over:.3f} of what it may")
    largest = max(error for error, _ in found) / 2.0**-15
    if largest < 0.9:
        sys.exit(f"d = {d}: the largest error is {largest:.3f} of 2^-15, so the angle was not rounded to a single")
    odd = rows([5, 6], 7)
    if odd[:, 6].abs().max() != 0 or odd[:, 5].abs().min() == 0:
        sys.exit("d = 7: the last column, and it alone, should be left at 0")
    print(f"PyTorch {torch.__version__}: as analysed; largest error {largest:.3f} of 2^-15")


if __name__ == "__main__":
    main()
