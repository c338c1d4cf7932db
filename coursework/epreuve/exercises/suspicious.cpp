#include "epreuve/exercises/suspicious.hpp"

#include "epreuve/exercises/in_common.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/translation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <set>
#include <string>

namespace epreuve::exercises {

namespace {

using Tokens = std::vector<Token>;

Tokens code_of(std::string_view text)
{
  Tokens tokens = tokens_of(text);
  std::erase_if(tokens, [](const Token& token) {
    return token.kind == Token::Kind::comment || token.kind == Token::Kind::directive;
  });
  return tokens;
}

bool is(const Tokens& tokens, std::size_t i, std::string_view text)
{
  return i < tokens.size() && tokens[i].text == text;
}

bool is_identifier(const Tokens& tokens, std::size_t i)
{
  return i < tokens.size() && tokens[i].kind == Token::Kind::identifier;
}

/// The value of a literal without point, exponent or prefix.
std::optional<std::int64_t> whole(const Tokens& tokens, std::size_t i)
{
  if (i >= tokens.size() || tokens[i].kind != Token::Kind::number)
    return std::nullopt;
  const std::string_view text = tokens[i].text;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || rest.find_first_not_of("uUlL") != std::string_view::npos ||
      (text.size() > 1 && text.front() == '0'))
    return std::nullopt;
  return value;
}

template <std::size_t n>
bool is_one_of(std::string_view text, const std::array<std::string_view, n>& names)
{
  return std::ranges::find(names, text) != names.end();
}

constexpr std::array<std::string_view, 8> whole_types{"int",   "long",  "unsigned", "short",
                                                      "uword", "sword", "size_t",   "uint64_t"};
constexpr std::array<std::string_view, 4> other_types{"double", "float", "auto", "vec"};
constexpr std::array<std::string_view, 6> floats{"float", "fvec",    "fmat",
                                                 "fcube", "frowvec", "fcolvec"};
constexpr std::array<std::string_view, 4> sizes{"n_elem", "n_rows", "n_cols", "size"};

/// The names that are whole numbers where the tokens are that have been read so far.
class WholeNames
{
public:
  void read(const Tokens& tokens, std::size_t i)
  {
    const std::string_view text = tokens[i].text;
    if (text == "(")
      ++depth_;
    if (text == ";" || text == "{" || text == "}" || text == ")")
      declares_ = declares_ && text == ")" && depth_ > declared_at_;
    if (text == ")")
      --depth_;
    else if (is_one_of(text, whole_types)) {
      declares_ = is_identifier(tokens, i + 1); // and is no conversion
      declared_at_ = depth_;
    } else if (is_one_of(text, other_types))
      declares_ = false;
    if (tokens[i].kind != Token::Kind::identifier || i == 0)
      return;
    const std::string_view before = tokens[i - 1].text;
    const bool is_next = before == "," && depth_ == declared_at_; // and no argument of a call
    if (declares_ && (is_one_of(before, whole_types) || is_next))
      names_.insert(text);
    else if (is_one_of(before, other_types))
      names_.erase(text);
  }
  bool hold(std::string_view name) const { return names_.contains(name); }

private:
  std::set<std::string_view> names_;
  bool declares_ = false;
  int depth_ = 0, declared_at_ = 0; ///< of brackets
};

/// The text of what is divided by, from token i on, if that is a whole number: a name, or a size of a vector; else empty.
std::string whole_divisor(const Tokens& tokens, std::size_t i, const WholeNames& names)
{
  if (!is_identifier(tokens, i))
    return "";
  std::string text(tokens[i].text);
  std::string_view last = tokens[i].text;
  bool is_member = false;
  while (is(tokens, i + 1, ".") && is_identifier(tokens, i + 2)) {
    i += 2;
    last = tokens[i].text;
    text += "." + std::string(last);
    is_member = true;
  }
  const bool is_called = is(tokens, i + 1, "(");
  if (is_member)
    return is_one_of(last, sizes) && is_called == (last == "size") ? text + (is_called ? "()" : "")
                                                                   : "";
  return !is_called && !is(tokens, i + 1, "[") && !is(tokens, i + 1, ":") && names.hold(last) ? text
                                                                                              : "";
}

/// The words about the quotient at token i, if whole numbers are divided there and something is lost.
std::string lost_in_quotient(const Tokens& tokens, std::size_t i, const WholeNames& names)
{
  const std::optional<std::int64_t> above = i > 0 ? whole(tokens, i - 1) : std::nullopt;
  // After * or /, the quotient's first operand is all of what is before.
  if (!above || (i > 1 && (is(tokens, i - 2, "*") || is(tokens, i - 2, "/"))))
    return "";
  if (const auto below = whole(tokens, i + 1)) {
    if (*below == 0 || *above % *below == 0)
      return "";
    return said("{0} / {1} is a quotient of whole numbers, which is {2}: write {0}.0 / {1}", *above,
                *below, *above / *below);
  }
  const std::string below = whole_divisor(tokens, i + 1, names);
  if (*above != 1 || below.empty())
    return "";
  return said("1 / {0} is a quotient of whole numbers, which is 0 unless {0} is 1: write 1.0 / {0}",
              below);
}

// --- causes of what results have in common --------------------------------------------------------------------

/// A float, unless it is a literal that is the same number in double.
std::string float_at(const Tokens& tokens, std::size_t i, const WholeNames&)
{
  const std::string text(tokens[i].text);
  const bool is_literal =
      tokens[i].kind == Token::Kind::number && !text.starts_with("0x") &&
      (text.ends_with('f') || text.ends_with('F')) &&
      static_cast<double>(std::strtof(text.c_str(), nullptr)) != std::strtod(text.c_str(), nullptr);
  return is_literal || is_one_of(text, floats)
             ? said(" has a float in it, which keeps 7 digits: use double, arma::vec and arma::mat "
                    "throughout")
             : "";
}

/// A constant of mathematics that was cut.
std::string cut_constant_at(const Tokens& tokens, std::size_t i)
{
  using namespace std::numbers;
  struct Constant
  {
    double value;
    std::string_view name, code;
  };
  static constexpr std::array constants{
      Constant{pi, "π", "std::numbers::pi"},
      Constant{2 * pi, "2 π", "2 * std::numbers::pi"},
      Constant{pi / 2, "π / 2", "std::numbers::pi / 2"},
      Constant{inv_pi, "1 / π", "1 / std::numbers::pi"},
      Constant{e, "e", "std::numbers::e"},
      Constant{1 / e, "1 / e", "1 / std::numbers::e"},
      Constant{ln2, "ln 2", "std::log(2.0)"},
      Constant{log2e, "1 / ln 2", "1 / std::log(2.0)"},
      Constant{ln10, "ln 10", "std::log(10.0)"},
      Constant{sqrt2, "√2", "std::sqrt(2.0)"},
      Constant{1 / sqrt2, "1 / √2", "1 / std::sqrt(2.0)"},
      Constant{sqrt2 * inv_sqrtpi, "√(2 / π)", "std::sqrt(2 / std::numbers::pi)"},
      Constant{inv_sqrtpi / sqrt2, "1 / √(2 π)", "1 / std::sqrt(2 * std::numbers::pi)"},
      Constant{sqrt2 / inv_sqrtpi, "√(2 π)", "std::sqrt(2 * std::numbers::pi)"}};
  if (tokens[i].kind != Token::Kind::number)
    return "";
  const double written = std::strtod(std::string(tokens[i].text).c_str(), nullptr);
  for (const Constant& constant : constants) {
    const double error = std::abs(written / constant.value - 1);
    if (1e-10 < error && error < 2e-5)
      return said(": {} is {} to a few digits: write {}", tokens[i].text, constant.name,
                  constant.code);
  }
  return "";
}

std::string few_digits_at(const Tokens& tokens, std::size_t i, const WholeNames& names)
{
  const std::string words = float_at(tokens, i, names);
  return words.empty() ? cut_constant_at(tokens, i) : words;
}

/// A quotient of two names of whole numbers.
std::string whole_quotient_at(const Tokens& tokens, std::size_t i, const WholeNames& names)
{
  if (tokens[i].text != "/" || i == 0 || !is_identifier(tokens, i - 1) ||
      !names.hold(tokens[i - 1].text))
    return "";
  // After these, the name is not all of what is divided.
  if (i > 1)
    for (const std::string_view before : {"*", "/", "%", ".", ":", ">"})
      if (is(tokens, i - 2, before))
        return "";
  const std::string below = whole_divisor(tokens, i + 1, names);
  return below.empty() ? ""
                       : said(": {0} / {1} is a quotient of whole numbers, which is 0 where "
                              "{0} is less than {1}: write double({0}) / {1}",
                              tokens[i - 1].text, below);
}

template <char last>
std::string logarithm_at(const Tokens& tokens, std::size_t i, const WholeNames&)
{
  const std::string_view name = last == '2' ? "log2" : "log10";
  return tokens[i].text == name && is(tokens, i + 1, "(")
             ? said(" has {}: log is the natural logarithm", name)
             : "";
}

/// What results have in common, and how its cause is recognised at a token, in words.
struct Cause
{
  const char* of;
  std::string (*at)(const Tokens& tokens, std::size_t i, const WholeNames& names);
};

const std::array causes{Cause{agreement_to_few_digits, few_digits_at},
                        Cause{all_zero, whole_quotient_at}, Cause{as_by_log2, logarithm_at<'2'>},
                        Cause{as_by_log10, logarithm_at<'0'>}};

} // namespace

