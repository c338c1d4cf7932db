#include "typed_formula.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace epreuve::instruments {

namespace {

using Size = std::vector<std::string>; ///< a product of letters, in order; empty: 1

struct SizedShape
{
  Size rows, cols;
  bool operator==(const SizedShape&) const = default;
};
using ShapesByName = std::map<std::string, SizedShape>;

/// A name (no parts), a product, "⊗" of two, or a function of one.
struct Term
{
  std::string head; ///< a name, "product", "⊗", "softmax", "vec"
  std::vector<Term> parts{};
  bool transposed = false;
};

std::string text(const Size& size)
{
  return size.empty() ? "1" : fmt::format("{}", fmt::join(size, ""));
}
std::string text(const SizedShape& shape)
{
  return fmt::format("{} x {}", text(shape.rows), text(shape.cols));
}
std::string text(const Term& term)
{
  const char* const mark = term.transposed ? "ᵀ" : "";
  std::vector<std::string> parts;
  for (const Term& part : term.parts)
    parts.push_back(text(part));
  if (parts.empty())
    return term.head + mark;
  if (term.head == "product")
    return term.transposed ? fmt::format("({})ᵀ", fmt::join(parts, " "))
                           : fmt::format("{}", fmt::join(parts, " "));
  if (term.head == "⊗")
    return fmt::format("({} ⊗ {}){}", parts[0], parts[1], mark);
  return fmt::format("{}({}){}", term.head, parts[0], mark);
}

class FormulaReader
{
public:
  FormulaReader(const std::string& formula, const ShapesByName& shapes)
      : formula_(formula), rest_(formula), shapes_(shapes)
  {
  }

  Term whole()
  {
    Term term = product();
    if (!rest_.empty())
      fail();
    return term;
  }

private:
  [[noreturn]] void fail() const
  {
    throw Error("typed formula: cannot read \"{}\" from \"{}\" on", formula_, rest_);
  }
  bool take(std::string_view mark)
  {
    while (rest_.starts_with(' '))
      rest_.remove_prefix(1);
    if (!rest_.starts_with(mark))
      return false;
    rest_.remove_prefix(mark.size());
    return true;
  }

  Term product()
  {
    Term term{"product"};
    while (std::optional<Term> part = factor())
      term.parts.push_back(std::move(*part));
    if (term.parts.empty())
      fail();
    return term.parts.size() == 1 ? term.parts.front() : term;
  }

  std::optional<Term> factor()
  {
    std::optional<Term> term;
    if (take("softmax("))
      term = Term{"softmax", {inside()}};
    else if (take("vec("))
      term = Term{"vec", {inside()}};
    else if (take("("))
      term = inside();
    else
      term = name();
    while (term && take("ᵀ"))
      term->transposed = !term->transposed;
    return term;
  }

  Term inside()
  {
    Term term = product();
    if (take("⊗"))
      term = Term{"⊗", {term, product()}};
    if (!take(")"))
      fail();
    return term;
  }

  std::optional<Term> name()
  {
    take("");
    std::size_t length = 0;
    while (length < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[length])) || rest_[length] == '_'))
      ++length;
    if (length == 0)
      return std::nullopt;
    Term term{std::string(rest_.substr(0, length))};
    if (!shapes_.contains(term.head))
      throw Error("typed formula: \"{}\" has the name {}, of which no shape is given", formula_,
                  term.head);
    rest_.remove_prefix(length);
    return term;
  }

  const std::string& formula_;
  std::string_view rest_;
  const ShapesByName& shapes_;
};

Size times(Size a, const Size& b)
{
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}

/// The letters of all shapes, in their order.
struct Given
{
  ShapesByName shapes;
  std::vector<std::string> letters;
};

Given given(const std::vector<std::string>& texts)
{
  Given all;
  const auto size = [&](const std::string& side) -> Size {
    if (side == "1")
      return {};
    if (std::find(all.letters.begin(), all.letters.end(), side) == all.letters.end())
      all.letters.push_back(side);
    return {side};
  };
  for (const std::string& shape : texts) {
    std::vector<std::string> words(1);
    for (const char c : shape)
      if (c == ' ')
        words.emplace_back();
      else
        words.back() += c;
    if (words.size() != 4 || words[2] != "x")
      throw Error("typed formula: a shape is given as \"x n x K\", got \"{}\"", shape);
    const Size rows = size(words[1]);
    if (!all.shapes.emplace(words[0], SizedShape{rows, size(words[3])}).second)
      throw Error("typed formula: two shapes are given for {}", words[0]);
  }
  return all;
}

