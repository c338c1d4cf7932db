#include "commands/handout.hpp"

#include "commands/course.hpp"
#include "commands/exercises.hpp"
#include "commands/teaching.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/process.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
namespace process = boost::process;

const fs::path root = EPREUVE_ROOT;

/// The parts of the project that a student gets: no tests, which hold answers, and no history.
const std::vector<std::string> handed_out{".clangd",
                                          ".gitattributes",
                                          ".vscode",
                                          "CMakeLists.txt",
                                          "CMakePresets.json",
                                          "LICENSE",
                                          "book",
                                          "chapters",
                                          "cmake",
                                          "completions",
                                          "coursework",
                                          "docs/course.schema.json",
                                          "docs/debug-an-answer.md",
                                          "docs/editors.md",
                                          "docs/fr",
                                          "docs/install.md",
                                          "docs/proofs.md",
                                          "docs/proofs.schema.json",
                                          "docs/record.schema.json",
                                          "epreuve",
                                          "figures",
                                          "lib",
                                          "packages.txt",
                                          "proofs",
                                          "tools",
                                          "translations"};

/// What is left out: tests, and answers, right and wrong, and what is said of wrong ones; somebody's work, and what
/// `reset` has kept of it.
bool is_left_out(const fs::path& path)
{
  const std::string name = path.filename().string();
  // The library has a mistakes.cpp, too, and the weaver an exercises.cpp.
  const bool is_of_chapter = path.parent_path().parent_path().filename() == "chapters";
  return name == "tests" || name == "solutions.cpp" || name == "diagnoses.po" ||
         (is_of_chapter &&
          (name == "mistakes.cpp" || name == "mutants.jsonl" || name.starts_with("exercises.cpp")));
}

const std::string student_readme = R"(# épreuve: exercises

On Debian 12 or 13, in this folder, as root or with sudo:

    ./epreuve progress               # what there is to do, and what is next
    ./epreuve check softmax          # how far you are in a chapter

A chapter's folder holds `exercises.hpp`, which says what each function must do, and
`exercises.cpp`, where you write it: replace `throw NotStarted();`. Then check: an exercise is done,
or wrong, with the smallest input on which it fails, what was expected, what came, and what the
mistake may be.

    ./epreuve check --watch softmax  # checks again whenever you save
    ./epreuve hint softmax/softmax   # one hint more each time
    ./epreuve reset softmax/softmax  # back to the beginning; keeps a copy of what you wrote
    ./epreuve run softmax            # the chapter itself: what the functions are for
    ./epreuve check --lang fr softmax  # in French, as without --lang where the system is French

Read the chapter first: `./epreuve book --open`, or the prose in `chapters/01-softmax/chapter.cpp`. How to look
into a failing answer with gdb: `docs/debug-an-answer.md`, or in French
`docs/fr/debug-an-answer.md`.

Hand in your `exercises.cpp`, in a folder named like the chapter: `01-softmax/exercises.cpp`.
)";

const std::string student_gitignore =
    R"(# What the commands write here. Your exercises.cpp is not among it: it is yours to commit.
