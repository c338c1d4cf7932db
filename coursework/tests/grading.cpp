// The command `grade`, as a process, on folders of submissions.

#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR;

Finished grade(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "grade");
  return run(driver(), arguments);
}

/// A folder of submissions, and one for their grades.
struct Class
{
  TemporaryFolder folder;
  fs::path submissions = folder / "submissions", grades = folder / "grades";

  Class() { fs::create_directory(submissions); }

  void hand_in(const std::string& name, const std::string& text) const
  {
    fs::create_directories((submissions / name).parent_path());
    write_file(submissions / name, text);
  }
  Finished grade(const std::vector<std::string>& more = {"--chapter", "softmax"}) const
  {
    std::vector<std::string> arguments{submissions.string(), "--out", grades.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ::grade(arguments);
  }
  json result(const std::string& name) const
  {
    return json::parse(read_file(grades / "results" / (name + ".json")));
  }
  int points(const std::string& name) const { return result(name).at("points"); }
};

std::vector<exercises::Exercise> exercises_of(const std::string& chapter)
{
  return exercises::read_exercises(root / "chapters" / chapter / "exercises.hpp");
}

int most_points(const std::string& chapter)
{
  int sum = 0;
  for (const exercises::Exercise& exercise : exercises_of(chapter))
    sum += exercise.points;
  return sum;
}

int points_of(const std::string& chapter, const std::string& exercise)
{
  for (const exercises::Exercise& other : exercises_of(chapter))
    if (other.name == exercise)
      return other.points;
  throw std::runtime_error(exercise);
}

const std::string softmax = "01-softmax";

/// A function that is wrong.
std::string wrong()
{
  return with_body(softmax, independent_exercises(softmax).front(), "");
}

int occurrences(const std::string& text, const std::string& what)
{
  int count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size())
    ++count;
  return count;
}

} // namespace

BOOST_AUTO_TEST_CASE(an_exercise_that_does_not_compile_costs_its_points_and_no_others)
{
  const Class group;
  const std::string exercise = independent_exercises(softmax).front();
  group.hand_in("one.cpp", with_body(softmax, exercise, "  return nonsense;"));
  const Finished said = group.grade();
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_TEST(group.points("one") == most_points(softmax) - points_of(softmax, exercise));
  const json graded = group.result("one");
  for (const json& result : graded.at("chapters").at(0).at("results"))
    if (result.at("name") == exercise)
      BOOST_TEST(contains(result.at("feedback").at("reason"), "does not compile: line "),
                 result.dump(2));
    else
      BOOST_TEST(result.at("status") == "done", result.dump(2));
}

