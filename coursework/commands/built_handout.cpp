#include "commands/handout.hpp"

#include "commands/exercises.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <sys/utsname.h>
#include <system_error>
#include <vector>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;

/// {system}, {compiler} and {chapter} are put in.
const std::string built_readme = R"(# épreuve: exercises

Compiled for {system}. What it needs besides is a compiler and Armadillo:

    sudo apt-get install g++ libarmadillo-dev

Then, in this folder:

    ./epreuve progress               # what there is to do, and what is next
    ./epreuve check {chapter}          # how far you are in a chapter

The first check prepares Armadillo for all others: 10 to 20 seconds, once, and 400 MB in this folder.

A chapter's folder, in `chapters/`, holds `chapter.cpp` and its further sections, to read;
`exercises.hpp`, which says what each function must do; and `exercises.cpp`, where you write it: replace
`throw NotStarted();`. Then check: an exercise is done, or wrong, with the smallest input on which it
fails, what was expected, what came, and what the mistake may be.

    ./epreuve check --watch {chapter}  # checks again whenever you save
    ./epreuve hint {chapter}           # one hint more each time
    ./epreuve reset {chapter}          # back to the beginning; keeps a copy of what you wrote

How to look into a failing answer with gdb: `docs/debug-an-answer.md`.

Hand in your `exercises.cpp`, in a folder named like the chapter: `{folder}/exercises.cpp`.
)";

const std::string built_script = R"script(#!/bin/sh
# The students' commands, compiled for {system}.
set -u
unset CDPATH
root=$(dirname -- "$(readlink -f -- "$0")")
program=$root/bin/epreuve-coursework

help() {
  cat <<'END'
épreuve: the exercises.

Usage: ./epreuve COMMAND [ARGUMENT...]

  next [CHAPTER[/EXERCISE]]      what the next exercise asks for; opens your file there, by $EDITOR
  check [CHAPTER[/EXERCISE]...]  check what you have written; --watch: whenever you save
  hint [CHAPTER/EXERCISE]        one more hint each time; for the next exercise unless one is named
  reset CHAPTER[/EXERCISE]       begin an exercise or a chapter again; a copy is kept
  progress                       which exercises passed, and what is next
  help                           this page
`./epreuve COMMAND --help` shows what a command accepts.
END
}

stop() {
  printf 'epreuve: %s\n' "$*" >&2
  exit 2
}

case ${1:-} in
next | check | hint | reset | progress | solution | prepare) ;;
help | --help | -h)
  help
  exit 0
  ;;
"")
  help >&2
  exit 2
  ;;
*) stop "there is no command '$1' in this handout; there are: next check hint reset progress help" ;;
esac

if [ ! -x {compiler} ] || [ ! -f /usr/include/armadillo ]; then
  # Some of their libraries are needed to start, too.
  [ "$1" != check ] && [ "$1" != prepare ] && "$program" --help >/dev/null 2>&1 ||
    stop "{compiler} and Armadillo are needed; on Debian: sudo apt-get install g++ libarmadillo-dev"
fi
"$program" --help >/dev/null 2>&1 ||
  stop "the programs in bin/ are compiled for {system} and do not start on this machine;" \
    "ask for the handout that compiles itself"

exercises=$root/bin/exercises
plain=$exercises/include/epreuve/exercises/student.hpp
sanitized=$exercises/include/sanitized/epreuve/exercises/student.hpp

# precompile HEADER FLAG...: makes HEADER.gch, with the plugin if this compiler takes it
precompile() {
  header=$1
  shift
  trap 'kill $compiler; rm -f "$header.$$"; exit 1' TERM
  for with in -fplugin="$exercises/instantiate.so" -w; do
    {compiler} "$@" -w "$with" -x c++-header "$exercises/precompiled.hpp" -o "$header.$$" 2>/dev/null &
    compiler=$!
    wait $compiler && mv "$header.$$" "$header.gch" && return
  done
  rm -f "$header.$$"
}

# Without these headers every check would take seconds longer. They are too large to be handed out.
prepare() {
  precompile "$plain" {flags} &
  first=$!
  precompile "$sanitized" {sanitized} &
  second=$!
  trap 'kill $first $second; exit 130' INT TERM
  seconds=0
  while kill -0 $first 2>/dev/null || kill -0 $second 2>/dev/null; do
    [ ! -t 2 ] || printf '\repreuve: %d s' $seconds >&2
    sleep 1
    seconds=$((seconds + 1))
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  wait
  trap - INT TERM
}
is_prepared() { [ -f "$plain.gch" ] && [ -f "$sanitized.gch" ]; }
case $1 in
check)
  if [ "${2:-}" != --help ] && [ -w "$exercises/include" ] && ! is_prepared; then
    echo "epreuve: the first check prepares Armadillo for all others; this takes 10 to 20 seconds, once" >&2
    prepare
  fi
  ;;
