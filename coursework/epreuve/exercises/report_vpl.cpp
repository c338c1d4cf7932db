#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace epreuve::exercises {

namespace {

/// Lines of comment, each with a sign before its text: '-' a title, '>' as it is.
std::string comment(const char* sign, const std::string& text)
{
  std::string lines;
  for (const std::string& line : split_lines(text))
    lines += fmt::format("Comment :=>>{}{}\n", sign, line);
  return lines;
}

} // namespace

std::string vpl_text(const StudentsView& view, double out_of)
{
  const Grade& grade = *view;
  std::string text =
      comment("-", fmt::format("{} of {} points", grade.points(), grade.most_points()));
  if (const std::string why = problems(grade); !why.empty())
    text += comment(">", why);
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results) {
      const std::string why = obstacle(grade, chapter);
      text += comment("-", fmt::format("{}: {}, {} of {}", full_name(chapter, result),
                                       why.empty() ? name(result.status) : not_judged,
                                       result.points(), result.about.points));
      if (result.status == Status::wrong && why.empty())
        text += comment(">", as_text(result, why));
    }
  return text + fmt::format("Grade :=>>{:.2f}\n",
                            out_of * grade.points() / std::max(1, grade.most_points()));
}

} // namespace epreuve::exercises
