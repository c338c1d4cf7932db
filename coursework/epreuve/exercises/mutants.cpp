#include "epreuve/exercises/mutants.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/read_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

namespace epreuve::exercises {

namespace {

using Others = std::map<std::string_view, std::vector<std::string>>;

/// What an operator between two operands becomes.
const Others of_operators{{"+", {"-"}},       {"-", {"+"}},        {"*", {"/"}},
                          {"/", {"*"}},       {"%", {"*", "/"}},   {"<", {"<=", ">="}},
                          {"<=", {"<", ">"}}, {"==", {"!="}},      {">", {">=", "<="}},
                          {">=", {">", "<"}}, {"!=", {"=="}},      {"&&", {"||"}},
                          {"||", {"&&"}},     {"+=", {"-=", "="}}, {"-=", {"+="}},
                          {"*=", {"/="}},     {"/=", {"*="}},      {"%=", {"/="}}};
/// What an operator before or after its operand becomes.
const Others of_steps{{"++", {"--"}}, {"--", {"++"}}};
const Others of_signs{{"-", {""}}, {"!", {""}}};
/// A function is exchanged for a near one, where it is called.
const Others of_functions{{"min", {"max"}},
                          {"max", {"min"}},
                          {"index_min", {"index_max"}},
                          {"index_max", {"index_min"}},
                          {"sum", {"mean"}},
                          {"mean", {"sum"}},
                          {"all", {"any"}},
                          {"any", {"all"}},
                          {"floor", {"ceil"}},
                          {"ceil", {"floor"}},
                          {"round", {"floor"}},
                          {"lround", {"std::floor"}},
                          {"sin", {"cos"}},
                          {"cos", {"sin"}},
                          {"exp", {"expm1", "exp2"}},
                          {"log", {"log1p", "log2"}},
                          {"sqrt", {""}},
                          {"square", {""}},
                          {"abs", {""}},
                          {"tanh", {""}},
                          {"row", {"col"}},
                          {"col", {"row"}},
                          {"rows", {"cols"}},
                          {"cols", {"rows"}},
                          {"each_row", {"each_col"}},
                          {"each_col", {"each_row"}},
                          {"join_rows", {"join_cols"}},
                          {"join_cols", {"join_rows"}},
                          {"head", {"tail"}},
                          {"tail", {"head"}},
                          {"head_rows", {"tail_rows"}},
                          {"tail_rows", {"head_rows"}},
                          {"head_cols", {"tail_cols"}},
                          {"tail_cols", {"head_cols"}},
                          {"front", {"back"}},
                          {"back", {"front"}},
                          {"trimatu", {"trimatl"}},
                          {"trimatl", {"trimatu"}}};
const Others of_names{{"true", {"false"}},    {"false", {"true"}}, {"n_rows", {"n_cols"}},
                      {"n_cols", {"n_rows"}}, {"zeros", {"ones"}}, {"ones", {"zeros"}}};

constexpr std::array<std::string_view, 18> joined{
    "<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "==",  "!=",  "<=", ">=", "&&", "||", "->", "::", "<<"};

/// A token of the compiler's: the lexer's, with the characters of an operator together.
struct Piece
{
  Token::Kind kind;
  std::string_view text;
  std::size_t begin, end; ///< in the file
  int line;
};

std::vector<Piece> pieces_of(std::string_view text)
{
  std::vector<Piece> pieces;
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == Token::Kind::comment || token.kind == Token::Kind::directive)
      continue;
    const auto begin = static_cast<std::size_t>(token.text.data() - text.data());
    std::size_t length = token.text.size();
    if (token.kind == Token::Kind::punctuation)
      if (const auto found = std::ranges::find_if(
              joined,
              [&](std::string_view whole) { return text.substr(begin).starts_with(whole); });
          found != joined.end()) {
        length = found->size();
        i += length - 1;
      }
    pieces.push_back({token.kind, text.substr(begin, length), begin, begin + length, token.line});
  }
  return pieces;
}

std::string with_single_blanks(std::string_view text)
{
  std::string single;
  for (const char c : text)
    if (c != ' ' && c != '\n')
      single += c;
    else if (!single.empty() && single.back() != ' ')
      single += ' ';
  while (single.ends_with(' '))
    single.pop_back();
  return single;
}

/// A constant's neighbours: 0, 1, its opposite, one more, one less, its double. A tiny one is a tolerance, and another of
/// its size is as good.
std::vector<std::string> near(std::string_view number)
{
  std::string text(number);
  std::erase(text, '\'');
  char* end = nullptr;
  const double c = std::strtod(text.c_str(), &end);
  const std::string suffix = end;
  if (text.starts_with("0x") || suffix.find_first_not_of("uUlL") != std::string::npos)
    return {};
  std::vector<double> others{0, 1, -c};
  if (constexpr double tiny = 1e-3; c == 0 || c > tiny)
    others.insert(others.end(), {c + 1, c - 1, 2 * c});
  std::vector<std::string> found;
  for (const double other : others) {
    std::string written = fmt::format("{}", std::abs(other));
    if (text.find_first_of(".eE") != std::string::npos &&
        written.find_first_of(".e") == std::string::npos)
      written += '.';
    written += suffix;
    if (other != c)
      found.push_back(other < 0 ? fmt::format("(-{})", written) : written);
  }
  return found;
}

class Reader
{
public:
  explicit Reader(std::string_view text) : text_(text), pieces_(pieces_of(text))
  {
    for (std::size_t i = 0; i + 1 < pieces_.size(); ++i)
      if (is_one_of(i, {"uword", "int", "long", "size_t"}))
        whole_.insert(pieces_[is(i + 1, "&") ? i + 2 : i + 1].text);
  }

