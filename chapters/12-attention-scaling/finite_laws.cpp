#include "finite_laws.hpp"

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
  return uniform_distribution({-1, 1});
}

FiniteDistribution mostly_zero()
{
  return FiniteDistribution({{-2, {1, 8}}, {0, {3, 4}}, {2, {1, 8}}});
}

FiniteDistribution leaning()
{
  return FiniteDistribution({{{-1, 2}, {4, 5}}, {2, {1, 5}}});
}

std::vector<FiniteDistribution> three_laws()
{
  return {signs(), mostly_zero(), leaning()};
}

Rational probability(const FiniteDistribution& X, const std::function<bool(const Rational&)>& event)
{
  Rational total = 0;
  for (const auto& [value, p] : X.atoms())
    if (event(value))
      total += p;
  return total;
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

std::vector<FiniteDistribution> query_and_key(const FiniteDistribution& q,
                                              const FiniteDistribution& k, std::size_t d)
{
  std::vector<FiniteDistribution> laws(d, q);
  laws.insert(laws.end(), d, k);
  return laws;
}

Rational score_of(const Outcome& query_and_key)
{
  const std::size_t d = query_and_key.size() / 2;
  Rational score = 0;
  for (std::size_t i = 0; i < d; ++i)
    score += query_and_key.at(i) * query_and_key.at(d + i);
  return score;
}

RationalMatrix moments_of_terms(const FiniteDistribution& q, const FiniteDistribution& k,
                                std::size_t d)
{
  return tabulated(d, d, [&](arma::uword i, arma::uword j) {
    return expectation(query_and_key(q, k, d), [=](const Outcome& o) {
      return Rational(o.at(i) * o.at(d + i) * o.at(j) * o.at(d + j));
    });
  });
}

Rational sum_of_entries(const RationalMatrix& M)
{
  Rational total = 0;
  for (arma::uword i = 0; i < M.rows(); ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      total += M(i, j);
  return total;
}

RationalMatrix
of_pairs(const std::vector<FiniteDistribution>& laws,
         const std::function<Rational(const FiniteDistribution&, const FiniteDistribution&)>& f)
{
  return tabulated(laws.size(), laws.size(),
                   [&](arma::uword i, arma::uword j) { return f(laws.at(i), laws.at(j)); });
}

} // namespace epreuve::instruments
