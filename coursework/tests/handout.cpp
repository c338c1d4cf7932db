// The command `handout`, as a process: what students get, and what Gradescope, Classroom 50 and VPL get.

#include "epreuve/exercise_source.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/schema.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
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

/// What git would commit of a folder; it becomes a repository.
std::vector<std::string> committed_of(const fs::path& folder)
{
  const std::vector<std::string> git{"-C", folder.string(), "-c", "core.excludesFile=/dev/null"};
  const auto git_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = git;
    words.insert(words.end(), more.begin(), more.end());
    return run("/usr/bin/git", words);
  };
  BOOST_REQUIRE_EQUAL(git_with({"init", "--quiet"}).status, 0);
  return split_lines(trimmed(git_with({"ls-files", "--others", "--exclude-standard"}).output));
}

std::size_t files_in(const fs::path& folder)
{
  return static_cast<std::size_t>(
      std::ranges::count_if(fs::recursive_directory_iterator(folder),
                            [](const auto& entry) { return entry.is_regular_file(); }));
}

/// Another machine, on which a built handout must work: without project or build, and with no packages but GCC and
/// Armadillo, and those on which these depend. The files of all other packages are hidden.
class OtherMachine
{
public:
  explicit OtherMachine(const fs::path& handed_out)
  {
    fs::create_directory(home_ / "unpacked");
    const Finished archived =
        run("/bin/tar", {"-C", handed_out.string(), "-cf", archive().string(), "."});
    BOOST_REQUIRE_EQUAL(archived.status, 0);
    run("/bin/tar", {"-C", course().string(), "-xf", archive().string()});
    bind({"--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib",
          "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev"});
    bind({"--tmpfs", "/tmp", "--bind", course().string(), "/home/student/a course"});
    bind({"--setenv", "COLUMNS", "200", "--chdir", "/home/student/a course"});
    hide("/usr/bin", {"cmake", "ninja"});
    hide("/usr/include", {"boost", "CLI", "fmt", "nlohmann", "rapidcheck", "seccomp.h"});
    for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"})
      hide(folder, {"libboost", "libfmt", "libflint", "libntl", "libopenblas", "openblas",
                    "librapidcheck"});
  }

  fs::path course() const { return home_ / "unpacked"; }
  fs::path file() const { return course() / "chapters" / "01-softmax" / "exercises.cpp"; }

  Finished runs(const std::vector<std::string>& arguments) const
  {
    std::vector<std::string> words = sandbox_;
    words.emplace_back("./epreuve");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run("/usr/bin/bwrap", words);
  }

private:
  fs::path archive() const { return home_ / "course.tar"; }

  void bind(const std::vector<std::string>& words)
  {
    sandbox_.insert(sandbox_.end(), words.begin(), words.end());
  }

  /// Hides the entries of a folder with these names, or with names that begin like these.
  void hide(const fs::path& folder, const std::vector<std::string>& names)
  {
    if (!fs::exists(folder))
      return;
    for (const auto& entry : fs::directory_iterator(folder))
      for (const std::string& name : names)
        if (entry.path().filename().string().starts_with(name) && !entry.is_symlink()) {
          if (entry.is_directory())
            bind({"--tmpfs", entry.path().string()});
          else
            bind({"--ro-bind", "/dev/null", entry.path().string()});
        }
  }

  TemporaryFolder home_;
  std::vector<std::string> sandbox_{"--unshare-all", "--die-with-parent"};
};

} // namespace

