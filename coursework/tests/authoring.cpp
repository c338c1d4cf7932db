// The command `try`, as a process: its report to the author of an exercise.

#include "epreuve/exercise_source.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
namespace fs = std::filesystem;

namespace {

/// A chapter that somebody works on: a copy of one.
struct Draft
{
  TemporaryFolder folder;
  fs::path chapter = folder / "01-softmax";

  Draft()
  {
    fs::copy(fs::path(EPREUVE_SOURCE_DIR) / "chapters" / "01-softmax", chapter,
             fs::copy_options::recursive);
    // It is no part of a chapter: an author's copy may hold anything.
    write_file(chapter / "exercises.cpp", "somebody's");
  }
  std::vector<std::pair<std::string, std::string>> environment() const
  {
    return {{"EPREUVE_CHAPTERS", folder.path().string()},
            {"EPREUVE_PROGRESS", (folder / "progress.json").string()}};
  }
  Finished attempt(const std::string& word) const
  {
    return run(driver(), {"try", word}, environment());
  }
  Finished attempt_mutants(const std::string& word) const
  {
    return run(driver(), {"try", word, "--mutants"}, environment());
  }
  void change(const std::string& file, const std::string& from, const std::string& to) const
  {
    std::string text = read_file(chapter / file);
    BOOST_REQUIRE(contains(text, from));
    replace_all(text, from, to);
    write_file(chapter / file, text);
  }
};

} // namespace

BOOST_AUTO_TEST_CASE(an_exercise_that_has_everything_misses_nothing)
{
  const Draft draft;
  const Finished said = draft.attempt("softmax/log_sum_exp");
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_TEST(contains(said.output, "✓ the solution passes"), said.output);
  BOOST_TEST(contains(said.output, "✓ the stub is not started"), said.output);
  BOOST_TEST(contains(said.output, ": wrong, and recognised: you subtract the smallest logit"),
             said.output);
  BOOST_TEST(contains(said.output,
                      "✓ outcome: \"a finite number\": decided by \"as large as 10^5 in "
                      "magnitude; a finite number\", which shows mistakes.cpp:"),
             said.output);
  BOOST_TEST(contains(said.output, "nothing is missing\n"), said.output);
  const std::string file = read_file(draft.chapter / "mistakes.cpp");
  const auto above = file.substr(0, file.find("// [log_sum_exp] you subtract the smallest"));
  const auto line = 1 + std::ranges::count(above, '\n');
  BOOST_TEST(contains(said.output, fmt::format("mistakes.cpp:{}: wrong", line)), said.output);
  BOOST_TEST(!contains(said.output, "have length 1"), said.output); // of another exercise
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said_in_words)
{
  const Draft draft;
  exercises::Source mistakes(read_file(draft.chapter / "mistakes.cpp"));
  const std::string one = mistakes.find("log_sum_exp")->text;
  std::erase_if(mistakes.sections, [](const auto& each) { return each.name == "log_sum_exp"; });
  write_file(draft.chapter / "mistakes.cpp", mistakes.text() + one);
  exercises::Source solutions(read_file(draft.chapter / "solutions.cpp"));
  std::erase_if(solutions.sections, [](const auto& each) { return each.name == "log_sum_exp"; });
  write_file(draft.chapter / "solutions.cpp", solutions.text());
  const Finished said = draft.attempt("softmax/log_sum_exp");
  BOOST_TEST(said.status == 1);
  for (const char* words : {"1 mistake in log_sum_exp in ", "expected at least 3",
                            "has no section \"// [log_sum_exp] ...\"",
                            "expected the same in the same order", "3 to mend"})
    BOOST_TEST(contains(said.output, words), words << ":\n" << said.output);
}

BOOST_AUTO_TEST_CASE(a_clause_of_the_statement_that_no_input_decides_is_said)
{
  const Draft draft;
  draft.change("exercises.hpp", "@return   a finite number", "@return   a number; 3 if n = 3");
  const Finished said = draft.attempt("softmax/log_sum_exp");
  BOOST_TEST(said.status == 1);
  BOOST_TEST(contains(said.output, "✗ outcome: \"3 if n = 3\": no input in checks.cpp is named in "
                                   "words of it"),
             said.output);
  BOOST_TEST(contains(said.output, "1 to mend\n"), said.output);
}