  /// The mutants of what lies in braces, or after =, between two places of the file.
  void read(std::size_t begin, std::size_t end)
  {
    std::vector<std::string_view> open;
    bool inside = false; // of what is not in braces
    for (std::size_t i = first_at(begin); i < first_at(end); ++i) {
      if (is_one_of(i, {"(", "[", "{"}))
        open.push_back(pieces_[i].text);
      else if (is_one_of(i, {")", "]", "}"}) && !open.empty())
        open.pop_back();
      const bool in_braces = std::ranges::count(open, "{") > 0;
      inside = !in_braces && (inside ? !is(i, ";") : is(i, "=") && open.empty());
      if (!in_braces && !inside)
        continue;
      exchange(i);
      leave_out_operand(i);
      if (!open.empty() && open.back() == "{")
        leave_out_statement(i);
      decide(i);
      go_further(i);
    }
  }

  std::vector<Mutant> take() { return std::move(found_); }

private:
  bool is(std::size_t i, std::string_view text) const
  {
    return i < pieces_.size() && pieces_[i].text == text;
  }
  bool is_one_of(std::size_t i, std::initializer_list<std::string_view> texts) const
  {
    return i < pieces_.size() && std::ranges::find(texts, pieces_[i].text) != texts.end();
  }
  bool is_name(std::size_t i) const
  {
    return i < pieces_.size() && pieces_[i].kind == Token::Kind::identifier;
  }
  std::size_t first_at(std::size_t place) const
  {
    return static_cast<std::size_t>(std::ranges::lower_bound(pieces_, place, {}, &Piece::begin) -
                                    pieces_.begin());
  }
  bool has_blank(std::size_t place) const
  {
    return place < text_.size() && (text_[place] == ' ' || text_[place] == '\n');
  }
  bool is_binary(std::size_t i) const
  {
    return i > 0 && has_blank(pieces_[i].begin - 1) && has_blank(pieces_[i].end);
  }
  /// Whether what precedes is no operand.
  bool is_prefix(std::size_t i) const
  {
    if (i == 0 || has_blank(pieces_[i].end))
      return false;
    const Piece& before = pieces_[i - 1];
    return before.text == "return" ||
           (before.kind == Token::Kind::punctuation && before.text != ")" && before.text != "]");
  }

  /// Where a name begins, with its namespaces.
  std::size_t first_of_name(std::size_t i) const
  {
    while (i >= 2 && is(i - 1, "::") && is_name(i - 2))
      i -= 2;
    return i;
  }
  /// The place after the bracket that closes the one here, of any kind.
  std::size_t after_brackets(std::size_t i) const
  {
    for (int depth = 0; i < pieces_.size(); ++i) {
      depth += is_one_of(i, {"(", "[", "{"}) ? 1 : is_one_of(i, {")", "]", "}"}) ? -1 : 0;
      if (depth == 0)
        return i + 1;
    }
    return i;
  }
  std::size_t after_angles(std::size_t i) const
  {
    for (int depth = 0; i < pieces_.size(); ++i) {
      depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      if (depth == 0)
        return i + 1;
    }
    return i;
  }
  /// The place after an operand with all that is called, indexed and selected in it.
  std::size_t after_operand(std::size_t i) const
  {
    while (is_one_of(i, {"-", "+", "!", "*", "::"}))
      ++i;
    i = is_one_of(i, {"(", "{"}) ? after_brackets(i) : i + 1;
    while (i < pieces_.size()) {
      if (is_one_of(i, {"::", ".", "->"}))
        i += 2;
      else if (is_one_of(i, {"(", "["}))
        i = after_brackets(i);
      else if (is(i, "<") && !has_blank(pieces_[i].begin - 1))
        i = after_angles(i);
      else
        break;
    }
    return i;
  }

