// Hostile code gets nothing for the exercise that it attacks, and the sandbox holds, while every
// other exercise keeps its points.

#include "epreuve/exercises/grading.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using tests::files, tests::replace_all, tests::solutions, tests::with_body;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS, root = EPREUVE_SOURCE_DIR,
               hostile = root / "coursework" / "tests" / "hostile";
const std::string attacked_chapter = "01-softmax", other_chapter = "09-trigrams";

const Grader& grader()
{
  static const Grader one(programs, {attacked_chapter, other_chapter}, {.sandboxed = true});
  return one;
}

/// A submission in which the other chapter is solved.
struct Handed
{
  TemporaryFolder folder;
  fs::path path = folder / "submission";

  explicit Handed(const std::string& attack)
  {
    for (const std::string& chapter : {attacked_chapter, other_chapter})
      fs::create_directories(path / chapter);
    write_file(path / attacked_chapter / "exercises.cpp", attack);
    write_file(path / other_chapter / "exercises.cpp", solutions(other_chapter));
  }

  Grade grade() const { return grader().grade(read_submission(path, grader().catalogue())); }
};

/// One line per result, for messages.
std::string told(const Grade& grade)
{
  std::string text = grade.problem;
  for (const Grade::OfChapter& chapter : grade.chapters) {
    text += "\n" + chapter.chapter + " " + chapter.problem;
    for (const Result& result : chapter.results)
      text += "\n  " + result.about.name + ": " + name(result.status) + " " + result.feedback.got +
              " " + result.feedback.printed;
  }
  return text;
}

int points(const Grade& grade, const std::string& chapter)
{
  int sum = 0;
  for (const Grade::OfChapter& graded : grade.chapters)
    if (graded.chapter == chapter)
      for (const Result& result : graded.results)
        sum += result.points();
  return sum;
}

int most_points(const std::string& chapter)
{
  int sum = 0;
  for (const About& about : grader().catalogue().at(chapter))
    sum += about.points;
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile_submissions)

BOOST_AUTO_TEST_CASE(the_sandbox_works_here)
{
  BOOST_REQUIRE_EQUAL(Sandbox::obstacle(), "");
}

BOOST_AUTO_TEST_CASE(harmless_code_gets_all_points)
{
  const Grade grade = Handed(solutions(attacked_chapter)).grade();
  BOOST_TEST(grade.points() == grade.most_points());
  BOOST_TEST(!grade.has_problem());
}

BOOST_AUTO_TEST_CASE(a_hostile_function_loses_its_own_points_and_no_others)
{
  // Where the secrets are: the answers, and a file of another submission.
  const TemporaryFolder other;
  const std::string secret = (other / "exercises.cpp").string();
  write_file(secret, "// somebody else's\n");
  std::vector<std::pair<std::string, std::string>> attacks; // names of files, and bodies
  for (const fs::path& file : files(hostile))
    for (const std::string& forbidden :
         {(root / "chapters" / attacked_chapter / "solutions.cpp").string(), secret}) {
      std::string body = tests::read_file(file);
      const bool names_files = body.find("FORBIDDEN") != body.npos;
      replace_all(body, "FORBIDDEN", '"' + forbidden + '"');
      attacks.emplace_back(file.filename(), body);
      if (!names_files)
        break;
    }
  BOOST_REQUIRE(attacks.size() >= 14u);

  // Each exercise has a worker of its own, so one file takes several attacks: in functions that no other one
  // calls, with one after them that keeps its points.
  std::vector<std::string> exercises = tests::independent_exercises(attacked_chapter);
  exercises.pop_back();
  BOOST_REQUIRE(!exercises.empty());
  std::vector<tests::Bodies> files;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < attacks.size(); ++i) {
    if (i % exercises.size() == 0) {
      files.emplace_back();
      names.emplace_back();
    }
    const std::string& exercise = exercises[i % exercises.size()];
    files.back()[exercise] = attacks[i].second;
    names.back() += exercise + ": " + attacks[i].first + '\n';
  }
  const auto check = [&](const tests::Bodies& bodies, const std::vector<Result>& results) {
    for (const Result& result : results) {
      const std::string& exercise = result.about.name;
      BOOST_TEST(result.points() == (bodies.contains(exercise) ? 0 : result.about.points),
                 exercise);
      BOOST_TEST(result.feedback.reason.find("not compile") == std::string::npos);
      for (const char* leak : {"READ", "WRITTEN", "CONNECTED", "somebody"})
        BOOST_TEST(result.feedback.printed.find(leak) == std::string::npos, leak);
    }
    BOOST_TEST(tests::read_file(secret) == "// somebody else's\n");
  };

  // All of them, compiled once.
  std::vector<std::string> all;
  for (const About& about : grader().catalogue().at(attacked_chapter))
    all.push_back(about.name);
  const tests::Variants variants(programs, attacked_chapter, files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::vector<Result> results = variants.judge_all(i, all, true);
    BOOST_TEST_CONTEXT(names[i] << told({"", "", {{attacked_chapter, "", results}}}))
    {
      BOOST_TEST(results.size() == all.size());
      check(files[i], results);
    }
  }
  // The first file as it is handed in and graded.
  const Grade grade = Handed(with_body(attacked_chapter, files.front())).grade();
  BOOST_TEST_CONTEXT(names.front() << told(grade))
  {
    BOOST_TEST(grade.chapters.front().results.size() == all.size());
    check(files.front(), grade.chapters.front().results);
    BOOST_TEST(points(grade, other_chapter) == most_points(other_chapter));
  }
}

