// The reports of grades, read by independent means: JSON compared with a schema written from the
// documentation of its format (schemas/), CSV, XML and HTML through Python's own parsers
// (reports.py).

#include "epreuve/exercises/reports.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercises/questions.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/contains.hpp"
#include "support/process.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(EPREUVE_SOURCE_DIR) / "coursework/tests";

std::string violations(const json& document)
{
  return tests::schema_violations(document, "coursework/tests/schemas/gradescope.json");
}

/// A report as Python's parser of its form reads it.
json parsed(const std::string& form, const std::string& report)
{
  const TemporaryFolder temporary;
  write_file(temporary / "report", report);
  const tests::Finished python =
      tests::run("/usr/bin/python3",
                 {"-I", (folder / "reports.py").string(), form, (temporary / "report").string()});
  if (python.status != 0)
    throw std::runtime_error(form + ": " + python.error);
  return json::parse(python.output);
}

// What a student sees where the course discloses everything.
StudentsView whole_view(const Grade& grade)
{
  return {grade, Disclosure::all};
}
std::string feedback_page(const Grade& grade)
{
  return exercises::feedback_page(whole_view(grade));
}
std::string gradescope_json(const Grade& grade)
{
  return exercises::gradescope_json(whole_view(grade));
}
std::string classroom50_json(const Grade& grade)
{
  return exercises::classroom50_json(whole_view(grade));
}
std::string vpl_text(const Grade& grade, double out_of)
{
  return exercises::vpl_text(whole_view(grade), out_of);
}

json gradescope(const Grade& grade)
{
  return json::parse(gradescope_json(grade));
}

Result result(const std::string& function, int points, Status status, Feedback feedback = {})
{
  return {.about = {.name = function,
                    .title = "Title of " + function,
                    .section = "exo7 2.1",
                    .points = points,
                    .stars = 2,
                    .hints = {"one", "two", "three"}},
          .status = status,
          .feedback = std::move(feedback)};
}

/// Done, wrong, not started, and a chapter that does not compile: 8 of 22 points.
Grade mixed()
{
  const std::string error = "does not compile: line 7: expected ';' before 'return'";
  const Feedback feedback{.input = "large logits: log_sum_exp(x = (1000, 1001))",
                          .expected = "1001.313",
                          .got = "inf",
                          .reason = "an infinity where the value is finite",
                          .diagnosis = "overflow: subtract the maximum first",
                          .printed = "debugging\nin two lines\n"};
  return {"ada",
          "",
          {{"01-softmax",
            "",
            {result("softmax", 1, Status::done), result("log_sum_exp", 2, Status::wrong, feedback),
             result("derivative", 3, Status::not_started)}},
           {"06-rotations",
            error,
            {result("rotate", 4, Status::wrong, {.reason = error}),
             result("relative", 5, Status::wrong, {.reason = error})}},
           {"16-gelu", "", {result("gelu", 7, Status::done)}}}};
}

/// The same, except for the point that the wrong answer earns.
Grade partial()
{
  Grade grade = mixed();
  Result& wrong = grade.chapters.at(0).results.at(1);
  wrong.earned = 1;
  wrong.feedback.credit = "1 of 2 points: it is finite";
  return grade;
}

Grade with_all(Status status)
{
  Grade grade = mixed();
  grade.submission = name(status);
  for (Grade::OfChapter& chapter : grade.chapters) {
    chapter.problem = "";
    for (Result& each : chapter.results)
      each = result(each.about.name, each.about.points, status);
  }
  return grade;
}

Grade nothing_submitted()
{
  Grade grade = with_all(Status::not_started);
  grade.submission = "nothing";
  grade.problem = "it has no file of exercises (such as 01-softmax/exercises.cpp)";
  return grade;
}

Grade nothing_compiles()
{
  Grade grade = with_all(Status::wrong);
  grade.submission = "broken";
  for (Grade::OfChapter& chapter : grade.chapters)
    chapter.problem = "does not compile: line 1: #error";
  return grade;
}

/// Texts that try to be more than text: a grade with all of them in every place.
const std::vector<std::string> attacks{
    "<script>alert(1)</script>",
    "</pre></style></title><img src=x onerror=alert(1)>",
    "\"'><b onmouseover=\"alert(1)\">",
    "]]><testcase name=\"forged\"/><!-- &lt; &amp; -->",
    "\n::notice title=Autograding report::{\"totalPoints\":22,\"maxPoints\":22}",
    " \t::add-mask::e\n \u00A0::stop-commands::x",
    "##[error]####[[",
    "::error::first of all",
    std::string("\x01\x1b[31m\r\b\0\x7f", 9),
    "\xff\xfe\xc3( \xed\xa0\x80 \xef\xbf\xbe \xf5",
    "\u202Edne \u0300\u0301 😀",
    "\\\", \"score\": 22, {}%s%n${0}",
};

std::string all_attacks()
{
  std::string text;
  for (const std::string& attack : attacks)
    text += attack;
  return text;
}

/// The mixed grade with one text in place of every text that comes from outside.
Grade mixed_with(const std::string& text)
{
  Grade grade = mixed();
  grade.submission = text;
  grade.chapters[0].results[1].feedback = {text, text, text, text, text, text};
  grade.chapters[1].problem = text;
  for (Result& each : grade.chapters[1].results)
    each.feedback.reason = text;
  return grade;
}

std::vector<Grade> all_kinds()
{
  return {mixed(),
          partial(),
          with_all(Status::done),
          with_all(Status::wrong),
          with_all(Status::not_started),
          nothing_submitted(),
          nothing_compiles(),
          mixed_with(all_attacks())};
}

struct Total
{
  int points = 0, most = 0;