  /// Replaces pieces, the last of which is before `end`.
  void add(std::size_t first, std::size_t end, std::string by)
  {
    Mutant mutant{.begin = pieces_[first].begin,
                  .end = pieces_[end - 1].end,
                  .by = std::move(by),
                  .line = pieces_[first].line,
                  .before = {},
                  .after = {}};
    const std::size_t from = text_.rfind('\n', mutant.begin) + 1,
                      to = std::min(text_.find('\n', mutant.end), text_.size());
    mutant.before = with_single_blanks(text_.substr(from, to - from));
    mutant.after =
        with_single_blanks(fmt::format("{}{}{}", text_.substr(from, mutant.begin - from), mutant.by,
                                       text_.substr(mutant.end, to - mutant.end)));
    if (mutant.before != mutant.after && made_.emplace(from, mutant.after).second)
      found_.push_back(std::move(mutant));
  }
  void add_all(std::size_t i, const Others& others)
  {
    if (const auto row = others.find(pieces_[i].text); row != others.end())
      for (const std::string& other : row->second)
        add(i, i + 1, other);
  }

  /// One piece for another.
  void exchange(std::size_t i)
  {
    const Piece& piece = pieces_[i];
    if (piece.kind == Token::Kind::number) {
      for (const std::string& other : near(piece.text))
        add(i, i + 1, other);
    } else if (piece.kind == Token::Kind::punctuation) {
      add_all(i, of_steps);
      if (is_binary(i))
        add_all(i, of_operators);
      else if (is_prefix(i))
        add_all(i, of_signs);
    } else if (is_name(i)) {
      if (is(i, "inf"))
        add(first_of_name(i), i + 1, "100");
      add_all(i, of_names);
      if (is(i + 1, "("))
        exchange_function(i);
    }
  }
  void exchange_function(std::size_t i)
  {
    if (is(i, "t") && i > 0 && is(i - 1, ".")) // M.t()
      add(i - 1, i + 3, "");
    if (const auto row = of_functions.find(pieces_[i].text); row != of_functions.end())
      for (const std::string& other : row->second)
        // std::sqrt(x) becomes (x), and std::lround(x) std::floor(x)
        add(other.empty() || other.starts_with("std::") ? first_of_name(i) : i, i + 1, other);
  }

  /// a + b becomes a.
  void leave_out_operand(std::size_t i)
  {
    if (!is_one_of(i, {"+", "-", "*", "/", "%", "&&", "||"}) || !is_binary(i))
      return;
    const auto binds_more = [&](std::size_t next) {
      if (is_one_of(i, {"&&", "||"}))
        return is_one_of(next, {"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="});
      return is_one_of(i, {"+", "-"}) && is_one_of(next, {"*", "/", "%"});
    };
    std::size_t end = after_operand(i + 1);
    while (binds_more(end) && is_binary(end))
      end = after_operand(end + 1);
    if (end < pieces_.size())
      add(i - 1, end, std::string(pieces_[i - 1].text));
  }

  /// A statement that is an expression is left out; what is returned, too.
  void leave_out_statement(std::size_t i)
  {
    if (i == 0 || !is_one_of(i - 1, {";", "{", "}", ")", "else", "do"}))
      return;
    std::size_t end = i;
    while (end < pieces_.size() && !is_one_of(end, {";", "}", ")"}))
      end = is_one_of(end, {"(", "[", "{"}) ? after_brackets(end) : end + 1;
    if (!is(end, ";") || end == i)
      return;
    if (is(i, "return"))
      add(i + 1, end, "{}");
    else if (is_one_of(i, {"++", "--", "*"}) || (is_name(i) && !is_declaration(i)))
      add(i, end, "");
  }
  bool is_declaration(std::size_t i) const
  {
    if (is_one_of(i, {"const", "auto", "static", "using", "if", "for", "while", "do", "else"}))
      return true;
    while (is_one_of(i + 1, {"::"}))
      i += 2;
    std::size_t next = i + 1;
    if (is(next, "<") && !has_blank(pieces_[next].begin - 1))
      next = after_angles(next);
    while (is_one_of(next, {"&", "*"}) && !has_blank(pieces_[next].begin - 1))
      ++next;
    return is_name(next);
  }

  /// A condition always holds, or never; a loop that never ends says nothing about the check.
  void decide(std::size_t i)
  {
    if (!is_one_of(i, {"if", "while"}) || !is(i + 1, "("))
      return;
    const std::size_t end = after_brackets(i + 1) - 1;
    add(i + 2, end, "false");
    if (is(i, "if"))
      add(i + 2, end, "true");
  }

