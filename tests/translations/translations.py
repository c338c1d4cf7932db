"""Each translation says what its English says: with the same formulas, code, names and numbers, and the glossary's terms.

    python3 tests/translations/translations.py           what is wrong and what is missing; status 1 if something is
    python3 tests/translations/translations.py --merge   brings translations/*/*.po up to date with the texts
    python3 tests/translations/translations.py --self-test

docs/design.md, "Languages", says what a unit is. A unit whose English has changed is a new unit, untranslated; what was
its translation stays in the file as obsolete (#~), to be taken from.
"""
import collections
import gettext
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile

import texts

# Of these every unit must be translated. What is missing of others is shown in English, marked.
complete = {"fr": {"exercises", "checks", "diagnoses", "program"}}

narrow, unbreakable = "\u202f", "\u00a0"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def template(units):
    """A .pot file."""
    entries = ['msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n']
    for text, places in units.items():
        comments = "".join(f"#. {place}\n" for place in dict.fromkeys(places))
        entries.append(f'{comments}msgid {quoted(text)}\nmsgstr ""\n')
    return "\n".join(entries)


def translations_in(file):
    """What a program would find: neither fuzzy nor obsolete entries."""
    compiled = subprocess.run(["msgfmt", "-o", "-", str(file)], stdout=subprocess.PIPE, check=True).stdout
    found = gettext.GNUTranslations(io.BytesIO(compiled))._catalog
    return {english: text for english, text in found.items() if english}


def fixed_parts(text):
    """What is the same in every language: formulas, code and names of functions, numbers; and letters of formulas."""
    text = re.sub(rf"(?<=\d)[ {narrow}](?=\d\d\d(?!\d))", "", text)  # 100 000
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)  # 0,5
    text = re.sub(r"\b\w{1,7}’", "", text)  # l’entrée
    parts, letters = collections.Counter(re.findall(r"[a-zA-Z_][\w:.]*\(", text)), set()
    for word in re.split(rf"[\s(){{}}{narrow}{unbreakable}]+|-(?=[^\W\d_]{{2}})", text):
        word = word.strip("«»\"[].,;:?!`").removesuffix("'s").removesuffix("s'")
        if re.fullmatch(r"[a-zA-Z]'*", word):
            letters.add(word)
        elif re.search(r"[\d_^=<>*%|+/⊗†]|::|\w\.\w|[a-z][A-Z]", word):
            parts[word] += 1
    return parts, letters - set("aAIy")


def faults(english, text):
    """What a translation into French has wrong, as sentences."""
    if re.search(r"\{(:[^}]*)?\}", english):
        # Numbered where their order is another one: a rule of fmt's, which would throw.
        forms = [sorted(re.findall(r"\{\d*(.*?)\}", each)) for each in (english, text)]
        numbered = re.findall(r"\{(\d*)", text)
        if forms[0] != forms[1] or any(numbered) and sorted(numbered) != [str(i) for i in range(len(numbered))]:
            yield "has other placeholders"
        english, text = (re.sub(r"\{\d*", "{", each) for each in (english, text))
    (parts, letters), (parts_fr, letters_fr) = fixed_parts(english), fixed_parts(text)
    if re.search(r"\bnul(le)?s?\b", text):  # the French for "is 0"
        parts_fr["0"] = parts["0"]
    if difference := sorted((parts - parts_fr).elements()):
        yield f"lacks {' '.join(difference)}"
    if difference := sorted((parts_fr - parts).elements()):
        yield f"has {' '.join(difference)}, which the English has not"
    if letters != letters_fr:
        yield f"has other letters: {' '.join(sorted(letters ^ letters_fr))}"
    if (text.count("\n"), text.startswith(" ")) != (english.count("\n"), english.startswith(" ")) and (
            not english.startswith(" ") or not text.startswith(" ")):
        yield "is laid out otherwise"
    if not text.startswith(" "):
        if found := re.search(r" [;:?!»](?=\s|$)|« |[^\W\d_]{2}[:;?!](?=\s|$)", text):
            yield f"needs an unbreakable space at \"{found[0]}\""
        if found := re.search(r"\b(?:[cdjlmnst]|qu)'(?=[^\W\d_]{2}|[ayà]\b)", text, re.I):
            yield f"has ' for ’ at \"{found[0]}\""
    words = re.sub(r"\S*::\S*|\w+\(|\w*_\w*|`.*?`", "", english)  # the names of functions are no terms
    for term, stems in glossary:
        if re.search(term, words, re.I) and not re.search(stems, text, re.I):
            yield f"has none of \"{stems}\", the glossary's words for \"{term}\""


