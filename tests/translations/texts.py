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


def of_diagnoses(folder):
    """The diagnoses of a chapter's mistakes: those of mistakes.cpp, then those described in checks.cpp."""
    for name, text in re.findall(r"^// \[(\w+)\] (.+)$", (folder / "mistakes.cpp").read_text(), re.M):
        yield Unit(text.strip(), f"{folder.name}/{name}")
    for pieces in re.findall(r'\.mistake\(\s*((?:"[^"]*"\s*)+),', (folder / "checks.cpp").read_text()):
        yield Unit("".join(re.findall(r'"([^"]*)"', pieces)), folder.name)


literals = r'((?:"(?:[^"\\]|\\.)+"\s*)+)'
judges = "coursework/epreuve/exercises"

# Where programs have sentences that are translated: those of said("..."), names that are shown as words, the usual causes
# of an answer without a result (what it has in its place is shown as it is); and diagnoses of any exercise.
sentences = {
    "program": [
        ("coursework/**/*.cpp", rf"\bsaid\(\s*{literals}[,)]"),
        ("coursework/commands/feedback.cpp", rf"\btell\({literals}"),
        (f"{judges}/result.cpp", rf"return {literals};"),
        (f"{judges}/trial.cpp", rf'return (?!"nothing|"a result|"its ){literals};'),
        (f"{judges}/trial.hpp", rf"constexpr const char\* slow_together =\s*{literals};"),
    ],
    "diagnoses": [
        (f"{judges}/memory_error.hpp", rf"\b(?:right|wrong|differs)_\w+ =\s*{literals}[,;]"),
        (f"{judges}/in_common.hpp", rf"\w+ =\s*{literals}[,;]"),
    ],
}


def of_programs(catalogue):
    for files, pattern in sentences.get(catalogue, []):
        for file in sorted(project.glob(files)):
            if "tests" not in file.parts:
                for pieces in re.findall(pattern, file.read_text()):
                    text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', pieces))
                    yield Unit(text.replace('\\"', '"'), str(file.relative_to(project)))


def catalogues():
    """By name, the units of each catalogue; a text that is read in several places is one unit."""
    found = {"exercises": {}, "diagnoses": {}, "program": {}}
    for header in sorted(project.glob("chapters/*/exercises.hpp")):
        for name, units in (("exercises", of_exercises(header)), ("diagnoses", of_diagnoses(header.parent))):
            for unit in units:
                found[name].setdefault(unit.text, []).append(unit.about)
    for name, units in found.items():
        for unit in of_programs(name):
            units.setdefault(unit.text, []).append(unit.about)
    return found
