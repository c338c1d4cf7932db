"""Follows the commands of README.md and docs/ as somebody would in a clone in which nothing has been built.

    python3 tests/documents/commands.py BUILD-FOLDER

The clone is a copy of the project whose cmake and ninja are stand-ins: instead of building a target they see that it is
one, and that the real build, in BUILD-FOLDER, has its program. So ./epreuve does all that it does in a new clone, and
takes seconds. A command that the table below names runs for real, in an empty folder. Of all others the command, its
options, and what they name are looked at, and the table says why they do not run.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(sys.argv[1]).resolve()

# What runs, and then, in the order of the table, what does not. The expression matches the whole command.
runs = [
    r"help|list|.* --help|progress|prove --list",
    r"language (sample|next|entropy)\b.*",
    r'gpt2 (next|attention|trace|generate) "the cat(?!.*--weights).*|gpt2 heads',
    r"prove (kronecker|softmax).* --steps",
    r"run softmax",
]
stands_for_several = (r".*(\[| \| |\.\.\.|\b(COMMAND|CHAPTER|DIR)\b).*", "stands for several commands")
left_out = [
    (r"(run|claims|figures|records|book)\b.*|prove", "all chapters or proofs, or in a browser: tests of their own run them"),
    (r"(--preset \w+ )?test\b.*|bench\b.*", "is this test, or one beside it; its patterns are compared with the tests' names"),
    (r"install\b.*", "installs packages"),
    (r"prove my-name --steps", "is of a proposition that the reader has written"),
    (r"gpt2 fetch", "downloads half a gigabyte"),
    (r"gpt2 .*", "needs GPT-2's published files, or a text or model of the reader's"),
    (r"train\b.*", "takes from seconds to hours, and needs files of the reader's; tests/driver/train.cpp runs it"),
    (r"(next|check|hint|solution|reset|try)\b.*", "compiles or writes answers, or writes down what it showed; coursework/tests run it"),
    (r"(handout|grade)\b.*", "compiles a class's answers; coursework/tests run it, and .ci/run in Debian 13"),
]

# What the reader of docs/add-a-chapter.md, docs/teach.md and docs/proofs.md has made by then.
fixtures = {
    "chapters/23-norms/chapter.cpp": "",
    "chapters/23-norms/exercises.hpp": "double euclidean_norm(const arma::vec& x);\n",
    "proofs/91-my-name/statement.md": "",
}

stand_in = """#!{python}
import os, pathlib, subprocess, sys
words = sys.argv[1:]
if os.path.basename(sys.argv[0]) == "ninja":
    sys.exit()  # no step is left