BOOST_AUTO_TEST_CASE(students_get_stubs_and_checks_and_no_answers)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  BOOST_TEST(handout({course.string()}).status == 0);
  std::size_t checks = 0;
  for (const auto& entry : fs::recursive_directory_iterator(course)) {
    const std::string name = entry.path().filename();
    BOOST_TEST((name != "solutions.cpp" && name != "tests" && name != ".git"), entry.path());
    checks += name == "checks.cpp" ? 1 : 0;
  }
  for (const auto& entry : fs::recursive_directory_iterator(course / "chapters"))
    BOOST_TEST(entry.path().filename() != "mistakes.cpp", entry.path());
  // What is said of wrong answers is compiled, as they are.
  BOOST_TEST(!fs::exists(course / "translations" / "fr" / "diagnoses.po"));
  BOOST_TEST(fs::exists(course / "translations" / "fr" / "diagnoses.mo"));
  std::size_t chapters = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(EPREUVE_SOURCE_DIR) / "chapters"))
    chapters += fs::exists(entry.path() / "checks.cpp") ? 1 : 0;
  BOOST_TEST(chapters >= 13u);
  BOOST_TEST(checks == chapters);
  for (const char* file :
       {"README.md", "epreuve", "packages.txt", "LICENSE", "chapters/01-softmax/chapter.cpp",
        "chapters/01-softmax/exercises.hpp", "chapters/01-softmax/mistakes",
        "coursework/epreuve/exercises/mistakes.cpp"})
    BOOST_TEST(fs::exists(course / file), file);

  const exercises::Source stubs(read_file(course / "chapters" / "01-softmax" / "exercises.cpp"));
  const exercises::Source solutions(read_file(root / "chapters" / "01-softmax" / "solutions.cpp"));
  BOOST_REQUIRE(stubs.sections.size() == solutions.sections.size());
  for (const auto& section : stubs.sections)
    BOOST_TEST(contains(section.text, "throw NotStarted();"), section.name);
  // Nor anywhere else; nor wrong ones.
  std::vector<exercises::Source::Section> answers = solutions.sections;
  const exercises::Source mistakes(read_file(root / "chapters" / "01-softmax" / "mistakes.cpp"));
  BOOST_REQUIRE(!mistakes.sections.empty());
  answers.insert(answers.end(), mistakes.sections.begin(), mistakes.sections.end());
  for (const auto& section : answers) {
    if (!contains(section.text, "\n{\n")) // an edit of a solution
      continue;
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

  const Finished translated = run("/usr/bin/cmake", {"--build", (folder / "build").string(),
                                                     "--target", "compiled-translations"});
  BOOST_TEST(translated.status == 0, translated.output);
  BOOST_TEST(fs::exists(folder / "build" / "translations" / "fr" / "LC_MESSAGES" / "diagnoses.mo"));
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

BOOST_AUTO_TEST_CASE(git_commits_of_a_handout_what_is_handed_out_and_not_what_is_built_in_it)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  handout({course.string()});
  const std::size_t files = files_in(course);
  const std::vector<std::string> committed = committed_of(course);
  BOOST_TEST(committed.size() == files);
  BOOST_TEST(std::ranges::count(committed, "chapters/01-softmax/exercises.cpp") == 1);
  for (const char* written : {"build/release/build.ninja", "grades/grades.csv"}) {
    fs::create_directories((course / written).parent_path());
    write_file(course / written, "made here");
  }
  BOOST_TEST(committed_of(course) == committed, boost::test_tools::per_element());
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

namespace {

/// The programs of softmax alone, as a build has them in which nothing else was asked for, and the judge of a chapter
/// that is gone.
struct FewPrograms
{
  TemporaryFolder folder;

  FewPrograms()
  {
    const fs::path built = driver().parent_path();
    fs::copy_file(built / "epreuve-coursework", folder / "epreuve-coursework");
    fs::copy_file(built / "mistakes-01-softmax", folder / "mistakes-01-softmax");
    for (const char* gone : {"checks-99-gone", "mistakes-99-gone"})
      write_file(folder / gone, "#!/bin/sh\nexit 3\n");
  }
  Finished hand_out(const fs::path& to, std::vector<std::string> options) const
  {
    options.insert(options.begin(), {"handout", to.string()});
    return run(folder / "epreuve-coursework", options);
  }
};

std::size_t entries_of(const fs::path& folder)
{
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

} // namespace

BOOST_AUTO_TEST_CASE(what_lies_among_the_programs_is_no_list_of_chapters)
{
  const FewPrograms few;
  const TemporaryFolder folder;
  for (const std::string system : {"--gradescope", "--vpl", "--classroom50"}) {
    const Finished made = few.hand_out(folder / system, {system, "--chapter", "softmax"});
    BOOST_TEST(made.status == 0, made.error);
    const fs::path chapters = folder / system / "epreuve" / "chapters";
    BOOST_TEST(fs::exists(chapters / "01-softmax" / "mistakes"));
    BOOST_TEST(fs::exists(chapters / "16-gelu" / "exercises.cpp"));
    BOOST_TEST(!fs::exists(chapters / "16-gelu" / "mistakes"));
    BOOST_TEST(!fs::exists(chapters / "99-gone"));
  }
}

BOOST_AUTO_TEST_CASE(a_handout_is_whole_or_not_there)
{
  const FewPrograms few;
  fs::remove(few.folder / "mistakes-01-softmax");
  fs::create_directory(few.folder / "mistakes-01-softmax"); // which cannot be copied
  const TemporaryFolder folder;
  fs::create_directory(folder / "empty");
  for (const fs::path& place : {folder / "new", folder / "not" / "yet", folder / "empty"})
    for (const std::string form : {"--gradescope", "--vpl", "--classroom50", ""}) {
      const Finished failed =
          few.hand_out(place, form.empty() ? std::vector<std::string>{} : std::vector{form});
      BOOST_TEST(failed.status == 2, failed.output);
      BOOST_TEST(contains(failed.error, "mistakes-01-softmax"), failed.error);
      BOOST_TEST(entries_of(folder.path()) == 1u);
      BOOST_TEST(entries_of(folder / "empty") == 0u);
    }
  // An empty folder is filled, and keeps its identity.
  BOOST_TEST(handout({(folder / "empty").string() + "/", "--vpl", "--chapter", "softmax"}).status ==
             0);
  BOOST_TEST(entries_of(folder / "empty") == 3u);
}

BOOST_AUTO_TEST_CASE(what_a_command_needs_are_the_chapters_that_it_names_or_that_count)
{
  const TemporaryFolder folder;
  const auto needed = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "needed");
    return run(driver().parent_path() / "epreuve-coursework", words).output;
  };
  BOOST_TEST(needed({"grade", "somewhere", "--chapter", "softmax", "--chapter=16", "--out", "x"}) ==
             "checks-01-softmax\nchecks-16-gelu\n");
  BOOST_TEST(needed({"handout", "x", "--vpl", "--chapter", "gelu"}) == "mistakes-16-gelu\n");
  BOOST_TEST(needed({"handout", "x", "--built", "--chapter", "gelu"}) == "checks-16-gelu\n");
  BOOST_TEST(needed({"grade", "--merge", "x", "y"}).empty());
  const fs::path course = folder / "course.json";
  write_file(course, R"({"chapters": {"gelu": {}}})");
  for (const std::string command : {"grade", "check"})
    BOOST_TEST(needed({command, "--help", "--course", course.string()}) == "checks-16-gelu\n");
  BOOST_TEST(contains(needed({"grade"}), "checks-01-softmax\nchecks-02-minimum-norm\n"));
  const Finished wrong = run(driver().parent_path() / "epreuve-coursework",
                             {"needed", "grade", "x", "--chapter", "sofmax"});
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.error, "softmax"), wrong.error);
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
  // Which builds the judges, as tests/wrapper says; `progress` would not.
  BOOST_TEST(
      contains(read_file(package / "setup.sh"), "./epreuve grade --chapter 01-softmax --help"));
  const Finished listed =
      run("/usr/bin/python3", {"-m", "zipfile", "-l", (package / "autograder.zip").string()});
  for (const char* file :
       {"setup.sh", "run_autograder", "epreuve/epreuve", "epreuve/chapters/01-softmax/checks.cpp"})
    BOOST_TEST(contains(listed.output, file), file);
  BOOST_TEST(!contains(listed.output, "solutions.cpp"));
  BOOST_TEST(handout({(folder / "y").string(), "--gradescope", "--chapter", "sofmax"}).status == 2);
}