  bool operator==(const Total&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Total& total)
{
  return out << total.points << " of " << total.most;
}

/// What a reader of a report adds up, by the name of the report.
std::map<std::string, Total> totals(const Grade& grade)
{
  std::map<std::string, Total> found;

  const json table = parsed("csv", grades_csv({grade}));
  const auto number = [&](std::size_t column) {
    return std::stoi(table.at(1).at(column).get<std::string>());
  };
  found["CSV"] = {number(1), number(2)};
  for (std::size_t column = 3; column + 1 < table.at(0).size(); ++column)
    found["CSV, exercises"].points += number(column);
  found["CSV, exercises"].most = found["CSV"].most;

  const std::string page = parsed("html", feedback_page(grade)).at("text");
  static const std::regex out_of("(\\d+) of (\\d+) points?\n"), each("(\\d+) / (\\d+)\n");
  std::smatch match;
  if (std::regex_search(page, match, out_of))
    found["page"] = {std::stoi(match[1]), std::stoi(match[2])};
  for (std::sregex_iterator i(page.begin(), page.end(), each), end; i != end; ++i) {
    found["page, exercises"].points += std::stoi((*i)[1]);
    found["page, exercises"].most += std::stoi((*i)[2]);
  }

  const json results = gradescope(grade);
  for (const json& test : results.at("tests")) {
    found["Gradescope, tests"].points += test.at("score").get<int>();
    found["Gradescope, tests"].most += test.at("max_score").get<int>();
  }
  found["Gradescope"] = {results.at("score"), found["Gradescope, tests"].most};

  return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(results_json_follows_the_documentation_of_gradescope_for_every_kind_of_grade)
{
  for (const Grade& grade : all_kinds())
    BOOST_TEST(violations(gradescope(grade)) == "", printable(grade.submission));
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_the_documentation_does)
{
  const auto refused = [](const char* pointer, const json& value) {
    json copy = gradescope(mixed());
    copy[json::json_pointer(pointer)] = value;
    return violations(copy) != "";
  };
  BOOST_TEST(refused("/score", "8"));
  BOOST_TEST(refused("/output_format", "html"));
  BOOST_TEST(refused("/tests/0/status", "pass"));
  BOOST_TEST(refused("/tests/0/visibility", "sometimes"));
}

BOOST_AUTO_TEST_CASE(every_report_has_the_same_points)
{
  const std::vector<std::pair<Grade, Total>> graded{
      {mixed(), {8, 22}},
      {partial(), {9, 22}},
      {with_all(Status::done), {22, 22}},
      {with_all(Status::wrong), {0, 22}},
      {with_all(Status::not_started), {0, 22}},
      {nothing_submitted(), {0, 22}},
      {nothing_compiles(), {0, 22}},
      {mixed_with(all_attacks()), {8, 22}},
  };
  for (const auto& [grade, expected] : graded) {
    const std::map<std::string, Total> told = totals(grade);
    BOOST_TEST(told.size() == 6u);
    for (const auto& [report, total] : told)
      BOOST_TEST(total == expected, report << " of " << printable(grade.submission) << " tells "
                                           << total << ", not " << expected);
  }
}

BOOST_AUTO_TEST_CASE(a_grade_that_was_written_tells_what_a_wrong_answer_earned)
{
  const Grade again = grade_from_json(to_json(partial()));
  BOOST_TEST(again.points() == 9);
  for (const std::string& text : {feedback_page(again), gradescope_json(again)})
    BOOST_TEST(contains(text, "1 of 2 points: it is finite"), text);
}

BOOST_AUTO_TEST_CASE(a_table_has_a_title_and_a_row_for_every_submission)
{
  const json table = parsed("csv", grades_csv({mixed(), nothing_submitted()}));
  BOOST_TEST(table.at(0) ==
             json({"submission", "points", "most points", "01-softmax/softmax",
                   "01-softmax/log_sum_exp", "01-softmax/derivative", "06-rotations/rotate",
                   "06-rotations/relative", "16-gelu/gelu", "problem"}));
  BOOST_TEST(table.at(1) ==
             json({"ada", "8", "22", "1", "0", "0", "0", "0", "7",
                   "06-rotations: does not compile: line 7: expected ';' before 'return'"}));
  BOOST_TEST(table.at(2) ==
             json({"nothing", "0", "22", "0", "0", "0", "0", "0", "0",
                   "it has no file of exercises (such as 01-softmax/exercises.cpp)"}));
  BOOST_TEST(table.size() == 3u);
}

BOOST_AUTO_TEST_CASE(
    a_table_begins_with_a_mark_of_its_encoding_and_names_stay_text_in_a_spreadsheet)
{
  Grade grade = mixed();
  BOOST_TEST(grades_csv({grade}).starts_with("\xEF\xBB\xBFsubmission,points,"));
  const auto shown = [&](const std::string& name) {
    grade.submission = name;
    return parsed("csv", grades_csv({grade})).at(1).at(0).get<std::string>();
  };
  for (const std::string& name :
       std::vector<std::string>{"007", "1e5", "1E5", "3-4", "1/2", "2026-01-02", "1.10", "1,5",
                                "10:30", "12 am", "5%", ".5", "12345678901234567", "mar12", "DEC 2",
                                "1-sept", "2 f\u00E9vr. 2026", "TRUE", "faux"})
    BOOST_TEST(shown(name) == "'" + name);
  for (const std::string& name : std::vector<std::string>{
           "12345678", "0", "ada", "may", "1a2b", "s007", "mara12", "ada 1", "3rd", "e5", "x-1"})
    BOOST_TEST(shown(name) == name);
}

BOOST_AUTO_TEST_CASE(a_table_leaves_a_cell_empty_where_a_submission_was_not_graded)
{
  Grade shorter = mixed();
  shorter.chapters.erase(shorter.chapters.begin());
  const json table = parsed("csv", grades_csv({shorter, mixed()}));
  BOOST_TEST(table.at(0).at(3) == "06-rotations/rotate");
  BOOST_TEST(table.at(0).at(6) == "01-softmax/softmax");
  BOOST_TEST(table.at(1).at(6) == "");
  BOOST_TEST(table.at(2).at(6) == "1");
}

BOOST_AUTO_TEST_CASE(a_table_is_read_back_whatever_separates_cells)
{
  for (const std::string name : {"Ada, Countess", "the \"first\"", "two\nlines", "a;b", "a\"", ",",
                                 "é ω 😀", "", "'", "1,\"2\",\n3"}) {
    Grade grade = mixed();
    grade.submission = name;
    const json table = parsed("csv", grades_csv({grade}));
    BOOST_TEST(table.at(1).at(0) == name);
    BOOST_TEST(table.at(1).size() == 10u);
  }
  const std::string lines = grades_csv({mixed()});
  BOOST_TEST(std::ranges::count(lines, '\n') == 2);
  BOOST_TEST(lines.ends_with("\r\n"));
}

BOOST_AUTO_TEST_CASE(no_cell_of_a_table_is_a_formula)
{
  for (const std::string text : {"=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠1", " =1",
                                 "=HYPERLINK(\"http://x\",\"y\")"}) {
    Grade grade = mixed();
    grade.submission = grade.problem = text;
    const json row = parsed("csv", grades_csv({grade})).at(1);
    BOOST_TEST(row.at(0) == "'" + text);
    BOOST_TEST(row.at(9).get<std::string>().starts_with("'"));
  }
  Grade tab = mixed();
  tab.submission = "\t=1";
  BOOST_TEST(parsed("csv", grades_csv({tab})).at(1).at(0) == "␉=1");
  tab.submission = "a=b";
  BOOST_TEST(parsed("csv", grades_csv({tab})).at(1).at(0) == "a=b");
}

BOOST_AUTO_TEST_CASE(no_cell_is_a_formula_where_semicolons_separate_cells)
{
  for (const std::string text :
       {"a;=1+1;", ";=1+1", "a; +1;", "a;\"=1+1;\"", "a;\" \"-1;", "a;;@SUM(A1);", "a;＝1",
        "a;\u00A0=1;", "a\n=1+1", "a\n\n \"=1+1\"", "\"\n=1", "\";=1;\""}) {
    Grade grade = mixed();
    grade.submission = grade.problem = text;
    const json rows = parsed("semicolons", grades_csv({grade}));
    for (const json& row : rows)
      for (const std::string content : row) {
        const std::u32string cell = code_points(content);
        const std::size_t first = cell.find_first_not_of(U" \u00A0");
        BOOST_TEST((first == cell.npos ||
                    std::u32string_view(U"=+-@＝").find(cell[first]) == std::u32string_view::npos),
                   printable(text) << " becomes the cell " << printable(content));
      }
  }
  Grade harmless = mixed();
  harmless.submission = "a; b=1, -2";
  BOOST_TEST(parsed("csv", grades_csv({harmless})).at(1).at(0) == "a; b=1, -2");
}

BOOST_AUTO_TEST_CASE(hostile_texts_add_nothing_to_a_page_but_text)
{
  const json harmless = parsed("html", feedback_page(mixed_with("text")));
  for (const std::string& attack : attacks) {
    const std::string page = feedback_page(mixed_with(attack));
    const json hostile = parsed("html", page);
    BOOST_TEST(hostile.at("tags") == harmless.at("tags"), "tags change with " << printable(attack));
    BOOST_TEST(hostile.at("attributes") == harmless.at("attributes"),
               "attributes change with " << printable(attack));
    BOOST_TEST(contains(hostile.at("text"), visible(attack)), printable(attack)
                                                                  << " is not shown as it is");
    BOOST_TEST(printable(page) == page);
  }
  const std::set<std::string> tags = harmless.at("tags");
  BOOST_TEST(!tags.contains("script"));
}

BOOST_AUTO_TEST_CASE(the_teachers_page_counts_what_became_of_each_exercise)
{
  const std::vector<Grade> grades{mixed(), with_all(Status::done), nothing_submitted(), mixed()};
  const json page = parsed("xml", class_page(grades, "Winter"));
  const std::function<std::string(const json&)> text = [&](const json& element) {
    std::string all = element.at("text");
    for (const json& child : element.at("children"))
      all += " " + text(child);
    return all;
  };
  const json& main = page.at("children").at(1).at("children").at(0);
  BOOST_TEST(contains(text(main), "Winter"));
  std::map<std::string, std::vector<std::string>> counts; // by title: passed, wrong, ...
  std::string mistakes;
  for (const json& section : main.at("children"))
    if (section.at("children").size() > 1)
      for (const json& row :
           section.at("children").at(1).at("children").at(0).at("children").back().at("children")) {
        const json& cells = row.at("children");
        if (cells.size() < 6)
          continue;
        for (std::size_t i = 1; i < 5; ++i) {
          std::string number = text(cells.at(i));
          number.erase(0, number.find_first_not_of(' '));
          counts[cells.at(0).at("text")].push_back(number.substr(0, number.find(' ')));
        }
        mistakes += text(cells.at(5));
      }
  using Row = std::vector<std::string>;
  BOOST_TEST((counts.at("Title of softmax") == Row{"3", "0", "0", "1"}));
  BOOST_TEST((counts.at("Title of log_sum_exp") == Row{"1", "2", "0", "1"}));
  BOOST_TEST((counts.at("Title of derivative") == Row{"1", "0", "2", "1"}));
  BOOST_TEST((counts.at("Title of rotate") == Row{"1", "0", "0", "3"}));
  BOOST_TEST(contains(mistakes, "2 × overflow: subtract the maximum first"), mistakes);
  BOOST_TEST(contains(text(main), "2 × does not compile"));
  BOOST_TEST(contains(text(main), "1 × no file"));
}

BOOST_AUTO_TEST_CASE(the_teachers_page_says_what_happened_instead_of_a_result)
{
  const auto page = [](const Feedback& feedback) {
    Grade grade = with_all(Status::done);
    grade.chapters.at(0).results.at(1) = result("log_sum_exp", 2, Status::wrong, feedback);
    BOOST_TEST(class_page({overview(grade)}, "") == class_page({grade}, ""));
    return class_page({grade}, "");
  };
  const std::string unknown = "a mistake without a diagnosis";
  for (const auto& [answer, said] : std::vector<std::pair<Answer, std::string>>{
           {{.outcome = Outcome::crashed, .payload = "Aborted"}, "crashed (Aborted)"},
           {{.outcome = Outcome::timed_out, .seconds = 5}, "took longer than 4 s"},
           {{.outcome = Outcome::missing}, "defines no such function"},
           {{.outcome = Outcome::exited, .payload = "0"}, "ended itself, with exit status 0"},
           {{.outcome = Outcome::out_of_memory}, "more than 1024 MB of memory"},
           {{.outcome = Outcome::threw, .payload = "no"}, "an exception: no"},
           {{.outcome = Outcome::changed_argument}, "the call changed its argument"},
           {{.outcome = Outcome::broke_the_protocol, .payload = "x"}, "no valid answer"}}) {
    const std::string text = page({.input = "f(1)", .got = words(answer, Limits())});
    BOOST_TEST(contains(text, said), said);
    BOOST_TEST(!contains(text, unknown), said);
  }
  BOOST_TEST(contains(page({.reason = "does not compile: line 7: x"}), "1 × does not compile"));
  BOOST_TEST(contains(page({.reason = time_is_used_up(60)}), "the time of this chapter, 60 s"));
  BOOST_TEST(contains(page({.input = "f(1)", .expected = "1", .got = "inf"}), unknown));
}

BOOST_AUTO_TEST_CASE(hostile_texts_add_nothing_to_the_teachers_page_but_text)
{
  const auto names = [](const json& root) {
    std::vector<std::string> all;
    const auto visit = [&](const json& element, const auto& self) -> void {
      all.push_back(element.at("name"));
      for (const auto& attribute : element.at("attributes").items())
        all.push_back(attribute.key());
      for (const json& child : element.at("children"))
        self(child, self);
    };
    visit(root, visit);
    return all;
  };
  const auto harmless = names(parsed("xml", class_page({mixed_with("text")}, "text")));
  for (const std::string& attack : attacks) {
    const std::string page = class_page({mixed_with(attack)}, attack);
    BOOST_TEST(names(parsed("xml", page)) == harmless, boost::test_tools::per_element());
    BOOST_TEST(printable(page) == page);
    BOOST_TEST(!contains(page, "\u202E"));
  }
  const std::string page = class_page({mixed_with("a/b\"c\u202Ed")}, "");
  BOOST_TEST(contains(page, "href=\"feedback/a%252Fb%2522c%E2%80%AEd.html\""));
  BOOST_TEST(contains(page, "c[U+202E]d"));
}

BOOST_AUTO_TEST_CASE(the_teachers_page_is_bounded)
{
  const std::string long_text(100000, 'x');
  Grade one = mixed_with(long_text);
  one.submission.resize(250); // no file has a longer name
  BOOST_TEST(class_page({one}, long_text).size() < 20000u);
  std::vector<Grade> grades;
  for (int i = 0; i < 3000; ++i) {
    grades.push_back(mixed_with(std::to_string(i) + long_text));
    grades.back().submission.resize(40);
  }
  const std::string page = class_page(grades, "");
  BOOST_TEST(page.size() < 2000000u);
  BOOST_TEST(contains(page, "and 1000 more, in grades.csv"));
}

BOOST_AUTO_TEST_CASE(on_the_class_page_every_number_opens_even_that_of_the_other_mistakes)
{
  std::vector<Grade> grades;
  for (int i = 0; i < 70; ++i) {
    grades.push_back(mixed());
    grades.back().submission = "student " + std::to_string(i);
    grades.back().chapters.at(0).results.at(1).feedback.diagnosis =
        "mistake " + std::to_string(i + 100);
  }
  const std::string page = class_page(grades, "");
  BOOST_TEST(contains(page, "<details><summary>65 more</summary><ul><li>1 \u00D7 mistake 105<"));
  BOOST_TEST(contains(page, "mistake 154<"));
  BOOST_TEST(!contains(page, "mistake 155<"));
  BOOST_TEST(contains(page, "<li>and 15 more, in grades.csv</li>"));
  parsed("xml", page);
  grades.resize(2);
  grades.back().stem = "another";
  BOOST_TEST(contains(class_page(grades, ""), "href=\"feedback/another.html\""));
}

BOOST_AUTO_TEST_CASE(on_the_class_page_one_sees_where_a_name_or_a_note_ends)
{
  std::vector<Grade> grades{with_all(Status::done), with_all(Status::done)};
  grades[0].person = "Petit, Olga";
  grades[1].person = "Petit, Pete";
  grades[1].notes = {"not on the roster", "late by 2 h"};
  const std::string page = class_page(grades, "");
  BOOST_TEST(contains(page, "Petit, Olga</bdi></a>; <a "));
  BOOST_TEST(contains(page, "not on the roster; late by 2 h"));
}

BOOST_AUTO_TEST_CASE(json_holds_hostile_texts_as_they_are)
{
  for (const std::string& attack : attacks) {
    std::string first = visible(attack);
    first = first.substr(0, first.find('\n'));
    const std::string told = gradescope(mixed_with(attack)).at("tests").at(1).at("output");
    BOOST_TEST(contains(told, "got        " + first), told);
    BOOST_TEST(printable(told) == told);
  }
}

BOOST_AUTO_TEST_CASE(feedback_as_text_has_its_names_in_front_and_ends_with_its_last_line)
{
  const std::string text = gradescope(mixed()).at("tests").at(1).at("output");
  BOOST_TEST(contains(text, "expected   1001.313\ngot        inf\n"));
  BOOST_TEST(text.ends_with("\nprinted    debugging\n           in two lines"));
}

BOOST_AUTO_TEST_CASE(a_page_shows_every_part_of_the_feedback_and_signs_with_words)
{
  const std::string page = feedback_page(mixed());
  const std::string text = parsed("html", page).at("text");
  for (const char* part :
       {"ada", "8 of 22 points", "1 of 6 points", "large logits: log_sum_exp(x = (1000, 1001))",
        "1001.313", "an infinity where the value is finite", "overflow: subtract the maximum first",
        "debugging\nin two lines", "✓ done", "✗ wrong", "○ not started", "expected ';'"})
    BOOST_TEST(contains(text, part), part << " is missing");
  // Why a chapter does not compile is reported once, not for each of its exercises.
  BOOST_TEST(text.find("expected ';'") == text.rfind("expected ';'"));
}

BOOST_AUTO_TEST_CASE(nobody_reads_wrong_where_nothing_was_judged)
{
  Grade unjudged = nothing_compiles();
  unjudged.chapters.front().problem = "a.cpp and b.cpp are both for 01-softmax and differ";
  for (const Grade& grade : {unjudged, nothing_submitted()}) {
    const std::string text = parsed("html", feedback_page(grade)).at("text");
    BOOST_TEST(!contains(text, "✗ wrong"));
    BOOST_TEST(contains(text, "– not judged"));
    BOOST_TEST(contains(text, "Not judged, because:"));
    const json told = gradescope(grade).at("tests").at(0).at("output");
    BOOST_TEST(told.get<std::string>().starts_with("not judged, because: "), told);
    const json written = to_json(grade);
    for (const json& chapter : written.at("chapters"))
      for (const json& each : chapter.at("results"))
        BOOST_TEST(each.at("status") == "not judged", each);
    BOOST_TEST(to_json(grade_from_json(written)) == written);
  }
}

BOOST_AUTO_TEST_CASE(every_report_names_the_files_that_were_not_taken)
{
  Grade grade = mixed();
  for (int i = 1; i <= 30; ++i)
    grade.not_taken.push_back("<b>" + std::to_string(i) +
                              ".cpp defines no function of any exercise");
  grade = shortened(grade);
  BOOST_TEST(grade.not_taken.size() == most_not_taken + 1);
  const std::string name = "<b>20.cpp defines no function";
  for (const std::string& report :
       {parsed("html", feedback_page(grade)).at("text").get<std::string>(), grades_csv({grade}),
        gradescope(grade).at("output").get<std::string>()}) {
    BOOST_TEST(contains(report, name), report);
    BOOST_TEST(contains(report, "and 10 more"), report);
  }
  BOOST_TEST(contains(class_page({grade}, ""), "not taken: &lt;b&gt;1.cpp"));
  BOOST_TEST(to_json(grade_from_json(to_json(grade))) == to_json(grade));
}

BOOST_AUTO_TEST_CASE(a_page_needs_no_other_file_and_no_script)
{
  const json page = parsed("html", feedback_page(mixed()));
  for (const std::string attribute : page.at("attributes"))
    BOOST_TEST(!std::regex_search(attribute, std::regex(" (src|href|on\\w+|style)=")), attribute);
  for (const char* wanted :
       {"meta charset=utf-8", "html lang=en", "meta content=width=device-width, initial-scale=1"})
    BOOST_TEST((std::ranges::find(page.at("attributes"), wanted) != page.at("attributes").end()),
               wanted << " is missing");
  const std::string style = page.at("text");
  BOOST_TEST(contains(style, "prefers-color-scheme: dark"));
  BOOST_TEST(!contains(style, "url("));
}

BOOST_AUTO_TEST_CASE(long_texts_are_cut_in_every_report)
{
  const Grade grade = mixed_with(std::string(1 << 20, 'x'));
  for (const std::string& report : {feedback_page(grade), gradescope_json(grade)}) {
    BOOST_TEST(report.size() < 60000u);
    BOOST_TEST(contains(report, "[cut after 2000 characters]"));
  }
  std::string combining = "x";
  for (int i = 0; i < 10000; ++i)
    combining += "\u0301";
  BOOST_TEST(feedback_page(mixed_with(combining)).size() < 60000u);
}

BOOST_AUTO_TEST_CASE(no_report_holds_what_hides_or_turns_text_or_steers_a_terminal)
{
  const Grade grade = mixed_with("a\u202Eb\u200Bc\uFEFF\u2028\x1b[2J\u009b31m\x07\U000E0041");
  for (const std::string& report :
       {feedback_page(grade), gradescope_json(grade),
        grades_csv({grade}).substr(std::string_view("\uFEFF").size()),
        class_page({grade}, grade.submission), to_json(shortened(grade)).at("chapters").dump()}) {
    std::string text = report; // whose lines may end as RFC 4180 says
    std::erase(text, '\r');
    BOOST_TEST(visible(text) == text);
    BOOST_TEST(contains(text, "a[U+202E]b[U+200B]c"));
  }
}

BOOST_AUTO_TEST_CASE(a_shortened_grade_has_the_same_reports_and_room_for_no_more)
{
  std::vector<Grade> grades = all_kinds();
  for (const std::string& text : {std::string(1 << 20, 'x'), std::string(2000, 'x'),
                                  std::string(2001, 'x'), std::string(100000, '\xFF')})
    grades.push_back(mixed_with(text));
  std::string marks;
  for (int i = 0; i < 3000; ++i)
    marks += "\u202E😀";
  grades.push_back(mixed_with(marks));
  for (Grade grade : grades) {
    grade.submission = "ada";
    const Grade shorter = shortened(grade);
    BOOST_TEST(feedback_page(shorter) == feedback_page(grade));
    BOOST_TEST(gradescope_json(shorter) == gradescope_json(grade));
    BOOST_TEST(grades_csv({shorter}) == grades_csv({grade}));
    BOOST_TEST(to_json(shortened(shorter)) == to_json(shorter));
    BOOST_TEST(to_json(shorter).dump().size() < 120000u);
    const Grade brief = overview(shorter);
    BOOST_TEST(grades_csv({brief}) == grades_csv({grade}));
    BOOST_TEST(class_page({brief}, "") == class_page({grade}, ""));
    BOOST_TEST(to_json(brief).dump().size() < 40000u);
  }
}

BOOST_AUTO_TEST_CASE(a_grade_that_says_more_than_one_can_be_is_none)
{
  const json good = to_json(partial());
  BOOST_TEST(to_json(grade_from_json(good)) == good);
  const auto refused = [&](const std::string& pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    try {
      grade_from_json(bad);
      BOOST_ERROR(pointer + " is taken");
    } catch (const Error&) {
    } catch (const json::exception&) {
    }
  };
  const std::string result = "/chapters/0/results/1";
  for (const json& number :
       {json(1000000), json(-1), json(1e99), json(1.5), json("1"), json(1e18), json(4294967297)})
    for (const char* member : {"/points", "/earned", "/stars"})
      refused(result + member, number);
  for (const char* name : {"", "../x", "a/b", "-x", "<b>", "a\nb"}) {
    refused(result + "/name", name);
    refused("/chapters/0/chapter", name);
  }
  refused("/chapters/0/chapter", "06-rotations");
  refused(result + "/name", "softmax");
  refused(result + "/status", "perfect");
  refused(result + "/feedback/got", std::string(70000, 'x'));
  refused(result + "/feedback", json::array());
  refused("/chapters", json::object());
  refused("/problem", std::string(70000, 'x'));
  refused("/submission", 3);
  refused("", json::array());
}

// --- Moodle, VPL and Classroom 50 ---------------------------------------------------------------

namespace {

json moodle(const Grade& grade, const MoodleRules& rules = {})
{
  const StudentsView view = whole_view(grade);
  return parsed("csv", moodle_csv({{"007", &view}}, rules));
}

/// result.json, as the autograder completes it.
json classroom50(const Grade& grade)
{
  json result = json::parse(classroom50_json(grade));
  for (const char* word : {"classroom", "assignment", "owner", "commit", "release", "review"})
    result[word] = word;
  result.update({{"schema", "classroom50/result/v1"},
                 {"assignment_type", "individual"},
                 {"submission", "submit/1"},
                 {"datetime", "2026-11-26T12:00:00Z"}});
  return result;
}

std::string violations_of_classroom50(const json& document)
{
  return tests::schema_violations(document, "docs/classroom50-result.schema.json");
}

/// What VPL reads: the rest of the last line that begins with "Grade :=>>", and of those that begin with "Comment :=>>".
std::pair<std::string, std::vector<std::string>> read_as_vpl(const std::string& text)
{
  std::pair<std::string, std::vector<std::string>> read;
  for (const std::string& line : split_lines(text)) {
    if (line.starts_with("Grade :=>>"))
      read.first = line.substr(10);
    else if (line.starts_with("Comment :=>>"))
      read.second.push_back(line.substr(12));
    else
      BOOST_TEST(line == "", line);
  }
  return read;
}

} // namespace

BOOST_AUTO_TEST_CASE(moodle_gets_a_grade_out_of_twenty_and_a_feedback_for_everybody)
{
  for (const Grade& grade : all_kinds()) {
    const json table = moodle(grade);
    BOOST_TEST(table.at(0) == json({"idnumber", "grade", "feedback"}));
    BOOST_TEST(table.at(1).at(0) == "007", "Moodle compares it as it is");
    BOOST_TEST(std::stod(table.at(1).at(1).get<std::string>()) ==
                   20. * grade.points() / grade.most_points(),
               boost::test_tools::tolerance(0.003));
    BOOST_TEST(contains(table.at(1).at(2), fmt::format("{} of 22 points", grade.points())));
  }
  BOOST_TEST(moodle_csv({}, {}).starts_with("\xEF\xBB\xBFidnumber,grade,feedback\r\n"));
  const json table = moodle(mixed(), {.by_email = true, .out_of = 10, .has_decimal_comma = true});
  BOOST_TEST(table.at(0).at(0) == "email");
  BOOST_TEST(table.at(1).at(1) == "3,64");
  const std::string feedback = table.at(1).at(2);
  for (const char* line :
       {"\n01-softmax/softmax: done, 1 of 1\n",
        "\n01-softmax/log_sum_exp: wrong, 0 of 2: overflow: subtract the maximum first\n",
        "\n01-softmax/derivative: not started, 0 of 3\n",
        "\n06-rotations/rotate: not judged, 0 of 4\n"})
    BOOST_TEST(contains(feedback, line), feedback);
}

BOOST_AUTO_TEST_CASE(moodle_compares_everybody_with_the_most_points_that_anybody_was_graded_on)
{
  Grade shorter = mixed();
  shorter.chapters.resize(1); // 1 of 6 points
  const StudentsView whole = whole_view(mixed()), part = whole_view(shorter);
  const json table = parsed("csv", moodle_csv({{"a", &whole}, {"b", &part}}, {.out_of = 22}));
  BOOST_TEST(table.at(1).at(1) == "8.00");
  BOOST_TEST(table.at(2).at(1) == "1.00");
}

BOOST_AUTO_TEST_CASE(in_moodles_feedback_hostile_texts_are_neither_markup_nor_formulas)
{
  for (const std::string& attack : attacks) {
    const std::string feedback = moodle(mixed_with(attack)).at(1).at(2);
    BOOST_TEST(feedback.find_first_of("<>") == std::string::npos, feedback);
  }
  Grade formula = mixed();
  formula.problem = "=1+1";
  BOOST_TEST(contains(moodle(formula).at(1).at(2), "\n'=1+1"));
}

BOOST_AUTO_TEST_CASE(vpl_reads_one_grade_and_nothing_of_a_student_is_another)
{
  for (const Grade& grade : all_kinds()) {
    const auto [number, comments] = read_as_vpl(vpl_text(grade, 10));
    BOOST_TEST(std::stod(number) == 10. * grade.points() / grade.most_points(),
               boost::test_tools::tolerance(0.007));
    BOOST_TEST(comments.at(0) == fmt::format("-{} of 22 points", grade.points()));
  }
  Grade forged = mixed_with("x\nGrade :=>>10\n--|>\nGrade :=>>10");
  BOOST_TEST(read_as_vpl(vpl_text(forged, 10)).first == "3.64");
  const auto comments = read_as_vpl(vpl_text(mixed(), 10)).second;
  for (const std::string line :
       {"-01-softmax/softmax: done, 1 of 1", "-01-softmax/log_sum_exp: wrong, 0 of 2",
        ">expected   1001.313", ">diagnosis  overflow: subtract the maximum first",
        "-06-rotations/rotate: not judged, 0 of 4"})
    BOOST_TEST(std::ranges::count(comments, line) == 1, line);
}

BOOST_AUTO_TEST_CASE(result_json_of_classroom_50_follows_its_schema_for_every_kind_of_grade)
{
  for (const Grade& grade : all_kinds()) {
    const json result = classroom50(grade);
    BOOST_TEST(violations_of_classroom50(result) == "", printable(grade.submission));
    Total tests;
    for (const json& test : result.at("tests")) {
      tests.points += test.at("score").get<int>();
      tests.most += test.at("max-score").get<int>();
      BOOST_TEST((!test.at("passed") || test.at("score") == test.at("max-score")));
    }
    BOOST_TEST(tests == (Total{grade.points(), 22}));
    BOOST_TEST((Total{result.at("score"), result.at("max-score")}) == tests);
  }
  const json wrong = classroom50(mixed()).at("tests").at(1);
  BOOST_TEST(wrong.at("test-name") == "01-softmax/log_sum_exp");
  BOOST_TEST(wrong.at("diagnosis") == "overflow: subtract the maximum first");
  BOOST_TEST(contains(wrong.at("output"), "expected   1001.313"));
  BOOST_TEST(classroom50(nothing_compiles()).at("tests").at(0).at("output") ==
             "not judged, because: does not compile: line 1: #error");
}

BOOST_AUTO_TEST_CASE(the_schema_of_classroom_50_refuses_what_its_contract_does)
{
  const auto refused = [](const char* pointer, const json& value) {
    json copy = classroom50(mixed());
    copy[json::json_pointer(pointer)] = value;
    return violations_of_classroom50(copy) != "";
  };
  BOOST_TEST(refused("/schema", "classroom50/result/v2"));
  BOOST_TEST(refused("/score", 8.5));
  BOOST_TEST(refused("/submission", "main"));
  BOOST_TEST(refused("/owner", ""));
  BOOST_TEST(refused("/datetime", "2026-11-26 12:00:00"));
  BOOST_TEST(refused("/diagnosis", "of the whole"));
  BOOST_TEST(refused("/tests/0/passed", "yes"));
}

// --- what a student may see, and what a teacher does -------------------------------------------

namespace {

/// Every text that an answer may be wrong with, each a word of its own.
Grade all_feedback()
{
  Grade grade{"ada", "", {{"01-softmax", "", {}}}};
  grade.chapters[0].results.push_back(result("softmax", 3, Status::wrong,
                                             {.input = "INPUT",
                                              .expected = "EXPECTED",
                                              .got = "GOT",
                                              .reason = "REASON",
                                              .diagnosis = "DIAGNOSIS",
                                              .printed = "PRINTED",
                                              .credit = "CREDIT"}));
  return grade;
}

/// All reports for students.
std::map<std::string, std::string> of_students(const StudentsView& view)
{
  return {{"page", exercises::feedback_page(view)},
          {"gradescope", exercises::gradescope_json(view)},
          {"classroom50", exercises::classroom50_json(view)},
          {"vpl", exercises::vpl_text(view, 20)},
          {"moodle", moodle_csv({{"007", &view}}, {})}};
}

} // namespace

BOOST_AUTO_TEST_CASE(
    no_report_for_a_student_says_more_than_is_disclosed_and_the_teachers_page_says_it)
{
  const std::map<Disclosure, std::set<std::string>> shown{
      {Disclosure::all, {"INPUT", "EXPECTED", "GOT", "REASON", "DIAGNOSIS", "PRINTED", "CREDIT"}},
      {Disclosure::input, {"INPUT", "GOT", "PRINTED"}},
      {Disclosure::verdict, {}}};
  for (const auto& [what, words] : shown)
    for (const auto& [name, report] : of_students({all_feedback(), what}))
      for (const std::string& word : shown.at(Disclosure::all)) {
        if (!words.contains(word))
          BOOST_TEST(!contains(report, word), name << " says " << word);
        else if (name != "moodle") // which has no more than the diagnosis
          BOOST_TEST(contains(report, word), name << " does not say " << word);
      }
  BOOST_TEST(contains(of_students({all_feedback(), Disclosure::all}).at("moodle"), "DIAGNOSIS"));
  BOOST_TEST(contains(class_page({all_feedback()}, ""), "DIAGNOSIS"));
}

BOOST_AUTO_TEST_CASE(what_was_not_disclosed_is_not_disclosed_by_an_overview_either)
{
  const StudentsView view(all_feedback(), Disclosure::input);
  const StudentsView brief(overview(*view), Disclosure::all);
  for (const auto& [name, report] : of_students(brief))
    for (const char* word : {"EXPECTED", "REASON", "DIAGNOSIS", "CREDIT"})
      BOOST_TEST(!contains(report, word), name);
}

BOOST_AUTO_TEST_CASE(what_could_not_be_checked_is_said_in_every_report_and_costs_nothing)
{
  Grade grade{"ada", "", {{"01-softmax", "", {result("softmax", 3, Status::done)}}}};
  grade.chapters[0].results[0].remark = "right; NOT LOOKED FOR <b>";
  BOOST_TEST(grade.points() == 3);
  BOOST_TEST(to_json(grade_from_json(to_json(grade))) == to_json(grade));
  for (const auto& [name, report] : of_students(whole_view(grade)))
    BOOST_TEST(contains(report, "NOT LOOKED FOR"), name);
  BOOST_TEST(parsed("csv", grades_csv({grade})).at(1).back() ==
             "01-softmax/softmax: right; NOT LOOKED FOR <b>");
  const std::string page = class_page({grade}, "");
  BOOST_TEST(contains(page, "NOT LOOKED FOR &lt;b&gt;"));
  BOOST_TEST(contains(page, ">3 / 3<"));
}

BOOST_AUTO_TEST_CASE(a_person_of_the_roster_is_named_and_beside_the_name_the_submission)
{
  Grade grade = mixed();
  grade.submission = "007";
  grade.person = "=Ada <i>";
  const json table = parsed("csv", grades_csv({nothing_submitted(), grade}));
  BOOST_TEST(table.at(0).at(1) == "name");
  BOOST_TEST(table.at(1).at(1) == "");
  BOOST_TEST(table.at(2).at(0) == "'007");
  BOOST_TEST(table.at(2).at(1) == "'=Ada <i>");
  for (const std::string& page : {feedback_page(grade), class_page({grade}, "")}) {
    BOOST_TEST(contains(page, "<bdi>=Ada &lt;i&gt;</bdi>"), page);
    BOOST_TEST(contains(page, "<bdi>007</bdi>"), page);
    BOOST_TEST(!contains(page, "<i>"));
  }
  BOOST_TEST(contains(class_page({grade}, ""), ">8 / 22<"));
}

// --- questions ---------------------------------------------------------------------------------

namespace {

const std::string answer_of_ada = R"(#include "exercises.hpp"

// [softmax] mine
arma::vec exercise::softmax(const arma::vec& x)
{
  const double largest = x.max();
  const arma::vec e = arma::exp(x - largest);
  return e / arma::accu(e);
}

// [log_sum_exp] </pre><script>
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.max(); // </pre><script>
  return m + std::log(arma::accu(arma::exp(x - m)));
}

// [rotate]
double exercise::rotate(double x)
{
  throw NotStarted();
}
)";

Asked asked()
{
  const auto exercise = [](const char* name, const char* statement) {
    Exercise one;
    one.name = name;
    one.statement = statement;
    return one;
  };
  return {"01-softmax",
          {exercise("softmax", "Probabilities.\n\n    formula\n\n@param x  n logits, n >= 1\n"
                               "@return   finite for large\n          logits too"),
           exercise("log_sum_exp", "@return finite"), exercise("rotate", "")},
          {{"softmax", {{"large logits", "softmax(x = (1000, 1001))", "(0.27, 0.73)"}}},
           {"log_sum_exp", {{"one", "log_sum_exp(x = (3))", "3"}}}}};
}

std::vector<Question> questions_to_ada(const std::string& text, Status of_softmax = Status::done)
{
  return questions_on(
      asked(), text,
      {result("softmax", 1, of_softmax,
              {.input = "INPUT", .expected = "EXPECTED", .got = "GOT", .diagnosis = "DIAGNOSIS"}),
       result("log_sum_exp", 1, Status::done), result("rotate", 1, Status::not_started)});
}

std::string all_of(const std::vector<Question>& questions)
{
  std::string text;
  for (const Question& question : questions)
    text += fmt::format("{}\n{}\n{}\n{}\n\n", question.of, question.text, question.code,
                        question.answer);
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(three_questions_are_on_what_was_written_and_always_the_same)
{
  const auto questions = questions_to_ada(answer_of_ada);
  const std::string text = all_of(questions);
  BOOST_TEST(questions.size() == 3u, text);
  BOOST_TEST(text == all_of(questions_to_ada(answer_of_ada)));
  std::set<std::string> exercises;
  for (const Question& question : questions)
    exercises.insert(question.of);
  BOOST_TEST(exercises == (std::set<std::string>{"01-softmax/softmax", "01-softmax/log_sum_exp"}));
  BOOST_TEST(!contains(text, "rotate"));
  BOOST_TEST(!contains(text, "formula"));
  // The lines that may not be exchanged, by their numbers in the file.
  BOOST_TEST((contains(text, "line 7 needs largest, which line 6 sets") ||
              contains(text, "line 8 needs e, which line 7 sets") ||
              contains(text, "line 15 needs m, which line 14 sets")),
             text);
  std::string other = answer_of_ada;
  std::set<std::string> variants;
  for (int i = 0; i < 20; ++i)
    variants.insert(all_of(questions_to_ada(other.insert(other.find(" mine"), " really"))));
  BOOST_TEST(variants.size() > 1u);
}

BOOST_AUTO_TEST_CASE(of_a_wrong_answer_one_asks_why)
{
  const std::string text = all_of(questions_to_ada(answer_of_ada, Status::wrong));
  BOOST_TEST(
      contains(text, "On INPUT your function gives GOT. Why?\n\nRight is EXPECTED. DIAGNOSIS"),
      text);
}

BOOST_AUTO_TEST_CASE(independent_lines_may_be_exchanged_and_nothing_written_is_not_asked_about)
{
  const auto of = [](const std::string& body) {
    return all_of(questions_on(
        asked(),
        "// [softmax]\narma::vec exercise::softmax(const arma::vec& x)\n{\n" + body + "}\n",
        {result("softmax", 1, Status::done)}));
  };
  BOOST_TEST(contains(of("  double a = 1;\n  double b = 2;\n"),
                      "neither of lines 4 and 5 reads what the other sets"));
  BOOST_TEST(contains(of("  a = b;\n  b += 2;\n"), "No: line 4 needs b before line 5 changes it."));
  BOOST_TEST(contains(of("  std::vector<double> v = f();\n  return v[0];\n"),
                      "No: line 5 needs v, which line 4 sets."));
  BOOST_TEST(
      contains(of("  A(i, j) = 2;\n  A.row(i) *= 2;\n"), "No: line 5 needs A, which line 4 sets."));
  // The body of a loop and what follows it are not two lines of one block, nor are parts of a statement.
  for (const char* body : {"  for (;;)\n    a = 1;\n  b = 2;\n", "  a = 1 +\n    2;\n  b = 2;\n",
                           "  if (x)\n    a = 1;\n  else\n    b = 2;\n"})
    BOOST_TEST(!contains(of(body), "exchanged"), of(body));
  BOOST_TEST(contains(of("  x += 1;\n  return f(x);\n"), "exchanged"));
  const std::string of_return = of("  return x;\n");
  BOOST_TEST(contains(of_return, "4  return x;"));
  BOOST_TEST(contains(of_return, "step by step"));
  BOOST_TEST(!contains(of_return, "left out"), "a function without its return has no result");
  BOOST_TEST(questions_to_ada("").empty());
  BOOST_TEST(questions_to_ada("int x = 1; // [").empty());
}

BOOST_AUTO_TEST_CASE(the_page_of_questions_shows_texts_of_students_as_text)
{
  const std::string page =
      questions_page({{"<b>ada\u202E", questions_to_ada(answer_of_ada)}, {"bob", {}}});
  BOOST_TEST(!parsed("xml", page).empty());
  for (const char* markup : {"<b>", "<script", "\u202E"})
    BOOST_TEST(!contains(page, markup), markup);
  BOOST_TEST(contains(page, "There is no judged answer"));
}
