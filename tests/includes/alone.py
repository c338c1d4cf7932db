"""Compiles every source by itself: it must include all that it uses, and be right without its neighbours.

    python3 tests/includes/alone.py [--seconds N] [PART-OF-A-PATH...]

In a build, files are compiled several at a time after a precompiled header, which lends a file what it does not
include. Here Clang 19 only checks each file, and what is precompiled for it is what it includes: of the large
libraries, those that it or the project's headers that it reads include. That takes a third of the time. A file is
checked again when it, a header that it reads, its options, the compiler or a package of Debian has changed; what has
passed is noted in the file EPREUVE_ALONE, or else in build/alone. What was changed last is checked first, and what
there is no time for is left for the next run, and counted.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

project = pathlib.Path(__file__).resolve().parents[2]
build = project / "build" / "alone"
passed = pathlib.Path(os.environ.get("EPREUVE_ALONE", build / "passed"))
large = ["armadillo", "boost/test/unit_test.hpp", "CLI/CLI.hpp", "flint/fmpq.h", "fmt/format.h", "nlohmann/json.hpp",
         "rapidcheck.h"]
enough = 4  # files that share a precompiled header: to make it takes as long as to read it twice

includes = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
included_by = {}


def files_read(source, folders):
    """The project's files that a source reads, itself among them, and what else they include."""
    files, others, to_read = {source}, set(), [source]
    while to_read:
        file = to_read.pop()
        if file not in included_by:
            included_by[file] = includes.findall(file.read_text())
        for name in included_by[file]:
            found = next((path for folder in [file.parent, *folders]
                          if (path := pathlib.Path(os.path.normpath(folder / name))).is_file()), None)
            if found is None:
                others.add(name)
            elif found not in files:
                files.add(found)
                to_read.append(found)
    return files, others


def is_option_of_all(word):
    return not word.startswith(("-DEPREUVE", f"-I{project}"))


class Unit:
    """A source: how it is compiled, and what decides whether it passes."""

    def __init__(self, entry, circumstances):
        self.file = pathlib.Path(entry["file"])
        words = shlex.split(entry["command"])
        self.command = [word for word in words[:words.index("-o")] if not re.match("-O|-g", word)]
        folders = [pathlib.Path(word[2:]) for word in words if word.startswith(f"-I{project}")]
        files, others = files_read(self.file, folders)
        self.name = str(self.file.relative_to(project))
        first = tuple(name for name in large if name in others)
        self.precompiled = (first, tuple(word for word in self.command if is_option_of_all(word)))
        digest = hashlib.sha256(circumstances)
        digest.update(" ".join(self.command).encode())
        for file in sorted(files):
            digest.update(file.read_bytes())
        self.digest = digest.hexdigest()


def precompile(number, what, deadline):
    if time.monotonic() > deadline:
        return ""
    first, options = what
    header = build / f"precompiled-{number}.hpp"
    header.write_text("".join(f"#include <{name}>\n" for name in first))
    subprocess.run([*options, "-w", "-x", "c++-header", str(header), "-o", f"{header}.pch"], check=True)
    return f"{header}.pch"


def errors_of(unit, header, deadline):
    """What the compiler says, or nothing; None if there is no time left."""
    first = ["-include-pch", header.result()] if header else []
    if time.monotonic() > deadline:
        return None
    done = subprocess.run([*unit.command, *first, "-fsyntax-only", str(unit.file)], capture_output=True, text=True)
    return (done.stderr or f"exit status {done.returncode}") if done.returncode else ""


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check(units, deadline):
    """Checks them in this order. How many fail, and how many there was no time for."""
    users = collections.Counter(unit.precompiled for unit in units)
    failed, left, headers = 0, 0, {}
    passed.parent.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, passed.open("a") as log:
        checks = []
        for unit in units:
            what = unit.precompiled
            if what[0] and users[what] >= enough and what not in headers:
                headers[what] = pool.submit(precompile, len(headers), what, deadline)
            checks.append(pool.submit(errors_of, unit, headers.get(what), deadline))
        for unit, errors in zip(units, checks):
            errors = errors.result()
            if errors is None:
                left += 1
            elif errors:
                failed += 1
                print(f"{unit.name}, compiled by itself:\n{errors}", flush=True)
            else:
                print(unit.digest, file=log, flush=True)
    return failed, left


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=float("inf"))
    options.add_argument("parts", nargs="*")
    options = options.parse_args()
    deadline = time.monotonic() + options.seconds
    configured = subprocess.run(["cmake", "--preset", "clang", "-B", build, "-D", "EPREUVE_ALONE=ON"], cwd=project,
                                capture_output=True, text=True)
    if configured.returncode:
        print(configured.stdout + configured.stderr)
        return 2
    circumstances = (output_of("dpkg-query", "-W") + output_of("clang++-19", "--version")).encode()
    git = ["git", "-C", str(project)]
    tracked = set(output_of(*git, "ls-files", "*.cpp").split())
    last_changed = {name: number for number, name in
                    reversed(list(enumerate(output_of(*git, "log", "--format=", "--name-only", "*.cpp").split())))}
    entries = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())
               if "clang++" in entry["command"].split()[0]}
    units = [Unit(entries[file], circumstances) for name in tracked if (file := str(project / name)) in entries]
    units = [unit for unit in units if not options.parts or any(part in unit.name for part in options.parts)]
    before = set(passed.read_text().split()) if passed.exists() else set()
    to_check = sorted((unit for unit in units if unit.digest not in before),
                      key=lambda unit: (last_changed.get(unit.name, -1), unit.name))
    failed, left = check(to_check, deadline)
    print(f"{len(units)} sources; {len(to_check) - left} checked now, of which {failed} fail"
          + (f"; NOT CHECKED, for want of time: {left}" if left else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
