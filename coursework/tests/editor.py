"""clangd, which editors ask, has nothing against a chapter's exercises.hpp and its exercises.cpp as the first check writes it.

    python3 coursework/tests/editor.py BUILD-FOLDER [CHAPTER...]

The chapters, all if none is named, are copied, and with them the entries of compile_commands.json: in the project's own
folder a student may have written something.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(sys.argv[1]).resolve()
named = sys.argv[2:] or sorted(header.parent.name for header in project.glob("chapters/*/exercises.hpp"))
clangd = next((found for name in ("clangd-19", "clangd") if (found := shutil.which(name))), None)


def errors_in(file, database):
    done = subprocess.run([clangd, f"--check={file}", "--check-locations=false", f"--compile-commands-dir={database}"],
                          capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if line.startswith("E[")]
    return told or ([f"exit status {done.returncode}"] if done.returncode else [])


def main():
    if clangd is None:
        print("skipped: clangd is not installed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        chapters = folder / "chapters"
        for name in named:
            (chapters / name).mkdir(parents=True)
            shutil.copy(project / "chapters" / name / "exercises.hpp", chapters / name)
        entries = json.loads((build / "compile_commands.json").read_text())
        moved = json.dumps([entry for entry in entries if entry["file"].endswith("/exercises.cpp")])
        (folder / "compile_commands.json").write_text(moved.replace(f"{project}/chapters/", f"{chapters}/"))
        environment = {**os.environ, "EPREUVE_CHAPTERS": str(chapters), "EPREUVE_PROGRESS": str(folder / "progress.json")}
        checked = subprocess.run([build / "bin" / "epreuve-coursework", "check", *named], env=environment,
                                 capture_output=True, text=True)
        failed = 0
        for name in named:
            for file in ("exercises.hpp", "exercises.cpp"):
                if not (chapters / name / file).exists():
                    print(f"check has not written {name}/{file}: {checked.stdout}{checked.stderr}")
                    return 1
                for error in errors_in(chapters / name / file, folder):
                    print(f"{name}/{file}: {error}")
                    failed = 1
    print(f"{len(named)} chapters for {clangd}: " + ("errors" if failed else "no error"))
    return failed


if __name__ == "__main__":
    sys.exit(main())
