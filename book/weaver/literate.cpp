#include "weaver/literate.hpp"

#include "epreuve/text.hpp"

#include "weaver/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace epreuve::book {

namespace {

constexpr std::size_t tab = 8;

bool is_blank(std::string_view line)
{
  return line.find_first_not_of(' ') == std::string_view::npos;
}

std::size_t indentation(std::string_view line)
{
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Adds the lines as a piece, unless all of them are blank.
void add_piece(std::vector<Piece>& pieces, Piece::Kind kind, int first_line,
               std::vector<std::string> lines)
{
  while (!lines.empty() && is_blank(lines.back()))
    lines.pop_back();
  const auto first = std::ranges::find_if_not(lines, is_blank);
  first_line += static_cast<int>(first - lines.begin());
  lines.erase(lines.begin(), first);
  if (!lines.empty())
    pieces.push_back({kind, first_line, std::move(lines)});
}

/// The lines between the marks of a comment, without their common indentation. Text on the line of
/// the opening mark has no indentation.
std::vector<std::string> lines_of_prose(std::string_view comment)
{
  comment.remove_prefix(3);
  comment.remove_suffix(2);
  std::vector<std::string> lines = split_lines(comment);
  std::size_t common = std::string_view::npos;
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (!is_blank(lines[i]))
      common = std::min(common, indentation(lines[i]));
  lines[0].erase(0, indentation(lines[0]));
  for (std::size_t i = 1; i < lines.size(); ++i)
    lines[i].erase(0, common);
  for (std::string& line : lines)
    line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

bool is_prose(const Token& token)
{
  return token.kind == Token::Kind::comment && token.begins_line && token.text.starts_with("/**") &&
         !token.text.starts_with("/***") && !token.text.starts_with("/**/");
}

struct TypedHeading
{
  int level = 0;
  std::string text;
};

/// "## Text ##": a heading of level 2.
TypedHeading heading_in(std::string_view line)
{
  constexpr int most = 6;
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level < 1 || level > most || level == line.size() || line[level] != ' ')
    return {};
  std::string_view text = trimmed(line.substr(level));
  const std::size_t end = text.find_last_not_of('#') + 1;
  if (end < text.size() && end > 0 && text[end - 1] == ' ')
    text = trimmed(text.substr(0, end));
  return {text.empty() ? 0 : static_cast<int>(level), std::string(text)};
}

/// Text without Markdown's marks, its mathematics readable.
std::string words_of(std::string_view markdown)
{
  std::string words;
  for (std::size_t at = 0; at < markdown.size(); ++at) {
    const char c = markdown[at];
    if (c == '\\' && at + 1 < markdown.size())
      words += markdown[++at];
    else if (c == '$') {
      const std::size_t end = std::min(markdown.find('$', at + 1), markdown.size());
      words += readable_mathematics(markdown.substr(at + 1, end - at - 1));
      at = end;
    } else if (c != '*' && c != '`')
      words += c;
  }
  return words;
}

/// Letters, digits and hyphens: "$\sigma_i$ and $n!$" is "sigma-i-and-n". Letters beyond ASCII stay.
std::string slug(std::string_view markdown)
{
  std::string result;
  const auto separate = [&] {
    if (!result.empty() && result.back() != '-')
      result += '-';
  };
  std::size_t at = 0;
  for (const char32_t code : code_points(markdown)) {
    const std::size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const std::string_view character = markdown.substr(at, length);
    at += length;
    const bool upper = code >= 'A' && code <= 'Z';
    const bool ascii = upper || (code >= 'a' && code <= 'z') || (code >= '0' && code <= '9');
    // Latin to Cyrillic, and what is beyond punctuation, arrows and signs.
    const bool letter = (code >= 0xC0 && code < 0x2000) || (code >= 0x3040 && code != 0xFFFD);
    if (upper)
      result += static_cast<char>(code - 'A' + 'a');
    else if (ascii || letter)
      result += character;
    else if (code != '\'' && code != 0x2019)
      separate();
  }
  while (result.ends_with('-'))
    result.pop_back();
  return result.empty() ? "section" : result;
}

std::vector<Heading> headings_of(const std::vector<Piece>& pieces)
{
  std::vector<Heading> headings;
  // The page has these of its own.
  std::set<std::string> taken{"text", "exercises", "propositions"};
  for (const Piece& piece : pieces) {
    if (piece.kind != Piece::Kind::prose)
      continue;
    const std::vector<bool> is_text = text_lines(piece);
    for (std::size_t i = 0; i < piece.lines.size(); ++i) {
      // As in pandoc, a heading needs a blank line above it.
      if (!is_text[i] || (i > 0 && !is_blank(piece.lines[i - 1])))
        continue;
      const TypedHeading heading = heading_in(piece.lines[i]);
      if (heading.level > 0)
        headings.push_back({heading.level, heading.text, words_of(heading.text),
                            unique(slug(heading.text), taken),
                            piece.first_line + static_cast<int>(i)});
    }
  }
  return headings;
}

} // namespace

std::string Piece::text() const
{
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  return text;
}

bool Piece::is_bare() const
{
  return kind == Kind::code && std::ranges::all_of(lines, [](const std::string& line) {
           const std::string_view words = trimmed(line);
           return words.empty() || words == "{" || words == "}" || words.starts_with("SECTION(") ||
                  words.starts_with("using namespace ");
         });
}

int Literate::line_count() const
{
  return static_cast<int>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
}

std::string clean_source(std::string_view text)
{
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  std::string clean;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    if (rest.ends_with('\r'))
      rest.remove_suffix(1);
    std::size_t column = 0;
    while (!rest.empty()) {
      const std::string part = printable(rest.substr(0, rest.find('\t')));
      rest.remove_prefix(std::min(rest.find('\t'), rest.size()));
      clean += part;
      column += display_width(part);
      if (rest.empty())
        break;
      const std::size_t blanks = tab - column % tab;
      clean.append(blanks, ' ');
      column += blanks;
      rest.remove_prefix(1);
    }
    clean += '\n';
  }
  clean.pop_back();
  return clean;
}

