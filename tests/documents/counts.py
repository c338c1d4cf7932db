"""Compares what README.md and docs/ count with what is there."""
import pathlib
import re
import sys

project = pathlib.Path(__file__).resolve().parents[2]


def lines_of(pattern):
    return sum(len(file.read_text().splitlines()) for file in project.glob(pattern))


chapters = {file.parent.name for file in project.glob("chapters/[0-9]*/chapter.cpp")}
counted = {
    "chapters": len(chapters),
    "claims": lines_of("chapters/[0-9]*/claims.jsonl"),
    "findings": sum(file.read_text().count("\nfinding ") for file in project.glob("records/[0-9]*.txt")),
    "proofs": sum(len(list(project.glob("proofs/[0-9]*/" + name))) for name in ("exact.cpp", "enclosure.cpp", "formal.v")),
}
wrong = []
for document in [project / "README.md", *sorted(project.glob("docs/*.md"))]:
    for number, line in enumerate(document.read_text().splitlines(), 1):
        # Small numbers are of some chapters, claims or proofs, or of one chapter's findings; a larger one is of all.
        for count, what in (filter(None, match) for match in re.findall(r"\b([0-9]{2,}) (chapters|claims|proofs)\b|\b([0-9]{3,}) (findings)\b", line)):
            if int(count) != counted[what]:
                wrong.append(f"{document.relative_to(project)}:{number}: \"{count} {what}\", expected {counted[what]}")
print("\n".join(wrong) if wrong else f"README and docs count right: {counted}")
sys.exit(1 if wrong else 0)