BOOST_AUTO_TEST_CASE(each_form_of_submission_is_graded_and_every_report_is_written)
{
  const Class group;
  group.hand_in("folder/01-softmax/exercises.cpp", solutions(softmax));
  group.hand_in("project/chapters/01-softmax/exercises.cpp", solutions(softmax));
  group.hand_in("loose/softmax.cpp", solutions(softmax));
  group.hand_in("bare/exercises.cpp", solutions(softmax));
  group.hand_in("single.cpp", wrong());
  const Finished said = group.grade();
  BOOST_TEST(said.status == 0, said.output + said.error);
  for (const char* name : {"folder", "project", "loose", "bare"})
    BOOST_TEST(group.points(name) == most_points(softmax));
  BOOST_TEST(group.points("single") ==
             most_points(softmax) - points_of(softmax, independent_exercises(softmax).front()));
  for (const char* report :
       {"grades.csv", "index.html", "feedback/single.html", "gradescope/single.json"})
    BOOST_TEST(fs::file_size(group.grades / report) > 0u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_graded_is_listed_and_the_rest_is_graded)
{
  const Class group;
  group.hand_in("good.cpp", solutions(softmax));
  group.hand_in("none/readme.txt", "I will hand it in later");
  group.hand_in("broken.cpp", "int x = nonsense;\n" + solutions(softmax));
  group.hand_in("empty.cpp", "");
  group.hand_in("wide.cpp", "\xff\xfe/");
  group.hand_in("binary.cpp", solutions(softmax) + std::string(1, '\0'));
  fs::create_directory(group.submissions / "dangling");
  fs::create_symlink("/nonexistent", group.submissions / "dangling" / "exercises.cpp");
  fs::create_directories(group.submissions / "odd" / "01-softmax" / "exercises.cpp");
  const Finished said = group.grade();
  BOOST_TEST(said.status == 1);
  BOOST_TEST(contains(said.output, "none: it has no file of exercises"), said.output);
  BOOST_TEST(contains(said.output, "broken: 01-softmax does not compile: line"), said.output);
  BOOST_TEST(contains(said.output, "empty: empty.cpp is empty"), said.output);
  BOOST_TEST(contains(said.output, "wide: wide.cpp is a text in UTF-16"), said.output);
  BOOST_TEST(contains(said.output, "binary: binary.cpp is not a text: it has a NUL byte in line"),
             said.output);
  BOOST_TEST(contains(said.output, "dangling: exercises.cpp is a symbolic link"), said.output);
  BOOST_TEST(contains(said.output, "odd: 01-softmax 01-softmax/exercises.cpp is a folder"),
             said.output);
  BOOST_TEST(group.points("good") == most_points(softmax));
  for (const char* name : {"none", "broken", "empty", "dangling", "odd"})
    BOOST_TEST(group.points(name) == 0);
}

BOOST_AUTO_TEST_CASE(bad_usage_is_refused_in_one_line)
{
  const Class group;
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& why) {
    const Finished said = grade(arguments);
    BOOST_TEST(said.status == 2);
    BOOST_TEST(contains(said.error, why), said.error);
  };
  const std::string here = group.submissions.string();
  refused({here}, "holds no submissions");
  refused({"/nonexistent"}, "/nonexistent cannot be read");
  group.hand_in("a.cpp", wrong());
  refused({here, here}, "name one folder");
  refused({here, "--chapter", "sofmax"}, "the nearest name is \"softmax\"");
  for (const char* shard : {"0/3", "4/3", "3", "x/y", "1/0"})
    refused({here, "--shard", shard}, "--shard");
  refused({here, "--merge"}, "holds no results");
  refused({here, "--merge", "--seed", "1"}, "excludes");
}

BOOST_AUTO_TEST_CASE(a_second_run_grades_what_has_changed_and_nothing_else)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  group.hand_in("b.cpp", wrong());
  group.grade();
  const auto time = [&](const char* name) {
    return fs::last_write_time(group.grades / "results" / name);
  };
  const auto before_a = time("a.json"), before_b = time("b.json");
  group.hand_in("b.cpp", solutions(softmax));
  const Finished again = group.grade();
  BOOST_TEST(contains(again.output, "2 submissions graded, 1 of them before"), again.output);
  BOOST_TEST((time("a.json") == before_a));
  BOOST_TEST((time("b.json") != before_b));
  BOOST_TEST(group.points("b") == most_points(softmax));

  write_file(group.grades / "results" / "a.json", "{ damaged");
  BOOST_TEST(contains(group.grade().output, "1 of them before"));
  BOOST_TEST(group.points("a") == most_points(softmax));
}

BOOST_AUTO_TEST_CASE(a_second_chapter_graded_into_the_same_folder_adds_to_it)
{
  const Class group;
  const std::string gelu = "16-gelu";
  const auto chapters = [&](const std::string& name) {
    std::map<std::string, std::size_t> found;
    const json result = group.result(name);
    for (const json& chapter : result.at("chapters"))
      found[chapter.at("chapter")] = chapter.at("results").size();
    return found;
  };
  group.hand_in("ada/softmax/exercises.cpp", solutions(softmax));
  group.hand_in("ada/gelu/exercises.cpp", solutions(gelu));
  group.hand_in("bob/softmax/exercises.cpp", wrong());
  BOOST_TEST(group.grade().status == 0);
  const Finished second = group.grade({"--chapter", "gelu"});
  BOOST_TEST(second.status == 1); // bob has nothing of it
  BOOST_TEST(
      contains(second.output, "bob: 16-gelu no file for it was handed in, only for 01-softmax"),
      second.output);
  BOOST_TEST(group.points("ada") == most_points(softmax) + most_points(gelu));
  BOOST_TEST(group.points("bob") ==
             most_points(softmax) - points_of(softmax, independent_exercises(softmax).front()));
  const std::string csv = read_file(group.grades / "grades.csv");
  BOOST_TEST(contains(csv, "01-softmax/softmax,"));
  BOOST_TEST(contains(csv, "16-gelu/"));
  BOOST_TEST(contains(read_file(group.grades / "feedback" / "ada.html"), softmax));
  BOOST_TEST(!contains(second.output, "replaced"), second.output);

  // Nothing has changed: nothing is judged, in whatever order the chapters come.
  BOOST_TEST(contains(group.grade().output, "2 submissions graded, 2 of them before"));

  // A new file: the grade of a chapter that is graded now is replaced, another's is dropped.
  group.hand_in("ada/softmax/exercises.cpp", wrong());
  group.hand_in("bob/softmax/exercises.cpp", solutions(softmax));
  const Finished other = group.grade({"--chapter", "gelu"});
  BOOST_TEST(contains(other.output, "01-softmax: 2 earlier grades dropped"), other.output);
  BOOST_TEST(contains(other.output, "(--chapter 01-softmax): \"ada\", \"bob\""), other.output);
  BOOST_TEST(!chapters("ada").contains(softmax));
  BOOST_TEST(chapters("ada").contains(gelu));
  group.grade();
  group.hand_in("ada/softmax/exercises.cpp", solutions(softmax));
  const Finished again = group.grade();
  BOOST_TEST(contains(again.output, "01-softmax: 1 earlier grade replaced"), again.output);
  BOOST_TEST(group.points("ada") == most_points(softmax) + most_points(gelu));

  // The grades of somebody who has handed in nothing this time are all kept, and the output says so.
  fs::remove_all(group.submissions / "bob");
  const Finished without = group.grade();
  BOOST_TEST(contains(without.output, "earlier grades kept, not among these submissions: \"bob\""),
             without.output);
  BOOST_TEST(contains(read_file(group.grades / "grades.csv"), "\nbob,"));
}

