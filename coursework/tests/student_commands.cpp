// The student's commands: the driver as a process, on a copy of a chapter with somebody's work in it.

#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/submissions.hpp"

#include <boost/process.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;
using epreuve::tests::Finished;
using epreuve::tests::long_options;
using epreuve::tests::offered_by_bash;
using epreuve::tests::read_file;
using nlohmann::json;
namespace fs = std::filesystem;
namespace process = boost::process;

namespace {

const fs::path original = fs::path(EPREUVE_SOURCE_DIR) / "chapters" / "01-softmax";

using Environment = std::vector<std::pair<std::string, std::string>>;

/// The chapter as it is handed out, whatever is written in the project's own.
std::string handed_out()
{
  std::string text = "// Chapter 01, softmax. Replace each `throw NotStarted();` by what "
                     "exercises.hpp asks for;\n// ./epreuve check softmax checks it.\n\n"
                     "#include \"exercises.hpp\"\n";
  for (const Exercise& exercise : read_exercises(original / "exercises.hpp"))
    text += "\n" + stub(exercise);
  return text;
}

std::string solutions()
{
  return tests::solutions("01-softmax");
}

/// The solutions with another text for one of them.
std::string solutions_with(const std::string& name, const std::string& text)
{
  Source source(solutions());
  source.replace(name, "// [" + name + "]\n" + text + "\n");
  return source.text();
}

/// A text in which a comment is added to one section.
std::string with_comment(const std::string& text, const std::string& name)
{
  Source source(text);
  source.replace(name, source.find(name)->text + "// Looks right.\n");
  return source.text();
}

const std::string naive = R"(double exercise::log_sum_exp(const arma::vec& x)
{
  return std::log(arma::accu(arma::exp(x)));
}
)";

/// A folder of chapters with one in it, and a student at work there.
class Student
{
public:
  explicit Student(const std::string& text = handed_out())
  {
    fs::create_directories(chapter());
    for (const char* file : {"exercises.hpp", "solutions.cpp"})
      fs::copy_file(original / file, chapter() / file);
    writes(text);
  }

  fs::path chapter() const { return folder_ / "01-softmax"; }
  fs::path file() const { return chapter() / "exercises.cpp"; }
  fs::path progress_file() const { return folder_ / "progress.json"; }
  std::string text() const { return read_file(file()); }
  void writes(const std::string& text) const { write_file(file(), text); }

  Environment environment() const
  {
    return {{"EPREUVE_CHAPTERS", folder_.path().string()},
            {"EPREUVE_PROGRESS", progress_file().string()},
            {"COLUMNS", "100"}};
  }

  Finished runs(const std::vector<std::string>& arguments) const
  {
    return tests::run(tests::driver(), arguments, environment());
  }
  json asks(std::vector<std::string> arguments) const
  {
    arguments.emplace_back("--json");
    return json::parse(runs(arguments).output);
  }

private:
  TemporaryFolder folder_;
};

/// The status of an exercise in the output of check --json.
std::string status_of(const json& checked, const std::string& exercise)
{
  for (const json& result : checked.at("chapters").at(0).at("exercises"))
    if (result.at("name") == exercise)
      return result.at("status");
  return "missing";
}

/// The line, from 1, that holds a text.
std::size_t line_with(const std::string& text, const std::string& part)
{
  const auto at = text.begin() + static_cast<std::ptrdiff_t>(text.find(part));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), at, '\n'));
}

