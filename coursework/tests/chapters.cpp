// Exercises are tested: the solution passes, the untouched file is not started, and every mistake,
// a plausible wrong answer, fails with the diagnosis written for it.

#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/clauses.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS, chapters = fs::path(EPREUVE_SOURCE_DIR) / "chapters";

struct Chapter
{
  std::string name;
  std::vector<Exercise> exercises;
  Source solutions;

  /// The file as it is handed out.
  Source stubs() const
  {
    std::string text = "#include \"exercises.hpp\"\n";
    for (const Exercise& exercise : exercises)
      text += "\n" + stub(exercise);
    return Source(text);
  }
};

Chapter read_chapter(const fs::path& folder)
{
  const std::string name = folder.filename().string();
  return {name, read_exercises(folder / "exercises.hpp"),
          Source(tests::read_file(folder / "solutions.cpp"))};
}

/// The chapters that are named on the command line after "--"; all if none is named.
const std::vector<Chapter>& all_chapters()
{
  static const std::vector<Chapter> all = [] {
    const auto& suite = boost::unit_test::framework::master_test_suite();
    const std::vector<std::string> wanted(suite.argv + 1, suite.argv + suite.argc);
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(chapters))
      if (exists(entry.path() / "checks.cpp") &&
          (wanted.empty() ||
           std::ranges::find(wanted, entry.path().filename().string()) != wanted.end()))
        folders.push_back(entry.path());
    std::ranges::sort(folders);
    std::vector<Chapter> read;
    for (const fs::path& folder : folders)
      read.push_back(read_chapter(folder));
    return read;
  }();
  return all;
}

std::vector<std::string> names(const auto& list)
{
  std::vector<std::string> result;
  for (const auto& element : list)
    result.push_back(element.name);
  return result;
}

/// The lines of JSON that a chapter's judge prints.
std::vector<json> lines_of_judge(const std::string& chapter,
                                 const std::vector<std::string>& arguments)
{
  const tests::Finished judge = tests::run(programs / ("checks-" + chapter), arguments);
  if (judge.status != 0)
    throw std::runtime_error(judge.error);
  std::vector<json> lines;
  for (const std::string& line : split_lines(judge.output))
    if (!line.empty())
      lines.push_back(json::parse(line));
  return lines;
}

std::vector<Result> judged(const std::string& chapter, const std::vector<std::string>& arguments)
{
  std::vector<Result> results;
  for (const json& line : lines_of_judge(chapter, arguments))
    results.push_back(result_from_json(line));
  return results;
}

/// A file of exercises, compiled for the judge.
class Program
{
public:
  enum class Sanitized
  {
    no,
    yes
  };

  Program(std::string chapter, const std::string& source, Sanitized sanitized = Sanitized::yes)
      : chapter_(std::move(chapter)), sanitized_(sanitized)
  {
    write_file(folder_ / "exercises.cpp", source);
    for (const Message& warning : compile("worker", false).warnings)
      warnings_.push_back(fmt::format("{}, line {}: {}", chapter_, warning.line, warning.words));
    if (sanitized == Sanitized::yes)
      compile("sanitized", true);
  }

  const std::vector<std::string>& warnings() const { return warnings_; }

  std::vector<Result> judge(const std::vector<std::string>& arguments = {}) const
  {
    std::vector<std::string> all{"--worker", (folder_ / "worker").string()};
    if (sanitized_ == Sanitized::yes)
      all.insert(all.end(), {"--sanitized", (folder_ / "sanitized").string()});
    all.insert(all.end(), arguments.begin(), arguments.end());
    return judged(chapter_, all);
  }

private:
  /// However busy the machine is.
  Diagnostics compile(const std::string& program, bool with_sanitizers) const
  {
    static const Compiler compiler(programs / "exercises");
    Diagnostics said = compiler.compile(chapter_, folder_ / "exercises.cpp", folder_ / program,
                                        {.sanitized = with_sanitizers, .seconds = 200});
    if (!said.compiled)
      throw std::runtime_error(fmt::format("{}, line {}: {}", chapter_, said.line, said.error));
    return said;
  }