BOOST_AUTO_TEST_CASE(the_points_of_a_course_are_those_of_every_report_and_judge_nothing_again)
{
  const Class group;
  const std::string exercise = independent_exercises(softmax).front();
  group.hand_in("ada.cpp", solutions(softmax));
  group.hand_in("bob.cpp", wrong());
  BOOST_TEST(group.grade().status == 0);
  const fs::path file = group.folder / "course.json";
  const int most = most_points(softmax) - points_of(softmax, exercise) + 100;
  write_file(file,
             fmt::format(R"({{"title": "A <course>", "chapters": {{"softmax": {{"{}": 100}}}}}})",
                         exercise));
  const Finished said = group.grade({"--course", file.string()});
  BOOST_TEST(contains(said.output, "2 of them before"), said.output);
  BOOST_TEST(group.points("ada") == most);
  BOOST_TEST(group.points("bob") == most - 100);
  BOOST_TEST(contains(read_file(group.grades / "grades.csv"), fmt::format("ada,{0},{0},", most)));
  BOOST_TEST(contains(read_file(group.grades / "feedback" / "ada.html"),
                      fmt::format("{0} of {0} points", most)));
  BOOST_TEST(json::parse(read_file(group.grades / "gradescope" / "bob.json")).at("score") ==
             most - 100);
  BOOST_TEST(contains(read_file(group.grades / "index.html"), "<h1>A &lt;course&gt;</h1>"));

  // Of the student's commands too, and a handout carries it.
  const Finished progress = run(driver(), {"progress", "--json", "--course", file.string()},
                                {{"EPREUVE_PROGRESS", (group.folder / "progress.json").string()}});
  BOOST_TEST(json::parse(progress.output).at("most_points") == most, progress.error);
  const fs::path handed_out = group.folder / "handed-out";
  const Finished handout =
      run(driver(), {"handout", handed_out.string(), "--course", file.string()});
  BOOST_TEST(handout.status == 0, handout.error);
  BOOST_TEST(read_file(handed_out / "course.json") == read_file(file));

  // With 0 points it is left out of everything, and comes back with the default.
  write_file(file, fmt::format(R"({{"chapters": {{"softmax": {{"{}": 0}}}}}})", exercise));
  group.grade({"--course", file.string()});
  BOOST_TEST(group.points("bob") == most - 100);
  BOOST_TEST(!contains(read_file(group.grades / "grades.csv"), "01-softmax/" + exercise + ","));
  group.grade();
  BOOST_TEST(group.points("ada") == most_points(softmax));

  write_file(file, R"({"chapters": {"gelu": {}}})");
  const Finished refused = group.grade({"--chapter", "softmax", "--course", file.string()});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "01-softmax is not among the chapters of the course"),
             refused.error);
}

