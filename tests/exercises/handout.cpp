// The command `handout`, as a process: what students get, and what Gradescope gets.

#include "epreuve/exercise_source.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR;

Finished handout(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "handout");
  return run(driver(), arguments);
}

bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_CASE(students_get_stubs_and_checks_and_no_answers)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  BOOST_TEST(handout({course.string()}).status == 0);
  std::size_t checks = 0;
  for (const auto& entry : fs::recursive_directory_iterator(course)) {
    const std::string name = entry.path().filename();
    BOOST_TEST((name != "solutions.cpp" && name != "mutants" && name != "tests" && name != ".git"),
               entry.path());
    checks += name == "checks.cpp" ? 1 : 0;
  }
  BOOST_TEST(checks == 8u);
  for (const char* file :
       {"README.md", "epreuve", "packages.txt", "LICENSE", "chapters/01-softmax/chapter.cpp",
        "chapters/01-softmax/exercises.hpp", "chapters/01-softmax/mistakes"})
    BOOST_TEST(fs::exists(course / file), file);

  const exercises::Source stubs(read_file(course / "chapters" / "01-softmax" / "exercises.cpp"));
  const exercises::Source solutions(read_file(root / "chapters" / "01-softmax" / "solutions.cpp"));
  BOOST_REQUIRE(stubs.sections.size() == solutions.sections.size());
  for (const auto& section : stubs.sections)
    BOOST_TEST(contains(section.text, "throw NotStarted();"), section.name);
  // Nor anywhere else; nor wrong ones.
  std::vector<exercises::Source::Section> answers = solutions.sections;
  for (const fs::path& mutant : files(root / "chapters" / "01-softmax" / "mutants"))
    answers.push_back(exercises::Source(read_file(mutant)).sections.at(0));
  for (const auto& section : answers) {
    const std::string body = section.text.substr(section.text.find('{'));
    for (const auto& entry : fs::recursive_directory_iterator(course / "chapters" / "01-softmax"))
      BOOST_TEST(!contains(read_file(entry.path()), body), entry.path() << ": " << section.name);
  }
}

BOOST_AUTO_TEST_CASE(what_students_get_can_be_configured_and_knows_mistakes)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  handout({course.string()});
  const Finished configured = run(
      "/usr/bin/cmake", {"-S", course.string(), "-B", (folder / "build").string(), "-G", "Ninja"});
  BOOST_TEST(configured.status == 0, configured.error);
  const fs::path mistakes = folder / "build" / "bin" / "mistakes-01-softmax";
  const Finished built = run("/usr/bin/cmake", {"--build", (folder / "build").string(), "--target",
                                                "bin/mistakes-01-softmax"});
  BOOST_TEST(built.status == 0, built.output);
  BOOST_TEST(read_file(mistakes) == read_file(course / "chapters" / "01-softmax" / "mistakes"));
}

BOOST_AUTO_TEST_CASE(mistakes_that_were_compiled_for_another_machine_are_left_out)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  handout({course.string()});
  write_file(course / "chapters" / "01-softmax" / "mistakes", "\x7f"
                                                              "ELF of another machine");
  const Finished configured = run(
      "/usr/bin/cmake", {"-S", course.string(), "-B", (folder / "build").string(), "-G", "Ninja"});
  BOOST_TEST(configured.status == 0, configured.error);
  BOOST_TEST(contains(configured.output, "chapters/01-softmax/mistakes does not start"),
             configured.output);
}

BOOST_AUTO_TEST_CASE(a_folder_that_holds_something_is_left_alone)
{
  const TemporaryFolder folder;
  write_file(folder / "mine", "precious");
  const Finished refused = handout({folder.path().string()});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "not an empty folder"), refused.error);
  BOOST_TEST(read_file(folder / "mine") == "precious");
  BOOST_TEST(handout({(folder / "mine").string()}).status == 2);
  BOOST_TEST(handout({(folder / "x").string(), "--chapter", "softmax"}).status == 2);
}

BOOST_AUTO_TEST_CASE(gradescope_gets_one_archive)
{
  const TemporaryFolder folder;
  const fs::path package = folder / "autograder";
  const Finished made = handout({package.string(), "--gradescope", "--chapter", "softmax"});
  BOOST_TEST(made.status == 0, made.error);
  BOOST_TEST(made.output == (package / "autograder.zip").string() + "\n");
  for (const char* program : {"setup.sh", "run_autograder"}) {
    const bool may_run =
        (fs::status(package / program).permissions() & fs::perms::owner_exec) != fs::perms::none;
    BOOST_TEST(may_run, program);
    BOOST_TEST(run("/bin/sh", {"-n", (package / program).string()}).status == 0);
  }
  BOOST_TEST(contains(read_file(package / "run_autograder"), " --chapter 01-softmax "));
  const Finished listed =
      run("/usr/bin/python3", {"-m", "zipfile", "-l", (package / "autograder.zip").string()});
  for (const char* file :
       {"setup.sh", "run_autograder", "epreuve/epreuve", "epreuve/chapters/01-softmax/checks.cpp"})
    BOOST_TEST(contains(listed.output, file), file);
  BOOST_TEST(!contains(listed.output, "solutions.cpp"));
  BOOST_TEST(handout({(folder / "y").string(), "--gradescope", "--chapter", "sofmax"}).status == 2);
}
