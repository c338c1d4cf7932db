// Slow answers take a bounded time, and no more than their own.

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/grading.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;
const std::string softmax = "01-softmax", kronecker = "08-kronecker";

/// A chapter's solutions, each of which takes a quarter of a second, which is less than a call may.
std::string slow_solutions(const std::string& chapter)
{
  Source source(tests::solutions(chapter));
  std::string text = "#include <chrono>\n" + source.preamble;
  for (Source::Section& section : source.sections) {
    if (const auto body = section.text.find("\n{\n"); body != std::string::npos)
      section.text.insert(body + 3, R"(
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::milliseconds(250); Clock::now() < end;)
    ;
)");
    text += section.text;
  }
  return text;
}

double seconds_since(std::chrono::steady_clock::time_point begin)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

BOOST_AUTO_TEST_CASE(the_time_of_a_chapter_ends_a_file_that_is_slow_everywhere)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", slow_solutions(softmax));
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<Chapter> all = chapters(programs);
  const Judged judged = judge_file(Compiler(programs / "exercises"), find_chapter(all, softmax),
                                   folder / "exercises.cpp", {.seconds = 12});
  BOOST_TEST(seconds_since(begin) < 45); // a chapter has 60
  BOOST_REQUIRE(judged.results.size() >= 4u);
  const Feedback &first = judged.results.front().feedback, &last = judged.results.back().feedback;
  BOOST_TEST(first.got.starts_with("nothing: no time was left for this call"), first.got);
  BOOST_TEST(last.reason.starts_with("not judged: the time of this chapter"), last.reason);
}

BOOST_AUTO_TEST_CASE(the_time_of_a_submission_ends_before_its_last_chapter)
{
  const Grader grader(programs, {softmax, kronecker}, {.sandboxed = false, .seconds = 0.1});
  Submission handed;
  handed.name = "alice";
  handed.sources = {{softmax, tests::solutions(softmax)}, {kronecker, tests::solutions(kronecker)}};
  const Grade grade = grader.grade(handed);
  BOOST_TEST(grade.chapters.at(1).problem.starts_with("could not be graded: the time of one "),
             grade.chapters.at(1).problem);
  BOOST_TEST(grade.chapters.at(1).key.empty());
}
