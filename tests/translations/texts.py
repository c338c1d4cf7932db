"""The texts of the course that are translated, cut into units: paragraphs, with neither line breaks nor line numbers in them.

docs/design.md, "Languages", says how. A program cuts a statement in the same way: `in_language` in
coursework/commands/statement.cpp.
"""
import pathlib
import re
from typing import NamedTuple

project = pathlib.Path(__file__).resolve().parents[2]


class Unit(NamedTuple):
    text: str
    about: str  # for the translator: where it is read


# An indented line is a formula, and the same in every language, unless one of these is in it.
words_of_formulas = re.compile(
    r"(?<![\w{])(also|and|as|becomes|by|column|comes|counted|each|else|elsewhere|entry|every|find|for|from|if|infinity|mean of|"
    r"is|mean over|minimise|of|otherwise|over|the|wanted|where|with)(?![\w}])")


def paragraphs_of(statement):
    """A statement's lines in paragraphs: prose in one line, formulas (indented) as they are."""
    paragraphs, kind = [], None
    for line in statement:
        if not line:
            kind = None
        elif line.startswith("@"):
            paragraphs.append(line)
            kind = "words"
        elif line.startswith(" ") and not (kind == "words" and paragraphs[-1].startswith("@")):
            if kind == "formulas":
                paragraphs[-1] += "\n" + line
            else:
                paragraphs.append(line)
            kind = "formulas"
        elif kind == "words":
            paragraphs[-1] += " " + line.strip()
        else:
            paragraphs.append(line)
            kind = "words"
    return paragraphs


def unit_of(paragraph):
    """What of a paragraph is translated: all; what is said of a parameter or a result; nothing of a formula."""
    if paragraph.startswith("@"):
        return re.fullmatch(r"@(?:param (?:\w+, )*\w+|return) *(.*)", paragraph)[1] or None
    if paragraph.startswith(" ") and not words_of_formulas.search(paragraph):
        return None
    return paragraph


def of_exercises(header):
    """The units of an exercises.hpp in its order: of each exercise title and statement, then the hints."""
    chapter = header.parent.name
    comment, hint, name = [], None, ""
    for line in header.read_text().split("\n"):
        if line.startswith("///"):
            comment.append(line[4:])
        elif comment:
            if comment[0].startswith("# "):
                name = re.search(r"[ >&](\w+)\(", line)[1]
                where = f"{chapter}/{name}"
                yield Unit(comment[0][2:], f"{where}: title")
                for paragraph in paragraphs_of(comment[2:]):
                    if (text := unit_of(paragraph)) is not None:
                        kind = re.match(r"@\w+ ?\w*|", paragraph)[0].strip()
                        yield Unit(text, f"{where}: {kind or 'statement'}")
            comment = []
        if hint is not None and not line.startswith("//   "):
            yield Unit(hint, f"{chapter}/{name}: hint")
            hint = None
        if found := re.fullmatch(r"// \[(\w+)\]", line):
            name = found[1]
        elif line.startswith("// - "):
            hint = line[5:].strip()
        elif hint is not None:
            hint += " " + line[5:].strip()


literals = r'((?:"(?:[^"\\]|\\.)+"\s*)+)'


def text_of(pieces):
    """The text of literals that C++ joins."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', pieces)).replace('\\"', '"')


def of_diagnoses(folder):
    """The diagnoses of a chapter's mistakes.cpp."""
    for name, text in re.findall(r"^// \[(\w+)\] (.+)$", (folder / "mistakes.cpp").read_text(), re.M):
        yield Unit(text.strip(), f"{folder.name}/{name}")


def of_checks(folder):
    """What a student reads of checks.cpp: names of inputs, what grows on large ones, properties, diagnoses."""
    code = (folder / "checks.cpp").read_text()
    for pieces in re.findall(rf"\.(?:on|on_large|property|mistake)\(\s*{literals},", code):
        yield Unit(text_of(pieces), folder.name)
    for pieces in re.findall(rf"\.on_large\(\s*{literals},\s*{literals},", code):
        yield Unit(text_of(pieces[1]), folder.name)


# Where programs have sentences that are translated: those of said("..."), those that to_say("...") marks in tables, and
# names that are shown as words.
sentences = [
    ("coursework/**/*.[ch]pp", rf"\b(?:said|to_say)\(\s*{literals}[,)]"),
    ("coursework/commands/feedback.cpp", rf"\btell\({literals}"),
    ("coursework/epreuve/exercises/result.cpp", rf"return {literals};"),
]


def of_programs():
    for files, pattern in sentences:
        for file in sorted(project.glob(files)):
            if "tests" not in file.parts:
                for pieces in re.findall(pattern, file.read_text()):
                    yield Unit(text_of(pieces), str(file.relative_to(project)))


def catalogues():
    """By name, the units of each catalogue; a text that is read in several places is one unit."""
    found = {"exercises": {}, "checks": {}, "diagnoses": {}, "program": {}}
    for header in sorted(project.glob("chapters/*/exercises.hpp")):
        for name, units in (("exercises", of_exercises(header)), ("checks", of_checks(header.parent)),
                            ("diagnoses", of_diagnoses(header.parent))):
            for unit in units:
                found[name].setdefault(unit.text, []).append(unit.about)
    for unit in of_programs():
        found["program"].setdefault(unit.text, []).append(unit.about)
    return found
