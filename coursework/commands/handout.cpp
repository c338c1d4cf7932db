#include "commands/handout.hpp"

#include "commands/course.hpp"
#include "commands/exercises.hpp"
#include "commands/teaching.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_about.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <CLI/CLI.hpp>
#include <boost/process.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
namespace process = boost::process;

const fs::path root = EPREUVE_ROOT;

/// The parts of the project that a student gets: no tests, which hold answers, and no history.
const std::vector<std::string> handed_out{".clangd",
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
                                          "docs/proofs.md",
                                          "docs/proofs.schema.json",
                                          "docs/record.schema.json",
                                          "epreuve",
                                          "figures",
                                          "lib",
                                          "packages.txt",
                                          "proofs",
                                          "tools"};

/// What is left out: tests, and answers, right and wrong, somebody's work, and what `reset` has kept of it.
bool is_left_out(const fs::path& path)
{
  const std::string name = path.filename().string();
  // The library has a mistakes.cpp, too, and the weaver an exercises.cpp.
  const bool is_of_chapter = path.parent_path().parent_path().filename() == "chapters";
  return name == "tests" || name == "solutions.cpp" ||
         (is_of_chapter && (name == "mistakes.cpp" || name.starts_with("exercises.cpp")));
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

Read the chapter first: `./epreuve book --open`, or the prose in `chapters/01-softmax/chapter.cpp`. How to look
into a failing answer with gdb: `docs/debug-an-answer.md`.

Hand in your `exercises.cpp`, in a folder named like the chapter: `01-softmax/exercises.cpp`.
)";

const std::string setup = R"(#!/bin/sh
# Run once, when the autograder's image is made: installs packages and builds the judges.
set -eu
autograder=${AUTOGRADER:-/autograder}
cd "$autograder/source/epreuve"
./epreuve grade --help >/dev/null
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
  ./epreuve grade "$work/submissions"{} --out "$work/grades" "$@" || status=$?
  [ "$status" -le 1 ]
}}
grade || grade --unsafe
cp "$work/grades/gradescope/submission.json" "$autograder/results/results.json"
)";

struct HandoutOptions
{
  std::string folder;
  std::vector<std::string> chapters; ///< that Gradescope grades, or that are handed out compiled
  bool gradescope = false, built = false;
};

/// The project, as students get it.
void hand_out(const fs::path& folder, const std::vector<exercises::Chapter>& chapters)
{
  for (const std::string& name : handed_out)
    if (fs::exists(root / name)) // what is handed out may be a handout
      copy_for_students(root / name, folder / name);
  for (const exercises::Chapter& chapter : chapters) {
    put_stubs(folder, chapter);
    // The judge recognises mistakes by means of answers, so students get that part compiled.
    if (const fs::path mistakes = exercises::mistakes_beside(chapter.judge); fs::exists(mistakes))
      fs::copy_file(mistakes, folder / "chapters" / chapter.name / "mistakes",
                    fs::copy_options::overwrite_existing);
  }
  if (course(); !course_file().empty()) // a wrong file is reported here
    fs::copy_file(course_file(), folder / "course.json");
  write_file(folder / "README.md", student_readme);
}

void make_gradescope_package(const HandoutOptions& options,
                             const std::vector<exercises::Chapter>& chapters)
{
  const fs::path folder = fs::absolute(options.folder);
  std::string selection;
  for (const std::string& name : options.chapters)
    selection += " --chapter " + exercises::find_chapter(chapters, name).name;
  hand_out(folder / "epreuve", chapters);
  write_program(folder / "setup.sh", setup);
  write_program(folder / "run_autograder", fmt::format(fmt::runtime(run_autograder), selection));
  const fs::path cmake = find_program("cmake");
  const int status =
      process::system(cmake.string(), "-E", "tar", "cf", "autograder.zip", "--format=zip",
                      "setup.sh", "run_autograder", "epreuve", process::start_dir(folder.string()));
  if (status != 0)
    throw Error("autograder.zip cannot be written in {}", folder.string());
  std::cout << (folder / "autograder.zip").string() << '\n';
}

void handout(const HandoutOptions& options)
{
  const fs::path folder = options.folder;
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder)))
    throw Error("{} already exists and is not an empty folder; name another", folder.string());
  if (!options.chapters.empty() && !options.gradescope && !options.built)
    throw Error(
        "--chapter says what Gradescope grades, or what is handed out compiled; it goes with "
        "--gradescope or --built");
  const auto chapters = exercises::chapters(programs_folder());
  if (options.gradescope) {
    make_gradescope_package(options, chapters);
  } else if (options.built) {
    std::vector<exercises::Chapter> selected;
    for (const std::string& name : options.chapters)
      selected.push_back(exercises::find_chapter(chapters, name));
    hand_out_built(folder, selected.empty() ? chapters : selected);
    std::cout << fmt::format("{}: exercises and their checks, compiled for {}, no solutions\n",
                             folder.string(), this_system());
  } else {
    hand_out(folder, chapters);
    std::cout << fmt::format("{}: chapters, exercises and their checks, no solutions\n",
                             folder.string());
  }
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
  write_if_missing(Workbook{chapter, there, exercises::abouts_in(read_text(there / "checks.cpp"))});
}

void write_program(const fs::path& path, const std::string& text)
{
  write_file(path, text);
  fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
}

void add_handout(CLI::App& app, int& status)
{
  CLI::App* command =
      app.add_subcommand("handout", "What students get: exercises and checks, no solutions");
  const auto options = std::make_shared<HandoutOptions>();
  command->add_option("DIR", options->folder, "The folder to create")->required();
  auto* gradescope =
      command->add_flag("--gradescope", options->gradescope,
                        "An autograder for Gradescope: setup.sh, run_autograder, autograder.zip");
  command
      ->add_flag("--built", options->built,
                 "Everything compiled, for machines like this one: checks at once, with g++ and "
                 "Armadillo alone")
      ->excludes(gradescope);
  command
      ->add_option("--chapter", options->chapters,
                   "Gradescope grades this chapter, or it is handed out compiled; again for "
                   "others; all if none is named")
      ->allow_extra_args(false);
  add_course_option(*command);
  command->footer("Example: ./epreuve handout course\n"
                  "         ./epreuve handout course --built --chapter softmax\n"
                  "         ./epreuve handout autograder --gradescope --chapter softmax");
  command->callback([options, &status] {
    handout(*options);
    status = 0;
  });
}

} // namespace epreuve::tools