namespace {

/// An installed suite: its script and its programs are those of this build.
fs::path make_suite(const fs::path& folder)
{
  fs::create_directories(folder / "build");
  fs::create_directory_symlink(driver().parent_path().parent_path(), folder / "build/release");
  write_file(folder / "epreuve", "exec " + driver().string() + " \"$@\"\n");
  return folder;
}

/// A student's folder, with one right answer and one wrong one.
fs::path hand_in(const fs::path& folder)
{
  fs::create_directories(folder / "01-softmax");
  write_file(
      folder / "01-softmax/exercises.cpp",
      with_body("01-softmax", "log_sum_exp", "  return std::log(arma::accu(arma::exp(x)));\n"));
  return folder;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_autograder_of_classroom_50_grades_the_current_folder_into_result_json)
{
  const TemporaryFolder folder;
  const fs::path made = folder / "autograder";
  const Finished handed_out = handout({made.string(), "--classroom50", "--chapter", "softmax"});
  BOOST_TEST(handed_out.status == 0, handed_out.error);
  BOOST_TEST(handed_out.output == (made / "autograder.py").string() + "\n");
  BOOST_TEST(fs::exists(made / "epreuve/chapters/01-softmax/checks.cpp"));
  BOOST_TEST(!fs::exists(made / "epreuve/chapters/01-softmax/solutions.cpp"));

  const fs::path suite = make_suite(folder / "suite"), student = hand_in(folder / "student");
  const std::vector<std::pair<std::string, std::string>> environment{
      {"EPREUVE", suite.string()},
      {"CLASSROOM", "principles"},
      {"ASSIGNMENT", "softmax"},
      {"OWNER", "ada"},
      {"SUBMISSION_TAG", "submit/2026-11-26T12-00-00Z-a1b2c3d"},
      {"COMMIT_URL", "https://github.com/x/commit/1"},
      {"RELEASE_URL", "https://github.com/x/releases/1"}};
  const auto runs = [&](const std::vector<std::pair<std::string, std::string>>& with) {
    return run("/bin/sh",
               {"-c", "cd \"$0\" && exec python3 -I \"$1\"", student.string(),
                (made / "autograder.py").string()},
               with);
  };
  const Finished graded = runs(environment);
  BOOST_TEST(graded.status == 0, graded.error);
  const auto result = nlohmann::json::parse(read_file(student / "result.json"));
  BOOST_TEST(schema_violations(result, "docs/classroom50-result.schema.json") == "");
  BOOST_TEST(result.at("owner") == "ada");
  BOOST_TEST(result.at("review") == "https://github.com/x/commit/1");
  BOOST_TEST((0 < result.at("score") && result.at("score") < result.at("max-score")));
  BOOST_TEST(result.at("tests").dump().find("overflow: subtract the maximum first") !=
             std::string::npos);

  fs::remove(student / "result.json");
  write_file(suite / "epreuve", "exit 2\n");
  BOOST_TEST(runs(environment).status == 2);
  BOOST_TEST(!fs::exists(student / "result.json"));
  BOOST_TEST(handout({(folder / "y").string(), "--classroom50", "--vpl"}).status == 2);
}

BOOST_AUTO_TEST_CASE(vpl_runs_scripts_that_print_comments_and_a_grade)
{
  const TemporaryFolder folder;
  const fs::path made = folder / "vpl";
  const Finished handed_out = handout({made.string(), "--vpl", "--chapter", "softmax"});
  BOOST_TEST(handed_out.status == 0, handed_out.error);
  const fs::path suite = make_suite(folder / "suite");
  const auto runs = [&](const std::string& script, const fs::path& server) {
    const fs::path home = hand_in(folder / ("home of " + script));
    write_file(home / "vpl_environment.sh", "export VPL_GRADEMAX='20'\n"
                                            "export VPL_SUBFILE0='01-softmax/exercises.cpp'\n");
    write_file(home / "not handed in.cpp", "nonsense");
    const Finished ran = run("/bin/bash",
                             {"-c", "cd \"$0\" && bash \"$1\" && ./vpl_execution", home.string(),
                              (made / script).string()},
                             {{"EPREUVE", server.string()}});
    for (const auto& entry : fs::directory_iterator(home))
      BOOST_TEST(!entry.path().filename().string().starts_with("epreuve."), entry.path());
    return ran;
  };
  const Finished evaluated = runs("vpl_evaluate.sh", suite);
  BOOST_TEST(evaluated.status == 0, evaluated.error);
  BOOST_TEST(contains(evaluated.output, "Comment :=>>-01-softmax/log_sum_exp: wrong, 0 of "),
             evaluated.output);
  BOOST_TEST(contains(evaluated.output, "overflow: subtract the maximum first"));
  BOOST_TEST(!contains(evaluated.output, "not handed in"), evaluated.output);
  const std::size_t at = evaluated.output.find("\nGrade :=>>");
  BOOST_REQUIRE(at != std::string::npos);
  const double grade = std::stod(evaluated.output.substr(at + 11));
  BOOST_TEST((0 < grade && grade < 20));

  const Finished shown = runs("vpl_run.sh", suite);
  BOOST_TEST(contains(shown.output, "\n01-softmax/log_sum_exp: wrong, 0 of "), shown.output);
  BOOST_TEST(!contains(shown.output, ":=>>"), shown.output);

  const Finished nowhere = runs("vpl_evaluate.sh", folder / "nowhere");
  BOOST_TEST(contains(nowhere.output, "Comment :=>>"), nowhere.output);
  BOOST_TEST(contains(nowhere.output, "nowhere/build/release/bin/epreuve-coursework"),
             nowhere.output);
  BOOST_TEST(!contains(nowhere.output, "Grade :=>>"), nowhere.output);
}

BOOST_AUTO_TEST_CASE(
    a_handout_carries_what_the_course_says_of_its_chapters_and_nothing_about_a_class)
{
  const TemporaryFolder folder;
  write_file(folder / "course.json",
             R"({"title": "Winter", "chapters": {"softmax": {"log_sum_exp": 9}, "06": {}},
                 "feedback": "input", "roster": "class.csv", "deadline": "2026-11-26T12:00Z",
                 "moodle": {}})");
  const std::string course = (folder / "course.json").string();
  const fs::path whole = folder / "whole", built = folder / "built";
  BOOST_TEST(handout({whole.string(), "--course", course}).status == 0);
  BOOST_TEST(nlohmann::json::parse(read_file(whole / "course.json")) ==
             nlohmann::json::parse(R"({"title": "Winter", "feedback": "input",
                                      "chapters": {"softmax": {"log_sum_exp": 9}, "06": {}}})"));
  BOOST_TEST(
      handout({built.string(), "--built", "--chapter", "softmax", "--course", course}).status == 0);
  BOOST_TEST(nlohmann::json::parse(read_file(built / "course.json")).at("chapters") ==
             nlohmann::json::parse(R"({"softmax": {"log_sum_exp": 9}})"));
  const OtherMachine machine(built);
  const Finished progress = machine.runs({"progress", "--json"});
  BOOST_TEST(progress.status == 0, progress.error);
  BOOST_TEST(nlohmann::json::parse(progress.output).at("most_points") == 25);
}

