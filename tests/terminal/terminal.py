"""What the commands show on a terminal: no line is wider than it, and one that is dumb gets no colours.

    python3 tests/terminal/terminal.py BUILD-FOLDER

And what is longer than the screen comes through a pager. Runs the commands on pseudo-terminals of 40, 80 and 200 columns. A line is too wide only if it could have been broken:
if it has a blank after its indentation.
"""
import concurrent.futures
import fcntl
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

project = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1]).resolve() / "bin"
script = [project / "epreuve", "--no-install"]
driver = [programs / "epreuve-driver"]

commands = [
    [*script, "help"],
    [*script, "help", "bench"],
    [*script, "list"],
    [*driver, "run", "--help"],
    [*driver, "run", "softmax"],
    [*driver, "run", "softmax", "gelu"],
    [*driver, "run", "gelu", "--format", "terminal"],
    [*driver, "run", "softmax", "--seeds", "2"],
    [*driver, "claims", "gelu", "attention"],
    [*driver, "claims", "gelu", "--errata"],
    [*driver, "prove", "--list"],
    [*driver, "progress"],
    [*driver, "next", "softmax"],
    [*driver, "check", "softmax"],
    [*driver, "hint", "softmax/log_sum_exp"],
    [*driver, "gpt2", "next", "the cat sits on the"],
    [*driver, "language", "next", "after the war a woman signs"],
    [*driver, "language", "entropy"],
]

wrong_answer = """#include "exercises.hpp"

// [softmax] Softmax, as the formula says
arma::vec exercise::softmax(const arma::vec& x)
{
  return x / arma::accu(x);
}
"""


def columns_of(line):
    wide = "WF"
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in wide else 1 for c in line)


def shown(command, columns, rows=10_000, typed=False, **settings):
    """What a terminal is sent, and the status; its keyboard is there only if something may be typed."""
    terminal, its_end = os.openpty()
    fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items()
            if name not in ("COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "CI", "LESS", "PAGER", "EPREUVE_PAGER",
                            "VISUAL", "EDITOR")}
    process = subprocess.Popen(command, stdin=its_end if typed else subprocess.DEVNULL, stdout=its_end, stderr=subprocess.PIPE, cwd=project,
                               env=kept | {"TERM": "xterm"} | settings)
    os.close(its_end)
    text = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(terminal)
    process.stderr.read()
    return text.decode().replace("\r\n", "\n"), process.wait()


def too_wide(text, columns):
    text = re.sub(r"\x1b\[[0-9;]*[mK]", "", text).replace("\r", "")
    return [line for line in text.split("\n") if columns_of(line) > columns and " " in line.strip()]


def paged(command, columns=80, rows=24, **settings):
    """The lines that came through a pager, which marks them, and the others."""
    lines = shown(command, columns, rows, **{"EPREUVE_PAGER": "sed s/^/%/"} | settings)[0].split("\n")
    return [line[1:] for line in lines if line.startswith("%")], [line for line in lines if line and line[0] != "%"]


def mistakes_of_pager():
    run = [*driver, "run", "softmax"]
    through, after = paged(run)
    if len(through) < 24 or not any("all as declared" in line for line in through):
        yield "what is longer than the screen does not come through the pager"
    if len(after) < 2 or not after[0].startswith("──") or "1 chapter with" not in after[1]:
        yield f"after the pager the summary is not shown: {after}"
    for why, command, settings in [
        ("it is in sight", run, {"rows": 10_000}),
        ("CI is set", run, {"CI": "true"}),
        ("the terminal is dumb", run, {"TERM": "dumb"}),
        ("the pager is cat", run, {"EPREUVE_PAGER": "cat"}),
        ("the pager is none", run, {"EPREUVE_PAGER": ""}),
        ("the script is told --no-pager", [*script, "--no-pager", "help"], {}),
    ]:
        through, rest = paged(command, **settings)
        if through or not rest:
            yield f"paged although {why}, or nothing is shown"
    if not paged([*script, "help"])[0]:
        yield "the script's own help does not come through the pager"
    absent = paged(run, EPREUVE_PAGER="no-such-program -x")[1]
    if not any("all as declared" in line for line in absent):
        yield "nothing is shown where the pager is not installed"
    text, status = shown(run, 80, 24, EPREUVE_PAGER="head -n 1")
    if status != 0 or "1 chapter with" not in text:
        yield f"a pager that is left at once: status {status}"
    piped = subprocess.run(run, env=os.environ | {"EPREUVE_PAGER": "sed s/^/%/"}, text=True, capture_output=True)
    if "\n%" in piped.stdout or "all as declared" not in piped.stdout:
        yield "paged in a pipe"


def mistakes_of_editor(file, student):
    """What `next` opens: stand-ins for editors say with which words they were started."""
    line = file.read_text().split("\n").index("// [softmax] Softmax, as the formula says") + 1
    code = file.parent / "code"
    code.write_text("#!/bin/sh\necho code: \"$@\"\n")
    code.chmod(0o755)
    for typed, settings, expected in [
        (True, {"EDITOR": "echo edit: -w"}, f"edit: -w +{line} {file}\n"),
        (True, {"EDITOR": "false", "VISUAL": "echo edit:"}, f"edit: +{line} {file}\n"),
        (True, {"EDITOR": f"{code} --wait"}, f"code: --wait --goto {file}:{line}\n"),
        (True, {}, "./epreuve check softmax/softmax\n"),
        (False, {"EDITOR": "echo edit:"}, "./epreuve check softmax/softmax\n"),
    ]:
        text, status = shown([*driver, "next"], 200, typed=typed, **student | settings)
        if status != 0 or not text.endswith(expected) or "Softmax, as the formula says" not in text:
            yield f"next with {settings}{'' if typed else ', no keyboard'}: status {status}, {text[-200:]!r}"


def main():
    mistakes = list(mistakes_of_pager())
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        chapter = work / "chapters" / "01-softmax"
        chapter.mkdir(parents=True)
        (chapter / "exercises.hpp").write_bytes((project / "chapters/01-softmax/exercises.hpp").read_bytes())
        (chapter / "exercises.cpp").write_text(wrong_answer)
        student = {"EPREUVE_CHAPTERS": str(work / "chapters"), "HOME": folder, "EPREUVE_PAGER": "cat"}

        mistakes += mistakes_of_editor(chapter / "exercises.cpp", student | {"EPREUVE_PROGRESS": str(work / "progress")})

        def look(case):
            number, (command, columns) = case
            name = " ".join(map(str, command[1:]))
            text, status = shown(command, columns, EPREUVE_PROGRESS=str(work / f"progress-{number}"), **student)
            said = [f"{name}: status {status}"] if status != ("check" in command) or not text else []
            said += [f"{name}, {columns} columns: {columns_of(line)} in: {line}" for line in too_wide(text, columns)]
            if columns == 80:
                for setting in ({"TERM": "dumb"}, {"NO_COLOR": "1"}):
                    plain, _ = shown(command, columns, EPREUVE_PROGRESS=str(work / f"progress-{number}"), **student | setting)
                    if "\x1b" in plain or "\r" in plain:
                        said.append(f"{name}, {setting}: colours, or a line that is written over")
            return said

        cases = list(enumerate((command, columns) for command in commands for columns in (40, 80, 200)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for said in pool.map(look, cases):
                mistakes += said
    print("\n".join(mistakes))
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