Literate read_literate(std::string_view source)
{
  Literate result;
  result.text = clean_source(source);
  const std::vector<std::string> lines = split_lines(result.text);
  int code_from = 1;    // the first line that no piece holds yet
  std::size_t skip = 0; // columns of it that were prose
  const auto add_code = [&](int before) {
    if (before <= code_from)
      return;
    std::vector<std::string> code(lines.begin() + code_from - 1, lines.begin() + before - 1);
    code[0].replace(0, skip, skip, ' ');
    add_piece(result.pieces, Piece::Kind::code, code_from, std::move(code));
  };
  for (const Token& token : tokens_of(result.text)) {
    if (!is_prose(token))
      continue;
    if (!token.ended) {
      result.problems.push_back(
          {token.line, "the prose that opens with /** here has no end; close it with */"});
      continue;
    }
    add_code(token.line);
    add_piece(result.pieces, Piece::Kind::prose, token.line, lines_of_prose(token.text));
    code_from = token.last_line;
    const std::size_t end =
        static_cast<std::size_t>(token.text.data() - result.text.data()) + token.text.size();
    const std::size_t newline = end == 0 ? std::string::npos : result.text.rfind('\n', end - 1);
    skip = newline == std::string::npos ? end : end - newline - 1;
  }
  add_code(static_cast<int>(lines.size()) + 1);
  result.headings = headings_of(result.pieces);
  return result;
}

std::vector<bool> text_lines(const Piece& prose)
{
  std::vector<bool> is_text;
  std::string fence;      // of the block that is open
  bool paragraph = false; // the line before belongs to a paragraph
  bool list = false;      // where an indented line may continue an item
  for (std::size_t i = 0; i < prose.lines.size(); ++i) {
    const std::string& line = prose.lines[i];
    const std::string_view words = trimmed(line);
    const std::size_t indent = indentation(line);
    constexpr std::string_view marks = "`~";
    const std::size_t run =
        words.empty() ? 0 : std::min(words.find_first_not_of(words[0]), words.size());
    const bool mark = !words.empty() && marks.find(words[0]) != std::string_view::npos && run >= 3;
    if (!fence.empty()) {
      is_text.push_back(false);
      if (mark && run == words.size() && words.starts_with(fence))
        fence.clear();
      continue;
    }
    const std::string open(words.substr(0, run));
    // A fence without its end is not a fence.
    const bool closes =
        mark && words.substr(run).find('`') == std::string_view::npos &&
        std::any_of(prose.lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, prose.lines.end(),
                    [&](const std::string& later) {
                      const std::string_view end = trimmed(later);
                      return end.starts_with(open) &&
                             end.find_first_not_of(open[0]) == std::string_view::npos;
                    });
    if (closes) {
      fence = open;
      is_text.push_back(false);
      paragraph = false;
      continue;
    }
    if (words.empty()) {
      is_text.push_back(true);
      paragraph = false;
      continue;
    }
    constexpr std::string_view bullets = "-*+";
    const std::size_t digits = words.find_first_not_of("0123456789");
    const bool item = words.size() > 1 &&
                      ((bullets.find(words[0]) != std::string_view::npos && words[1] == ' ') ||
                       (digits > 0 && digits < words.size() && words[digits] == '.'));
    if (item && (indent < 4 || list))
      list = true;
    else if (indent == 0 && !paragraph)
      list = false;
    const bool code = indent >= 4 && !paragraph && !list;
    is_text.push_back(!code);
    paragraph = !code;
  }
  return is_text;
}

