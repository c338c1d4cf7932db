// A judge's answer counts only if it was asked for, comes in time, and comes from the judge itself. The judges here are
// scripts that say too much.

#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/grading.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS;
const std::string softmax = "01-softmax";

/// A judge that does what this script says: `say LINE` answers, `verdict NAME STATUS EARNED TEXT` too.
struct Script
{
  TemporaryFolder folder;
  Chapter chapter{softmax, folder / ("checks-" + softmax)};

  explicit Script(const std::string& body)
  {
    write_file(chapter.judge, R"(#!/bin/sh
read -r key seed seconds <&3
say() { printf '%s+%s\n' "$key" "$1" >&3; }
verdict() {
  say "{\"name\": \"$1\", \"status\": \"$2\", \"earned\": $3, \"points\": 1000000, \"title\": \"x\",\
    \"feedback\": {\"input\": \"\", \"expected\": \"\", \"got\": \"$4\", \"reason\": \"\",\
    \"diagnosis\": \"\", \"printed\": \"$4\", \"credit\": \"\", \"call\": \"\"}}"
}
)" + body + "\n");
    fs::permissions(chapter.judge,
                    fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  }
};

About about(const std::string& name, int points)
{
  return {
      .name = name, .title = "Title", .section = "1", .points = points, .stars = 1, .hints = {}};
}

/// The question: two exercises of a file that defines none.
Judged judge(const std::string& script)
{
  const Script judge(script);
  write_file(judge.folder / "exercises.cpp", "#include \"exercises.hpp\"\n");
  static const Compiler compiler(programs / "exercises");
  return judge_file(compiler, judge.chapter, judge.folder / "exercises.cpp",
                    {.catalogue = {about("a", 2), about("b", 3)}});
}

/// The reason why a judge's answers do not count.
std::string refusal(const std::string& script)
{
  try {
    judge(script);
  } catch (const JudgeFailed& error) {
    return error.what();
  }
  return "";
}

/// The reason why a judge that needs more than this is stopped.
std::string stopped(const std::string& script, const JudgeLimits& limits)
{
  try {
    run_judge(Script(script).chapter.judge, {}, {.seconds = 0.2}, limits, [](std::string_view) {});
  } catch (const JudgeFailed& error) {
    return error.what();
  }
  return "";
}

double seconds_since(std::chrono::steady_clock::time_point begin)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

BOOST_AUTO_TEST_CASE(names_titles_and_points_are_those_of_the_catalogue)
{
  const Judged judged = judge("verdict a done 0 ''; verdict b wrong 1000000 ''");
  BOOST_REQUIRE_EQUAL(judged.results.size(), 2u);
  BOOST_TEST(judged.results[0].points() == 2);
  BOOST_TEST(judged.results[0].about.title == "Title");
  BOOST_TEST(judged.results[1].points() == 2); // of 3: it is wrong
  BOOST_TEST(judge("verdict a wrong -5 ''; verdict b wrong 1 ''").results[0].points() == 0);
}

BOOST_AUTO_TEST_CASE(each_exercise_is_told_once_and_in_order)
{
  const std::string a = "verdict a done 0 '';", b = "verdict b done 0 '';";
  BOOST_TEST(contains(refusal(a + "verdict c done 0 ''"), "\"c\", the question was about b"));
  BOOST_TEST(contains(refusal(a + a), "\"a\", the question was about b"));
  BOOST_TEST(contains(refusal(b + a), "\"b\", the question was about a"));
  BOOST_TEST(contains(refusal(a + b + b), "more than was asked"));
  BOOST_TEST(contains(refusal(a), "without a result for b"));
  BOOST_TEST(contains(refusal("exit 0"), "without a result for a"));
  BOOST_TEST(contains(refusal(a + b + "exit 3"), "exit status 3"));
  BOOST_TEST(contains(refusal(a + b + "kill -9 $$"), "signal (Killed)"));
}

BOOST_AUTO_TEST_CASE(what_is_no_verdict_does_not_count)
{
  BOOST_TEST(contains(refusal("say nonsense"), "it is no JSON"));
  BOOST_TEST(contains(refusal("say '{\"name\": 3}'"), "not a verdict"));
  BOOST_TEST(contains(refusal("verdict a perfect 0 ''"), "no status"));
  BOOST_TEST(contains(refusal("verdict a wrong 1e300 ''"), "not a whole number"));
  BOOST_TEST(contains(refusal("say \"$(printf '%200000s' '' | tr ' ' '[')\""),
                      "nested deeper than 2 levels"));
}

BOOST_AUTO_TEST_CASE(nobody_speaks_for_the_judge_who_does_not_know_its_key)
{
  BOOST_TEST(contains(refusal("key=$(echo $key | tr 0-9a-f 1-9a-f0); verdict a done 0 ''"),
                      "another process wrote"));
  BOOST_TEST(contains(refusal("key=; verdict a done 0 ''"), "another process wrote"));
  // Printed output is not an answer.
  BOOST_TEST(contains(refusal("verdict a done 0 '' 3>&1"), "without a result for a"));
}

BOOST_AUTO_TEST_CASE(texts_are_cut_at_their_bounds)
{
  const Judged judged = judge("text=$(printf '%300000s' '' | tr ' ' x)\n"
                              "verdict a wrong 0 \"$text\"; verdict b done 0 ''");
  const Feedback& feedback = judged.results.at(0).feedback;
  BOOST_TEST(feedback.got.size() <= std::size_t{8} << 10);
  BOOST_TEST(feedback.printed.size() <= std::size_t{64} << 10);
  BOOST_TEST(feedback.got.ends_with("x [cut]"));
}

BOOST_AUTO_TEST_CASE(a_judge_that_says_a_gigabyte_costs_little_memory)
{
  BOOST_TEST(contains(refusal("head -c 1000000000 /dev/zero >&3"), "at once"));
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  BOOST_TEST(used.ru_maxrss < 300L << 10); // KB
}

BOOST_AUTO_TEST_CASE(a_judge_that_hangs_or_grows_is_stopped)
{
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST(contains(stopped("exec sleep 1000", {.room = 0.3}), "did not end within"));
  BOOST_TEST(contains(stopped("exec 3>&-; exec sleep 1000", {.room = 0.3}), "did not end within"));
  BOOST_TEST(contains(
      stopped("exec awk 'BEGIN { for (;;) a[i++] = i }'", {.room = 50, .memory = 64 << 20}),
      "more than 64 MB of memory"));
  BOOST_TEST(seconds_since(begin) < 90); // each would go on for longer
}

BOOST_AUTO_TEST_CASE(the_seed_reaches_the_judge_and_stands_in_no_argument)
{
  std::string said;
  run_judge(Script("say \"$seed\"; case \"$* $(env)\" in *7654321*) say open; esac").chapter.judge,
            {"--worker", "w"}, {.seed = 7654321}, {}, [&](std::string_view line) { said += line; });
  BOOST_TEST(said == "7654321");
}

namespace {

/// A folder of programs whose judge of softmax fails once `break_it` is called.
struct Breakable
{
  TemporaryFolder folder;
  fs::path broken = folder / "broken";

