#include "polynomial.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/power.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace epreuve::instruments {

namespace {

/// Coefficient j of the polynomial of one variable that is 1 at node i and 0 at the others: entry (j, i).
RationalMatrix coefficients_of_nodes(const std::vector<unsigned>& nodes)
{
  RationalMatrix powers(nodes.size(), nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < nodes.size(); ++j)
      powers(i, j) = math::power(Rational(nodes[i]), unsigned(j));
  return inverse(powers);
}

std::map<Point, Rational> terms_of(const std::vector<std::vector<unsigned>>& nodes, Point& at,
                                   const std::function<Rational(const Point&)>& f)
{
  if (at.size() == nodes.size())
    return {{Point(), f(at)}};
  const std::vector<unsigned>& here = nodes[at.size()];
  const RationalMatrix coefficients = coefficients_of_nodes(here);
  std::map<Point, Rational> terms;
  for (std::size_t i = 0; i < here.size(); ++i) {
    at.push_back(here[i]);
    for (const auto& [rest, factor] : terms_of(nodes, at, f))
      for (unsigned j = 0; j < here.size(); ++j) {
        Point exponents{j};
        exponents.insert(exponents.end(), rest.begin(), rest.end());
        terms[exponents] += coefficients(j, i) * factor;
      }
    at.pop_back();
  }
  std::erase_if(terms, [](const auto& term) { return term.second == Rational(0); });
  return terms;
}

unsigned degree(const Point& exponents)
{
  return std::accumulate(exponents.begin(), exponents.end(), 0U);
}

} // namespace

Polynomial interpolated(const std::vector<std::string>& names,
                        const std::vector<std::vector<unsigned>>& nodes,
                        const std::function<Rational(const Point&)>& f)
{
  if (names.size() != nodes.size())
    throw Error("interpolated: each variable has its nodes, got {} names and {} lists",
                names.size(), nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].empty() || std::set(nodes[i].begin(), nodes[i].end()).size() != nodes[i].size())
      throw Error("interpolated: the nodes of {} must be different, and at least one", names[i]);
  Point at;
  return {.names = names, .terms = terms_of(nodes, at, f)};
}

Rational value(const Polynomial& p, const Point& at)
{
  if (at.size() != p.names.size())
    throw Error("value: expected {} numbers, got {}", p.names.size(), at.size());
  Rational sum = 0;
  for (const auto& [exponents, coefficient] : p.terms) {
    Rational term = coefficient;
    for (std::size_t i = 0; i < at.size(); ++i)
      term *= math::power(Rational(at[i]), exponents[i]);
    sum += term;
  }
  return sum;
}

std::string text(const Polynomial& p)
{
  std::vector<std::pair<Point, Rational>> terms(p.terms.begin(), p.terms.end());
  std::sort(terms.begin(), terms.end(), [](const auto& left, const auto& right) {
    return std::pair(degree(left.first), left.first) > std::pair(degree(right.first), right.first);
  });
  std::string text;
  for (const auto& [exponents, coefficient] : terms) {
    const bool negative = coefficient < Rational(0);
    const Rational size = negative ? -coefficient : coefficient;
    text += text.empty() ? (negative ? "−" : "") : (negative ? " − " : " + ");
    if (size != Rational(1) || degree(exponents) == 0)
      text += size.str();
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      static const std::vector<std::string> raised{"", "", "²", "³"};
      if (exponents[i] > 0)
        text += p.names[i] + (exponents[i] < raised.size() ? raised[exponents[i]]
                                                           : "^" + std::to_string(exponents[i]));
    }
  }
  return text.empty() ? "0" : text;
}

} // namespace epreuve::instruments