BOOST_AUTO_TEST_CASE(odd_submissions_are_graded_or_named_and_stray_files_make_no_row)
{
  const Class group;
  const std::string answer = solutions(softmax);
  std::string windows = answer;
  replace_all(windows, "\n", "\r\n");
  group.hand_in("windows.cpp", windows);
  const std::string odd = "J\u00FCrgen \"x'\ny";
  group.hand_in(odd + ".cpp", answer);
  group.hand_in("nested/a/b/softmax/exercises.cpp", answer);
  group.hand_in("office/01-softmax/exercises.cpp", "PK\3\4word");
  group.hand_in("other-version.cpp", answer + "arma::vec exercise::no_more() { return {}; }\n");
  group.hand_in("wrong-chapter/16-gelu/exercises.cpp", answer);
  for (const char* stray : {".DS_Store", "Thumbs.db", "grades.csv", "README.md", "sheet.pdf"})
    group.hand_in(stray, "x");
  const Finished said = group.grade();
  BOOST_TEST(said.status == 1);
  for (const std::string name : {"windows", "J\u00FCrgen %22x'%5Cx0Ay", "nested"})
    BOOST_TEST(group.points(name) == most_points(softmax), name);
  for (const char* name : {"office", "wrong-chapter"})
    BOOST_TEST(group.points(name) == 0, name);
  // An exercise that is no longer declared is in the last section.
  BOOST_TEST(group.points("other-version") ==
             most_points(softmax) - points_of(softmax, "softmax_jacobian_times"));
  BOOST_TEST(contains(said.output, "neither folders nor .cpp nor .zip files: \".DS_Store\", "
                                   "\"README.md\", \"Thumbs.db\", \"grades.csv\", \"sheet.pdf\"\n"),
             said.output);
  BOOST_TEST(files(group.grades / "results").size() == 6u);
  BOOST_TEST(contains(read_file(group.grades / "index.html"),
                      "href=\"feedback/J%C3%BCrgen%20%2522x%27%255Cx0Ay.html\""));
}