prepare) # before the first check, as `epreuve course` does
  is_prepared || prepare
  is_prepared || stop "{compiler} does not precompile Armadillo: every check will take seconds longer"
  exit
  ;;
esac

: "${EPREUVE_CHAPTERS:=$root/chapters}" "${EPREUVE_PROGRESS:=$root/.epreuve-progress.json}"
export EPREUVE_CHAPTERS EPREUVE_PROGRESS
exec "$program" "$@"
)script";

/// Arguments for the shell, in which $exercises is the folder of the toolchain.
std::string in_shell(const nlohmann::json& arguments)
{
  std::string text;
  for (std::string argument : arguments) {
    boost::replace_all(argument, "{folder}", "$exercises");
    text += fmt::format("{}\"{}\"", text.empty() ? "" : " ", argument);
  }
  return text;
}

using Words = std::map<std::string, std::string>;

/// Replaces placeholders, {name}, by their values.
std::string put_in(std::string text, const Words& words)
{
  for (const auto& [name, word] : words)
    boost::replace_all(text, "{" + name + "}", word);
  return text;
}

/// Whether a shared library comes with the system, with GCC (the packages of its preprocessor, libgomp and libquadmath
/// of libgcc-dev) or with Armadillo (libgfortran by LAPACK, libcrypto by HDF5), as Debian's packages depend on each
/// other.
bool is_everywhere(const std::string& library)
{
  constexpr std::array<std::string_view, 16> names{
      "libc.so",  "libm.so",     "libdl.so",    "librt.so",    "libgcc_s",   "libpthread.so",
      "ld-linux", "libresolv",   "libstdc++",   "libgmp.so",   "libmpfr.so", "libz.so",
      "libgomp",  "libquadmath", "libgfortran", "libcrypto.so"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return library.starts_with(name); });
}

/// The shared libraries that a program loads and that do not come with every system: the path of each, by the name
/// under which the program asks for it.
std::map<std::string, fs::path> libraries_of(const fs::path& program)
{
  const Ended listed = run_command({find_program("ldd").string(), program.string()}, {});
  if (listed.status != 0)
    throw Error("ldd {} does not list its shared libraries: {}", program.string(), listed.output);
  std::map<std::string, fs::path> libraries;
  for (const std::string& line : split_lines(listed.output)) {
    // "	libfmt.so.9 => /lib/x86_64-linux-gnu/libfmt.so.9 (0x00007f...)"
    const std::size_t arrow = line.find(" => /");
    if (arrow == std::string::npos)
      continue;
    const std::string name =
        line.substr(line.find_first_not_of(" \t"), arrow - line.find_first_not_of(" \t"));
    const std::size_t begin = arrow + std::string_view(" => ").size();
    if (!is_everywhere(name))
      libraries[name] = line.substr(begin, line.find(" (", begin) - begin);
  }
  return libraries;
}

/// A built handout that is being made.
class BuiltHandout
{
public:
  /// @param libraries  whether it has the shared libraries
  BuiltHandout(fs::path folder, fs::path programs, bool libraries)
      : folder_(std::move(folder)), programs_(std::move(programs)), has_libraries_(libraries)
  {
    fs::create_directories(folder_ / "bin");
    if (has_libraries_)
      fs::create_directories(folder_ / "lib");
    if (const fs::path translations = programs_.parent_path() / "translations";
        fs::exists(translations))
      fs::copy(translations, folder_ / "translations", fs::copy_options::recursive);
  }

  void add_program(const fs::path& program)
  {
    const fs::path copy = folder_ / "bin" / program.filename();
    fs::copy_file(program, copy);
    // A quarter of it is names.
    if (const Ended stripped = run_command({find_program("strip").string(), copy.string()}, {});
        stripped.status != 0)
      throw Error("strip {} failed: {}", copy.string(), stripped.output);
    for (const auto& [name, path] : libraries_of(program))
      if (libraries_.emplace(name, path).second && has_libraries_)
        fs::copy_file(fs::canonical(path), folder_ / "lib" / name);
  }