BOOST_AUTO_TEST_CASE(a_chapter_with_few_exercises_is_a_flaw_of_the_chapter_and_of_none_of_them)
{
  const Draft draft;
  const std::string header = read_file(draft.chapter / "exercises.hpp");
  const auto from = [&](const std::string& begin, const std::string& end) {
    const std::size_t at = header.find(begin);
    return header.substr(at, header.find(end, at + begin.size()) - at);
  };
  write_file(draft.chapter / "exercises.hpp", from("#pragma", "/// # ") +
                                                  from("/// # Log-sum-exp", "/// # ") + "}\n\n" +
                                                  from("// [log_sum_exp]", "// [stable"));
  exercises::Source solutions(read_file(draft.chapter / "solutions.cpp"));
  std::erase_if(solutions.sections, [](const auto& each) { return each.name != "log_sum_exp"; });
  write_file(draft.chapter / "solutions.cpp", solutions.text());
  const std::string words = "expected at least 4";
  BOOST_TEST(contains(draft.attempt("softmax").output, words));
  const Finished one = draft.attempt("softmax/log_sum_exp");
  BOOST_TEST(!contains(one.output, words), one.output);
  BOOST_TEST(contains(one.output, "✓ the solution passes"), one.output);
}

BOOST_AUTO_TEST_CASE(a_solution_that_is_wrong_is_told_with_the_input)
{
  const Draft draft;
  write_file(draft.chapter / "solutions.cpp",
             with_section("01-softmax", "// [softmax] Wrong\n"
                                        "arma::vec exercise::softmax(const arma::vec& x)\n"
                                        "{\n  return 2 * x;\n}\n"));
  const Finished said = draft.attempt("softmax/softmax");
  BOOST_TEST(said.status == 1);
  BOOST_TEST(contains(said.output, "✗ the solution is wrong on the draws of seed 20170612"),
             said.output);
  BOOST_TEST(contains(said.output, "  input      "), said.output);
  write_file(draft.chapter / "solutions.cpp",
             with_section("01-softmax", "// [softmax] Broken\nnonsense\n"));
  const Finished broken = draft.attempt("softmax/softmax");
  BOOST_TEST(broken.status == 1);
  BOOST_TEST(contains(broken.output, "solutions.cpp:"), broken.output);
  BOOST_TEST(draft.attempt("softmax/sofmax").status == 2);
}

// The logarithm of a sum of exponentials does not depend on what is subtracted, as long as nothing overflows.
BOOST_AUTO_TEST_CASE(a_mutant_that_passes_is_listed_unless_the_author_has_said_why_it_may)
{
  const Draft draft;
  draft.change("solutions.cpp", "const double m = x.max();", "const double m = x.max() - 0.5;");
  const Finished before = draft.attempt_mutants("softmax/log_sum_exp");
  BOOST_TEST(before.status == 1, before.output + before.error);
  BOOST_TEST(contains(before.output, "solutions.cpp:13 passes with one change"), before.output);
  BOOST_TEST(contains(before.output, "\n  const double m = x.max() + 0.5;\n"), before.output);
  BOOST_TEST(!contains(before.output, "\n  const double m = x.min() - 0.5;\n"), before.output);

  std::string marks;
  for (std::size_t at = 0; (at = before.output.find("\n  {", at)) != std::string::npos; ++at)
    marks += before.output.substr(at + 3, before.output.find('\n', at + 1) - at - 2);
  replace_all(marks, "\"equal\": \"\"", "\"equal\": \"m need not be the largest\"");
  write_file(draft.chapter / "mutants.jsonl", marks);
  const Finished marked = draft.attempt_mutants("softmax/log_sum_exp");
  BOOST_TEST(marked.status == 0, marked.output + marked.error);
  BOOST_TEST(!contains(marked.output, "passes with one change"), marked.output);
  BOOST_TEST(contains(marked.output, " equal, as mutants.jsonl says"), marked.output);

  // One that is wrong, one of a line that is there no longer, and one of no exercise.
  write_file(draft.chapter / "mutants.jsonl",
             marks + R"({"exercise": "log_sum_exp", "before": "const double m = x.max() - 0.5;", )"
                     R"("after": "const double m = x.min() - 0.5;", "equal": "it is not"})"
                     "\n"
                     R"({"exercise": "log_sum_exp", "before": "const double m = x.max() - 0.4;", )"
                     R"("after": "const double m = x.max();", "equal": "so it was"})"
                     "\n"
                     R"({"exercise": "log_of_sum", "before": "a", "after": "b", "equal": "?"})"
                     "\n");
  const Finished stale = draft.attempt_mutants("softmax/log_sum_exp");
  BOOST_TEST(stale.status == 1);
  for (const char* words :
       {"what mutants.jsonl takes for equal is wrong", "fits no mutant of log_sum_exp",
        "about log_of_sum, which is no exercise", "3 to mend"})
    BOOST_TEST(contains(stale.output, words), words << ":\n" << stale.output);
}

BOOST_AUTO_TEST_CASE(mutants_of_a_solution_that_is_wrong_say_nothing)
{
  const Draft draft;
  draft.change("solutions.cpp", "const double m = x.max();", "const double m = 1 + x.min();");
  const Finished said = draft.attempt_mutants("softmax/log_sum_exp");
  BOOST_TEST(said.status == 1);
  BOOST_TEST(contains(said.output, "✗ the solution is wrong"), said.output);
  BOOST_TEST(!contains(said.output, " mutants, of which"), said.output);
}