BOOST_AUTO_TEST_CASE(after_an_interruption_it_goes_on_where_it_stopped)
{
  const Class group;
  for (int i = 0; i < 8; ++i)
    group.hand_in(fmt::format("student-{}.cpp", i), i % 2 == 0 ? solutions(softmax) : wrong());
  const fs::path results = group.grades / "results";
  const auto count = [&] { return fs::is_directory(results) ? files(results).size() : 0; };

  const std::string program = driver(), here = group.submissions, there = group.grades;
  std::vector<const char*> words{program.c_str(), "grade",     here.c_str(), "--out",
                                 there.c_str(),   "--chapter", "softmax",    nullptr};
  pid_t child = 0;
  BOOST_REQUIRE(::posix_spawn(&child, program.c_str(), nullptr, nullptr,
                              const_cast<char**>(words.data()), ::environ) == 0);
  while (count() < 2 && ::waitpid(child, nullptr, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const std::size_t before = count();
  BOOST_REQUIRE(before >= 2u);
  BOOST_REQUIRE(before < 8u);

  const Finished again = group.grade();
  BOOST_TEST(again.status == 0);
  BOOST_TEST(contains(again.output, fmt::format("8 submissions graded, {} of them before", before)),
             again.output);
  for (int i = 0; i < 8; ++i)
    BOOST_TEST((group.points(fmt::format("student-{}", i)) == most_points(softmax)) ==
               (i % 2 == 0));
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_reported_and_loses_nothing)
{
  const Class group;
  const std::string chatty = with_body(softmax, independent_exercises(softmax).front(),
                                       "  std::fputs(std::string(40000, 'x').c_str(), stdout);");
  for (const char* name : {"a.cpp", "b.cpp", "c.cpp", "d.cpp", "e.cpp"})
    group.hand_in(name, chatty);
  fs::create_directory(group.grades);
  // Which submissions still fit is a matter of their order; whichever they are, their results stay, and count.
  const Finished ended =
      run("/usr/bin/unshare",
          {"--user", "--map-root-user", "--mount", "sh", "-c",
           "mount -t tmpfs -o size=40k tmpfs \"$3\" && cd \"$3\" || exit; "
           "\"$1\" grade \"$2\" --out . --chapter softmax && exit 99; "
           "kept=$(sha256sum results/*.json); "
           "mount -o remount,size=4m tmpfs . && \"$1\" grade \"$2\" --out . --chapter softmax && "
           "ls feedback | wc -l && echo \"$kept\" | sha256sum --check --strict",
           "sh", driver().string(), group.submissions.string(), group.grades.string()});
  BOOST_TEST(ended.status == 0, ended.output);
  BOOST_TEST(contains(ended.error, "No space left on device"), ended.error);
  BOOST_TEST(contains(ended.error, "make room on the disk"), ended.error);
  const int kept = occurrences(ended.output, ".json: OK");
  BOOST_TEST(kept > 0);
  BOOST_TEST(contains(ended.output, fmt::format("5 submissions graded, {} of them before", kept)),
             ended.output);
  BOOST_TEST(contains(ended.output, "\n5\n"), ended.output); // what each student reads
}

BOOST_AUTO_TEST_CASE(parts_put_together_are_the_whole)
{
  const Class group;
  for (int i = 0; i < 5; ++i)
    group.hand_in(fmt::format("student-{}.cpp", i), i % 2 == 0 ? solutions(softmax) : wrong());
  BOOST_TEST(group.grade().status == 0);
  const std::string whole = read_file(group.grades / "grades.csv");
  std::vector<std::string> arguments{"--merge", "--out", (group.folder / "all").string()};
  for (const char* part : {"1/3", "2/3", "3/3"}) {
    const std::string out = (group.folder / std::string(1, part[0])).string();
    BOOST_TEST(
        grade({group.submissions.string(), "--chapter", "softmax", "--shard", part, "--out", out})
            .status == 0);
    BOOST_TEST(files(fs::path(out) / "results").size() == (part[0] == '3' ? 1u : 2u));
    arguments.push_back(out);
  }
  BOOST_TEST(grade(arguments).status == 0);
  BOOST_TEST(read_file(group.folder / "all" / "grades.csv") == whole);
}

BOOST_AUTO_TEST_CASE(without_bubblewrap_it_refuses_unless_told_otherwise)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  const auto without = [&](const std::string& option) {
    return run("/usr/bin/unshare",
               {"--user", "--map-root-user", "--mount", "sh", "-c",
                "mount --bind /dev/null /usr/bin/bwrap && exec \"$1\" grade \"$2\" --out \"$3\" "
                "--chapter softmax " +
                    option,
                "sh", driver().string(), group.submissions.string(), group.grades.string()});
  };
  const Finished refused = without("");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "bubblewrap is not installed"), refused.error);
  BOOST_TEST(contains(refused.error, "--unsafe"), refused.error);
  BOOST_TEST(!fs::exists(group.grades));
  const Finished unsafe = without("--unsafe");
  BOOST_TEST(unsafe.status == 0, unsafe.error);
  BOOST_TEST(contains(unsafe.error, "without a sandbox"));
  BOOST_TEST(group.points("a") == most_points(softmax));
}

namespace {

/// Grades on a system with a fault, which these commands cause.
Finished grade_after(const Class& group, const std::string& commands, const std::string& option)
{
  return run("/usr/bin/unshare",
             {"--user", "--map-root-user", "--mount", "sh", "-c",
              commands + " && exec \"$1\" grade \"$2\" --out \"$3\" --chapter softmax " + option,
              "sh", driver().string(), group.submissions.string(), group.grades.string()});
}

} // namespace

BOOST_AUTO_TEST_CASE(nobody_is_graded_where_no_program_can_be_started)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  fs::create_directory(group.folder / "temporary");
  const std::string temporary = (group.folder / "temporary").string();
  for (const char* option : {"", "--unsafe"}) {
    const Finished said = grade_after(
        group, fmt::format("mount -t tmpfs -o noexec tmpfs {0} && export TMPDIR={0}", temporary),
        option);
    BOOST_TEST(said.status == 2, said.output);
    BOOST_TEST(contains(said.error, "which is mounted noexec; set TMPDIR"), said.error);
    BOOST_TEST(!fs::exists(group.grades));
  }
}

BOOST_AUTO_TEST_CASE(nobody_is_graded_by_a_sandbox_that_compiles_and_starts_no_worker)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  const std::string real = (group.folder / "bwrap").string(), broken = real + "-broken";
  fs::copy_file("/usr/bin/bwrap", real);
  write_file(broken, fmt::format("#!/bin/sh\ncase \"$*\" in *begin-worker*) exit 1 ;; esac\n"
                                 "exec {} \"$@\"\n",
                                 real));
  fs::permissions(broken, fs::perms::owner_all);
  const Finished said =
      grade_after(group, fmt::format("mount --bind {} /usr/bin/bwrap", broken), "");
  BOOST_TEST(said.status == 2, said.output);
  BOOST_TEST(contains(said.error, "nobody is graded, for "), said.error);
  BOOST_TEST(!fs::exists(group.grades));
}