BOOST_AUTO_TEST_CASE(what_is_handed_out_compiled_checks_on_a_machine_with_gcc_and_armadillo_alone)
{
  const TemporaryFolder folder;
  const fs::path made = folder / "course";
  const Finished handed_out = handout({made.string(), "--built", "--chapter", "softmax"});
  BOOST_REQUIRE_MESSAGE(handed_out.status == 0, handed_out.error);
  const OtherMachine machine(made);

  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(made))
    bytes += entry.is_regular_file() ? entry.file_size() : 0;
#ifdef EPREUVE_SANITIZE // programs are larger
  BOOST_TEST(bytes < 150'000'000u);
#else
  BOOST_TEST(bytes < 60'000'000u);
#endif

  const std::size_t files = files_in(machine.course());
  const std::vector<std::string> committed = committed_of(machine.course());
  BOOST_TEST(committed.size() == files, "git ignores nothing that is handed out");

  const Finished untouched = machine.runs({"check", "softmax"});
  BOOST_TEST(contains(untouched.error, "the first check prepares Armadillo"), untouched.error);
  for (const char* header : {"include", "include/sanitized"})
    BOOST_TEST(fs::exists(machine.course() / "bin/exercises" / header /
                          "epreuve/exercises/student.hpp.gch"));
  BOOST_TEST(untouched.status == 1, untouched.error);
  BOOST_TEST(contains(untouched.output, "0 of 19 points"), untouched.output);

  write_file(machine.file(), solutions("01-softmax"));
  const Finished right = machine.runs({"check", "softmax"});
  BOOST_TEST(right.status == 0, right.output << right.error);
  BOOST_TEST(!contains(right.error, "the first check"), "that is for once");
  BOOST_TEST(!contains(right.output, "✗"), right.output);

  const exercises::Source mistakes(read_file(root / "chapters" / "01-softmax" / "mistakes.cpp"));
  write_file(machine.file(), with_section("01-softmax", mistakes.find("softmax_jacobian")->text));
  const Finished wrong = machine.runs({"check", "softmax", "--cpp"});
  BOOST_TEST(wrong.status == 1);
  BOOST_TEST(contains(wrong.output, "you add sigma_i sigma_j; it is subtracted"), wrong.output);

  write_file(machine.file(), "#include \"exercises.hpp\"\n\n// [softmax]\narma::vec y = 1 +;\n");
  const Finished nonsense = machine.runs({"check", "softmax"});
  BOOST_TEST(nonsense.status == 1);
  BOOST_TEST(contains(nonsense.output, "does not compile: line 4: "), nonsense.output);

  const Finished progress = machine.runs({"progress"});
  BOOST_TEST(progress.status == 0, progress.error);
  BOOST_TEST(contains(progress.output, "01-softmax"), progress.output);
  BOOST_TEST(!contains(progress.output, "06-rotations"), progress.output);
  BOOST_TEST(machine.runs({"hint", "softmax"}).status == 0);
  BOOST_TEST(contains(machine.runs({"solution", "softmax/softmax"}).output, "no solutions here"));
  BOOST_TEST(machine.runs({"reset", "softmax", "--yes"}).status == 0);
  BOOST_TEST(contains(read_file(machine.file()), "throw NotStarted();"));
  for (const char* written : {"try-softmax_jacobian.cpp", "chapters/01-softmax/exercises.cpp.1",
                              ".epreuve-progress.json"})
    BOOST_TEST(fs::exists(machine.course() / written), written);
  BOOST_TEST(committed_of(machine.course()) == committed, boost::test_tools::per_element());

  const Finished unknown = machine.runs({"run", "softmax"});
  BOOST_TEST(unknown.status == 2);
  BOOST_TEST(contains(unknown.error, "there is no command 'run' in this handout"), unknown.error);
}

