#include "commands/grading_summary.hpp"

#include "epreuve/exercises/report_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace epreuve::tools {

namespace {

using exercises::Grade;

constexpr std::size_t most_names = 10;

/// Prints each line only if there is something to say.
void tell(const History& history)
{
  for (const auto& [chapter, names] : history.replaced)
    std::cout << fmt::format(
        "{}: {} earlier grade{} replaced, as the file or the judge has changed: {}\n", chapter,
        names.size(), names.size() == 1 ? "" : "s", list_names(names, most_names));
  for (const auto& [chapter, names] : history.outdated)
    std::cout << fmt::format("{}: {} earlier grade{} dropped, as the file has changed and was not "
                             "graded now (--chapter {}): {}\n",
                             chapter, names.size(), names.size() == 1 ? "" : "s", chapter,
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
    tell("", grade.problem);
    for (const Grade::OfChapter& chapter : grade.chapters)
      tell(chapter.chapter + " ", chapter.problem);
    for (const std::string& line : grade.not_taken)
      tell("not taken: ", line);
  }
  return count;
}

} // namespace

std::string list_names(const std::vector<std::string>& names, std::size_t most)
{
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + no_command(in_quotes(names[i]));
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

int finish(const GradesFolder& out, std::vector<Grade> grades, History history,
           std::optional<std::uint64_t> seed, std::size_t failed)
{
  std::ranges::sort(grades, {}, &Grade::submission);
  std::ranges::sort(history.elsewhere);
  for (auto* list : {&history.replaced, &history.outdated})
    for (auto& [chapter, submissions] : *list)
      std::ranges::sort(submissions);
  tell(history);
  out.report_all(grades);
  const std::size_t problems = tell_problems(grades);
  double mean = 0;
  int most_points = 0;
  for (const Grade& grade : grades) {
    mean += static_cast<double>(grade.points()) / static_cast<double>(grades.size());
    most_points = std::max(most_points, grade.most_points());
  }
  std::cout << fmt::format("{} submission{} graded{}, mean {:.1f} of {} points; {} with problems\n",
                           grades.size(), grades.size() == 1 ? "" : "s",
                           history.kept > 0 ? fmt::format(", {} of them before", history.kept) : "",
                           mean, most_points, problems);
  if (seed)
    std::cout << fmt::format("seed {}; --seed {} repeats these draws\n", *seed, *seed);
  std::cout << (out.path() / "grades.csv").string() << '\n'
            << (out.path() / "index.html").string() << '\n';
  if (failed > 0)
    std::cout << fmt::format("{} could not be graded now; run the same command again for {}\n",
                             failed, failed == 1 ? "it" : "them");
  return problems > 0 ? 1 : 0;
}

} // namespace epreuve::tools
