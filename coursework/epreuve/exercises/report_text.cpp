#include "epreuve/exercises/report_text.hpp"

#include "epreuve/exercises/trial.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"
#include "epreuve/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace epreuve::exercises {

namespace {

constexpr std::size_t longest_excerpt = 2000;

template <typename Count>
int sum(const Grade::OfChapter& chapter, const Count& count)
{
  return std::transform_reduce(chapter.results.begin(), chapter.results.end(), 0, std::plus<>{},
                               count);
}

} // namespace

std::string_view beginning(std::string_view text, std::size_t most)
{
  constexpr std::size_t surrogates = 4; // bytes of a character that UTF-16 writes as a pair
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size();) {
    const std::size_t length = first_utf8_unit(text.substr(end)).length;
    count += length == surrogates ? 2 : 1;
    if (count > most)
      break;
    end += length;
  }
  return text.substr(0, end);
}

std::string excerpt(std::string_view text)
{
  // A character takes at most four bytes, so the rest need not be examined.
  const std::string clean = visible(text.substr(0, 4 * longest_excerpt + 4));
  const std::string_view begin = beginning(clean, longest_excerpt);
  if (begin.size() == clean.size())
    return clean;
  return fmt::format("{}\n{}", begin, said("[cut after {} characters]", longest_excerpt));
}

std::string excerpt_line(std::string_view text)
{
  std::string line = excerpt(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

Grade shortened(Grade grade)
{
  // One character more than is shown, so an excerpt knows that it is cut.
  const auto shorten = [](std::string& text) {
    const std::string clean = visible(text.substr(0, 4 * longest_excerpt + 4));
    text = beginning(clean, longest_excerpt + 1);
  };
  shorten(grade.problem);
  if (std::vector<std::string>& lines = grade.not_taken; lines.size() > most_not_taken + 1) {
    lines[most_not_taken] = fmt::format("and {} more", lines.size() - most_not_taken);
    lines.resize(most_not_taken + 1);
  }
  std::ranges::for_each(grade.not_taken, shorten);
  for (Grade::OfChapter& chapter : grade.chapters) {
    shorten(chapter.problem);
    for (Result& result : chapter.results) {
      Feedback& feedback = result.feedback;
      for (std::string* text :
           {&feedback.input, &feedback.expected, &feedback.got, &feedback.reason,
            &feedback.diagnosis, &feedback.printed, &feedback.credit})
        shorten(*text);
      feedback.call.clear();
      shorten(result.remark);
    }
  }
  return grade;
}

Grade overview(Grade grade)
{
  for (Grade::OfChapter& chapter : grade.chapters)
    for (Result& result : chapter.results) {
      result.feedback = {.diagnosis = kind_of_mistake(result.feedback)};
      result.about.hints = {};
    }
  return grade;
}

std::string kind_of_mistake(const Feedback& feedback)
{
  if (!feedback.diagnosis.empty())
    return feedback.diagnosis;
  if (feedback.input.empty() && feedback.reason.starts_with(said("does not compile: {}", "")))
    return said("does not compile");
  if (feedback.input.empty() && feedback.reason.starts_with(said("not judged: {}", "")))
    return feedback.reason;
  return instead_of_result(feedback.got);
}

std::vector<Part> parts(const Feedback& feedback)
{
  std::vector<Part> all{{said("input"), feedback.input},
                        {said("expected"), feedback.expected},
                        {said("got"), feedback.got},
                        {said("reason"), feedback.reason},
                        {said("diagnosis"), feedback.diagnosis},
                        {said("credit"), feedback.credit},
                        {said("printed"), feedback.printed}};
  std::erase_if(all, [](const Part& part) { return part.text.empty(); });
  for (Part& part : all)
    part.text = excerpt(part.text);
  return all;
}

std::string as_text(const std::vector<Part>& parts)
{
  const std::size_t margin = 2 + display_width(said("diagnosis")); // it is the longest name
  std::string text;
  for (const Part& part : parts) {
    std::string name = part.name;
    const std::size_t end = part.text.find_last_not_of('\n') + 1;
    for (const std::string& line : split_lines(std::string_view(part.text).substr(0, end))) {
      text += fmt::format("{}{}{}", text.empty() ? "" : "\n", pad_right(name, margin), line);
      name.clear();
    }
  }
  return text;
}

std::string as_text(const Result& result, const std::string& obstacle)
{
  if (!obstacle.empty())
    return said("not judged, because: {}", obstacle);
  if (result.status == Status::wrong)
    return as_text(parts(result.feedback));
  const std::string status = translated("program", name(result.status));
  return result.remark.empty() ? status : said("{}: {}", status, excerpt(result.remark));
}

std::string obstacle(const Grade& grade, const Grade::OfChapter& chapter)
{
  return excerpt(grade.problem.empty() ? chapter.problem : grade.problem);
}

std::string problems(const Grade& grade)
{
  std::vector<std::string> lines = grade.notes;
  if (!grade.problem.empty())
    lines.push_back(excerpt_line(grade.problem));
  for (const Grade::OfChapter& chapter : grade.chapters)
    if (!chapter.problem.empty())
      lines.push_back(fmt::format("{}: {}", chapter.chapter, excerpt_line(chapter.problem)));
  for (const std::string& line : grade.not_taken)
    lines.push_back("not taken: " + excerpt_line(line));
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results)
      if (!result.remark.empty())
        lines.push_back(
            fmt::format("{}: {}", full_name(chapter, result), excerpt_line(result.remark)));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string full_name(const Grade::OfChapter& chapter, const Result& result)
{
  return fmt::format("{}/{}", chapter.chapter, result.about.name);
}

int points(const Grade::OfChapter& chapter)
{
  return sum(chapter, [](const Result& result) { return result.points(); });
}

int most_points(const Grade::OfChapter& chapter)
{
  return sum(chapter, [](const Result& result) { return result.about.points; });
}

std::string written(const nlohmann::ordered_json& document)
{
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace epreuve::exercises