  Breakable()
  {
    fs::create_directory_symlink(programs / "exercises", folder / "exercises");
    const fs::path judge = folder / ("checks-" + softmax);
    write_file(judge, fmt::format("#!/bin/sh\n[ -e {0} ] && exit 3\nexec {1} \"$@\"\n",
                                  broken.string(), (programs / ("checks-" + softmax)).string()));
    fs::permissions(judge, fs::perms::owner_all);
  }
  void break_it() const { write_file(broken, ""); }
  void mend_it() const { fs::remove(broken); }
};

Submission submission(const std::vector<std::string>& chapters)
{
  Submission handed;
  handed.name = "alice";
  for (const std::string& chapter : chapters)
    handed.sources[chapter] = tests::solutions(chapter);
  return handed;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_judge_that_fails_is_one_chapters_problem_and_tried_again)
{
  const Breakable breakable;
  const Grader grader(breakable.folder.path(), {softmax}, {.sandboxed = false});
  breakable.break_it();
  const Grade failed = grader.grade(submission({softmax}));
  const Grade::OfChapter& chapter = failed.chapters.at(0);
  BOOST_TEST(chapter.problem == "could not be graded: checks-01-softmax failed: it ended with exit "
                                "status 3");
  BOOST_TEST(chapter.results.size() == grader.catalogue().at(softmax).size());
  BOOST_TEST(failed.points() == 0);
  breakable.mend_it();
  const Graded again = grader.grade(submission({softmax}), failed);
  BOOST_TEST(again.grade.points() == again.grade.most_points());
  BOOST_TEST(again.replaced.empty()); // it was no grade
}

BOOST_AUTO_TEST_CASE(nobody_is_graded_by_a_judge_that_does_not_judge)
{
  const Breakable breakable;
  write_file(breakable.folder / ("checks-" + softmax), "#!/bin/sh\nexit 3\n");
  fs::permissions(breakable.folder / ("checks-" + softmax), fs::perms::owner_all);
  BOOST_CHECK_EXCEPTION(Grader(breakable.folder.path(), {softmax}, {.sandboxed = false}), Error,
                        [](const Error& error) {
                          return std::string(error.what()).starts_with("nobody is graded, for ");
                        });
}

BOOST_AUTO_TEST_CASE(a_grade_by_another_seed_does_not_hold)
{
  const Grader one(programs, {softmax}, {.sandboxed = false, .seed = 1}),
      two(programs, {softmax}, {.sandboxed = false, .seed = 2});
  const Submission handed = submission({softmax});
  const Grade grade = one.grade(handed);
  BOOST_TEST(one.grade(handed, grade).is_from_before);
  BOOST_TEST(!two.grade(handed, grade).is_from_before);
}
