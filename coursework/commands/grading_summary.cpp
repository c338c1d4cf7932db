#include "commands/grading_summary.hpp"

#include "commands/course.hpp"

#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace epreuve::tools {

namespace {

using exercises::Grade;

constexpr std::size_t most_names = 10;

/// Prints each line only if there is something to say.
void tell(const History& history)
{
  for (const auto& [chapter, names] : history.replaced)
    std::cout << fmt::format("{}: {} replaced, as the file or the judge has changed: {}\n", chapter,
                             epreuve::counted(names.size(), "earlier grade"),
                             list_names(names, most_names));
  for (const auto& [chapter, names] : history.outdated)
    std::cout << fmt::format("{}: {} dropped, as the file has changed and was not "
                             "graded now (--chapter {}): {}\n",
                             chapter, epreuve::counted(names.size(), "earlier grade"), chapter,
                             list_names(names, most_names));
  if (!history.elsewhere.empty())
    std::cout << fmt::format("earlier grades kept, not among these submissions: {}; to drop one, "
                             "remove its file in results/\n",
                             list_names(history.elsewhere, most_names));
}

/// A line with somebody else's text, for the log of a service that runs builds: GitHub takes a line that begins
/// with "::" for a command, Azure and TeamCity one that holds "##vso[" or "##teamcity[".
std::string no_command(std::string_view line)
{
  std::string text;
  for (const char c : line) {
    const bool pair = !text.empty() && text.back() == c &&
                      (c == '#' || (c == ':' && text.find_first_not_of(" :") == text.npos));
    text += pair ? std::string{' ', c} : std::string{c};
  }
  return text;
}

/// Reports what is not as it should be; returns how many submissions are concerned.
std::size_t tell_problems(const std::vector<Grade>& grades)
{
  std::size_t count = 0;
  for (const Grade& grade : grades) {
    count += grade.has_problem() ? 1 : 0;
    const auto tell = [&](const std::string& where, const std::string& problem) {
      if (!problem.empty())
        std::cout << no_command(fmt::format("{}: {}{}", exercises::excerpt_line(grade.submission),
                                            where, exercises::excerpt_line(problem)))
                  << '\n';
    };
    for (const std::string& note : grade.notes)
      tell("", note);
    tell("", grade.problem);
    for (const Grade::OfChapter& chapter : grade.chapters)
      tell(chapter.chapter + " ", chapter.problem);
    for (const std::string& line : grade.not_taken)
      tell("not taken: ", line);
  }
  return count;
}

/// For those on the roster of whom nothing was handed in: a grade on every chapter, with 0 points.
std::vector<Grade> missing_from(const std::vector<Grade>& grades, std::vector<std::string> names)
{
  if (!roster())
    return {};
  Grade nothing{.submission = "", .problem = exercises::nothing_handed_in, .chapters = {}};
  for (const Grade& grade : grades) {
    names.push_back(grade.submission);
    for (const Grade::OfChapter& graded : grade.chapters)
      if (!nothing.find(graded.chapter)) {
        Grade::OfChapter& chapter = nothing.chapters.emplace_back();
        chapter.chapter = graded.chapter;
        for (const exercises::Result& result : graded.results)
          chapter.results.push_back({.about = result.about, .feedback = {}});
      }
  }
  std::ranges::sort(nothing.chapters, {}, &Grade::OfChapter::chapter);
  std::set<const exercises::Person*> present;
  for (const std::string& name : names)
    std::ranges::copy(roster()->whose(name), std::inserter(present, present.end()));
  std::vector<Grade> missing;
  for (const exercises::Person& person : roster()->people())
    if (!present.contains(&person)) {
      missing.push_back(nothing);
      missing.back().submission = exercises::shown_name(person.key());
    }
  return missing;
}

std::vector<Grade> grades_in(const std::vector<Row>& rows)
{
  std::vector<Grade> grades;
  std::ranges::transform(rows, std::back_inserter(grades), &Row::grade);
  return grades;
}

/// Whose grades Moodle can be told; says whose it cannot.
std::vector<exercises::ForMoodle> for_moodle(const std::vector<Row>& graded)
{
  if (!course().moodle())
    return {};
  const bool by_email = course().moodle()->by_email;
  std::map<std::string, std::vector<const Row*>> of;        ///< by identifier
  std::map<std::string, std::vector<std::string>> left_out; ///< by reason
  for (const Row& row : graded) {
    const Grade& grade = row.grade;
    std::string identifier = grade.submission;
    if (roster()) {
      const auto people = roster()->whose(grade.submission);
      if (people.size() != 1) {
        left_out["not of one person on the roster"].push_back(grade.submission);
        continue;
      }
      identifier = by_email ? people.front()->email : people.front()->idnumber;
    }
    if (identifier.empty())
      left_out[by_email ? "no email on the roster" : "no idnumber on the roster"].push_back(
          grade.submission);
    else if (std::string_view("=+-@").find(identifier.front()) != std::string_view::npos)
      left_out["a spreadsheet would compute the name"].push_back(grade.submission);
    else
      of[identifier].push_back(&row);
  }
  std::vector<exercises::ForMoodle> rows;
  for (const auto& [identifier, found] : of)
    if (found.size() == 1)
      rows.push_back({identifier, &found.front()->view});
    else
      for (const Row* row : found)
        left_out["several submissions of one person"].push_back(row->grade.submission);
  for (const auto& [reason, names] : left_out)
    std::cout << fmt::format("not in moodle.csv ({}): {}\n", reason, list_names(names, most_names));
  return rows;
}

} // namespace

