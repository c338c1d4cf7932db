#!/usr/bin/env python3
"""Evidence that luck could overturn: fixed bounds in sections that draw, and the law that each of them has.

A section draws if it, or a function that it calls by name, uses Armadillo's generator or the run's seed. Evidence in it
that compares a number with fixed bounds (within, at_least, at_most), or has computed that something is true (fact), has a
comment before it, which says why a reader's seed overturns it with a probability of 10⁻⁶ at most:

    // Law: the sum of 400 values in [0, 1], of mean 200; by Hoeffding's inequality it is below 100 with e⁻⁵⁰.
    // Law: for every draw.
    // Law of 3: nothing is drawn.

A comment speaks of the next piece of evidence, or of so many as it says. `estimates` and `property` need none: the one has
its law, the other searches for a counterexample.

  laws.py         lists evidence without a law, and comments without evidence; status 1 if there is any
  laws.py --all   lists all of it, with the laws
"""

import argparse
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]

draws = re.compile(r"\b(?:randn|randu|randi|randg|randperm|shuffle)\b|\bchapter\.seed\(\)")
mark = re.compile(r"// Law(?: of (\d+))?: *|\.(within|at_least|at_most|fact)\(")


class Function:
    def __init__(self, file, name, line, text, is_section):
        self.file, self.name, self.line, self.text, self.is_section = file, name, line, text, is_section


def functions(file):
    """The functions at namespace level; clang-format writes their braces at the beginning of a line."""
    lines = file.read_text().split("\n")
    begin = 0
    for number, line in enumerate(lines):
        if line in ("", "}", "*/") or line.endswith(";"):
            begin = number + 1
        if line != "{":
            continue
        head = "\n".join(lines[begin:number])
        end = next((n for n in range(number, len(lines)) if lines[n] in ("}", "};")), len(lines))
        name = re.search(r"SECTION\((\w+)", head) or re.search(r"([\w~]+)\(", head)
        if name:
            yield Function(file, name[1], number + 1, "\n".join(lines[number:end]), "SECTION(" in head)


def without_prose(text):
    """Blanks in place of block comments, so that lines keep their numbers."""
    return re.sub(r"/\*.*?\*/", lambda prose: re.sub(r"[^\n]", " ", prose[0]), text, flags=re.S)


def code_of(function):
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', without_prose(function.text))
    return re.sub(r"//[^\n]*", "", text)


def one_of(names):
    return re.compile(r"\b(?:" + "|".join(sorted(names)) + r")\b") if names else re.compile(r"(?!)")


def that_draw(known):
    """The names of functions that draw, by themselves or by what they call."""
    bodies = {}
    for function in known:
        if not function.is_section:
            bodies[function.name] = bodies.get(function.name, "") + code_of(function)
    names = {name for name, body in bodies.items() if draws.search(body)}
    while True:
        calls = one_of(names)
        more = {name for name, body in bodies.items() if name not in names and calls.search(body)}
        if not more:
            return names
        names |= more


def drawing_sections(folder):
    files = sorted({*folder.glob("*.cpp"), *root.glob("lib/epreuve/**/*.cpp")})
    files = [file for file in files if file.name not in ("exercises.cpp", "checks.cpp", "mistakes.cpp", "solutions.cpp")]
    known = [function for file in files for function in functions(file)]
    calls = one_of(that_draw(known))
    for function in known:
        if function.is_section:
            code = code_of(function)
            if draws.search(code) or calls.search(code):
                yield function


def evidence_in(section):
    """For each piece of evidence, or comment that lacks it: line, text, law (empty if there is none)."""
    text = without_prose(section.text)
    law, left, law_line = "", 0, 0
    for found in mark.finditer(text):
        line = section.line + text.count("\n", 0, found.start())
        if found[2] is None:
            if left > 0:
                yield law_line, f"the comment speaks of {left} more than there are before the next", ""
            law, law_line, left = text[found.end() :].split("\n", 1)[0], line, int(found[1] or 1)
            continue
        yield line, " ".join(text[found.start() + 1 : found.start() + 100].split()), law if left > 0 else ""
        left = max(0, left - 1)
    if left > 0:
        yield law_line, f"the comment speaks of {left} more than follow", ""


def main():
    arguments = argparse.ArgumentParser(description="Fixed bounds in sections that draw, and their laws")
    arguments.add_argument("--all", action="store_true", help="also those that have a law")
    arguments.add_argument("CHAPTERS", nargs="?", type=pathlib.Path, default=root / "chapters",
                           help="the folder of the chapters")
    options = arguments.parse_args()
    missing = seen = 0
    for folder in sorted(path for path in options.CHAPTERS.iterdir() if path.is_dir()):
        for section in drawing_sections(folder):
            for line, text, law in evidence_in(section):
                seen += 1
                missing += not law
                if options.all or not law:
                    print(f"{folder.name}/{section.file.name}:{line}: {section.name}: {text}: {law or 'NO LAW'}")
    print(f"{seen} fixed bounds in sections that draw, {missing} without a law (docs/design.md, section 4)")
    sys.exit(1 if missing or not seen else 0)


main()