if words[0] == "--fresh":
    folder = pathlib.Path("build", words[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=" + words[4] + "\\n")
    (folder / "build.ninja").write_text("")
    sys.exit()
folder = pathlib.Path(words[1])
targets = words[words.index("--target") + 1:]
known = set(pathlib.Path({known!r}).read_text().split())
unknown = [target for target in targets if target not in known and "norms" not in target]
if unknown:
    print("FAILED: no target " + ", ".join(unknown))
    sys.exit(1)
(folder / "bin").mkdir(exist_ok=True)
for program in pathlib.Path({bin!r}).iterdir():
    link = folder / "bin" / program.name
    if not link.exists():
        link.symlink_to({program!r} or program)
"""
# In place of a program that is not to run: what it is asked for
record = '#!/bin/sh\nprintf "%s\\n" "$0" "$@" >"$ASKED"\n'


def commands():
    """(where, command) for each ./epreuve in a block of code or between backquotes."""
    for page in [project / "README.md", *sorted((project / "docs").glob("*.md"))]:
        lines = page.read_text().split("\n")
        for number, line in enumerate(lines, 1):
            place = f"{page.relative_to(project)}:{number}"
            found = re.findall(r"`\./epreuve ([^`]+)`", line)
            if line.startswith("    "):
                while line.endswith("\\"):
                    line = line[:-1] + lines[number].strip()
                    number += 1
                code = re.split(r"\s# ", line)[0]
                found += re.findall(r"\./epreuve ((?:\"[^\"]*\"|[^\"#;'`>&])+)", code)
            for command in found:
                command = re.sub(r"\$[A-Za-z_]+", "1", command)  # variables of a shell, all of them numbers here
                yield place, re.sub(r"\s+", " ", command.removeprefix("--no-install ")).strip().rstrip(":")


def how(command):
    """None if it runs, or why not."""
    if re.fullmatch(stands_for_several[0], command):
        return stands_for_several[1]
    if any(re.fullmatch(pattern, command) for pattern in runs):
        return None
    return next((why for pattern, why in left_out if re.fullmatch(pattern, command)), "")


def ended(command, folder, tools, clone, **more):
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", HOME=str(folder), **more)
    for name in ("EPREUVE_GPT2", "EPREUVE_PRESET", "EPREUVE_CHAPTERS"):
        environment.pop(name, None)
    return subprocess.run([clone / "epreuve", "--no-install", *command], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)


def make_clone(work, name, program):
    """A clone, and a folder with its stand-ins, which put links to `program` in place of programs, or to the real ones."""
    clone, tools = work / name, work / f"tools-{name}"
    clone.mkdir()
    tools.mkdir()
    for part in ["epreuve", "packages.txt", "CMakeLists.txt", "CMakePresets.json"]:
        shutil.copy(project / part, clone)
    for part in ["chapters", "completions", "proofs", "tests/benchmarks"]:
        shutil.copytree(project / part, clone / part, ignore=shutil.ignore_patterns("exercises.cpp*"))
    for file, text in fixtures.items():
        (clone / file).parent.mkdir(parents=True, exist_ok=True)
        (clone / file).write_text(text)
    for tool in ["cmake", "ninja"]:
        (tools / tool).write_text(stand_in.format(python=sys.executable, known=str(work / "targets"),
                                                  bin=str(build / "bin"), program=program))
        (tools / tool).chmod(0o755)
    return clone, tools


def unknown_options(asked):
    """Of a program and its arguments, the options that its help does not have."""
    program, *words = asked
    if not words:
        return []
    names = [word for word in words if re.fullmatch("[a-z][a-z0-9-]*", word)][:2 if words[0] in ("gpt2", "language") else 1]
    page = subprocess.run([build / "bin" / pathlib.Path(program).name, *names, "--help"], capture_output=True, text=True)
    if page.returncode:
        return [" ".join(names)]
    options = [word.split("=")[0] for word in words if re.match("--[a-z]", word)]
    return [option for option in options if not re.search(re.escape(option) + r"\b", page.stdout)]


def wrong_with(command, work, clones):
    """What is wrong with a command, or nothing."""
    why = how(command)
    if why == "":
        return "tests/documents/commands.py does not say whether it runs, or why not"
    if why == stands_for_several[1]:
        return ""
    try:
        words = [os.path.expandvars(word) for word in shlex.split(command)]
    except ValueError as error:
        return str(error)
    if why is None:
        done = ended(words, work / "empty", clones[0][1], clones[0][0])
        return "" if done.returncode == 0 else f"status {done.returncode}\n{done.stdout}{done.stderr}"
    if words[0] == "install" or words[-1] == "fetch":
        groups = re.findall(r"^\[(.*)\]$", (project / "packages.txt").read_text(), re.M)
        return "" if words[-1] == "fetch" or set(words[1:]) <= set(groups) else "packages.txt has no such group"
    if words[0] == "bench":
        files = [project / "tests" / "benchmarks" / f"{name}.cpp" for name in words[1:]]
        return "" if all(file.is_file() for file in files) else "there is no such benchmark"
    if "test" in words[:3]:
        selecting = words[words.index("test") + 1:]
        if selecting[:1] and not selecting[0].startswith("-"):
            selecting = ["-L", selecting[0]] if selecting[0] != "all" else []
        listed = subprocess.run(["ctest", "--test-dir", build, "-N", *selecting], capture_output=True, text=True).stdout
        return "" if re.search("norms", command) or not re.search("Total Tests: 0", listed) else "selects no test"
    asked = work / "asked"
    asked.unlink(missing_ok=True)
    done = ended(words, work / "empty", clones[1][1], clones[1][0], ASKED=str(asked))
    if done.returncode:
        return f"status {done.returncode}\n{done.stdout}{done.stderr}"
    unknown = unknown_options(asked.read_text().splitlines())
    return f"there is no {', '.join(unknown)}" if unknown else ""


def main():
    targets = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], check=True, capture_output=True, text=True)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "empty").mkdir()
        (work / "targets").write_text("\n".join(line.split(":")[0] for line in targets.stdout.split("\n")))
        (work / "record").write_text(record)
        (work / "record").chmod(0o755)
        clones = [make_clone(work, "runs", ""), make_clone(work, "asks", str(work / "record"))]
        judged = {}
        for place, command in commands():
            if command not in judged:
                judged[command] = wrong_with(command, work, clones)
            if judged[command]:
                failures += 1
                print(f"{place}: ./epreuve {command}: {judged[command]}")
        ran = sum(how(command) is None for command in judged)
        print(f"{len(judged)} commands, of which {ran} ran")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
