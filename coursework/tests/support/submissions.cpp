#include "support/submissions.hpp"

#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <stdexcept>

namespace epreuve::tests {

namespace {

namespace fs = std::filesystem;
using exercises::Source;

const fs::path root = EPREUVE_SOURCE_DIR, chapters = root / "chapters";

/// The functions that hostile ones call.
const std::string includes = R"(
#include <arpa/inet.h>
#include <asm/ioctls.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
)";

/// A function with this body.
std::string defined(const exercises::Exercise& exercise, const std::string& body)
{
  std::string section = stub(exercise);
  replace_all(section, "  throw NotStarted();\n", body + "\n  return {};\n");
  return section;
}

} // namespace

std::string solutions(const std::string& chapter)
{
  const fs::path quicker = root / "coursework" / "tests" / "answers" / (chapter + ".cpp");
  return read_file(fs::exists(quicker) ? quicker : chapters / chapter / "solutions.cpp");
}

std::vector<std::string> independent_exercises(const std::string& chapter)
{
  const Source source(solutions(chapter));
  std::vector<std::string> independent;
  for (const Source::Section& section : source.sections)
    if (std::ranges::none_of(source.sections, [&](const Source::Section& other) {
          return &other != &section && other.text.find(section.name + "(") != std::string::npos;
        }))
      independent.push_back(section.name);
  if (independent.empty())
    throw std::runtime_error("every exercise of " + chapter + " is used by another");
  return independent;
}

std::string with_section(const std::string& chapter, const std::string& section)
{
  Source source(solutions(chapter));
  source.replace(Source(section).sections.at(0).name, section);
  return source.text();
}

std::string with_body(const std::string& chapter, const std::string& exercise,
                      const std::string& body)
{
  return with_body(chapter, {{exercise, body}});
}

std::string with_body(const std::string& chapter, const Bodies& bodies)
{
  const auto declared = exercises::read_exercises(chapters / chapter / "exercises.hpp");
  Source source(solutions(chapter));
  for (const auto& [exercise, body] : bodies)
    source.replace(
        exercise,
        defined(*std::ranges::find(declared, exercise, &exercises::Exercise::name), body));
  source.preamble += includes;
  return source.text();
}

std::string with_bodies(const std::string& chapter, const std::vector<std::string>& bodies,
                        const std::string& above)
{
  const auto declared = exercises::read_exercises(chapters / chapter / "exercises.hpp");
  std::string text = "#include \"exercises.hpp\"\n" + includes + above;
  for (std::size_t i = 0; i < declared.size(); ++i)
    text += "\n" + defined(declared[i], i < bodies.size() ? bodies[i] : "");
  return text;
}

void replace_all(std::string& text, const std::string& what, const std::string& by)
{
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

std::vector<fs::path> files(const fs::path& folder)
{
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

} // namespace epreuve::tests