  std::string chapter_;
  Sanitized sanitized_;
  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
};

const Program& solved(const Chapter& chapter)
{
  static std::map<std::string, Program> programs_of;
  return programs_of.try_emplace(chapter.name, chapter.name, chapter.solutions.text())
      .first->second;
}

/// Without sanitizers: they only examine answers that pass, and crashes.
const Program& handed_out(const Chapter& chapter)
{
  static std::map<std::string, Program> programs_of;
  return programs_of
      .try_emplace(chapter.name, chapter.name, chapter.stubs().text(), Program::Sanitized::no)
      .first->second;
}

/// The seeds with which the judges draw. Under sanitizers a judge runs only once.
#ifdef EPREUVE_SANITIZE
const std::vector<std::string> seeds{"20170612"};
#else
const std::vector<std::string> seeds{"20170612", "1", "2", "3"};
#endif

/// A section of a chapter's mistakes.cpp: "// [EXERCISE] the diagnosis", and the function.
struct Mistake
{
  const Chapter* chapter;
  std::string name, exercise, diagnosis;
  Result result{};
  bool is_outside = false; ///< whether it is shown on an input that the statement does not allow
  std::string described{}; ///< the diagnosis by Check::mistake alone
  std::string problem{};   ///< why it could not be judged

  bool is_wrong() const { return problem.empty() && result.status == Status::wrong; }
  bool is_diagnosed() const { return is_wrong() && result.feedback.diagnosis == diagnosis; }
};

std::vector<Mistake> mistakes_in(const Chapter& chapter)
{
  const Source file(tests::read_file(chapters / chapter.name / "mistakes.cpp"));
  std::vector<Mistake> mistakes;
  std::ptrdiff_t line = 1;
  for (const Source::Section& section : file.sections) {
    const std::string first = section.text.substr(0, section.text.find('\n'));
    mistakes.push_back({&chapter, fmt::format("mistakes.cpp:{}", line), section.name,
                        first.substr(first.find("] ") + 2)});
    line += std::ranges::count(section.text, '\n');
  }
  return mistakes;
}

/// Judges the mistakes in one exercise, by one process.
void judge(std::span<Mistake> mistakes)
{
  const Mistake& any = mistakes.front();
  std::map<std::string, json> judged;
  std::string problem = "the judge does not know it";
  try {
    for (const json& line :
         lines_of_judge(any.chapter->name, {"--mistakes", "--exercise", any.exercise}))
      judged.emplace(line.at("mistake"), line);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  for (Mistake& mistake : mistakes)
    if (const auto found = judged.find(mistake.name); found != judged.end()) {
      mistake.result = result_from_json(found->second.at("result"));
      found->second.at("on_named").get_to(mistake.result.on_named);
      mistake.is_outside = found->second.value("outside", false);
      mistake.described = found->second.value("described", "");
    } else
      mistake.problem = problem;
}

/// The mistakes of all chapters, judged.
const std::vector<Mistake>& all_mistakes()
{
  static const std::vector<Mistake> all = [] {
    std::vector<Mistake> mistakes;
    for (const Chapter& chapter : all_chapters())
      std::ranges::move(mistakes_in(chapter), std::back_inserter(mistakes));
    std::vector<std::span<Mistake>> of_exercises;
    for (auto begin = mistakes.begin(); begin != mistakes.end();) {
      const auto end = std::find_if(begin, mistakes.end(), [&](const Mistake& mistake) {
        return mistake.chapter != begin->chapter || mistake.exercise != begin->exercise;
      });
      of_exercises.emplace_back(begin, end);
      begin = end;
    }
    parallel_for(of_exercises.size(), [&](std::size_t i) { judge(of_exercises[i]); });
    return mistakes;
  }();
  return all;
}

/// What decides each clause of a statement.
std::vector<Decision> decisions_on(const Chapter& chapter, const Exercise& exercise)
{
  std::vector<Tried> tried;
  for (const Mistake& mistake : all_mistakes())
    if (mistake.chapter == &chapter && mistake.exercise == exercise.name)
      tried.push_back({mistake.name, mistake.result.on_named});
  const Inputs inputs = inputs_from_json(
      lines_of_judge(chapter.name, {"--inputs", "--exercise", exercise.name}).at(0));
  return decisions(exercise.statement, inputs, tried);
}

} // namespace