  void add_chapter(const exercises::Chapter& chapter)
  {
    const fs::path there = folder_ / "chapters" / chapter.name;
    copy_for_students(fs::path(EPREUVE_CHAPTERS_FOLDER) / chapter.name, there);
    fs::remove(there / "checks.cpp"); // it is in the judge
    put_stubs(folder_, chapter);
    add_program(chapter.judge);
    if (const fs::path mistakes = exercises::mistakes_beside(chapter.judge); fs::exists(mistakes))
      add_program(mistakes);
  }

  /// Copies what exercises are compiled with, except the chapters that are not handed out, and the precompiled headers:
  /// they have 200 MB each, and are good for one build of GCC only. The script makes them, from what is added here.
  /// @return the toolchain
  nlohmann::json add_toolchain(const std::set<std::string>& handed_out)
  {
    const fs::path there = programs_ / "exercises", here = folder_ / "bin" / "exercises";
    fs::create_directories(here);
    for (const auto& entry : fs::directory_iterator(there)) {
      const std::string name = entry.path().filename().string();
      const bool is_chapter = fs::exists(fs::path(EPREUVE_CHAPTERS_FOLDER) / name);
      if (!is_chapter || handed_out.contains(name))
        copy_without_precompiled(entry.path(), here / name);
    }
    fs::copy_file(EPREUVE_PRECOMPILED_HEADER, here / "precompiled.hpp");
    if (const fs::path plugin = EPREUVE_PRECOMPILING_PLUGIN; !plugin.empty())
      fs::copy_file(plugin, here / "instantiate.so");
    auto toolchain = read_json(there / "toolchain.json");
    nlohmann::json& linked = toolchain.at("libraries");
    for (nlohmann::json& library : linked)
      library = name_here(library);
    if (has_libraries_) // a student's program, too, finds them in this folder
      linked.push_back("-Wl,--disable-new-dtags,-rpath,{folder}/../../lib");
    write_file(here / "toolchain.json", toolchain.dump(1) + "\n");
    return toolchain;
  }

private:
  static void copy_without_precompiled(const fs::path& from, const fs::path& to)
  {
    if (from.extension() == ".gch")
      return;
    if (!fs::is_directory(from)) {
      fs::copy_file(from, to);
      return;
    }
    fs::create_directory(to);
    for (const auto& entry : fs::directory_iterator(from))
      copy_without_precompiled(entry.path(), to / entry.path().filename());
  }

  /// The name that a library of this machine has in the handout: its own if it is not there, but as programs load it,
  /// since the name that they are linked with is in the package for developers.
  std::string name_here(const std::string& library) const
  {
    for (const auto& [name, path] : libraries_)
      if (std::error_code none; fs::equivalent(library, path, none))
        return has_libraries_ ? "{folder}/../../lib/" + name : path.string();
    return library;
  }

  fs::path folder_, programs_;
  bool has_libraries_;
  std::map<std::string, fs::path> libraries_;
};

} // namespace

std::string this_system()
{
  std::string system = "this system";
  std::error_code none;
  if (fs::exists("/etc/os-release", none))
    for (const std::string& line : split_lines(read_text("/etc/os-release")))
      if (constexpr std::string_view name = "PRETTY_NAME="; line.starts_with(name)) {
        system = line.substr(name.size());
        std::erase(system, '"');
      }
  utsname machine{};
  ::uname(&machine);
  return fmt::format("{}, {}", system, machine.machine);
}

void hand_out_built(const fs::path& folder, const std::vector<exercises::Chapter>& chapters,
                    bool libraries)
{
  BuiltHandout handout(folder, programs_folder(), libraries);
  handout.add_program(fs::read_symlink("/proc/self/exe"));
  std::set<std::string> names;
  for (const exercises::Chapter& chapter : chapters) {
    handout.add_chapter(chapter);
    names.insert(chapter.name);
  }
  const nlohmann::json toolchain = handout.add_toolchain(names);
  const fs::path root = EPREUVE_ROOT;
  for (const char* name : {".gitattributes", ".vscode", "LICENSE", "docs/debug-an-answer.md",
                           "docs/editors.md", "docs/install.md"})
    if (fs::exists(root / name))
      copy_for_students(root / name, folder / name);
  put_course(folder, chapters);
  put_gitignore(folder);
  const Words words{{"system", this_system()},
                    {"compiler", toolchain.at("compiler")},
                    {"flags", in_shell(toolchain.at("flags"))},
                    {"sanitized", in_shell(toolchain.at("sanitized"))},
                    {"folder", *names.begin()},
                    {"chapter", without_number(*names.begin())}};
  write_file(folder / "README.md", put_in(built_readme, words));
  write_program(folder / "epreuve", put_in(built_script, words));
}

} // namespace epreuve::tools
