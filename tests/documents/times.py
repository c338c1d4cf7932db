"""The times that README.md names, measured in a fresh clone of what is committed.

times.py measure           clones into a temporary folder, runs the commands, and writes their times into README.md
times.py compare ROW=S...  compares S seconds, which somebody else has measured, with what README.md says of a row, and
                           fails where the two differ by more than a factor of 3, more than machines do
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

project = pathlib.Path(__file__).resolve().parents[2]
readme = project / "README.md"
# A row of README's table begins with these words; the time is the first thing in its second cell.
rows = {
    "run": "| `./epreuve run softmax` in a fresh clone | ",
    "edit": "| the same after an edit of one section | ",
    "test": "| `./epreuve test` in a fresh clone | ",
    "rest": "| what `./epreuve test all` has besides | ",
    "ci": "| `.ci/run` in a fresh clone | ",
}
duration = re.compile(r"(?:(\d+) min)?(?: ?(\d+) s)?")


def told(seconds):
    seconds = round(seconds, -1) if seconds >= 600 else round(seconds)
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s" if seconds >= 60 else f"{seconds:.0f} s"


def time_of(row, text):
    """@return where README tells it, and how many seconds that is"""
    begin = text.index(rows[row]) + len(rows[row])
    match = duration.match(text, begin)
    if not match[0]:
        sys.exit(f"README.md: no time (\"1 min 8 s\", \"9 s\") after {rows[row]}")
    return match.span(), 60 * int(match[1] or 0) + int(match[2] or 0)


def run(folder, *command):
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout.decode()[-2000:]}")
    return time.monotonic() - begin


def measure():
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
        os.environ.pop(name, None)
    measured = {}
    with tempfile.TemporaryDirectory() as folder:
        clone = pathlib.Path(folder) / "epreuve"
        run(folder, "git", "clone", "--quiet", project, clone)
        measured["run"] = run(clone, "./epreuve", "--no-install", "run", "softmax")
        section = sorted(clone.glob("chapters/01-softmax/[1-9]*.cpp"))[0]
        section.write_text(section.read_text() + "\n// edited\n")
        measured["edit"] = run(clone, "./epreuve", "--no-install", "run", "softmax")
        run(folder, "rm", "-rf", clone)
        run(folder, "git", "clone", "--quiet", project, clone)
        measured["test"] = run(clone, "./epreuve", "--no-install", "test")
        measured["rest"] = run(clone, "./epreuve", "--no-install", "test", "all", "-LE", "^course$")
    text = readme.read_text()
    for row, seconds in measured.items():
        (begin, end), _ = time_of(row, text)
        text = text[:begin] + told(seconds) + text[end:]
        print(f"{rows[row].strip('| ')}: {told(seconds)}")
    readme.write_text(text)


def compare(measured):
    text = readme.read_text()
    wrong = False
    for row, seconds in measured.items():
        _, said = time_of(row, text)
        differs = not said / 3 < seconds < 3 * said
        wrong |= differs
        print(f"{rows[row].strip('| ')}: {told(seconds)}, README says {told(said)}" + (": too far off" if differs else ""))
    return 1 if wrong else 0


if sys.argv[1:] == ["measure"]:
    measure()
elif sys.argv[1:2] == ["compare"] and all(re.fullmatch(rf"({'|'.join(rows)})=\d+", pair) for pair in sys.argv[2:]):
    sys.exit(compare({row: int(seconds) for row, seconds in (pair.split("=") for pair in sys.argv[2:])}))
else:
    sys.exit(__doc__)