namespace {

/// How long the solutions of one chapter take to compile, both programs at the same time, as a grader compiles them.
double seconds_of_compiling(const std::vector<std::string>& chapters)
{
  const exercises::Compiler compiler(fs::path(EPREUVE_PROGRAMS) / "exercises");
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& chapter : chapters) {
    const TemporaryFolder folder;
    write_file(folder / "exercises.cpp", solutions(chapter));
    const exercises::Salvage salvage =
        exercises::compile_what_compiles(compiler, chapter, folder / "exercises.cpp",
                                         {folder / "worker", folder / "sanitized"}, true);
    BOOST_TEST(salvage.has_program);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / static_cast<double>(chapters.size());
}

} // namespace

/// Takes minutes, so it does not run by default: `./epreuve test -C large -L large`. The variable EPREUVE_CLASS is
/// the number of submissions.
BOOST_AUTO_TEST_SUITE(classroom, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(each_submission_of_a_class_gets_exactly_the_grade_it_deserves)
{
  const char* const wished = std::getenv("EPREUVE_CLASS");
  const std::size_t count = wished ? std::stoul(wished) : 200;
  const Class group;
  std::map<std::string, int> expected;
  const auto hand_in = [&](const std::string& kind, const std::string& text, int points) {
    const std::string name = fmt::format("{:03}-{}", expected.size(), kind);
    group.hand_in(name + ".cpp", text);
    expected[name] = points;
  };
  std::vector<std::string> chapters;
  for (const auto& entry : fs::directory_iterator(root / "chapters"))
    if (fs::exists(entry.path() / "checks.cpp"))
      chapters.push_back(entry.path().filename());
  std::ranges::sort(chapters);
  const auto repeat = [&](std::size_t until, const auto& make) {
    for (std::size_t i = 0; expected.size() < until; ++i)
      make(i);
  };

  // Half are solutions, a third have one mistake in a function that no other exercise uses, the rest are hostile.
  repeat(count / 2, [&](std::size_t i) {
    const std::string& chapter = chapters[i % chapters.size()];
    hand_in("solution", solutions(chapter), most_points(chapter));
  });
  std::vector<std::pair<std::string, exercises::Source::Section>> mistakes;
  for (const std::string& chapter : chapters) {
    const auto independent = independent_exercises(chapter);
    const fs::path file = root / "chapters" / chapter / "mistakes.cpp";
    for (const auto& section : exercises::Source(read_file(file)).sections)
      if (section.name != "softmax_jacobian" && // whose diagonal alone may earn a point
          std::ranges::find(independent, section.name) != independent.end())
        mistakes.emplace_back(chapter, section);
  }
  repeat(count * 5 / 6, [&](std::size_t i) {
    const auto& [chapter, section] = mistakes[i * 7 % mistakes.size()];
    hand_in("mistake", with_section(chapter, section.text),
            most_points(chapter) - points_of(chapter, section.name));
  });
  const auto attacks = files(root / "coursework" / "tests" / "hostile");
  repeat(count, [&](std::size_t i) {
    const std::string& chapter = chapters[i % chapters.size()];
    const std::string exercise = independent_exercises(chapter).front();
    std::string body = read_file(attacks[i % attacks.size()]);
    replace_all(body, "FORBIDDEN", "\"/etc/shadow\"");
    hand_in("hostile", with_body(chapter, exercise, body),
            most_points(chapter) - points_of(chapter, exercise));
  });

  const double compiling = seconds_of_compiling(chapters);
  const auto begin = std::chrono::steady_clock::now();
  const Finished said = group.grade({});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::cout << fmt::format(
      "{} submissions in {:.0f} s; to compile a chapter's solutions takes {:.2f} s\n",
      expected.size(), seconds, compiling);
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_TEST(expected.size() == count);
  for (const auto& [name, points] : expected)
    BOOST_TEST(group.points(name) == points,
               name << ": " << group.points(name) << ", expected " << points);
  // Most of a submission's time must be its compilation, however fast the machine is.
  BOOST_TEST(seconds < 2.5 * compiling * static_cast<double>(count));
}

BOOST_AUTO_TEST_SUITE_END()
