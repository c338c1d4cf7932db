"""A clone has the same bytes on every system: names that Windows can write, and texts whose lines end in \\n.

    python3 tests/clone/clone.py

Looks at the files that git tracks, and at what it writes of them where core.autocrlf is true, as Git for Windows sets it.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

project = pathlib.Path(__file__).resolve().parents[2]
refused = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)', re.I)


def git(*words, **more):
    return subprocess.run(["git", "-C", project, *words], check=True, capture_output=True, text=True, **more).stdout


def names_that_windows_refuses(files):
    """A folder or a file with a name of a device, with a character that no name may have, or that ends in a dot or blank."""
    return [f"{file}: Windows has no file named {part!r}" for file in files for part in file.split("/") if refused.search(part)]


def names_that_are_one(files):
    """Files and folders whose names differ by the case of their letters alone, and are one on Windows and on a Mac."""
    spellings = collections.defaultdict(set)
    for file in files:
        for path in [file, *map(str, pathlib.PurePosixPath(file).parents)]:
            spellings[path.casefold()].add(path)
    return [f"{' and '.join(sorted(same))} are one file on Windows" for same in spellings.values() if len(same) > 1]


def changed_by_line_ends(blobs):
    """Files of which git writes other bytes than it keeps, where it is told to end lines in \\r\\n."""
    with tempfile.TemporaryDirectory() as folder:
        git("-c", "core.autocrlf=true", "checkout-index", "--all", f"--prefix={folder}/")
        written = git("hash-object", "--no-filters", "--stdin-paths",
                      input="".join(f"{folder}/{file}\n" for file in blobs)).split()
    return [f"{file}: its bytes are others in a clone with core.autocrlf=true; .gitattributes should say that it is text, or not"
            for (file, kept), now in zip(blobs.items(), written) if now != kept]


def texts_with_other_line_ends():
    """Texts that are kept with \\r\\n, though nothing says that their bytes are meant."""
    entries = (line.split("\t") for line in git("ls-files", "--eol").splitlines())
    return [f"{file} has lines that end in \\r\\n" for told, file in entries
            if told.split()[0] in ("i/crlf", "i/mixed") and "attr/-text" not in told]


def main():
    if not (project / ".git").exists():
        print("skipped: this is no clone")
        return 0
    entries = (line.split("\t") for line in git("ls-files", "--stage", "-z").split("\0") if line)
    blobs = {file: told.split()[1] for told, file in entries}
    wrong = [*names_that_windows_refuses(blobs), *names_that_are_one(blobs), *changed_by_line_ends(blobs),
             *texts_with_other_line_ends()]
    print("\n".join(wrong) or f"{len(blobs)} files are the same everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
