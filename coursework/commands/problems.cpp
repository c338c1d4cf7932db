#include "commands/problems.hpp"

#include "commands/view.hpp"

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/definitions.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

using exercises::Message;
using exercises::Result;
using exercises::Source;

constexpr double widest_part = 300;

struct Problem
{
  int line, column;
  const char* kind;
  std::string words;
};

/// The lines of a text on one line, which is cut if it is long.
std::string on_one_line(const std::string& text)
{
  std::string line;
  for (const std::string& part : split_lines(visible(text)))
    if (const std::string_view words = trimmed(part); !words.empty())
      line += fmt::format("{}{}", line.empty() ? "" : " / ", words);
  const std::string_view kept = prefix_within(line, widest_part);
  return kept.size() < line.size() ? std::string(kept) + " ..." : line;
}

/// "log_sum_exp: large logits: log_sum_exp(x = (1000)); expected 1000; got inf; ..."
std::string why_wrong(const Result& result)
{
  const exercises::Feedback& feedback = result.feedback;
  std::string words = result.about.name;
  std::string_view before = ": ";
  for (const auto& [label, text] : {std::pair("", &feedback.input),
                                    {"expected ", &feedback.expected},
                                    {"got ", &feedback.got},
                                    {"", &feedback.reason},
                                    {"", &feedback.diagnosis}})
    if (!text->empty())
      words += fmt::format("{}{}{}", std::exchange(before, "; "), label, on_one_line(*text));
  return words;
}

/// A file as a student wrote it: where its functions are.
class Written
{
public:
  explicit Written(std::string text)
      : text_(std::move(text)), source_(text_), defined_(exercises::functions_defined_in(text_)),
        lines_(static_cast<int>(split_lines(text_).size()))
  {
  }
  Written(const Written&) = delete; // what is defined are views of the text
  Written& operator=(const Written&) = delete;

  /// Where a function is defined; where it is not, where its exercise begins, or the file.
  int line_of(std::string_view exercise) const
  {
    for (const exercises::Definition& definition : defined_.all)
      if (definition.is_exercise && definition.name == exercise)
        return definition.line;
    int line = 1;
    while (line <= lines_ && !holds(exercise, line))
      ++line;
    return line <= lines_ ? line : 1;
  }
  int line_of(const Message& message) const
  {
    const bool is_there = message.line > 0 && message.line <= lines_;
    return is_there ? message.line : line_of(message.function);
  }
  bool holds(std::string_view exercise, int line) const
  {
    const Source::Section* const section = source_.at_line(line);
    return section != nullptr && section->name == exercise;
  }

private:
  std::string text_;
  Source source_;
  exercises::Defined defined_;
  int lines_;
};

} // namespace

std::string problems(const Selection& selection, const exercises::Judged& judged)
{
  const std::filesystem::path file = selection.workbook.file();
  const Written written(read_text(file));
  const View view(selection, nullptr);
  std::vector<Problem> found;
  const auto add = [&](const std::vector<Message>& messages, const char* kind) {
    for (const Message& message : view.of(messages))
      found.push_back({written.line_of(message), std::max(1, message.column), kind, message.words});
  };
  if (!judged.diagnostics.compiled)
    add(judged.diagnostics.errors, "error");
  // An exercise that does not compile is wrong, and the compiler has said why.
  const auto is_told = [&, told = found](const Result& result) {
    return result.feedback.input.empty() && result.feedback.expected.empty() &&
           std::ranges::any_of(told, [&](const Problem& problem) {
             return written.holds(result.about.name, problem.line);
           });
  };
  add(judged.diagnostics.warnings, "warning");
  for (const Result& result : judged.results)
    if (result.status == exercises::Status::wrong && !is_told(result))
      found.push_back({written.line_of(result.about.name), 1, "error", why_wrong(result)});
  std::ranges::stable_sort(found, {}, &Problem::line);
  std::string text;
  for (const Problem& problem : found)
    text += fmt::format("{}:{}:{}: {}: {}\n", shown(file), problem.line, problem.column,
                        problem.kind, visible(problem.words));
  return text;
}

} // namespace epreuve::tools