/// A check that watches, and its output so far.
class Watching
{
public:
  Watching(const Student& student, const Environment& more = {})
  {
    process::environment variables = boost::this_process::environment();
    for (const auto& [name, value] : student.environment())
      variables[name] = value;
    for (const auto& [name, value] : more)
      variables[name] = value;
    child_ =
        process::child(tests::driver().string(), "check", "--watch", "softmax", variables,
                       process::std_in<process::null, process::std_out>(folder_ / "out").string(),
                       process::std_err > (folder_ / "err").string());
  }
  ~Watching() { child_.terminate(); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  std::string output() const { return read_file(folder_ / "out"); }
  std::string error() const { return read_file(folder_ / "err"); }

  /// Waits for this many checks to end; returns whether they did.
  bool has_checked(int times) const
  {
    const auto count = [&] {
      const std::string text = error();
      int found = 0;
      for (std::size_t at = text.find("waiting"); at != std::string::npos;
           at = text.find("waiting", at + 1))
        ++found;
      return found;
    };
    for (int i = 0; i < 6000 && count() < times; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return count() == times;
  }

  int status_after_interruption()
  {
    ::kill(child_.id(), SIGINT);
    for (int i = 0; i < 6000 && child_.running(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return child_.running() ? -1 : child_.exit_code();
  }

private:
  TemporaryFolder folder_;
  process::child child_;
};

/// Runs a command with a terminal as its input, at which an answer is typed.
Finished at_terminal(const Student& student, const std::vector<std::string>& arguments,
                     const std::string& typed)
{
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  BOOST_REQUIRE(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
  const std::string name = ::ptsname(terminal);
  // The terminal keeps what is typed only while it is open.
  const int opened = ::open(name.c_str(), O_RDWR | O_NOCTTY);
  BOOST_REQUIRE(::write(terminal, typed.data(), typed.size()) ==
                static_cast<ssize_t>(typed.size()));
  std::vector<std::string> all{"-c", "exec \"$0\" \"$@\" <" + name, tests::driver().string()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  Finished finished = tests::run("/bin/sh", all, student.environment());
  ::close(opened);
  ::close(terminal);
  return finished;
}

} // namespace

// --- check ------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(solutions_are_done_with_all_points_and_recorded)
{
  const Student student(solutions());
  const Finished check = student.runs({"check", "softmax"});
  BOOST_TEST(check.status == 0);
  BOOST_TEST(check.error == "");
  BOOST_TEST(contains(check.output, "✓ Log-sum-exp without overflow"));
  BOOST_TEST(contains(check.output, "all exercises are done"));
  BOOST_TEST(student.runs({"hint", "softmax"}).output ==
             "all exercises of softmax are done; name one to see its hints, such as\n"
             "  ./epreuve hint softmax/softmax\n");
  const json checked = student.asks({"check", "softmax"});
  BOOST_TEST(checked.at("points") == checked.at("most_points"));
  BOOST_TEST(checked.at("next").is_null());
  BOOST_TEST(contains(check.output, checked.at("points").dump() + " of " +
                                        checked.at("points").dump() + " points"));
  const json progress = student.asks({"progress"});
  BOOST_TEST(progress.at("points") == checked.at("most_points"));
}

BOOST_AUTO_TEST_CASE(what_no_longer_passes_is_no_longer_recorded)
{
  const Student student(solutions());
  BOOST_TEST(student.runs({"check", "softmax"}).status == 0);
  student.writes(solutions_with("log_sum_exp", naive));
  BOOST_TEST(student.runs({"check", "softmax/log_sum_exp"}).status == 1);
  const json progress = student.asks({"progress"});
  BOOST_TEST(progress.at("chapters").at(0).at("next") == "softmax/log_sum_exp");
  BOOST_TEST(progress.at("points") < progress.at("most_points"));
}

BOOST_AUTO_TEST_CASE(what_is_handed_out_is_not_started_in_one_line_an_exercise)
{
  const Student student;
  const Finished check = student.runs({"check", "softmax"});
  BOOST_TEST(check.status == 1);
  const json checked = student.asks({"check", "softmax"});
  const auto count = checked.at("chapters").at(0).at("exercises").size();
  const auto lines = split_lines(check.output);
  BOOST_TEST(std::ranges::count_if(lines, [](const std::string& line) {
               return contains(line, "○");
             }) == std::ptrdiff_t(count));
  BOOST_TEST(contains(check.output, "○ Log-sum-exp without overflow"));
  // What the first one asks for comes once, before the command.
  BOOST_TEST(std::ranges::count(lines, "  arma::vec softmax(const arma::vec& x);") == 1);
  BOOST_TEST(contains(check.output, "./epreuve check softmax/softmax"));
  BOOST_TEST(checked.at("points") == 0);
}

BOOST_AUTO_TEST_CASE(where_nothing_is_named_what_is_not_started_is_not_wrong)
{
  const Student student;
  BOOST_TEST(student.runs({"check"}).status == 0);
  student.writes(solutions_with("log_sum_exp", naive));
  BOOST_TEST(student.runs({"check"}).status == 1);
}

BOOST_AUTO_TEST_CASE(one_stub_among_solutions_is_not_started)
{
  Source source(solutions());
  source.replace("softmax_at_temperature",
                 Source(handed_out()).find("softmax_at_temperature")->text);
  const Student student(source.text());
  const json checked = student.asks({"check", "softmax"});
  BOOST_TEST(status_of(checked, "softmax_at_temperature") == "not started");
  BOOST_TEST(status_of(checked, "softmax_jacobian") == "done");
  BOOST_TEST(checked.at("next") == "softmax/softmax_at_temperature");
}

BOOST_AUTO_TEST_CASE(a_wrong_answer_shows_input_expected_and_got_under_each_other_and_the_diagnosis)
{
  const Student student(solutions_with("log_sum_exp", naive));
  const Finished check = student.runs({"check", "softmax/log_sum_exp"});
  BOOST_TEST(check.status == 1);
  BOOST_TEST(contains(check.output, "✗ Log-sum-exp without overflow"));
  for (const char* line :
       {"\n    input     log_sum_exp(x = ", "\n    expected  ", "\n    got       "})
    BOOST_TEST(contains(check.output, line));
  BOOST_TEST(contains(check.output, "\n    → overflow: subtract the maximum first\n"));
  BOOST_TEST(contains(check.output, "./epreuve hint softmax/log_sum_exp"));
  BOOST_TEST(!contains(check.output, "softmax_jacobian"));
}

BOOST_AUTO_TEST_CASE(what_wrong_code_printed_is_shown_to_its_twentieth_line)
{
  const Student student(
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec&)
{
  static int calls = 0;
  if (calls++ == 0)
    for (int i = 1; i <= 30; ++i)
      std::cout << "row-" << i << "." << std::endl;
  return 0;
}
)"));
  const std::string output = student.runs({"check", "softmax/log_sum_exp"}).output;
  BOOST_TEST(contains(output, "    printed   row-1.\n              row-2.\n"));
  BOOST_TEST(contains(output, "row-20."));
  BOOST_TEST(!contains(output, "row-21."));
  BOOST_TEST(contains(output, "more lines)"));
}

BOOST_AUTO_TEST_CASE(of_an_endless_line_that_was_printed_the_beginning_is_shown)
{
  const Student student(
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec&)
{
  std::cout << std::string(60000, 'x');
  return 0;
}
)"));
  const std::string output = student.runs({"check", "softmax/log_sum_exp"}).output;
  BOOST_TEST(std::ranges::count(output, 'x') < 300);
  BOOST_TEST(std::ranges::count(output, 'x') > 100);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_gone_is_said_to_be_missing)
{
  const Student student(solutions_with("softmax_jacobian_times", ""));
  const Finished check = student.runs({"check", "softmax/softmax_jacobian_times"});
  BOOST_TEST(check.status == 1);
  BOOST_TEST(contains(check.output, "the file defines no such function"));
}

BOOST_AUTO_TEST_CASE(what_does_not_compile_is_told_at_its_exercise_and_the_others_are_judged)
{
  const std::string text =
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.maximum();
  return m + undeclared;
}
)");
  const Student student(text);
  const Finished check = student.runs({"check", "softmax"});
  const std::string number = std::to_string(line_with(text, "x.maximum()"));
  BOOST_TEST(check.status == 1);
  BOOST_TEST(check.error == "");
  BOOST_TEST(contains(check.output, "✗ Log-sum-exp without overflow"));
  BOOST_TEST(contains(check.output, "    reason    does not compile: line " + number + ": "),
             check.output);
  BOOST_TEST(contains(check.output, number + " |   const double m = x.maximum();"));
  BOOST_TEST(contains(check.output, "✓ Softmax, as the formula says"));
  BOOST_TEST(contains(check.output, "log_sum_exp is called, and does not compile"));

  const json checked = student.asks({"check", "softmax"});
  BOOST_TEST(checked.at("chapters").at(0).at("compiled") == false);
  BOOST_TEST(std::to_string(checked.at("chapters").at(0).at("error").at("line").get<int>()) ==
             number);
}

BOOST_AUTO_TEST_CASE(a_compile_error_inside_a_template_is_at_the_line_that_leads_there)
{
  const std::string text =
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  std::list<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted.back();
}
)");
  const Student student("#include <list>\n#include <algorithm>\n" + text);
  const Finished check = student.runs({"check", "softmax"});
  const std::string number = std::to_string(2 + line_with(text, "std::sort("));
  BOOST_TEST(check.status == 1);
  BOOST_TEST(contains(check.output, "does not compile: line " + number + ": "), check.output);
  BOOST_TEST(contains(check.output, " |   std::sort(sorted.begin(), sorted.end());"));
}

BOOST_AUTO_TEST_CASE(an_error_above_the_exercises_is_told_alone)
{
  const Student student("double x = nonsense;\n" + solutions());
  const Finished check = student.runs({"check", "softmax"});
  BOOST_TEST(check.status == 1);
  BOOST_TEST(contains(check.output, "exercises.cpp:1: error: "), check.output);
  BOOST_TEST(contains(check.output, "    1 | double x = nonsense;"));
  BOOST_TEST(split_lines(check.output).size() == 3u);
}