BOOST_AUTO_TEST_CASE(a_hostile_file_loses_its_chapter_and_no_other)
{
  const auto attacks = files(hostile / "whole-files");
  BOOST_REQUIRE(attacks.size() >= 6u);
  for (const fs::path& file : attacks) {
    // All functions are defined, and right.
    std::string text = tests::read_file(file);
    replace_all(text, "FORBIDDEN",
                '"' + (root / "chapters" / attacked_chapter / "solutions.cpp").string() + '"');
    if (text.find("solutions.cpp") == text.npos)
      text += solutions(attacked_chapter);
    const Grade grade = Handed(text).grade();
    BOOST_TEST_CONTEXT(file.filename() << '\n' << told(grade))
    {
      BOOST_TEST(points(grade, attacked_chapter) == 0);
      BOOST_TEST(!grade.chapters.front().key.empty(), "judged again each time");
      BOOST_TEST(points(grade, other_chapter) == most_points(other_chapter));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_source_of_fifty_megabytes_is_not_read)
{
  const Grade grade =
      Handed(solutions(attacked_chapter) + "//" + std::string(50 << 20, 'x') + "\n").grade();
  BOOST_TEST(grade.chapters.front().problem.find("bytes, expected at most") != std::string::npos);
  BOOST_TEST(points(grade, attacked_chapter) == 0);
  BOOST_TEST(points(grade, other_chapter) == most_points(other_chapter));
}

BOOST_AUTO_TEST_CASE(a_link_out_of_the_folder_is_not_followed)
{
  const fs::path target = root / "chapters" / attacked_chapter;
  for (const bool link_of_folder : {false, true}) {
    const Handed handed("");
    fs::remove_all(handed.path / attacked_chapter);
    if (link_of_folder) {
      // A folder with an exercises.cpp that is right.
      fs::create_directory(handed.folder / "elsewhere");
      write_file(handed.folder / "elsewhere" / "exercises.cpp", solutions(attacked_chapter));
      fs::create_symlink(handed.folder / "elsewhere", handed.path / attacked_chapter);
    } else {
      fs::create_directory(handed.path / attacked_chapter);
      fs::create_symlink(target / "solutions.cpp",
                         handed.path / attacked_chapter / "exercises.cpp");
    }
    const Grade grade = handed.grade();
    BOOST_TEST(grade.chapters.front().problem.find("symbolic link") != std::string::npos,
               told(grade));
    BOOST_TEST(points(grade, attacked_chapter) == 0);
    BOOST_TEST(points(grade, other_chapter) == most_points(other_chapter));
  }
}

BOOST_AUTO_TEST_SUITE_END()