/build/
/grades/
/bin/exercises/include/**/*.hpp.*
/chapters/*/exercises.cpp.*
/.epreuve-progress.json
try-*
)";

/// {} is replaced by the chapters, as options.
const std::string setup = R"(#!/bin/sh
# Run once, when the autograder's image is made: installs packages and builds the judges.
set -eu
autograder=${{AUTOGRADER:-/autograder}}
cd "$autograder/source/epreuve"
./epreuve grade{} --help >/dev/null
)";

/// {} is replaced by the chapters, as options.
const std::string run_autograder = R"(#!/bin/sh
# Run for each submission: grades $autograder/submission into $autograder/results/results.json.
set -eu
autograder=${{AUTOGRADER:-/autograder}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/submissions"
cp -r "$autograder/submission" "$work/submissions/submission"
mkdir -p "$autograder/results"
cd "$autograder/source/epreuve"

# Status 1 says that the submission has problems; its report lists them. Status 2 says why nobody can be
# graded here: where the container allows no sandbox, it is one itself, as each submission has its own.
grade() {{
  status=0
  ./epreuve grade "$work/submissions"{} --for-students --out "$work/grades" "$@" || status=$?
  [ "$status" -le 1 ]
}}
grade || grade --unsafe
cp "$work/grades/gradescope/submission.json" "$autograder/results/results.json"
)";

/// The autograder of an assignment in Classroom 50, which runs it in the student's repository. {} is replaced by the
/// chapters, as arguments.
const std::string classroom50_autograder = R"(#!/usr/bin/env python3
"""Grades the repository in the current folder with epreuve, and writes result.json (classroom50/result/v1).

The suite is the folder epreuve beside this file, or the folder that EPREUVE names, such as one that an image
has built already. An exit status other than 0 means that nobody can be graded here.
"""

import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

suite = pathlib.Path(os.environ.get("EPREUVE", pathlib.Path(__file__).resolve().parent / "epreuve"))
with tempfile.TemporaryDirectory() as work:
    submissions, grades = pathlib.Path(work) / "submissions", pathlib.Path(work) / "grades"
    shutil.copytree(".", submissions / "submission", symlinks=True, ignore=shutil.ignore_patterns(".git"))

    def grade(*more):
        command = ["sh", "epreuve", "grade", submissions, {}"--for-students", "--classroom50",
                   "--out", grades, *more]
        return subprocess.run(command, cwd=suite, check=False).returncode in (0, 1)

    # Status 1 says that the submission has problems; its results name them. Status 2 says why nobody can be graded:
    # where the container allows no sandbox, it is one itself, as each submission has its own.
    if not grade() and not grade("--unsafe"):
        sys.exit(2)
    with open(grades / "classroom50" / "submission.json", encoding="utf-8") as file:
        graded = json.load(file)

environment = os.environ
result = {{
    "schema": "classroom50/result/v1",
    "classroom": environment["CLASSROOM"],
    "assignment": environment["ASSIGNMENT"],
    "assignment_type": environment.get("ASSIGNMENT_TYPE") or "individual",
    "owner": environment.get("OWNER") or environment["USERNAME"],
    "submission": environment["SUBMISSION_TAG"],
    "commit": environment["COMMIT_URL"],
    "release": environment["RELEASE_URL"],
    "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
    "datetime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    **graded,
}}
with open("result.json", "w", encoding="utf-8") as file:
    json.dump(result, file, ensure_ascii=False, indent=2)
)";

/// What VPL runs for the buttons Evaluate and Run: it prepares vpl_execution, which is run afterwards, as the same user.
/// {chapters} is replaced by the chapters, as options, and {comment} and {line} by the scripts for sed that a message and
/// the report go through.
const std::string vpl_script = R"(#!/bin/bash
# For Virtual Programming Lab. EPREUVE is the folder of the suite on the execution server, where it is built.
[ ! -f vpl_environment.sh ] || . ./vpl_environment.sh
work=$(mktemp -d "$PWD/epreuve.XXXXXX")
mkdir -p "$work/submissions/submission"
for ((i = 0; ; ++i)); do
  name=VPL_SUBFILE$i
  [ -n "${!name:-}" ] || break
  cp --parents -- "${!name}" "$work/submissions/submission"
done
printf '#!/bin/bash\nepreuve=%q work=%q best=%q\n' \
  "${EPREUVE:-/opt/epreuve}" "$work" "${VPL_GRADEMAX:-100}" >vpl_execution
cat >>vpl_execution <<'END'
# Status 1 says that the submission has problems; the report names them. Status 2 says why nobody can be graded here:
# where the server allows no sandbox inside its own, that one is the only one.
grade() {
  status=0
  "$epreuve/build/release/bin/epreuve-coursework" grade "$work/submissions"{chapters} \
    --for-students --out "$work/grades" --vpl "$best" "$@" >"$work/said" 2>&1 || status=$?
  [ "$status" -le 1 ]
}
if grade || grade --unsafe; then
  sed '{line}' "$work/grades/vpl/submission.txt"
else
  sed '{comment}' "$work/said"
fi
rm -rf "$work"
END
chmod +x vpl_execution
)";

struct ForVpl
{
  const char *script, *comment, *line;
};

constexpr std::array<ForVpl, 2> vpl_scripts{
    {{"vpl_evaluate.sh", "s/^/Comment :=>>/", ""},
     {"vpl_run.sh", "", R"(/^Grade/d; s/^Comment :=>>[->]\{0,1\}//)"}}};

struct HandoutOptions
{
  std::string folder;
  std::vector<std::string> chapters; ///< that the system grades, or that are handed out compiled
  bool gradescope = false, classroom50 = false, vpl = false, built = false;
  bool without_libraries = false; ///< for a package that depends on those that have them

  bool is_for_system() const { return gradescope || classroom50 || vpl; }
};

/// A folder that is being made: near its place, where it is put when it is whole. Whatever happens before, its place
/// stays as it is. It is made in the place itself if that is there, an empty folder, since what is above may be somebody
/// else's. Ctrl-C waits until it is whole.
class FolderInTheMaking
{
public:
  explicit FolderInTheMaking(const fs::path& place) : place_(without_slash(place))
  {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      ::sigaddset(&ends, signal);
    ::pthread_sigmask(SIG_BLOCK, &ends, &before_);
    fs::path near = place_;
    while (!fs::exists(near))
      near = near.parent_path();
    std::string made = near / ("." + place_.filename().string() + ".XXXXXX");
    if (::mkdtemp(made.data()) == nullptr) {
      const std::string why = std::strerror(errno);
      restore_signals();
      throw Error("{} cannot be made: {}", place_.string(), why);
    }
    part_ = made;
    using enum fs::perms;
    fs::permissions(part_, owner_all | group_read | group_exec | others_read | others_exec);
  }
  FolderInTheMaking(const FolderInTheMaking&) = delete;
  FolderInTheMaking& operator=(const FolderInTheMaking&) = delete;
  ~FolderInTheMaking()
  {
    std::error_code none;
    fs::remove_all(part_, none);
    restore_signals();
  }

  const fs::path& path() const { return part_; }

  void put_in_place() const
  {
    if (!fs::exists(place_)) {
      fs::create_directories(place_.parent_path());
      fs::rename(part_, place_);
      return;
    }
    for (const auto& entry : fs::directory_iterator(part_))
      fs::rename(entry.path(), place_ / entry.path().filename());
  }

private:
  static fs::path without_slash(const fs::path& place)
  {
    const fs::path whole = fs::absolute(place).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
  }
  void restore_signals() const { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  fs::path place_, part_;
  sigset_t before_{};
};

/// The project, as students get it.
/// @param diagnosed  the chapters whose mistakes are recognised; the others have no diagnoses
void hand_out(const fs::path& folder, const std::vector<exercises::Chapter>& chapters,
              const std::vector<exercises::Chapter>& diagnosed)
{
  for (const std::string& name : handed_out)
    if (fs::exists(root / name)) // what is handed out may be a handout
      copy_for_students(root / name, folder / name);
  for (const exercises::Chapter& chapter : chapters)
    put_stubs(folder, chapter);
  // The judge recognises mistakes by means of answers, so students get that part compiled, and what it says of them.
  for (const exercises::Chapter& chapter : diagnosed)
    if (const fs::path mistakes = exercises::mistakes_beside(chapter.judge); fs::exists(mistakes))
      fs::copy_file(mistakes, folder / "chapters" / chapter.name / "mistakes",
                    fs::copy_options::overwrite_existing);
  for (const auto& language : fs::directory_iterator(folder / "translations"))
    if (const fs::path diagnoses =
            translations_folder() / language.path().filename() / "LC_MESSAGES" / "diagnoses.mo";
        fs::exists(diagnoses))
      fs::copy_file(diagnoses, language.path() / "diagnoses.mo",
                    fs::copy_options::overwrite_existing);
  put_course(folder, chapters);
  put_gitignore(folder);
  write_file(folder / "README.md", student_readme);
}

/// Options that name the chapters, each as a form with the chapter in place of {}; none if none was named.
std::string selected(const HandoutOptions& options, const std::vector<exercises::Chapter>& chosen,
                     const std::string& form)
{
  std::string selection;
  if (!options.chapters.empty())
    for (const exercises::Chapter& chapter : chosen)
      selection += fmt::format(fmt::runtime(form), chapter.name);
  return selection;
}

/// Makes what was asked for in a folder; returns the names of the files in it that are used, if there are any.
std::vector<std::string> fill(const fs::path& folder, const HandoutOptions& options)
{
  const auto all = exercises::chapters(programs_folder()),
             chosen = chapters_of_course(options.chapters);
  if (options.built) {
    hand_out_built(folder, chosen, !options.without_libraries);
    return {};
  }
  if (!options.is_for_system()) {
    hand_out(folder, all, chosen);
    return {};
  }
  hand_out(folder / "epreuve", all, chosen);
  const std::string as_options = selected(options, chosen, " --chapter {}");
  if (options.classroom50) {
    write_program(folder / "autograder.py",
                  fmt::format(fmt::runtime(classroom50_autograder),
                              selected(options, chosen, R"("--chapter", "{}", )")));
    return {"autograder.py"};
  }
  if (options.vpl) {
    std::vector<std::string> names;
    for (const auto& [script, comment, line] : vpl_scripts) {
      std::string text = vpl_script;
      boost::replace_all(text, "{chapters}", as_options);
      boost::replace_all(text, "{comment}", comment);
      boost::replace_all(text, "{line}", line);
      write_program(folder / script, text);
      names.emplace_back(script);
    }
    return names;
  }
  write_program(folder / "setup.sh", fmt::format(fmt::runtime(setup), as_options));
  write_program(folder / "run_autograder", fmt::format(fmt::runtime(run_autograder), as_options));
  const fs::path cmake = find_program("cmake");
  const int status =
      process::system(cmake.string(), "-E", "tar", "cf", "autograder.zip", "--format=zip",
                      "setup.sh", "run_autograder", "epreuve", process::start_dir(folder.string()));
  if (status != 0)
    throw Error("autograder.zip cannot be written in {}", folder.string());
  return {"autograder.zip"};
}

void handout(const HandoutOptions& options)
{
  const fs::path folder = options.folder;
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder)))
    throw Error("{} already exists and is not an empty folder; name another", folder.string());
  if (!options.chapters.empty() && !options.is_for_system() && !options.built)
    throw Error("--chapter says what a system grades, or what is handed out compiled; it goes with "
                "--gradescope, --classroom50, --vpl or --built");
  const FolderInTheMaking made(folder);
  const std::vector<std::string> files = fill(made.path(), options);
  made.put_in_place();
  for (const std::string& file : files)
    std::cout << (fs::absolute(folder) / file).string() << '\n';
  if (options.built)
    std::cout << fmt::format("{}: exercises and their checks, compiled for {}, no solutions\n",
                             folder.string(), this_system());
  else if (files.empty())
    std::cout << fmt::format("{}: chapters, exercises and their checks, no solutions\n",
                             folder.string());
}

} // namespace

void copy_for_students(const fs::path& from, const fs::path& to)
{
  if (fs::is_directory(from)) {
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(from))
      if (!is_left_out(entry.path()))
        copy_for_students(entry.path(), to / entry.path().filename());
    return;
  }
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to);
}

void put_stubs(const fs::path& folder, const exercises::Chapter& chapter)
{
  const fs::path there = folder / "chapters" / chapter.name;
  write_if_missing(Workbook{chapter, there, exercises::read_exercises(there / "exercises.hpp")});
}

void put_course(const fs::path& folder, const std::vector<exercises::Chapter>& chapters)
{
  const fs::path file = course_file();
  course(); // a wrong file is reported here
  if (file.empty())
    return;
  using Json = nlohmann::ordered_json;
  const std::vector<exercises::Chapter> all = exercises::chapters(programs_folder());
  Json rules = Json::parse(read_text(file), nullptr, true, true);
  const Json before = rules;
  for (const char* of_a_class : {"roster", "deadline", "moodle"})
    rules.erase(of_a_class);
  if (rules.contains("chapters")) {
    Json handed_out_chapters = Json::object();
    for (const auto& [name, points] : rules["chapters"].items())
      if (std::ranges::any_of(chapters, [&](const exercises::Chapter& chapter) {
            return chapter.name == exercises::find_chapter(all, name).name;
          }))
        handed_out_chapters[name] = points;
    rules["chapters"] = handed_out_chapters;
  }
  if (rules == before)
    fs::copy_file(file, folder / "course.json");
  else
    write_file(folder / "course.json", rules.dump(2) + "\n");
}

void put_gitignore(const fs::path& folder)
{
  write_file(folder / ".gitignore", student_gitignore);
}

void write_program(const fs::path& path, const std::string& text)
{
  write_file(path, text);
  fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
}

void add_handout(Command& app, int& status)
{
  Command command =
      app.add_subcommand("handout", "What students get: exercises and checks, no solutions");
  const auto options = std::make_shared<HandoutOptions>();
  command.add_option("DIR", options->folder, "The folder to create").required();
  const Option gradescope =
      command.add_flag("--gradescope", options->gradescope,
                       "An autograder for Gradescope: setup.sh, run_autograder, autograder.zip");
  const Option classroom50 =
      command
          .add_flag("--classroom50", options->classroom50,
                    "An autograder for Classroom 50: autograder.py and the handout that it runs")
          .excludes(gradescope);
  const Option vpl =
      command
          .add_flag("--vpl", options->vpl,
                    "Scripts for Virtual Programming Lab in Moodle, and the handout that they run")
          .excludes(gradescope)
          .excludes(classroom50);
  const Option built =
      command
          .add_flag("--built", options->built,
                    "Everything compiled, for machines like this one: checks at once, with g++ and "
                    "Armadillo alone")
          .excludes(gradescope)
          .excludes(classroom50)
          .excludes(vpl);
  command
      .add_flag("--without-libraries", options->without_libraries,
                "For a package that depends on them")
      .needs(built)
      .group(""); // for cmake/InstallPackage.cmake
  command
      .add_option("--chapter", options->chapters,
                  "The system grades this chapter, or it is handed out compiled; again for "
                  "others; all if none is named")
      .allow_extra_args(false);
  add_course_option(command);
  command.footer("Example: ./epreuve handout course\n"
                 "         ./epreuve handout course --built --chapter softmax\n"
                 "         ./epreuve handout autograder --gradescope --chapter softmax");
  command.callback([options, &status] {
    handout(*options);
    status = 0;
  });
}

} // namespace epreuve::tools
