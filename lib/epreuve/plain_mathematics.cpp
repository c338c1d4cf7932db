#include "epreuve/plain_mathematics.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve {

namespace {

using Table = std::map<std::string_view, std::string_view>;

const Table symbols{
    {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"},  {"theta", "θ"},  {"mu", "μ"},
    {"nu", "ν"},     {"pi", "π"},     {"sigma", "σ"},  {"varphi", "φ"}, {"psi", "ψ"},
    {"omega", "ω"},  {"Delta", "Δ"},  {"Phi", "Φ"},    {"Psi", "Ψ"},    {"ell", "ℓ"},
    {"in", "∈"},     {"times", "×"},  {"otimes", "⊗"}, {"oplus", "⊕"},  {"odot", "⊙"},
    {"cdot", "·"},   {"dots", "…"},   {"sum", "∑"},    {"int", "∫"},    {"infty", "∞"},
    {"langle", "⟨"}, {"rangle", "⟩"}, {"mapsto", "↦"}, {"to", "→"},     {"le", "≤"},
    {"ge", "≥"},     {"ne", "≠"},     {"approx", "≈"}, {"simeq", "≃"},  {"sim", "∼"},
    {"top", "T"},    {"|", "‖"},      {"%", "%"},      {"{", "{"},      {"}", "}"},
    {",", "\u2009"}, {"left", ""},    {"right", ""}};

const Table doubled{{"R", "ℝ"}, {"N", "ℕ"}, {"E", "𝔼"}, {"P", "ℙ"}, {"Z", "ℤ"}};

const Table raised{{"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"},
                   {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"},
                   {"+", "⁺"}, {"−", "⁻"}, {"(", "⁽"}, {")", "⁾"}, {"T", "ᵀ"},
                   {"K", "ᴷ"}, {"N", "ᴺ"}, {"L", "ᴸ"}, {"d", "ᵈ"}, {"i", "ⁱ"},
                   {"j", "ʲ"}, {"n", "ⁿ"}, {"p", "ᵖ"}, {"r", "ʳ"}, {"x", "ˣ"}};

const Table lowered{
    {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"},
    {"8", "₈"}, {"9", "₉"}, {"+", "₊"}, {"−", "₋"}, {"=", "₌"}, {"(", "₍"}, {")", "₎"}, {"a", "ₐ"},
    {"e", "ₑ"}, {"h", "ₕ"}, {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"}, {"l", "ₗ"}, {"m", "ₘ"}, {"n", "ₙ"},
    {"o", "ₒ"}, {"p", "ₚ"}, {"r", "ᵣ"}, {"s", "ₛ"}, {"t", "ₜ"}, {"u", "ᵤ"}, {"v", "ᵥ"}, {"x", "ₓ"}};

/// The character of UTF-8 text that begins at a place.
std::string_view character_at(std::string_view text, std::size_t place)
{
  std::size_t end = place + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
    ++end;
  return text.substr(place, end - place);
}

/// The characters of UTF-8 text.
std::vector<std::string_view> characters_of(std::string_view text)
{
  std::vector<std::string_view> characters;
  for (std::size_t i = 0; i < text.size(); i += characters.back().size())
    characters.push_back(character_at(text, i));
  return characters;
}

bool is_alphanumeric(char c)
{
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool is_letter(std::string_view character)
{
  const bool of_french = character >= "À" && character <= "ÿ" && character != "×";
  return std::isalpha(static_cast<unsigned char>(character.front())) != 0 || of_french;
}

/// A name of several letters, and not some indices side by side, such as i j.
bool is_word(const std::vector<std::string_view>& characters)
{
  return std::ranges::all_of(characters, is_letter) &&
         (characters.size() > 2 ||
          (characters.size() == 2 && characters[0] == "i" && characters[1] == "n"));
}

/// Whether it needs no parentheses around it: a number, a word, a letter with its indices, or what is between a pair.
bool is_one(std::string_view text)
{
  if (text.starts_with('(') && text.find(')') + 1 == text.size())
    return true;
  if (text.starts_with("√"))
    return is_one(text.substr(std::string_view("√").size()));
  const std::vector<std::string_view> characters = characters_of(text);
  const auto is_digit = [](unsigned char c) { return std::isdigit(c); };
  const auto is_small = [](std::string_view character) {
    const auto has = [&](const Table& table) {
      return std::ranges::find(table, character, &Table::value_type::second) != table.end();
    };
    return has(raised) || has(lowered);
  };
  return characters.empty() || std::ranges::all_of(text, is_digit) || is_word(characters) ||
         std::all_of(characters.begin() + 1, characters.end(), is_small);
}

std::string in_parentheses(const std::string& text)
{
  return is_one(text) ? text : "(" + text + ")";
}

class Reader
{
public:
  explicit Reader(std::string_view formula) : rest_(formula) {}

  /// All that comes before the end, or a brace or \end that closes what is read.
  std::string sequence()
  {
    std::string text;
    while (!rest_.empty() && rest_.front() != '}' && !rest_.starts_with("\\end")) {
      const bool fraction = rest_.starts_with("\\frac") || rest_.starts_with("\\dfrac");
      const std::string_view before = rest_;
      const std::string piece = atom();
      const bool function = before.starts_with('\\') && before.substr(1).starts_with(piece) &&
                            is_word(characters_of(piece));
      if (function && !text.empty() && is_alphanumeric(text.back()))
        text += ' ';
      text += piece;
      const char next = rest_.empty() ? ' ' : rest_.front();
      if ((function && is_alphanumeric(next)) ||
          ((function || fraction) && next == '\\' && !rest_.starts_with("\\right")) ||
          (fraction && (is_alphanumeric(next) || next == '(')))
        text += ' ';
    }
    return text;
  }

private:
  std::string take(std::size_t size)
  {
    const std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  void skip_blanks()
  {
    while (rest_.starts_with(' '))
      rest_.remove_prefix(1);
  }

  /// What a command or a mark applies to: a group, a command or a character.
  std::string argument()
  {
    skip_blanks();
    return rest_.empty() ? "" : atom();
  }

  std::string atom()
  {
    const char first = rest_.front();
    if (first == '{') {
      take(1);
      const std::string group = sequence();
      take(1);
      return group;
    }
    if (first == '^' || first == '_') {
      take(1);
      return script(argument(), first);
    }
    if (first == '\\')
      return command();
    if (first == '-' && !rest_.starts_with("->")) {
      take(1);
      return "−";
    }
    return take(character_at(rest_, 0).size());
  }

  static std::string script(const std::string& text, char mark)
  {
    const Table& forms = mark == '^' ? raised : lowered;
    const std::vector<std::string_view> characters = characters_of(text);
    std::string small;
    for (const std::string_view letter : characters) {
      const auto form = forms.find(letter);
      if (form == forms.end() || is_word(characters))
        return mark + in_parentheses(text);
      small += form->second;
    }
    return small;
  }

  std::string command()
  {
    take(1);
    std::size_t length = 0;
    while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length])))
      ++length;
    const std::string name = take(std::max<std::size_t>(length, 1));
    if (length > 0)
      skip_blanks();
    if (name == "frac" || name == "dfrac") {
      const std::string above = in_parentheses(argument());
      return above + "/" + in_parentheses(argument());
    }
    if (name == "sqrt")
      return "√" + in_parentheses(argument());
    if (name == "mathrm" || name == "mathcal")
      return argument();
    if (name == "mathbb") {
      const std::string letter = argument();
      const auto found = doubled.find(letter);
      return found == doubled.end() ? letter : std::string(found->second);
    }
    if (name == "tilde")
      return argument() + "\u0303";
    if (name == "xrightarrow")
      return " —" + argument() + "→ ";
    if (name == "begin")
      return matrix();
    const auto found = symbols.find(name);
    return found == symbols.end() ? name : std::string(found->second);
  }

  /// "1&2\\3&4" up to \end.
  std::string matrix()
  {
    argument(); // which kind
    std::string rows;
    while (!rest_.empty() && !rest_.starts_with("\\end")) {
      if (rest_.starts_with("\\\\")) {
        take(2);
        rows += "; ";
      } else if (rest_.front() == '&') {
        take(1);
        rows += ' ';
      } else {
        rows += atom();
      }
    }
    take(std::string_view("\\end").size());
    argument();
    return "(" + rows + ")";
  }

  std::string_view rest_;
};

/// The formula with blanks around its relations, as it is typeset.
std::string spaced(std::string_view formula)
{
  static const std::set<std::string_view> relations{"=", "<", ">", "≤", "≥", "≠",
                                                    "≈", "≃", "∼", "∈", "→", "↦"};
  std::string text;
  for (const std::string_view character : characters_of(formula)) {
    const bool relation = relations.contains(character);
    const bool after_relation = text.ends_with('\0');
    if (after_relation)
      text.back() = ' ';
    if (relation && !text.empty() && !text.ends_with(' '))
      text += ' ';
    if (!(after_relation && character == " "))
      text += character;
    if (relation)
      text += '\0';
  }
  if (text.ends_with('\0'))
    text.pop_back();
  return text;
}

} // namespace

std::string plain_mathematics(std::string_view sentence)
{
  std::string text;
  bool is_formula = false;
  for (std::size_t begin = 0; begin <= sentence.size();) {
    const std::size_t end = std::min(sentence.find('$', begin), sentence.size());
    const std::string_view part = sentence.substr(begin, end - begin);
    text += is_formula ? spaced(Reader(part).sequence()) : std::string(part);
    is_formula = !is_formula;
    begin = end + 1;
  }
  return text;
}

} // namespace epreuve
