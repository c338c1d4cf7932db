#include "epreuve/instruments/finite_laws.hpp"

namespace epreuve::instruments {

namespace {

/// The part of the expectation in which the variables before the law `next` have taken their values.
Rational rest_of_expectation(const std::vector<FiniteDistribution>& laws, std::size_t next,
                             Outcome& outcome, const std::function<Rational(const Outcome&)>& f)
{
  if (next == laws.size())
    return f(outcome);
  Rational total = 0;
  for (const auto& [value, probability] : laws.at(next).atoms()) {
    outcome.at(next) = value;
    total += probability * rest_of_expectation(laws, next + 1, outcome, f);
  }
  return total;
}

} // namespace

FiniteDistribution signs()
{
  return math::uniform_distribution({-1, 1});
}

FiniteDistribution mostly_zero()
{
  return FiniteDistribution({{-2, {1, 8}}, {0, {3, 4}}, {2, {1, 8}}});
}

FiniteDistribution leaning()
{
  return FiniteDistribution({{{-1, 2}, {4, 5}}, {2, {1, 5}}});
}

Rational expectation(const std::vector<FiniteDistribution>& laws,
                     const std::function<Rational(const Outcome&)>& f)
{
  Outcome outcome(laws.size());
  return rest_of_expectation(laws, 0, outcome, f);
}

RationalMatrix tabulated(arma::uword n_rows, arma::uword n_cols,
                         const std::function<Rational(arma::uword, arma::uword)>& entry)
{
  RationalMatrix table(n_rows, n_cols);
  for (arma::uword i = 0; i < n_rows; ++i)
    for (arma::uword j = 0; j < n_cols; ++j)
      table(i, j) = entry(i, j);
  return table;
}

} // namespace epreuve::instruments