BOOST_AUTO_TEST_CASE(warnings_are_told_before_the_results_and_are_no_failures)
{
  const std::string text =
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  double m;
  if (m = x.max())
    return m + std::log(arma::accu(arma::exp(x - m)));
  return std::log(arma::accu(arma::exp(x)));
}
)");
  const Student student(text);
  const Finished check = student.runs({"check", "softmax"});
  const std::size_t number = line_with(text, "if (m = ");
  BOOST_TEST(check.status == 0, check.output);
  const std::string warning = "exercises.cpp:" + std::to_string(number) + ": warning: ";
  BOOST_TEST(contains(check.output, warning), check.output);
  BOOST_TEST(contains(check.output, std::to_string(number) + " |   if (m = x.max())\n"));
  BOOST_TEST(check.output.find(warning) < check.output.find("✓"));
  BOOST_TEST(contains(student.runs({"check", "softmax/log_sum_exp"}).output, warning));
  BOOST_TEST(!contains(student.runs({"check", "softmax/softmax"}).output, "warning"));
  const json checked = student.asks({"check", "softmax"});
  BOOST_TEST(checked.at("chapters").at(0).at("warnings").at(0).at("line") == number);
}

BOOST_AUTO_TEST_CASE(editors_read_each_mistake_on_a_line_like_gccs)
{
  Source source(solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.max();
  return m + undeclared;
}
)"));
  source.replace("softmax", R"(// [softmax]
// Twice what it should be.
arma::vec exercise::softmax(const arma::vec& x)
{
  double sum;
  if (sum = arma::accu(arma::exp(x)))
    return 2 * arma::exp(x) / sum;
  return x;
}
)");
  const std::string text = source.text();
  const Student student(text);
  const Finished check = student.runs({"check", "softmax", "--format", "gcc"});
  BOOST_TEST(check.status == 1);
  BOOST_TEST(check.error == "");
  const auto place = [&](const std::string& part, int column) {
    return student.file().string() + ":" + std::to_string(line_with(text, part)) + ":" +
           std::to_string(column) + ": ";
  };
  // The compiler's, and the judge's at the function's definition; what does not compile is said once.
  const std::string does_not_compile =
                        place("undeclared", 14) + "error: 'undeclared' was not declared",
                    warning = place("if (sum", 11) + "warning: this condition assigns",
                    wrong = place("arma::vec exercise::softmax(", 1) + "error: softmax: ";
  const std::regex form("(/.*):([0-9]+):([0-9]+): (error|warning): (.*)");
  int compilers = 0, judges = 0, last = 0;
  std::vector<std::string> lines = split_lines(check.output);
  BOOST_REQUIRE(lines.back().empty());
  lines.pop_back();
  for (const std::string& line : lines) {
    std::smatch parts;
    BOOST_REQUIRE_MESSAGE(std::regex_match(line, parts, form), line);
    BOOST_TEST(parts[1] == student.file().string());
    BOOST_TEST(std::stoi(parts[2]) >= last, check.output);
    last = std::stoi(parts[2]);
    compilers += line.starts_with(does_not_compile) || line.starts_with(warning) ? 1 : 0;
    judges += line.starts_with(wrong) && contains(line, "; expected ") && contains(line, "; got ");
    BOOST_TEST(!contains(line, "error: log_sum_exp: "), line);
  }
  BOOST_TEST(compilers == 2, check.output);
  BOOST_TEST(judges == 1, check.output);

  const Finished other = student.runs({"check", "softmax/softmax", "--format", "gcc"});
  BOOST_TEST(contains(other.output, wrong));
  BOOST_TEST(!contains(other.output, "undeclared"), other.output);
  student.writes("double x = nonsense;\n" + solutions());
  BOOST_TEST(student.runs({"check", "softmax", "--format", "gcc"})
                 .output.starts_with(student.file().string() + ":1:12: error: 'nonsense' was not"));
  const std::string unclosed =
      solutions_with("log_sum_exp", "double exercise::log_sum_exp(const arma::vec&) {");
  student.writes(unclosed);
  const std::string number = std::to_string(line_with(unclosed, "double exercise::log_sum_exp("));
  BOOST_TEST(contains(student.runs({"check", "softmax", "--format", "gcc"}).output,
                      ":" + number + ":1: error: "));
}

BOOST_AUTO_TEST_CASE(the_tasks_of_vs_code_read_what_check_writes)
{
  const json file = json::parse(read_file(fs::path(EPREUVE_SOURCE_DIR) / ".vscode/tasks.json"));
  const json& task = file.at("tasks").at(0);
  BOOST_REQUIRE(task.at("args").at(0) == "check");
  const json& matcher = task.at("problemMatcher");
  const auto expression = [](const json& text) { return std::regex(text.get<std::string>()); };
  const auto count = [](const std::string& text, const std::regex& wanted) {
    const std::vector<std::string> lines = split_lines(text);
    return std::ranges::count_if(
        lines, [&](const std::string& line) { return std::regex_search(line, wanted); });
  };

  const Student student(solutions_with("log_sum_exp", naive));
  const std::string line = student.runs({"check", "softmax/log_sum_exp", "--format", "gcc"}).output;
  std::smatch parts;
  const std::string first = line.substr(0, line.find('\n'));
  BOOST_REQUIRE(std::regex_match(first, parts, expression(matcher.at("pattern").at("regexp"))));
  const auto part = [&](const char* name) {
    return parts[matcher.at("pattern").at(name).get<std::size_t>()].str();
  };
  BOOST_TEST(part("file") == student.file().string());
  BOOST_TEST(part("line") == std::to_string(line_with(student.text(), naive.substr(0, 20))));
  BOOST_TEST(part("column") == "1");
  BOOST_TEST(part("severity") == "error");
  BOOST_TEST(part("message").starts_with("log_sum_exp: "));

  const Watching watching(student);
  BOOST_TEST(watching.has_checked(1));
  student.writes(student.text() + "\n");
  BOOST_TEST(watching.has_checked(2));
  const json& background = matcher.at("background");
  BOOST_TEST(count(watching.output(), expression(background.at("beginsPattern"))) == 1);
  BOOST_TEST(count(watching.error(), expression(background.at("endsPattern"))) == 2);
}

BOOST_AUTO_TEST_CASE(editors_read_nothing_about_what_is_right_or_not_written_yet)
{
  const Student student;
  const Finished nothing = student.runs({"check", "softmax", "--format", "gcc"});
  BOOST_TEST(nothing.status == 1);
  BOOST_TEST(nothing.output + nothing.error == "");
  student.writes(solutions());
  const Finished right = student.runs({"check", "softmax", "--format", "gcc"});
  BOOST_TEST(right.status == 0);
  BOOST_TEST(right.output + right.error == "");
}

BOOST_AUTO_TEST_CASE(what_is_no_text_is_named_as_what_it_is)
{
  const std::vector<std::pair<std::string, std::string>> files{
      {"", "exercises.cpp is empty; ./epreuve reset softmax"},
      {"\xff\xfe/", "exercises.cpp is a text in UTF-16"},
      {solutions() + std::string(1, '\0'), "exercises.cpp is not a text: it has a NUL byte"}};
  const Student student;
  for (const auto& [text, said] : files) {
    student.writes(text);
    const Finished check = student.runs({"check", "softmax"});
    BOOST_TEST(check.status == 2);
    BOOST_TEST(contains(check.error, said), check.error);
  }
  fs::remove(student.file());
  fs::create_directory(student.file());
  const Finished check = student.runs({"check", "softmax"});
  BOOST_TEST(check.status == 2);
  BOOST_TEST(contains(check.error, "exercises.cpp is a folder, expected a file"), check.error);
}