  /// x(i) becomes x(i + 1), where i is a whole number.
  void go_further(std::size_t i)
  {
    if (i > 0 && is_one_of(i - 1, {"(", "[", ","}) && is_one_of(i + 1, {")", "]", ","}) &&
        whole_.contains(pieces_[i].text))
      add(i, i + 1, fmt::format("{} + 1", pieces_[i].text));
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
  std::set<std::string_view> whole_;                   ///< the names of whole numbers
  std::set<std::pair<std::size_t, std::string>> made_; ///< of the lines from a place on
  std::vector<Mutant> found_;
};

/// A part of a file.
struct Passage
{
  std::size_t begin, end;
};

/// A definition above the first section.
struct Helper
{
  std::string_view name;
  Passage part;
};

std::vector<Helper> helpers_in(std::string_view preamble)
{
  std::vector<Helper> found;
  const std::vector<Piece> pieces = pieces_of(preamble);
  std::string_view name;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view text = pieces[i].text;
    if (text == "namespace") { // what is in it counts as what is not
      while (i + 1 < pieces.size() && pieces[i].text != "{")
        ++i;
      begin = pieces[i].end;
      continue;
    }
    if (depth == 0 && name.empty() && i > 0 && (text == "(" || text == "=" || text == "{"))
      name = pieces[i - 1].text;
    depth += text == "{" ? 1 : text == "}" ? -1 : 0;
    if (depth < 0) // the end of a namespace
      depth = 0;
    else if (depth > 0 || (text != ";" && text != "}"))
      continue;
    if (!name.empty())
      found.push_back({name, {begin, pieces[i].end}});
    name = {};
    begin = pieces[i].end;
  }
  return found;
}

/// The helpers that a section uses, also by others of them, in the order of the file.
std::vector<Passage> helpers_of(std::string_view preamble, std::string_view section)
{
  std::vector<Helper> left = helpers_in(preamble);
  std::vector<Passage> used;
  std::vector<std::string_view> readers{section};
  while (!readers.empty()) {
    const std::vector<Piece> pieces = pieces_of(readers.back());
    readers.pop_back();
    std::erase_if(left, [&](const Helper& helper) {
      if (std::ranges::find(pieces, helper.name, &Piece::text) == pieces.end())
        return false;
      used.push_back(helper.part);
      readers.push_back(preamble.substr(helper.part.begin, helper.part.end - helper.part.begin));
      return true;
    });
  }
  std::ranges::sort(used, {}, &Passage::begin);
  return used;
}

/// Where a section is in its file.
Passage place_of(const Source& source, const std::string& exercise)
{
  Passage part{source.preamble.size(), 0};
  for (const Source::Section& section : source.sections) {
    part.end = part.begin + section.text.size();
    if (section.name == exercise)
      return part;
    part.begin = part.end;
  }
  throw Error("solutions.cpp has no section \"// [{}] ...\"", exercise);
}

/// The body of a function in a section, with its braces, and the names of its parameters.
struct Body
{
  Passage part{};
  std::vector<std::string_view> parameters{};
};

Body body_of(std::string_view section, const std::string& exercise)
{
  const std::vector<Piece> pieces = pieces_of(section);
  const auto is = [&](std::size_t i, std::string_view text) {
    return i < pieces.size() && pieces[i].text == text;
  };
  Body body;
  int braces = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    braces += is(i, "{") ? 1 : is(i, "}") ? -1 : 0;
    if (braces > 0 || !is(i, exercise) || i == 0 || !is(i - 1, "::") || !is(i + 1, "("))
      continue;
    int brackets = 1, angles = 0;
    for (i += 2; brackets > 0 && i < pieces.size(); ++i) {
      brackets += is(i, "(") ? 1 : is(i, ")") ? -1 : 0;
      angles += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      if ((brackets == 0 && !is(i - 1, "(")) || (brackets == 1 && angles == 0 && is(i, ",")))
        body.parameters.push_back(pieces[i - 1].text);
    }
    if (!is(i, "{"))
      continue;
    body.part.begin = pieces[i].begin;
    for (int depth = 0; i < pieces.size(); ++i) {
      depth += is(i, "{") ? 1 : is(i, "}") ? -1 : 0;
      if (depth == 0) {
        body.part.end = pieces[i].end;
        return body;
      }
    }
  }
  throw Error("the section [{0}] of solutions.cpp does not define exercise::{0}(...)", exercise);
}