BOOST_AUTO_TEST_CASE(header_stubs_and_solutions_name_the_same_exercises)
{
  BOOST_REQUIRE(!all_chapters().empty());
  for (const Chapter& chapter : all_chapters()) {
    BOOST_TEST_CONTEXT(chapter.name)
    {
      const auto expected = names(chapter.exercises);
      BOOST_TEST(expected.size() >= 4u,
                 chapter.name << " has " << expected.size() << " exercises, expected at least 4");
      BOOST_TEST(names(chapter.solutions.sections) == expected, boost::test_tools::per_element());
      BOOST_TEST(names(chapter.stubs().sections) == expected, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(solutions_pass_on_any_draws)
{
  for (const Chapter& chapter : all_chapters())
    for (const std::string& seed : seeds) {
      const auto results = solved(chapter).judge({"--seed", seed});
      BOOST_TEST(results.size() == chapter.exercises.size());
      for (const Result& result : results)
        BOOST_TEST((result.status == Status::done), chapter.name << ", seed " << seed << '\n'
                                                                 << to_json(result).dump(2));
    }
}

BOOST_AUTO_TEST_CASE(neither_stubs_nor_solutions_are_warned_of)
{
  for (const Chapter& chapter : all_chapters())
    for (const Program* program : {&solved(chapter), &handed_out(chapter)})
      for (const std::string& warning : program->warnings())
        BOOST_ERROR(warning);
}

BOOST_AUTO_TEST_CASE(an_answer_may_call_lapack_which_would_start_threads)
{
  const std::string source = tests::with_section(
      "02-minimum-norm", "// [right_inverse] By a solver\n"
                         "arma::mat exercise::right_inverse(const arma::mat& A)\n"
                         "{\n  return arma::solve(A * A.t(), A).t();\n}\n");
  const Program program("02-minimum-norm", source);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--exercise", "right_inverse"},
        {"--exercise", "right_inverse", "--sandbox"}}) {
    const Result result = program.judge(arguments).at(0);
    BOOST_TEST((result.status == Status::done), to_json(result).dump(2));
  }
}

BOOST_AUTO_TEST_CASE(stubs_are_not_started)
{
  for (const Chapter& chapter : all_chapters())
    for (const Result& result : handed_out(chapter).judge()) {
      BOOST_TEST((result.status == Status::not_started),
                 chapter.name << '/' << result.about.name << " is " << name(result.status)
                              << " as a stub, expected not started");
      BOOST_TEST(result.points() == 0);
    }
}

BOOST_AUTO_TEST_CASE(every_mistake_fails_with_its_diagnosis)
{
  const std::vector<Mistake>& mistakes = all_mistakes();
  std::size_t wrong = 0, diagnosed = 0;
  for (const Mistake& mistake : mistakes) {
    wrong += mistake.is_wrong() ? 1 : 0;
    diagnosed += mistake.is_diagnosed() ? 1 : 0;
    std::cout << fmt::format("{}  {}  {}  {}\n", pad_right(mistake.chapter->name, 22),
                             pad_right(mistake.exercise, 24), pad_right(mistake.name, 18),
                             mistake.is_diagnosed() ? "wrong, diagnosed"
                             : mistake.is_wrong()   ? "wrong, NOT DIAGNOSED"
                                                    : "NOT WRONG");
    BOOST_TEST_CONTEXT("chapters/" << mistake.chapter->name << '/' << mistake.name << ": "
                                   << mistake.diagnosis << '\n'
                                   << mistake.problem << to_json(mistake.result).dump(2))
    {
      BOOST_TEST(mistake.is_diagnosed());
      BOOST_TEST((mistake.described.empty() || mistake.described == mistake.diagnosis),
                 "is also described as: " << mistake.described);
    }
  }
  std::cout << fmt::format("{} mistakes, {} wrong: {:.0f} %, {} diagnosed\n", mistakes.size(),
                           wrong,
                           100. * static_cast<double>(wrong) /
                               static_cast<double>(std::max<std::size_t>(1, mistakes.size())),
                           diagnosed);

  for (const Chapter& chapter : all_chapters()) {
    std::vector<std::string> order;
    for (const About& about : chapter.exercises) {
      BOOST_TEST(std::ranges::count_if(mistakes,
                                       [&](const Mistake& mistake) {
                                         return mistake.chapter == &chapter &&
                                                mistake.exercise == about.name;
                                       }) >= 3,
                 chapter.name << '/' << about.name << " has fewer than 3 mistakes in chapters/"
                              << chapter.name << "/mistakes.cpp; ./epreuve try shows more");
      order.push_back(about.name);
    }
    std::vector<std::string> found;
    for (const Mistake& mistake : mistakes)
      if (mistake.chapter == &chapter && (found.empty() || found.back() != mistake.exercise))
        found.push_back(mistake.exercise);
    BOOST_TEST(found == order, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(every_mistake_is_shown_by_an_input_that_the_statement_allows)
{
  for (const Mistake& mistake : all_mistakes())
    BOOST_TEST(!mistake.is_outside, "chapters/" << mistake.chapter->name << '/' << mistake.name
                                                << " is shown by "
                                                << mistake.result.feedback.input);
}

/// How many vectors and matrices of an input have nothing but zeros.
std::ptrdiff_t zeros_in(const std::string& input)
{
  static const std::regex zeros("\\(0([,;] 0)*\\)");
  return std::distance(std::sregex_iterator(input.begin(), input.end(), zeros), {});
}

/// What is drawn is made smaller towards 0; that hides what a part of the answer does, if there are several parts. An
/// input of the smallest shapes that has a name is shown in its place.
BOOST_AUTO_TEST_CASE(no_mistake_is_shown_by_three_matrices_of_zeros_that_were_drawn)
{
  BOOST_REQUIRE_EQUAL(zeros_in("f(x = (0, 0; 0, 0), y = (0), k = 0, z = (0, 1))"), 2);
  for (const Mistake& mistake : all_mistakes()) {
    const std::string& input = mistake.result.feedback.input;
    const bool is_named = std::ranges::any_of(mistake.result.on_named, [&](const auto& named) {
      return input.starts_with(named.first + ": ");
    });
    BOOST_TEST((is_named || zeros_in(input) < 3), "chapters/" << mistake.chapter->name << '/'
                                                              << mistake.name << " is shown by "
                                                              << input);
  }
}

/// The table of clauses: a row for each, with the input that decides it and the mistake that this input shows.
BOOST_AUTO_TEST_CASE(each_clause_of_a_statement_is_decided_by_an_input_that_no_seed_changes)
{
  std::size_t number = 0, decided = 0;
  for (const Chapter& chapter : all_chapters())
    for (const Exercise& exercise : chapter.exercises)
      for (const auto& [clause, by, shows, lacks] : decisions_on(chapter, exercise)) {
        std::cout << fmt::format("{}  {}  {}  {}  {}  {}\n", pad_right(chapter.name, 22),
                                 pad_right(exercise.name, 22), pad_right(name(clause.kind), 8),
                                 pad_right(clause.sentence, 76),
                                 pad_right(by.empty() ? "NO INPUT" : by, 50),
                                 !lacks.empty() && !by.empty() ? "SHOWS NO MISTAKE" : shows);
        ++number;
        decided += lacks.empty() ? 1 : 0;
        BOOST_TEST(lacks.empty(), "chapters/" << chapter.name << ", " << exercise.name << ": \""
                                              << clause.sentence << "\": " << lacks);
      }
  std::cout << fmt::format("{} clauses, {} decided\n", number, decided);
}