BOOST_AUTO_TEST_CASE(no_line_is_wider_than_a_narrow_terminal)
{
  const Student student(solutions_with("log_sum_exp", naive));
  Environment environment = student.environment();
  environment.back().second = "60";
  const Finished check = tests::run("/bin/sh",
                                    {"-c", "cd \"$1\" && exec \"$0\" check softmax",
                                     tests::driver().string(), student.chapter().string()},
                                    environment);
  BOOST_TEST(contains(check.output, "✗ Log-sum-exp"));
  for (const std::string& line : split_lines(check.output))
    BOOST_TEST(display_width(line) <= 60u, line);
}

BOOST_AUTO_TEST_CASE(names_that_are_none_are_refused_with_the_nearest)
{
  const Student student;
  const std::vector<std::pair<std::vector<std::string>, std::string>> refusals{
      {{"check", "sofmax"}, "the nearest name is \"softmax\""},
      {{"check", "softmax/log_sum"}, "the nearest name is \"log_sum_exp\""},
      {{"hint", "01-softmax/jacobian_softmax"}, "has no exercise \"jacobian_softmax\""},
      {{"solution", "softmax"}, "softmax is a chapter"},
      {{"solution"}, "required"},
      {{"reset"}, "required"},
      {{"check", "--watch", "--json"}, "--json excludes --watch"},
      {{"check", "--format", "gcc", "--json"}, "--json excludes --format"}};
  for (const auto& [arguments, said] : refusals) {
    const Finished refused = student.runs(arguments);
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(refused.error.starts_with("epreuve: "));
    BOOST_TEST(contains(refused.error, said), refused.error);
  }
}

BOOST_AUTO_TEST_CASE(a_check_repeats_the_draws_of_a_seed_which_is_a_whole_number)
{
  // It is right on everything but a tenth of the draws, which have many digits.
  const Student student(
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  const double right = x.max() + std::log(arma::accu(arma::exp(x - x.max())));
  return std::fmod(std::abs(x(0)) * 1e4, 10) > 9 ? right + 1 : right;
}
)"));
  const auto input = [&](const std::string& seed) {
    return student.asks({"check", "softmax/log_sum_exp", "--seed", seed})
        .at("chapters")
        .at(0)
        .at("exercises")
        .at(0)
        .at("feedback")
        .at("input")
        .get<std::string>();
  };
  BOOST_TEST(input("1") == input("1"));
  BOOST_TEST(input("1") != input("2"));
  const Finished refused = student.runs({"check", "softmax", "--seed", "1x"});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "--seed must be a whole number from 0 to"), refused.error);
}

BOOST_AUTO_TEST_CASE(the_first_check_writes_the_file_and_says_where_it_is)
{
  for (const char* word : {"softmax", "softmax/log_sum_exp"}) {
    const Student student;
    fs::remove(student.file());
    const Finished first = student.runs({"check", word});
    BOOST_TEST(first.status == 1, first.error);
    BOOST_TEST(
        first.output.starts_with(student.file().string() + " is new: write your functions there\n"),
        first.output);
    BOOST_TEST(student.text() == handed_out());
    const Finished second = student.runs({"check", word});
    BOOST_TEST(second.status == 1, second.error);
    BOOST_TEST(!contains(second.output, "is new"), second.output);
  }
}

BOOST_AUTO_TEST_CASE(a_check_of_all_chapters_writes_each_file_that_is_missing_and_no_other)
{
  const Student student(solutions());
  const fs::path other = student.chapter().parent_path() / "16-gelu";
  fs::create_directory(other);
  fs::copy_file(original.parent_path() / "16-gelu" / "exercises.hpp", other / "exercises.hpp");
  const Finished check = student.runs({"check"});
  BOOST_TEST(check.status == 0, check.error);
  BOOST_TEST(contains(check.output, (other / "exercises.cpp").string() + " is new"), check.output);
  BOOST_TEST(contains(check.output, "○ 16-gelu: not started"), check.output);
  BOOST_TEST(student.text() == solutions());
  const Source written(read_file(other / "exercises.cpp"));
  BOOST_TEST(written.preamble.starts_with("// Chapter 16, gelu. Replace "), written.preamble);
  BOOST_REQUIRE(written.find("gelu"));
  BOOST_TEST(contains(written.find("gelu")->text, "{\n  throw NotStarted();\n}\n"));
}

BOOST_AUTO_TEST_CASE(in_json_a_first_check_writes_the_file_and_nothing_but_json)
{
  const Student student;
  fs::remove(student.file());
  const json checked = student.asks({"check", "softmax"});
  BOOST_TEST(checked.at("chapters").at(0).at("file") == student.file().string());
  BOOST_TEST(student.text() == handed_out());
}

BOOST_AUTO_TEST_CASE(a_link_to_work_that_is_elsewhere_is_never_replaced)
{
  const Student student;
  const fs::path elsewhere = student.chapter().parent_path() / "mine.cpp";
  fs::remove(student.file());
  fs::create_symlink(elsewhere, student.file());
  const Finished check = student.runs({"check", "softmax"});
  BOOST_TEST(check.status == 2);
  BOOST_TEST(contains(check.error, "exercises.cpp is not there"), check.error);
  BOOST_TEST(fs::is_symlink(student.file()));
  BOOST_TEST(!fs::exists(elsewhere));
}

BOOST_AUTO_TEST_CASE(where_the_file_cannot_be_written_check_says_so)
{
  // Mounted read-only: root may write whatever the permissions are.
  const Student student;
  fs::remove(student.file());
  const Finished check =
      tests::run("/usr/bin/bwrap",
                 {"--dev-bind", "/", "/", "--ro-bind", student.chapter().string(),
                  student.chapter().string(), tests::driver().string(), "check", "softmax"},
                 student.environment());
  BOOST_TEST(check.status == 2);
  BOOST_TEST(contains(check.error, student.file().string()), check.error);
  BOOST_TEST(!fs::exists(student.file()));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_missing_is_named_by_solution_and_written_by_reset)
{
  for (const char* word : {"softmax", "softmax/log_sum_exp"}) {
    const Student student;
    fs::remove(student.file());
    const Finished solution = student.runs({"solution", "softmax/log_sum_exp"});
    BOOST_TEST(solution.status == 2);
    BOOST_TEST(contains(solution.error, "exercises.cpp is not there"), solution.error);
    BOOST_TEST(student.runs({"reset", word}).status == 0);
    BOOST_TEST(student.text() == handed_out());
  }
}