def read_glossary():
    """English and French of the terms that are checked, as patterns: of docs/glossaire.md the tables' last column."""
    rows = re.findall(r"`(\S.*?)` → `(.+?)` \|$", (texts.project / "docs/glossaire.md").read_text(), re.M)
    return [(rf"\b(?:{english})\b".replace("\\|", "|"), french.replace("\\|", "|").replace("/", "|")) for english, french in rows]


glossary = read_glossary()


def check():
    wrong = 0
    for name, units in texts.catalogues().items():
        for folder in sorted(texts.project.glob("translations/*/")):
            file = folder / f"{name}.po"
            known = translations_in(file) if file.exists() else {}
            done = 0
            for english, places in units.items():
                text = known.get(english)
                done += text is not None
                found = list(faults(english, text)) if text else []
                if text is None and name in complete.get(folder.name, set()):
                    found = ["is not translated"]
                for fault in found:
                    print(f"{file.relative_to(texts.project)}: {places[0]}: {fault}\n    {english}\n    {text or ''}")
                wrong += len(found)
            for english in known.keys() - units.keys():
                print(f"{file.relative_to(texts.project)}: no text has this unit; --merge makes it obsolete\n    {english}")
                wrong += 1
            print(f"{folder.name}: {name}: {done} of {len(units)} units")
    return wrong


def check_documents():
    """docs/fr/NAME.md names the English text that it was made from, and has its code."""
    wrong = 0
    for file in sorted(texts.project.glob("docs/fr/*.md")):
        english, french = (each.read_text() for each in (texts.project / "docs" / file.name, file))
        digest = hashlib.sha256(english.encode()).hexdigest()[:16]
        found = []
        if f"sha256 {digest} -->" not in french.split("\n", 1)[0]:
            found.append(f"docs/{file.name} has changed: translate what has, then write its sha256, {digest}, into the first line")
        code, code_fr = (collections.Counter(re.findall(r"^ {6,}.*", each, re.M)) for each in (english, french))
        if code != code_fr:
            found.append(f"has other code: {' '.join(((code - code_fr) + (code_fr - code)).elements())}")
        for fault in found:
            print(f"{file.relative_to(texts.project)}: {fault}")
        wrong += len(found)
    return wrong


def merge():
    for name, units in texts.catalogues().items():
        for file in texts.project.glob(f"translations/*/{name}.po"):
            with tempfile.NamedTemporaryFile("w", suffix=".pot") as pot:
                pot.write(template(units))
                pot.flush()
                # What has moved from another catalogue is found there.
                others = [f"--compendium={other}" for other in sorted(file.parent.glob("*.po")) if other != file]
                subprocess.run(["msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--width=100",
                                *others, str(file), pot.name], check=True)


def self_test():
    """Made-up faults are seen, and what is right is not."""
    right = [
        ("logits as large as 10^5, or 0.5", "des logits d’au plus 10^5, ou 0,5"),
        ("100 000 tokens; x.max() is one", f"100{narrow}000 tokens{narrow}; x.max() en est un"),
        ("    x = 1 if y", "    x = 1 si y"),
        ("{} {}", f"{{1}}{unbreakable}: {{0}}"),
    ]
    wrong = [
        ("at most 10^5 logits", "au plus 10^6 logits"),
        ("0.5 of them", "5 d’entre eux"),
        ("std::log(x)", "std::exp(x)"),
        ("the sum of v", "la somme de w"),
        ("the residual stream", "le courant restant"),
        ("what? a sum", "quoi? une somme"),
        ("a sum; of terms", "une somme ; de termes"),
        ("the entry", "l'entrée"),
        ("    x = 1 if y", "x = 1 si y"),
        ("{} of {} points", "{} points"),
        ("{} of {} points", "{0} de {0} points"),
        ("{} of {} points", "{1} sur {} points"),
    ]
    for english, text in right:
        assert not list(faults(english, text)), (english, text, list(faults(english, text)))
    for english, text in wrong:
        assert list(faults(english, text)), (english, text)
    cut = texts.paragraphs_of(["One", "paragraph:", "", "    x = 1", "    y = 2", "more", "@param x  a", "          b", "@return  c"])
    assert cut == ["One paragraph:", "    x = 1\n    y = 2", "more", "@param x  a b", "@return  c"], cut
    print("every made-up fault is seen")


if sys.argv[1:] == ["--merge"]:
    merge()
elif sys.argv[1:] == ["--self-test"]:
    self_test()
else:
    sys.exit(1 if check() + check_documents() else 0)