std::vector<Message> suspicious(const Source& source)
{
  constexpr std::size_t most_of_section = 20, most = 400; // a file may consist of nothing else
  std::vector<Message> found;
  int before = 0; // lines
  const auto look_at = [&](std::string_view part, const std::string& exercise) {
    const Tokens tokens = code_of(part);
    WholeNames names;
    const std::size_t end = std::min(found.size() + most_of_section, most);
    for (std::size_t i = 0; i < tokens.size() && found.size() < end; ++i) {
      names.read(tokens, i);
      std::string words;
      if (tokens[i].text == "/")
        words = lost_in_quotient(tokens, i, names);
      else if (const auto exponent = whole(tokens, i + 1); exponent && tokens[i].text == "^")
        words =
            said("^ is exclusive or, bit by bit, and no power: write std::pow(x, {})", *exponent);
      if (!words.empty())
        found.push_back({before + tokens[i].line, std::move(words), exercise});
    }
    before += static_cast<int>(std::ranges::count(part, '\n'));
  };
  look_at(source.preamble, "");
  for (const Source::Section& section : source.sections)
    look_at(section.text, section.name);
  return found;
}

std::string cause_of(std::string_view in_common, const Source& source, std::string_view exercise)
{
  const auto cause = std::ranges::find_if(
      causes, [&](const Cause& each) { return in_common == translated("program", each.of); });
  if (cause == causes.end())
    return "";
  std::ptrdiff_t before = std::ranges::count(source.preamble, '\n');
  for (const Source::Section& section : source.sections) {
    if (section.name == exercise) {
      const Tokens tokens = code_of(section.text);
      WholeNames names;
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        names.read(tokens, i);
        if (const std::string words = cause->at(tokens, i, names); !words.empty())
          return said("line {}{}", before + tokens[i].line, words);
      }
    }
    before += std::ranges::count(section.text, '\n');
  }
  return "";
}

} // namespace epreuve::exercises