// --- check --watch ----------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(what_is_saved_is_checked_again_whether_it_is_written_in_place_or_renamed)
{
  for (const bool polls : {false, true}) {
    BOOST_TEST_CONTEXT((polls ? "polling" : "inotify"))
    {
      const Student student;
      Watching watching(student, {{"EPREUVE_POLL", polls ? "1" : ""}});
      BOOST_TEST(watching.has_checked(1));
      BOOST_TEST(contains(watching.output(), "0 of"));
      BOOST_TEST(contains(watching.error(), "4 times a second") == polls);

      student.writes(solutions_with("log_sum_exp", "no C++")); // renames
      BOOST_TEST(watching.has_checked(2));
      BOOST_TEST(contains(watching.output(), "does not compile: line "));

      std::ofstream(student.file()) << solutions(); // in place
      BOOST_TEST(watching.has_checked(3));
      BOOST_TEST(contains(watching.output(), "✓ Log-sum-exp without overflow"));
      BOOST_TEST(watching.status_after_interruption() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_saved_behind_a_symbolic_link_is_checked_again)
{
  const Student student;
  const fs::path mine = student.chapter().parent_path() / "mine.cpp";
  fs::rename(student.file(), mine);
  fs::create_symlink(mine, student.file());
  Watching watching(student);
  BOOST_TEST(watching.has_checked(1));
  BOOST_TEST(contains(watching.error(), "exercises.cpp is a symbolic link"));
  write_file(mine, solutions());
  BOOST_TEST(watching.has_checked(2));
  BOOST_TEST(contains(watching.output(), "✓ Log-sum-exp without overflow"));
  BOOST_TEST(watching.status_after_interruption() == 0);
}

BOOST_AUTO_TEST_CASE(where_no_program_can_be_started_check_says_what_to_do)
{
  const Student student(solutions());
  const fs::path temporary = student.chapter().parent_path() / "temporary";
  fs::create_directory(temporary);
  const Finished check =
      tests::run("/usr/bin/unshare",
                 {"--user", "--map-root-user", "--mount", "sh", "-c",
                  "mount -t tmpfs -o noexec tmpfs \"$1\" && TMPDIR=$1 exec \"$0\" check softmax",
                  tests::driver().string(), temporary.string()},
                 student.environment());
  BOOST_TEST(check.status == 2, check.output);
  BOOST_TEST(contains(check.error, "which is mounted noexec; set TMPDIR to a folder"), check.error);
}

BOOST_AUTO_TEST_CASE(after_a_save_the_exercises_that_were_changed_are_shown_and_the_others_counted)
{
  const Student student(solutions());
  Watching watching(student);
  BOOST_TEST(watching.has_checked(1));
  BOOST_TEST(contains(watching.output(), "✓ Softmax, as the formula says"));
  BOOST_TEST(!contains(watching.output(), "the others"));
  const std::size_t first = watching.output().size();

  // Changed, and still right.
  student.writes(with_comment(solutions(), "log_sum_exp"));
  BOOST_TEST(watching.has_checked(2));
  const std::string second = watching.output().substr(first);
  BOOST_TEST(contains(second, "✓ Log-sum-exp without overflow"), second);
  BOOST_TEST(!contains(second, "Softmax, as the formula says"), second);
  BOOST_TEST(contains(second, "the others: 5 done\n"), second);

  // Another exercise, whose change breaks one that calls it.
  student.writes(with_comment(solutions_with("log_sum_exp", naive), "softmax"));
  BOOST_TEST(watching.has_checked(3));
  const std::string third = watching.output().substr(first + second.size());
  BOOST_TEST(contains(third, "✗ Log-sum-exp without overflow"), third);
  BOOST_TEST(contains(third, "✓ Softmax, as the formula says"), third);
  BOOST_TEST(contains(third, "✗ Softmax that survives any logits"), third);
  BOOST_TEST(watching.status_after_interruption() == 0);
}

BOOST_AUTO_TEST_CASE(what_is_saved_beside_it_is_not_checked)
{
  const Student student;
  Watching watching(student);
  BOOST_TEST(watching.has_checked(1));
  std::ofstream(student.chapter() / "exercises.cpp.swp") << "an editor's";
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  BOOST_TEST(watching.has_checked(1));
  BOOST_TEST(watching.status_after_interruption() == 0);
}

// --- hint, solution, progress -----------------------------------------------------------------

BOOST_AUTO_TEST_CASE(hints_come_one_at_a_time_and_then_all_together)
{
  const Student student;
  const std::vector<About> about =
      exercises_of({"01-softmax", tests::driver().parent_path() / "checks-01-softmax"});
  const std::vector<std::string>& hints = about.at(1).hints;
  const auto words = [](const std::string& hint) { return hint.substr(0, 30); };
  const std::string of = " of " + std::to_string(hints.size());
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const Finished hint = student.runs({"hint", "softmax/log_sum_exp"});
    BOOST_TEST(hint.status == 0);
    BOOST_TEST(contains(hint.output, "hint " + std::to_string(i + 1) + of));
    for (std::size_t j = 0; j < hints.size(); ++j)
      BOOST_TEST(contains(hint.output, words(hints[j])) == (i == j));
  }
  const Finished after = student.runs({"hint", "softmax/log_sum_exp"});
  for (const std::string& hint : hints)
    BOOST_TEST(contains(after.output, words(hint)));
  BOOST_TEST(contains(after.output, "these are all its hints"));
  BOOST_TEST(contains(student.runs({"hint", "softmax/softmax"}).output, "hint 1 of"));
}

BOOST_AUTO_TEST_CASE(without_a_name_the_hint_is_for_the_next_exercise_that_is_not_done)
{
  const Student student(solutions_with("log_sum_exp", naive));
  BOOST_TEST(contains(student.runs({"hint"}).output, "softmax/softmax: "));
  BOOST_TEST(student.runs({"check"}).status == 1);
  BOOST_TEST(contains(student.runs({"hint"}).output, "softmax/log_sum_exp: "));
}

BOOST_AUTO_TEST_CASE(next_writes_the_missing_file_and_says_what_the_next_exercise_asks_for)
{
  const Student student;
  fs::remove(student.file());
  const Finished next = student.runs({"next"});
  BOOST_TEST(next.status == 0);
  BOOST_TEST(contains(next.output, "next: Softmax, as the formula says, for 2 points, in"));
  BOOST_TEST(contains(next.output, "none larger than 500 in magnitude"));
  BOOST_TEST(contains(next.output, "./epreuve check softmax/softmax"));
  BOOST_TEST(student.text() == handed_out());
  BOOST_TEST(contains(student.runs({"next", "softmax/log_sum_exp"}).output,
                      "next: Log-sum-exp without overflow"));
  student.writes(solutions());
  BOOST_TEST(student.runs({"check"}).status == 0);
  BOOST_TEST(student.runs({"next"}).output == "all exercises are done\n");
}

BOOST_AUTO_TEST_CASE(a_solution_opens_when_the_exercise_passes_whatever_the_progress_file_says)
{
  const Student student(solutions_with("log_sum_exp", naive));
  write_file(
      student.progress_file(),
      R"({"version": 1, "chapters": {"01-softmax": {"log_sum_exp": {"passed": true, "hints": 0}}}})");
  const Finished before = student.runs({"solution", "softmax/log_sum_exp"});
  BOOST_TEST(before.status == 1);
  BOOST_TEST(contains(before.output, "softmax/log_sum_exp is wrong"));
  BOOST_TEST(!contains(before.output, "double"));

  student.writes(handed_out());
  BOOST_TEST(contains(student.runs({"solution", "softmax/log_sum_exp"}).output, "is not started"));

  student.writes(solutions());
  const Finished after = student.runs({"solution", "softmax/log_sum_exp"});
  BOOST_TEST(after.status == 0);
  BOOST_TEST(after.output + "\n" ==
             Source(read_file(original / "solutions.cpp")).find("log_sum_exp")->text);

  student.writes("no C++");
  const Finished broken = student.runs({"solution", "softmax/log_sum_exp"});
  BOOST_TEST(broken.status == 1);
  BOOST_TEST(contains(broken.output, "exercises.cpp:1: error: "));
}

BOOST_AUTO_TEST_CASE(a_handout_says_that_it_holds_no_solutions)
{
  const Student student(solutions());
  fs::remove(student.chapter() / "solutions.cpp");
  const Finished solution = student.runs({"solution", "softmax/log_sum_exp"});
  BOOST_TEST(solution.status == 1);
  BOOST_TEST(contains(solution.output, "there are no solutions here"));
}

BOOST_AUTO_TEST_CASE(progress_adds_up_and_says_what_is_next)
{
  const Student student(solutions_with("stable_softmax", "arma::vec exercise::stable_softmax(const "
                                                         "arma::vec& x) { return softmax(x); }"));
  BOOST_TEST(contains(student.runs({"progress"}).output, "░░░░░    0 of "));
  const json checked = student.asks({"check"});
  const json progress = student.asks({"progress"});
  BOOST_TEST(progress.at("points") == checked.at("points"));
  BOOST_TEST(progress.at("points") > 0);
  BOOST_TEST(progress.at("most_points") == checked.at("most_points"));
  const Finished shown = student.runs({"progress"});
  BOOST_TEST(shown.status == 0);
  BOOST_TEST(contains(shown.output, "./epreuve check softmax/stable_softmax\n"));
  BOOST_TEST(contains(shown.output, "all chapters  █"));
  BOOST_TEST(contains(shown.output, progress.at("points").dump() + " of  " +
                                        progress.at("most_points").dump() + " points\n"));
  BOOST_TEST(contains(shown.output, "░"));
}

BOOST_AUTO_TEST_CASE(a_damaged_progress_file_is_named_and_left_alone)
{
  const Student student(solutions());
  for (
      const std::string damaged :
      {R"({"version": 1, "chap)", "[]", "", R"({"version": 2, "chapters": {}})",
       R"({"version": 1, "chapters": {"01-softmax": 3}})",
       R"({"version": 1, "chapters": {"01-softmax": {"softmax": {"passed": 1, "hints": 0}}}})",
       R"({"version": 1, "chapters": {"01-softmax": {"softmax": {"passed": true, "hints": -1}}}})",
       R"({"version": 1, "chapters": {"01-softmax": {"softmax": {"passed": true, "hints": 1e99}}}})"}) {
    BOOST_TEST_CONTEXT(damaged)
    for (const std::vector<std::string>& command : {std::vector<std::string>{"check"},
                                                    {"hint"},
                                                    {"progress"},
                                                    {"reset", "softmax", "--yes"}}) {
      write_file(student.progress_file(), damaged);
      const Finished finished = student.runs(command);
      BOOST_TEST(finished.status == 2);
      BOOST_TEST(finished.output == "");
      BOOST_TEST(contains(finished.error, student.progress_file().string() + " is damaged"));
      BOOST_TEST(read_file(student.progress_file()) == damaged);
      BOOST_TEST(student.text() == solutions());
    }
  }
}

// --- reset ------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(reset_puts_one_stub_back_and_keeps_what_was_there)
{
  const std::string text = solutions_with("log_sum_exp", naive);
  const Student student(text);
  BOOST_TEST(student.runs({"hint", "softmax/log_sum_exp"}).status == 0);
  const Finished reset = student.runs({"reset", "softmax/log_sum_exp", "--yes"});
  BOOST_TEST(reset.status == 0);
  const fs::path copy = student.chapter() / "exercises.cpp.1";
  BOOST_TEST(contains(reset.output, copy.string()));
  BOOST_TEST(read_file(copy) == text);

  const Source now(student.text()), stubs(handed_out()), before(text);
  for (const Source::Section& section : now.sections)
    BOOST_TEST(section.text ==
               (section.name == "log_sum_exp" ? stubs : before).find(section.name)->text);
  BOOST_TEST(status_of(student.asks({"check"}), "log_sum_exp") == "not started");
  BOOST_TEST(contains(student.runs({"hint", "softmax/log_sum_exp"}).output, "hint 1 of"));

  student.writes(solutions());
  BOOST_TEST(student.runs({"reset", "softmax", "--yes"}).status == 0);
  BOOST_TEST(read_file(student.chapter() / "exercises.cpp.2") == solutions());
  BOOST_TEST(read_file(copy) == text);
  BOOST_TEST(student.text() == handed_out());
}

BOOST_AUTO_TEST_CASE(reset_of_a_chapter_forgets_what_passed_in_it)
{
  const Student student(solutions());
  BOOST_TEST(student.runs({"check"}).status == 0);
  BOOST_TEST(student.runs({"reset", "softmax", "--yes"}).status == 0);
  BOOST_TEST(student.asks({"progress"}).at("points") == 0);
}

BOOST_AUTO_TEST_CASE(hint_progress_and_reset_need_no_judge)
{
  // The program alone, in a folder without judges.
  const TemporaryFolder folder;
  const fs::path program = folder / "epreuve-coursework";
  fs::copy_file(tests::driver().parent_path() / program.filename(), program);
  const Student student(solutions());
  const auto runs = [&](const std::vector<std::string>& arguments) {
    return tests::run(program, arguments, student.environment());
  };
  const Finished progress = runs({"progress"});
  BOOST_TEST(progress.status == 0, progress.error);
  BOOST_TEST(contains(progress.output, "0 of  19"), progress.output);
  BOOST_TEST(contains(runs({"hint", "softmax/log_sum_exp"}).output, "hint 1 of 4"));
  const Finished checked = runs({"check", "softmax"});
  BOOST_TEST(checked.status == 2);
  BOOST_TEST(contains(checked.error, "toolchain.json cannot be read"), checked.error);
  BOOST_TEST(runs({"reset", "softmax", "--yes"}).status == 0);
  BOOST_TEST(student.text() == handed_out());
}

BOOST_AUTO_TEST_CASE(reset_of_what_is_handed_out_keeps_no_copy)
{
  const Student student;
  BOOST_TEST(student.runs({"reset", "softmax"}).status == 0);
  BOOST_TEST(!fs::exists(student.chapter() / "exercises.cpp.1"));
}

BOOST_AUTO_TEST_CASE(reset_without_a_terminal_wants_yes)
{
  const Student student(solutions());
  const Finished reset = student.runs({"reset", "softmax"});
  BOOST_TEST(reset.status == 2);
  BOOST_TEST(contains(reset.error, "--yes"));
  BOOST_TEST(student.text() == solutions());
}

BOOST_AUTO_TEST_CASE(reset_asks_at_a_terminal_and_only_yes_is_yes)
{
  for (const std::string answer : {"n\n", "\n", "maybe\n", "\x04"}) {
    const Student student(solutions());
    const Finished reset = at_terminal(student, {"reset", "softmax"}, answer);
    BOOST_TEST(contains(reset.output, "[y/N]"), reset.error);
    BOOST_TEST(contains(reset.output, "nothing was changed"));
    BOOST_TEST(reset.status == 1);
    BOOST_TEST(student.text() == solutions());
  }
  const Student student(solutions());
  BOOST_TEST(at_terminal(student, {"reset", "softmax"}, "y\n").status == 0);
  BOOST_TEST(student.text() == handed_out());
}

BOOST_AUTO_TEST_CASE(an_exercise_whose_line_is_gone_or_twice_there_wants_the_chapter_reset)
{
  const std::string text = solutions(), line = "// [log_sum_exp]\n";
  std::string without = text;
  without.erase(without.find(line), line.size());
  for (const std::string& damaged : {without, text + "\n" + line}) {
    const Student student(damaged);
    const Finished reset = student.runs({"reset", "softmax/log_sum_exp", "--yes"});
    BOOST_TEST(reset.status == 2);
    BOOST_TEST(contains(reset.error, "// [log_sum_exp]"));
    BOOST_TEST(contains(reset.error, "./epreuve reset softmax puts"));
    BOOST_TEST(student.text() == damaged);
    BOOST_TEST(!fs::exists(student.chapter() / "exercises.cpp.1"));
  }
}

BOOST_AUTO_TEST_CASE(points_for_a_part_of_an_answer_are_told_with_what_earned_them)
{
  const Student student(
      solutions_with("softmax_jacobian", R"(arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec sigma = exercise::stable_softmax(x);
  arma::mat J = sigma * sigma.t();
  J.diag() = sigma % (1 - sigma);
  return J;
}
)"));
  const Finished check = student.runs({"check", "softmax/softmax_jacobian"});
  BOOST_TEST(check.status == 1);
  BOOST_TEST(contains(check.output, "1 of 4 points: the diagonal is sigma_i (1 - sigma_i)"));
  const json checked = student.asks({"check", "softmax/softmax_jacobian"});
  BOOST_TEST(checked.at("points") == 1);
  BOOST_TEST(checked.at("most_points") == 4);
  BOOST_TEST(status_of(checked, "softmax_jacobian") == "wrong");
}

// --- check --cpp ------------------------------------------------------------------------------

namespace {

/// A folder in which a student calls check --cpp, compiles what it writes and looks into it.
class Trying
{
public:
  explicit Trying(const std::string& text) : student_(text) {}

  Finished checks(const std::string& exercise) const
  {
    return in_folder({tests::driver().string(), "check", "--cpp", exercise});
  }
  /// Of the commands that the check prints, the one that calls this program.
  static std::string command(const Finished& check, const std::string& program)
  {
    for (const std::string& line : split_lines(check.output))
      if (line.starts_with("  ") && contains(line.substr(0, line.find(' ', 2)), program))
        return line;
    return "false";
  }
  Finished in_folder(std::vector<std::string> words) const
  {
    words.insert(words.begin(), {"-c", "cd \"$0\" && exec \"$@\"", folder_.path().string()});
    return tests::run("/bin/sh", words, student_.environment());
  }
  Finished by_shell(const std::string& line) const { return in_folder({"/bin/sh", "-c", line}); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

private:
  Student student_;
  TemporaryFolder folder_;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_failing_input_becomes_a_program_that_fails)
{
  const Trying trying(solutions_with("log_sum_exp", naive));
  const Finished check = trying.checks("softmax/log_sum_exp");
  BOOST_TEST(check.status == 1);
  const Finished compiled = trying.by_shell(Trying::command(check, "g++"));
  BOOST_REQUIRE_MESSAGE(compiled.status == 0, check.output + compiled.error);
  const Finished run = trying.by_shell("./try-log_sum_exp");
  // The sum of exponentials of one logit beyond 709 in magnitude, found by the judge.
  std::smatch said;
  BOOST_REQUIRE_MESSAGE(
      std::regex_match(run.output, said, std::regex("result = (-?inf)\nexpected: (.*)\n")),
      run.output);
  BOOST_TEST((std::abs(std::stod(said[2])) > 709));
  BOOST_TEST(contains(read_file(trying / "try-log_sum_exp.cpp"), "{" + said[2].str()));
}

BOOST_AUTO_TEST_CASE(a_debugger_stops_in_the_function_and_where_it_crashes)
{
  const Trying trying(
      solutions_with("log_sum_exp", R"(double exercise::log_sum_exp(const arma::vec& x)
{
  return *reinterpret_cast<const double*>(x.n_elem);
}
)"));
  const Finished check = trying.checks("softmax/log_sum_exp");
  const Finished compiled = trying.by_shell(Trying::command(check, "g++"));
  BOOST_REQUIRE_MESSAGE(compiled.status == 0, check.output + compiled.error);
  BOOST_TEST(trying.by_shell("./try-log_sum_exp").status != 0);
  if (trying.by_shell("command -v gdb").status != 0) {
    BOOST_TEST_MESSAGE("gdb is not installed: not tried");
    return;
  }
  const Finished debugged =
      trying.by_shell(Trying::command(check, "gdb") + " -batch -ex continue -ex bt </dev/null");
  BOOST_TEST(contains(debugged.output, "Breakpoint 1, exercise::log_sum_exp"),
             debugged.output + debugged.error);
  BOOST_TEST(contains(debugged.output, "SIGSEGV"), debugged.output);
  BOOST_TEST(contains(debugged.output, "return *reinterpret_cast"), debugged.output);
}

BOOST_AUTO_TEST_CASE(no_program_is_lost)
{
  const Trying trying(solutions_with("log_sum_exp", naive));
  const fs::path file = trying / "try-log_sum_exp.cpp";
  write_file(file, "int main() {}\n");
  const Finished refused = trying.checks("softmax/log_sum_exp");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "try-log_sum_exp.cpp exists"), refused.error);
  BOOST_TEST(read_file(file) == "int main() {}\n");

  fs::remove(file);
  trying.checks("softmax/log_sum_exp");
  const std::string changed = read_file(file) + "// mine\n";
  write_file(file, changed);
  const Finished again = trying.checks("softmax/log_sum_exp");
  BOOST_TEST(contains(again.output, "the previous one is now try-log_sum_exp.cpp.old"));
  BOOST_TEST(read_file(trying / "try-log_sum_exp.cpp.old") == changed);
  BOOST_TEST(!contains(trying.checks("softmax/log_sum_exp").output, "the previous one"));
}

BOOST_AUTO_TEST_CASE(without_a_wrong_answer_there_is_no_program)
{
  const Trying trying(solutions());
  const Finished check = trying.checks("softmax");
  BOOST_TEST(check.status == 0);
  BOOST_TEST(contains(check.output, "nothing is wrong"));
  BOOST_TEST(!fs::exists(trying / "try-log_sum_exp.cpp"));
}

// --- help and completions ---------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_student_is_spoken_to_in_french_by_an_option_or_the_system)
{
  const Student student(solutions_with("log_sum_exp", naive));
  const std::vector<std::string> check{"check", "softmax/log_sum_exp"};
  Environment of_france = student.environment();
  of_france.emplace_back("LC_ALL", "fr_FR.UTF-8");
  of_france.emplace_back("LANGUAGE", "");
  const auto in_france = [&](std::vector<std::string> arguments, const std::string& further) {
    if (!further.empty())
      arguments.push_back(further);
    return tests::run(tests::driver(), arguments, of_france);
  };
  const Finished french = in_france(check, "");
  BOOST_TEST(french.status == 1);
  BOOST_TEST(french.output ==
             student.runs({"check", "softmax/log_sum_exp", "--lang", "fr"}).output);
  for (const char* part :
       {"✗ Logarithme d’une somme d’exponentielles, sans dépassement", "\n    attendu   ",
        "\n    → dépassement\u00a0: soustrayez d’abord le maximum\n",
        "ensuite\u00a0: corrigez log_sum_exp\u202f; pour une indication\u00a0:"})
    BOOST_TEST(contains(french.output, part), french.output);
  BOOST_TEST(!contains(french.output, "[en]"), french.output);
  BOOST_TEST(contains(in_france({"hint", "softmax/softmax"}, "").output, "indication 1 sur 3"));
  BOOST_TEST(contains(in_france({"progress"}, "").output, "tous les chapitres"));

  // English and JSON are the same whatever the system speaks.
  BOOST_TEST(in_france(check, "--lang=en").output == student.runs(check).output);
  BOOST_TEST(in_france(check, "--json").output ==
             student.runs({"check", "softmax/log_sum_exp", "--json"}).output);
  BOOST_TEST(in_france({"hint", "softmax/softmax"}, "--lang=de").status == 2);
}

BOOST_AUTO_TEST_CASE(what_judges_compose_is_in_french)
{
  Source source(solutions());
  const auto writes = [&](const std::string& name, const std::string& body) {
    std::string text = source.find(name)->text;
    source.replace(name, text.substr(0, text.find("\n{\n")) + "\n{\n" + body + "\n}\n");
  };
  writes("softmax", "  return 3 * arma::exp(x) / arma::accu(arma::exp(x));");
  writes("log_sum_exp", "  return x(7);");
  writes("stable_softmax", "  if (x.n_elem > 0) std::abort();\n  return x;");
  writes("softmax_at_temperature", "  return arma::zeros(x.n_elem + 1) + temperature;");
  writes(
      "softmax_jacobian_times",
      "  const arma::vec p = exercise::stable_softmax(v);\n  return p % x - p * arma::dot(p, x);");
  const Student student(source.text());
  const std::string said = student.runs({"check", "softmax", "--lang", "fr"}).output;
  for (const char* part :
       {"\n    entrée    n >= 1\u00a0: un seul logit\u00a0: log_sum_exp(x",
        "chaque résultat est 3 fois celui qui est attendu", "obtenu    une exception\u00a0: Mat::",
        "obtenu    rien\u00a0: le programme s’est arrêté brutalement (Aborted)",
        "elle a appelé abort()", "le format est 2 x 1, attendu\u00a0: 1 x 1",
        "elle appelle stable_softmax, qui est fausse elle-même"})
    BOOST_TEST(contains(said, part), part << " is not in:\n" << said);
  BOOST_TEST(!contains(said, "[en]"), said);
}

BOOST_AUTO_TEST_CASE(what_has_no_translation_is_english_and_marked)
{
  const Student student;
  std::string header = read_file(student.chapter() / "exercises.hpp");
  const std::string title = "Softmax, as the formula says";
  BOOST_REQUIRE(contains(header, title));
  header.replace(header.find(title), title.size(), "Softmax, by its formula");
  write_file(student.chapter() / "exercises.hpp", header);
  const Finished next = student.runs({"next", "--lang", "fr"});
  BOOST_TEST(contains(next.output, "ensuite\u00a0: [en] Softmax, by its formula, pour 2 points"),
             next.output);
  BOOST_TEST(contains(next.output, "Les probabilités des logits x"), next.output);
}

// The program cuts a statement into the paragraphs that tests/translations/texts.py found in it.
BOOST_AUTO_TEST_CASE(every_statement_is_in_french)
{
  const TemporaryFolder folder;
  const Environment environment{{"EPREUVE_CHAPTERS", folder.path().string()},
                                {"EPREUVE_PROGRESS", (folder / "progress.json").string()}};
  std::vector<std::string> exercises;
  for (const auto& chapter : fs::directory_iterator(original.parent_path())) {
    const fs::path header = chapter.path() / "exercises.hpp", name = chapter.path().filename();
    if (!fs::exists(header))
      continue;
    fs::create_directories(folder / name);
    fs::copy_file(header, folder / name / "exercises.hpp");
    for (const Exercise& exercise : read_exercises(header))
      exercises.push_back(name.string() + "/" + exercise.name);
  }
  BOOST_TEST(exercises.size() > 100);
  for (const std::string& exercise : exercises) {
    const Finished next =
        tests::run(tests::driver(), {"next", exercise, "--lang", "fr"}, environment);
    BOOST_TEST(
        (next.status == 0 && contains(next.output, "ensuite") && !contains(next.output, "[en]")),
        exercise << ":\n"
                 << next.output << next.error);
  }
}

BOOST_AUTO_TEST_CASE(help_and_completions_offer_the_options_that_there_are)
{
  const Student student;
  const fs::path completions = fs::path(EPREUVE_SOURCE_DIR) / "completions";
  const std::string zsh = read_file(completions / "_epreuve");
  for (const std::string command : {"check", "hint", "solution", "reset", "progress"}) {
    BOOST_TEST_CONTEXT(command)
    {
      const Finished help = student.runs({command, "--help"});
      BOOST_TEST(help.status == 0);
      BOOST_TEST(contains(help.output, "Example: ./epreuve " + command));
      BOOST_TEST(contains(help.output, "EPREUVE_CHAPTERS"));
      BOOST_TEST(contains(help.output, "EPREUVE_PROGRESS"));
      const std::set<std::string> options = long_options(help.output);
      BOOST_TEST(offered_by_bash({command}) == options, boost::test_tools::per_element());

      const std::size_t begin = zsh.find(" " + command + ") _arguments");
      BOOST_REQUIRE(begin != std::string::npos);
      const std::string arguments = zsh.substr(begin, zsh.find(";;", begin) - begin);
      BOOST_TEST(long_options(arguments) == options, boost::test_tools::per_element());
    }
  }
}