namespace {

/// The argument of a command, a group in braces or one character, in readable form. `at` is before it, and
/// afterwards at its end.
std::string argument(std::string_view latex, std::size_t& at)
{
  const std::size_t first = std::min(latex.find_first_not_of(' ', at + 1), latex.size());
  std::size_t end = first;
  int depth = 0;
  do {
    depth += end < latex.size() && latex[end] == '{' ? 1 : 0;
    depth -= end < latex.size() && latex[end] == '}' ? 1 : 0;
    ++end;
  } while (depth > 0 && end < latex.size());
  end = std::min(end, latex.size());
  at = std::max(end, at + 1) - 1;
  const std::string inner = readable_mathematics(latex.substr(first, end - first));
  return display_width(inner) > 1 && inner.find_first_of(" +-") != std::string::npos
             ? "(" + inner + ")"
             : inner;
}

} // namespace

std::string readable_mathematics(std::string_view latex)
{
  using Entry = std::pair<std::string_view, std::string_view>;
  static constexpr std::array signs{
      Entry{"alpha", "α"},      Entry{"beta", "β"},    Entry{"gamma", "γ"},
      Entry{"delta", "δ"},      Entry{"epsilon", "ε"}, Entry{"varepsilon", "ε"},
      Entry{"zeta", "ζ"},       Entry{"eta", "η"},     Entry{"theta", "θ"},
      Entry{"kappa", "κ"},      Entry{"lambda", "λ"},  Entry{"mu", "μ"},
      Entry{"nu", "ν"},         Entry{"xi", "ξ"},      Entry{"pi", "π"},
      Entry{"rho", "ρ"},        Entry{"sigma", "σ"},   Entry{"tau", "τ"},
      Entry{"phi", "φ"},        Entry{"varphi", "φ"},  Entry{"chi", "χ"},
      Entry{"psi", "ψ"},        Entry{"omega", "ω"},   Entry{"Gamma", "Γ"},
      Entry{"Delta", "Δ"},      Entry{"Theta", "Θ"},   Entry{"Lambda", "Λ"},
      Entry{"Sigma", "Σ"},      Entry{"Phi", "Φ"},     Entry{"Psi", "Ψ"},
      Entry{"Omega", "Ω"},      Entry{"sqrt", "√"},    Entry{"otimes", "⊗"},
      Entry{"times", "×"},      Entry{"cdot", "·"},    Entry{"dots", "…"},
      Entry{"ldots", "…"},      Entry{"cdots", "⋯"},   Entry{"leq", "≤"},
      Entry{"le", "≤"},         Entry{"geq", "≥"},     Entry{"ge", "≥"},
      Entry{"ne", "≠"},         Entry{"neq", "≠"},     Entry{"approx", "≈"},
      Entry{"simeq", "≃"},      Entry{"infty", "∞"},   Entry{"to", "→"},
      Entry{"mapsto", "↦"},     Entry{"sum", "Σ"},     Entry{"prod", "∏"},
      Entry{"int", "∫"},        Entry{"partial", "∂"}, Entry{"nabla", "∇"},
      Entry{"in", "∈"},         Entry{"pm", "±"},      Entry{"circ", "∘"},
      Entry{"mathrm", ""},      Entry{"mathbf", ""},   Entry{"mathbb", ""},
      Entry{"mathcal", ""},     Entry{"text", ""},     Entry{"operatorname", ""},
      Entry{"left", ""},        Entry{"right", ""},    Entry{"quad", " "},
      Entry{"displaystyle", ""}};
  std::string text;
  for (std::size_t at = 0; at < latex.size(); ++at) {
    const char c = latex[at];
    if (c == '{' || c == '}')
      continue;
    if (c != '\\') {
      text += c;
      continue;
    }
    std::size_t end = at + 1;
    const auto is_letter = [](char l) { return (l >= 'a' && l <= 'z') || (l >= 'A' && l <= 'Z'); };
    while (end < latex.size() && is_letter(latex[end]))
      ++end;
    const std::string_view word = latex.substr(at + 1, end - at - 1);
    if (word.empty()) { // \, and its like are blanks, \{ and its like themselves
      constexpr std::string_view blanks = ",;:! \\";
      const char next = end < latex.size() ? latex[end] : ' ';
      text += blanks.find(next) != std::string_view::npos ? ' ' : next;
      at = end;
      continue;
    }
    at = end - 1;
    if (word.ends_with("frac")) {
      const std::string above = argument(latex, at), below = argument(latex, at);
      text += fmt::format("{}/{}", above, below);
      continue;
    }
    const auto sign = std::ranges::find(signs, word, &Entry::first);
    text += sign == signs.end() ? word : sign->second;
  }
  return std::string(trimmed(text));
}

} // namespace epreuve::book
