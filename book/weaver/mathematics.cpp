#include "weaver/mathematics.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace epreuve::book {

namespace {

bool is_space(char c)
{
  return c == ' ' || c == '\n' || c == '\t';
}

/// Where the group in braces that opens at `open` ends: after its brace, or at the end of the text.
std::size_t end_of_group(std::string_view text, std::size_t open)
{
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '{')
      ++depth;
    else if (text[at] == '}' && --depth == 0)
      return at + 1;
  }
  return text.size();
}

/// Whether a blank line begins at this newline.
bool is_paragraph_end(std::string_view text, std::size_t newline)
{
  const std::size_t next = text.find_first_not_of(" \t", newline + 1);
  return next == std::string_view::npos || text[next] == '\n';
}

struct Close
{
  std::size_t at = 0;        ///< where the closing dollars are
  const char* why = nullptr; ///< the reason, if there are none that count
};

/// The end of the mathematics whose first character is at `from`.
Close find_close(std::string_view text, std::size_t from, std::string_view dollars)
{
  for (std::size_t at = from; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(dollars)) {
      const char next = at + dollars.size() < text.size() ? text[at + dollars.size()] : ' ';
      if (dollars == "$" && is_space(text[at - 1]))
        return {0, "the $ that should end it follows a blank"};
      if (dollars == "$" && next >= '0' && next <= '9')
        return {0, "the $ that should end it precedes a digit"};
      return {at, nullptr};
    }
    constexpr std::array<std::string_view, 3> words{"\\text{", "\\mbox{", "\\hbox{"};
    const auto word = std::ranges::find_if(words, [&](auto w) { return rest.starts_with(w); });
    if (word != words.end())
      at = end_of_group(text, at + word->size() - 1) - 1;
    else if (rest[0] == '\\')
      ++at;
    else if (rest[0] == '\n' && is_paragraph_end(text, at))
      break;
  }
  return {0, "its paragraph ends before another one comes"};
}

/// Makes one call for each stretch of a text, and another for each $ without its end, with the reason.
void scan(std::string_view text, bool markdown, const std::function<void(Stretch)>& found,
          const std::function<bool(std::size_t, std::string)>& stray)
{
  std::size_t begin = 0; // of the text that is not handed out yet
  std::size_t at = 0;
  const auto hand_out = [&](std::size_t end) {
    if (end > begin)
      found({Stretch::Kind::text, std::string(text.substr(begin, end - begin)), begin});
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\\')
      at += 2;
    else if (c == '`' && markdown) {
      const std::size_t ticks = std::min(text.find_first_not_of('`', at), text.size()) - at;
      std::size_t end = at + ticks;
      // The same number of backticks, in the same paragraph.
      for (;;) {
        end = std::min(text.find_first_of("`\n", end), text.size());
        if (end == text.size() || (text[end] == '\n' && is_paragraph_end(text, end))) {
          end = 0;
          break;
        }
        const std::size_t run = std::min(text.find_first_not_of(text[end], end), text.size()) - end;
        if (text[end] == '`' && run == ticks)
          break;
        end += text[end] == '`' ? run : 1;
      }
      at = end == 0 ? at + ticks : end + ticks;
    } else if (c == '$') {
      const bool display = text.substr(at, 2) == "$$";
      const std::string_view dollars = display ? "$$" : "$";
      const std::size_t from = at + dollars.size();
      const bool opens = display || (from < text.size() && !is_space(text[from]));
      const Close close =
          opens ? find_close(text, from, dollars) : Close{0, "a blank follows, so it begins none"};
      if (close.why) {
        if (!stray(at, fmt::format("{} has no end: {}", dollars, close.why)))
          return;
        at = from;
        continue;
      }
      hand_out(at);
      found({display ? Stretch::Kind::display_mathematics : Stretch::Kind::inline_mathematics,
             std::string(text.substr(from, close.at - from)), from});
      at = begin = close.at + dollars.size();
    } else
      ++at;
  }
  hand_out(text.size());
}

/// Prose with empty lines in place of its blocks of code.
std::string prose_of(const Piece& prose)
{
  const std::vector<bool> is_text = text_lines(prose);
  std::string text;
  for (std::size_t i = 0; i < prose.lines.size(); ++i)
    text += (is_text[i] ? prose.lines[i] : "") + "\n";
  return text;
}

} // namespace

std::vector<Stretch> split_at_mathematics(std::string_view text, bool markdown)
{
  std::vector<Stretch> stretches;
  scan(
      text, markdown, [&](Stretch stretch) { stretches.push_back(std::move(stretch)); },
      [](std::size_t, const std::string&) { return true; });
  return stretches;
}

std::vector<Formula> formulas_of(const Literate& chapter)
{
  std::vector<Formula> formulas;
  for (const Piece& piece : chapter.pieces) {
    if (piece.kind != Piece::Kind::prose)
      continue;
    const std::string text = prose_of(piece);
    for (const Stretch& stretch : split_at_mathematics(text, true))
      if (stretch.kind != Stretch::Kind::text)
        formulas.push_back(
            {stretch.text,
             piece.first_line +
                 static_cast<int>(std::count(
                     text.begin(), text.begin() + static_cast<std::ptrdiff_t>(stretch.offset),
                     '\n'))});
  }
  return formulas;
}

std::vector<Problem> stray_dollars(const Piece& prose)
{
  const std::string text = prose_of(prose);
  std::vector<Problem> problems;
  std::size_t begin = 0; // of a paragraph
  while (begin < text.size()) {
    std::size_t end = begin;
    while (end < text.size() && !(text[end] == '\n' && is_paragraph_end(text, end)))
      ++end;
    const std::string_view paragraph = std::string_view(text).substr(begin, end - begin);
    scan(
        paragraph, true, [](const Stretch&) {},
        [&](std::size_t at, const std::string& why) {
          const auto lines = std::count(
              text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin + at), '\n');
          problems.push_back(
              {prose.first_line + static_cast<int>(lines),
               fmt::format("mathematics: {}; close it, or write \\$ for a dollar sign ({})", why,
                           in_quotes(paragraph.substr(at, paragraph.find('\n', at) - at)))});
          return false;
        });
    begin = end + 1;
  }
  return problems;
}

} // namespace epreuve::book