int count_lines(std::string_view text)
{
  return static_cast<int>(std::ranges::count(text, '\n'));
}

} // namespace

std::vector<Mutant> mutants_of(std::string_view solutions, const std::string& exercise)
{
  const Source source(solutions);
  const Passage section = place_of(source, exercise);
  Reader reader(solutions);
  for (const Passage& helper :
       helpers_of(source.preamble, solutions.substr(section.begin, section.end - section.begin)))
    reader.read(helper.begin, helper.end);
  reader.read(section.begin, section.end);
  return reader.take();
}

std::size_t MutantProgram::at(int line) const
{
  const auto next = std::ranges::upper_bound(begins, line, {}, &std::pair<int, std::size_t>::first);
  return next == begins.begin() ? 0 : std::prev(next)->second;
}

MutantProgram program_of(std::string_view solutions, const std::string& exercise,
                         const std::vector<Mutant>& mutants,
                         const std::vector<std::size_t>& numbers)
{
  const Source source(solutions);
  const Passage section = place_of(source, exercise);
  const std::string_view own = solutions.substr(section.begin, section.end - section.begin);
  const Body body = body_of(own, exercise);
  const Mutant unchanged{
      .begin = section.end, .end = section.end, .by = {}, .before = {}, .after = {}};

  std::vector<std::size_t> all{0};
  all.insert(all.end(), numbers.begin(), numbers.end());
  MutantProgram program;
  std::string& text = program.text;
  text = source.preamble + R"(
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <stdexcept>

static int chosen_mutant()
{
  return std::atoi(program_invocation_short_name + sizeof "mutant-" - 1);
}
)";
  std::string cases;
  for (const std::size_t number : all) {
    text += fmt::format("namespace mutant_{0} {{ namespace exercise {{\n"
                        "using namespace ::exercise;\ndecltype(::exercise::{1}) {1};\n}} }}\n",
                        number, exercise);
    cases += fmt::format("  case {0}: return mutant_{0}::exercise::{1}({2});\n", number, exercise,
                         fmt::join(body.parameters, ", "));
  }
  text += solutions.substr(source.preamble.size(),
                           section.begin + body.part.begin - source.preamble.size());
  text += fmt::format("{{\n  switch (chosen_mutant()) {{\n{}  }}\n"
                      "  throw std::logic_error(\"no mutant has this program's name\");\n}}",
                      cases);
  text += solutions.substr(section.begin + body.part.end);
  for (const std::size_t number : all) {
    text += fmt::format("\nnamespace mutant_{} {{\n", number);
    program.begins.emplace_back(1 + count_lines(text), number);
    const Mutant& mutant = number == 0 ? unchanged : mutants.at(number - 1);
    // A helper that is changed is in the mutant's namespace, with all that uses it.
    const std::size_t begin = mutant.begin < section.begin ? 0 : section.begin;
    text += solutions.substr(begin, mutant.begin - begin);
    text += mutant.by;
    if (begin == 0) {
      text += solutions.substr(mutant.end, source.preamble.size() - mutant.end);
      text += own;
    } else {
      text += solutions.substr(mutant.end, section.end - mutant.end);
    }
    text += fmt::format("\n}} // namespace mutant_{}\n", number);
  }
  return program;
}

std::vector<EqualMutant> equal_mutants(std::string_view jsonl)
{
  std::vector<EqualMutant> marks;
  for (int number = 1; !jsonl.empty(); ++number) {
    const std::string_view line = jsonl.substr(0, jsonl.find('\n'));
    jsonl.remove_prefix(std::min(line.size() + 1, jsonl.size()));
    const std::string place = fmt::format("mutants.jsonl, line {}", number);
    const nlohmann::json mark = parse_json(line, place);
    const auto member = [&](const char* name) {
      if (!mark.is_object() || !mark.contains(name) || !mark[name].is_string() ||
          mark[name].get<std::string>().find_first_not_of(' ') == std::string::npos)
        throw Error("{}: the member \"{}\" must be a text, and not empty", place, name);
      return mark[name].get<std::string>();
    };
    // All of a line may be left out.
    const bool is_nothing = mark.is_object() && mark.contains("after") && mark["after"] == "";
    marks.push_back(
        {member("exercise"), member("before"), is_nothing ? "" : member("after"), member("equal")});
  }
  return marks;
}

std::string as_line(const EqualMutant& mutant)
{
  const auto text = [](const std::string& value) { return nlohmann::json(value).dump(); };
  return fmt::format(R"({{"exercise": {}, "before": {}, "after": {}, "equal": {}}})",
                     text(mutant.exercise), text(mutant.before), text(mutant.after),
                     text(mutant.why));
}

} // namespace epreuve::exercises
