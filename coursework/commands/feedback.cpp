#include "commands/feedback.hpp"
#include "commands/language.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace epreuve::tools {

namespace {

using evidence::Typography;
using exercises::About;
using exercises::Result;
using exercises::Status;

constexpr std::size_t gap = 2, stars = 5;
constexpr std::size_t most_printed = 20; ///< lines
constexpr std::size_t indent = 4, label_width = 10;
constexpr std::size_t longest_line_shown = 200;

struct Look
{
  const char *sign, *colour;
};

Look look(Status status)
{
  switch (status) {
  case Status::done:
    return {"✓", "32"};
  case Status::wrong:
    return {"✗", "1;31"};
  default:
    return {"○", "36"};
  }
}

std::string repeated(const char* text, int times)
{
  std::string result;
  for (int i = 0; i < times; ++i)
    result += text;
  return result;
}

std::string points_of(int got, int of)
{
  return said("{} of {}", got, of);
}

/// The beginning of a line that may be endless.
std::string beginning_of_line(const std::string& line)
{
  const std::string_view shown = prefix_within(line, longest_line_shown);
  return shown.size() < line.size() ? std::string(shown) + " ..." : line;
}

/// The first lines, and how many more there are.
std::string beginning(const std::string& text)
{
  std::vector<std::string> lines = split_lines(text);
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  std::string result;
  for (std::size_t i = 0; i < std::min(most_printed, lines.size()); ++i)
    result += (i == 0 ? "" : "\n") + beginning_of_line(lines[i]);
  if (lines.size() > most_printed)
    result += "\n" + said("... ({} more lines)", lines.size() - most_printed);
  return result;
}

/// "FILE:LINE: KIND WORDS", and below it the line.
std::string message_of_compiler(const std::filesystem::path& file,
                                const exercises::Message& message, const std::string& kind)
{
  if (message.line == 0)
    return fmt::format("{}: {} {}\n", shown(file), kind, visible(message.words));
  std::string text =
      fmt::format("{}:{}: {} {}\n", shown(file), message.line, kind, visible(message.words));
  const std::vector<std::string> lines = split_lines(read_text(file));
  if (const auto number = static_cast<std::size_t>(message.line); number <= lines.size())
    text += fmt::format("{:>5} | {}\n", number,
                        visible(lines[number - 1].substr(0, longest_line_shown)));
  return text;
}

/// A text with a label in the margin.
std::string labelled(const std::string& label, const std::string& text, const Typography& type)
{
  std::string result, margin = label;
  for (const std::string& line :
       wrap(visible(text), static_cast<double>(type.width - indent - label_width))) {
    result += std::string(indent, ' ') + pad_right(margin, label_width) + line + "\n";
    margin.clear();
  }
  return result;
}

} // namespace

Feedback::Feedback(const std::vector<About>& exercises, const Typography& typography)
    : type_(typography)
{
  for (const About& about : exercises) {
    title_ = std::max(title_, display_width(title_of(about)));
    name_ = std::max(name_, display_width(about.name));
    points_ = std::max(points_, display_width(points_of(about.points, about.points)));
  }
}

std::string Feedback::of(const Result& result) const
{
  return headline(result) +
         (result.status == Status::wrong ? reasons(result.feedback) : std::string());
}

std::string Feedback::headline(const Result& result) const
{
  const About& about = result.about;
  const auto [sign, colour] = look(result.status);
  const std::string difficulty = repeated("★", about.stars),
                    worth = points_of(result.points(), about.points);
  if (gap + title_ + gap + name_ + gap + stars + gap + points_ <= type_.width)
    return fmt::format("{} {}  {}  {}  {}\n", type_.painted(colour, sign),
                       pad_right(title_of(about), title_),
                       type_.painted("2", pad_right(about.name, name_)),
                       pad_right(difficulty, stars), pad_left(worth, points_));
  // Where the page is narrow the name goes below.
  std::string text, margin = type_.painted(colour, sign) + " ";
  for (const std::string& line : wrap(title_of(about), static_cast<double>(type_.width - gap))) {
    text += margin + line + "\n";
    margin = std::string(gap, ' ');
  }
  const std::string name = std::string(indent, ' ') + type_.painted("2", about.name);
  const bool beside = indent + about.name.size() + gap + stars + gap + points_ <= type_.width;
  return text + name + (beside ? "  " : "\n" + std::string(indent, ' ')) + difficulty + "  " +
         worth + "\n";
}

std::string Feedback::reasons(const exercises::Feedback& feedback) const
{
  std::string result;
  const auto tell = [&](const char* label, const std::string& text) {
    if (!text.empty())
      result += labelled(translated("program", label), text, type_);
  };
  tell("input", feedback.input);
  tell("expected", feedback.expected);
  tell("got", feedback.got);
  tell("reason", feedback.reason);
  if (!feedback.diagnosis.empty()) {
    std::string margin = "→ ";
    for (const std::string& line :
         wrap(visible(feedback.diagnosis), static_cast<double>(type_.width - indent - gap))) {
      result += std::string(indent, ' ') + type_.painted("1;33", margin + line) + "\n";
      margin = "  ";
    }
  }
  tell("credit", feedback.credit);
  tell("printed", beginning(feedback.printed));
  return result;
}

std::string heading(const Workbook& workbook, const Typography& type)
{
  const std::string& name = workbook.chapter.name;
  const std::string file = shown(workbook.file());
  const std::size_t used = display_width(name) + display_width(file);
  const std::string between =
      used + gap <= type.width ? std::string(type.width - used, ' ') : std::string("\n");
  return type.painted("1", name) + between + file + "\n" +
         repeated("─", static_cast<int>(type.width)) + "\n";
}

std::string compile_error(const std::filesystem::path& file,
                          const exercises::Diagnostics& diagnostics, const Typography& type)
{
  return message_of_compiler(file, {diagnostics.line, diagnostics.error, {}},
                             type.painted("1;31", said("error:")));
}

std::string warnings(const std::filesystem::path& file,
                     const std::vector<exercises::Message>& messages, const Typography& type)
{
  std::string text;
  for (const exercises::Message& message : messages)
    text += message_of_compiler(file, message, type.painted("1;33", said("warning:")));
  return text;
}

std::string points(int points, int of)
{
  return said("{} of {} points", points, of);
}

} // namespace epreuve::tools