/// The shape, or nothing and in `misfit` why not. With `values`, sizes are compared by their values.
std::optional<SizedShape> shape_of(const Term& term, const ShapesByName& shapes,
                                   const std::map<std::string, unsigned>* values,
                                   std::string& misfit)
{
  const auto same = [&](const Size& a, const Size& b) {
    const auto value = [&](const Size& size) {
      unsigned product = 1;
      for (const std::string& letter : size)
        product *= values->at(letter);
      return product;
    };
    return values ? value(a) == value(b) : a == b;
  };
  std::vector<SizedShape> parts;
  for (const Term& part : term.parts) {
    const std::optional<SizedShape> shape = shape_of(part, shapes, values, misfit);
    if (!shape)
      return std::nullopt;
    parts.push_back(*shape);
  }
  SizedShape whole;
  if (parts.empty())
    whole = shapes.at(term.head);
  else if (term.head == "⊗")
    whole = {times(parts[0].rows, parts[1].rows), times(parts[0].cols, parts[1].cols)};
  else if (term.head == "vec")
    whole = {times(parts[0].rows, parts[0].cols), {}};
  else
    whole = parts[0];
  for (std::size_t i = 1; term.head == "product" && i < parts.size(); ++i) {
    if (!same(whole.cols, parts[i].rows)) {
      misfit = fmt::format("{} is {}, {} is {}", text(term.parts[i - 1]), text(parts[i - 1]),
                           text(term.parts[i]), text(parts[i]));
      return std::nullopt;
    }
    whole.cols = parts[i].cols;
  }
  if (term.transposed)
    std::swap(whole.rows, whole.cols);
  return whole;
}

/// All terms that are one change away.
std::vector<Term> changed(const Term& term)
{
  std::vector<Term> all;
  if (term.head != "product") {
    all.push_back(term);
    all.back().transposed = !term.transposed;
  }
  for (std::size_t i = 0; i < term.parts.size(); ++i) {
    for (Term& part : changed(term.parts[i])) {
      all.push_back(term);
      all.back().parts[i] = std::move(part);
    }
    if (term.head == "product" && i > 0) {
      all.push_back(term);
      std::swap(all.back().parts[i - 1], all.back().parts[i]);
    }
  }
  return all;
}

} // namespace

Typing typing(const std::string& formula, const std::vector<std::string>& shapes)
{
  const Given all = given(shapes);
  std::string misfit;
  const Term term = FormulaReader(formula, all.shapes).whole();
  const std::optional<SizedShape> shape = shape_of(term, all.shapes, nullptr, misfit);
  return {shape.has_value(), shape ? text(*shape) : "", misfit};
}

std::vector<std::string> least_corrections(const std::string& formula,
                                           const std::vector<std::string>& shapes,
                                           const std::string& wanted)
{
  const Given all = given(shapes);
  std::vector<Term> reached = {FormulaReader(formula, all.shapes).whole()};
  std::string ignored;
  for (int changes = 0; changes <= 3; ++changes) {
    std::set<std::string> found;
    for (const Term& term : reached)
      if (const auto shape = shape_of(term, all.shapes, nullptr, ignored);
          shape && text(*shape) == wanted)
        found.insert(text(term));
    if (!found.empty())
      return {found.begin(), found.end()};
    std::map<std::string, Term> next;
    for (const Term& term : reached)
      for (Term& other : changed(term))
        next.emplace(text(other), std::move(other));
    reached.clear();
    for (auto& [key, term] : next)
      reached.push_back(std::move(term));
  }
  return {};
}

std::string smallest_misfit(const std::string& formula, const std::vector<std::string>& shapes)
{
  const Given all = given(shapes);
  const Term term = FormulaReader(formula, all.shapes).whole();
  std::string misfit;
  if (shape_of(term, all.shapes, nullptr, misfit))
    throw Error("smallest_misfit: \"{}\" fits whatever the sizes are", formula);
  // Two different products of letters differ where one letter is 2 and the others 1.
  std::vector<unsigned> best;
  const std::size_t letters = all.letters.size();
  const auto sum = [](const std::vector<unsigned>& sizes) {
    unsigned total = 0;
    for (const unsigned size : sizes)
      total += size;
    return total;
  };
  for (std::size_t code = 0; code < std::size_t(1) << letters; ++code) {
    std::vector<unsigned> sizes;
    std::map<std::string, unsigned> values;
    for (std::size_t i = 0; i < letters; ++i) {
      sizes.push_back(code >> i & 1 ? 2 : 1);
      values[all.letters[i]] = sizes.back();
    }
    if (shape_of(term, all.shapes, &values, misfit))
      continue;
    if (best.empty() || sum(sizes) < sum(best) || (sum(sizes) == sum(best) && sizes > best))
      best = sizes;
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < letters; ++i)
    words.push_back(fmt::format("{} = {}", all.letters[i], best[i]));
  return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace epreuve::instruments