std::string list_names(const std::vector<std::string>& names, std::size_t most)
{
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + no_command(in_quotes(names[i]));
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

Row row_of(const Grade& grade)
{
  const Grade shown = counted(grade);
  const exercises::StudentsView view(shown, course().disclosure());
  // A part of a view is one, too.
  return {exercises::overview(shown),
          exercises::StudentsView(exercises::overview(*view), exercises::Disclosure::all)};
}

int finish(const GradesFolder& out, std::vector<Row> rows, History history,
           std::optional<std::uint64_t> seed, std::size_t failed)
{
  const auto by_submission = [](const Row& row) { return row.grade.submission; };
  std::ranges::sort(rows, {}, by_submission);
  const std::vector<Grade> grades = grades_in(rows);
  std::ranges::sort(history.elsewhere);
  for (auto* list : {&history.replaced, &history.outdated})
    for (auto& [chapter, submissions] : *list)
      std::ranges::sort(submissions);
  tell(history);
  std::vector<std::string> missing;
  for (Grade grade : missing_from(grades, history.others)) {
    grade.stem = out.stem_of(grade.submission);
    out.report(grade);
    missing.push_back(grade.submission);
    rows.push_back(row_of(grade));
  }
  std::ranges::sort(rows, {}, by_submission);
  out.report_all(grades_in(rows), for_moodle(rows));
  if (!missing.empty())
    std::cout << fmt::format("nothing handed in, of the roster: {}\n",
                             list_names(missing, most_names));
  const std::size_t problems = tell_problems(grades);
  double mean = 0;
  int most_points = 0;
  for (const Grade& grade : grades) {
    mean += static_cast<double>(grade.points()) / static_cast<double>(grades.size());
    most_points = std::max(most_points, grade.most_points());
  }
  std::cout << fmt::format("{} graded{}, mean {:.1f} of {} points; {} with problems\n",
                           epreuve::counted(grades.size(), "submission"),
                           history.kept > 0 ? fmt::format(", {} of them before", history.kept) : "",
                           mean, most_points, problems);
  if (seed)
    std::cout << fmt::format("seed {}; --seed {} repeats these draws\n", *seed, *seed);
  std::cout << (out.path() / "grades.csv").string() << '\n'
            << (out.path() / "index.html").string() << '\n';
  if (course().moodle())
    std::cout << (out.path() / "moodle.csv").string() << '\n';
  if (failed > 0)
    std::cout << fmt::format("{} could not be graded now; run the same command again for {}\n",
                             failed, failed == 1 ? "it" : "them");
  return problems > 0 ? 1 : 0;
}

} // namespace epreuve::tools
