"""A chapter's records on two processors, side by side: what one found otherwise than the other.

    python3 tests/arm64/compare.py CHAPTER SECONDS RECORD RECORD-OF-AMD64 FIGURES

Prints a row, and below it each verdict and each number that differs. Status 1 if the chapter is not as declared.
"""
import json
import pathlib
import sys


def chapter_in(file):
    path = pathlib.Path(file)
    return json.loads(path.read_text())["chapters"][0] if path.exists() else None


def evidence_of(chapter):
    """By what identifies a piece of evidence: whether it passed, and what was seen."""
    found = {}
    for kind in ("claims", "findings"):
        for claim in chapter[kind]:
            found[claim["id"], "verdict"] = claim["found"]
            for reading in claim["readings"]:
                for each in reading["evidence"]:
                    found[claim["id"], each["what"]] = ("" if each["passed"] else "FAILED: ") + each["seen"]
    return found


def figures_that_differ(chapter, folder):
    """Figures that are drawn otherwise than git has them; measured ones are another each time."""
    other = 0
    for figure in chapter["figures"]:
        drawn = pathlib.Path(folder) / chapter["name"] / (figure["name"] + ".svg")
        kept = pathlib.Path("figures") / chapter["name"] / (figure["name"] + ".svg")
        if not figure["measured"] and drawn.exists() and kept.exists():
            other += drawn.read_bytes() != kept.read_bytes()
    return other


def main():
    name, seconds, there, here, figures = sys.argv[1:]
    arm64, amd64 = chapter_in(there), chapter_in(here)
    if arm64 is None:
        print(f"{name:24} {seconds:>5} s  no record: build/arm64/records/{name}.log says why")
        return 1
    seen, expected = evidence_of(arm64), evidence_of(amd64) if amd64 else {}
    other = {key: (expected[key], value) for key, value in seen.items() if key in expected and expected[key] != value}
    verdicts = sum(key[1] == "verdict" for key in other)
    compared = f"{len(other) - verdicts:3} of {len(expected)} seen otherwise" if amd64 else "not compared: not built for amd64"
    print(f"{name:24} {seconds:>5} s  {'all as declared' if arm64['ok'] else 'NOT AS DECLARED':15}  {compared}, "
          f"{verdicts} other verdicts, {figures_that_differ(arm64, figures)} other figures")
    for (claim, what), (before, now) in other.items():
        print(f"    {claim}: {what}\n      amd64  {before}\n      arm64  {now}")
    return 0 if arm64["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
