"""Whatever command comes first in a clone, its chapters compile, and go on compiling when one is edited.

    python3 tests/orders/orders.py COMPILER

The clone has the project's build and two small chapters, which do what compiles differently alone and together: names
of a file that local ones hide, in a header too, and types of a file that hold others. ./epreuve and the configuration
are real; the stand-in for cmake has GCC check the chapters' sources, as they would be compiled, and builds nothing.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(__file__).resolve().parents[2]

chapters = {
    "01-first/chapter.cpp": """/**
# First
*/
int first() { return 1; }
""",
    "02-second/counted.hpp": """#pragma once
template <typename Number> Number counted(Number x)
{
  Number result = 0;
  for (Number n = 0; n < x; ++n)
    result += n;
  return result;
}
""",
    "02-second/chapter.cpp": """/**
# Second
*/
#include "counted.hpp"
namespace {
constexpr int width = 3;
struct Part
{
  int value = width;
};
struct Whole
{
  Part part;
};
} // namespace
struct Named
{
  Part part;
};
int second() { return counted(Named().part.value + Whole().part.value); }
""",
    "02-second/1-section.cpp": """#include "counted.hpp"
static constexpr int n = 768;
int section()
{
  const int width = n;
  const auto half = [](int n) { return n / 2; };
  return counted(half(width));
}
""",
}

stand_in = """#!{python}
import json, os, pathlib, re, shlex, subprocess, sys
words = sys.argv[1:]
if words[0] != "--build":
    sys.exit(subprocess.run([{cmake!r}, *words]).returncode)
build = pathlib.Path(words[1])
subprocess.run([{cmake!r}, str(build)], check=True, stdout=subprocess.DEVNULL) # as ninja does, if edited-chapters changed
(build / "bin").mkdir(exist_ok=True)
targets = [word for word in words if word.startswith("chapter-")]
if "chapters" in words or "tests-course" in words:
    targets = ["chapter-01-first", "chapter-02-second"]
for name in ["epreuve-driver", "epreuve-weaver"]:
    (build / "bin" / name).write_text("#!/bin/sh\\ncat >/dev/null\\n") # the names of chapters that are built
    (build / "bin" / name).chmod(0o755)
status = 0
for target in targets:
    compiled = 0
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if f"/{{target}}.dir/" not in entry["command"] or entry["file"].endswith("about.cpp"):
            continue
        command = re.sub("-Winvalid-pch|-include [^ ]*|-fplugin=[^ ]*|-o [^ ]* -c ", "", entry["command"])
        compiled += 1
        with open(os.environ["COMPILED"], "a") as log:
            log.write(target + "/" + pathlib.Path(entry["file"]).name + "\\n")
        done = subprocess.run([*shlex.split(command), "-fsyntax-only"], cwd=entry["directory"])
        if done.returncode or not compiled:
            print("FAILED: chapters/" + target)
            status = 1
    program = build / "bin" / target
    if not status:
        program.write_text("#!/bin/sh\\n")
        program.chmod(0o755)
sys.exit(status)
"""

# The commands of each order, and how the second chapter's files are compiled by each: alone or together
alone, together, edit, nothing = {"chapter.cpp", "1-section.cpp"}, {"unity_0_cxx.cxx"}, "edit", set()
orders = [
    [(["run", "first"], nothing), (["run", "second"], alone), (["run"], alone), (["book"], alone)],
    [(["run"], together), (edit, nothing), (["run", "second"], alone), (["test"], alone)],
    [(["test", "-N"], nothing), (["run", "second"], together), (edit, nothing), (["run", "second"], alone),
     (["book"], alone)],
]


def make_clone(work):
    clone = work / "clone"
    clone.mkdir()
    for part in ["epreuve", "packages.txt", "CMakeLists.txt", "CMakePresets.json"]:
        shutil.copy(project / part, clone)
    for part in ["cmake", "completions", "lib", "tools", "coursework", "book", "proofs"]:
        shutil.copytree(project / part, clone / part, ignore=shutil.ignore_patterns("tests", "temml", "[0-9]*-*"))
    (clone / "chapters").mkdir()
    shutil.copy(project / "chapters" / "CMakeLists.txt", clone / "chapters")
    for file, text in chapters.items():
        (clone / "chapters" / file).parent.mkdir(exist_ok=True)
        (clone / "chapters" / file).write_text(text)
    return clone


def second_chapter_compiled(log):
    """Which of the second chapter's files were compiled."""
    names = log.read_text().split() if log.exists() else []
    log.unlink(missing_ok=True)
    return {name.split("/")[1] for name in names if name.startswith("chapter-02-second/")}


def follow(order, compiler):
    """Runs the commands of an order in a clone of its own. What is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        clone, tools, log = make_clone(work), work / "tools", work / "compiled"
        tools.mkdir()
        (tools / "cmake").write_text(stand_in.format(python=sys.executable, cmake=shutil.which("cmake")))
        (tools / "cmake").chmod(0o755)
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", CXX=compiler, COMPILED=str(log))
        environment.pop("EPREUVE_PRESET", None)
        for command, expected in order:
            if command == edit:
                later = (clone / "build" / "release" / "bin" / "chapter-02-second").stat().st_mtime + 1
                os.utime(clone / "chapters" / "02-second" / "1-section.cpp", (later, later))
                continue
            done = subprocess.run([clone / "epreuve", "--no-install", *command], env=environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True)
            compiled = second_chapter_compiled(log)
            if done.returncode:
                return f"{' '.join(command)} ends with {done.returncode}\n{done.stdout}{done.stderr}"
            if compiled != expected:
                return f"{' '.join(command)} compiles {sorted(compiled)}, expected {sorted(expected)}"
    return ""


def main():
    failures = 0
    for order in orders:
        wrong = follow(order, sys.argv[1])
        if wrong:
            failures += 1
            print("after one another: " + ", ".join(" ".join(command) if command != edit else edit for command, _ in order))
            print(wrong)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