BOOST_AUTO_TEST_CASE(for_a_package_a_compiled_handout_takes_the_shared_libraries_of_the_system)
{
  const TemporaryFolder folder;
  const fs::path made = folder / "course";
  const Finished handed_out =
      handout({made.string(), "--built", "--without-libraries", "--chapter", "softmax"});
  BOOST_REQUIRE_MESSAGE(handed_out.status == 0, handed_out.error);
  BOOST_TEST(!fs::exists(made / "lib"));
  const auto toolchain =
      nlohmann::json::parse(read_file(made / "bin" / "exercises" / "toolchain.json"));
  BOOST_TEST_REQUIRE(toolchain.at("libraries").size() == 1u);
  const std::string library = toolchain.at("libraries").at(0);
  BOOST_TEST(library.ends_with("/libopenblas.so.0"), library);
  BOOST_TEST(fs::exists(library), library);
  BOOST_TEST(handout({(folder / "x").string(), "--without-libraries"}).status == 2);
}

BOOST_AUTO_TEST_CASE(what_is_handed_out_compiled_holds_no_answers_and_names_no_folder_of_ours)
{
  const TemporaryFolder folder;
  const fs::path course = folder / "course";
  handout({course.string(), "--built", "--chapter", "softmax", "--chapter", "06"});
  for (const auto& entry : fs::recursive_directory_iterator(course)) {
    const std::string name = entry.path().filename();
    BOOST_TEST((name != "solutions.cpp" && name != "mistakes.cpp" && name != "checks.cpp"),
               entry.path());
  }
  BOOST_TEST(fs::exists(course / "bin" / "checks-06-rotations"));
  BOOST_TEST(!fs::exists(course / "bin" / "checks-02-minimum-norm"));
  BOOST_TEST(!fs::exists(course / "bin" / "exercises" / "02-minimum-norm"));
  // Everything that a chapter is compiled with is handed out, too.
  const fs::path programs = driver().parent_path();
  for (const char* chapter : {"01-softmax", "06-rotations", "include"})
    for (const auto& entry : fs::recursive_directory_iterator(programs / "exercises" / chapter))
      if (entry.path().extension() != ".gch")
        BOOST_TEST(fs::exists(course / "bin" / fs::relative(entry.path(), programs)), entry.path());
  for (const char* file : {"epreuve", "README.md", "bin/exercises/toolchain.json"})
    BOOST_TEST(!contains(read_file(course / file), root.string()), file);
  BOOST_TEST(run("/bin/sh", {"-n", (course / "epreuve").string()}).status == 0);
  BOOST_TEST(handout({(folder / "x").string(), "--built", "--gradescope"}).status == 2);
}
