#include "epreuve/instruments/exact/finite_distribution.hpp"

#include "epreuve/error.hpp"

#include <functional>
#include <map>
#include <utility>

namespace epreuve::instruments {

namespace {

void check_copies(std::size_t d, const char* function)
{
  if (d == 0)
    throw Error("{}: d must be at least 1, got 0", function);
}

template <typename Operation>
FiniteDistribution combine(const FiniteDistribution& X, const FiniteDistribution& Y,
                           Operation operation)
{
  std::vector<Atom> atoms;
  for (const Atom& x : X.atoms())
    for (const Atom& y : Y.atoms())
      atoms.push_back({operation(x.value, y.value), x.probability * y.probability});
  return FiniteDistribution(atoms);
}

} // namespace

FiniteDistribution::FiniteDistribution(const std::vector<Atom>& atoms)
{
  std::map<Rational, Rational> probabilities;
  Rational total = 0;
  for (const auto& [value, probability] : atoms) {
    if (probability < 0)
      throw Error("FiniteDistribution: probabilities must not be negative, got {} for the value {}",
                  probability.str(), value.str());
    if (probability > 0)
      probabilities[value] += probability;
    total += probability;
  }
  if (total != 1)
    throw Error("FiniteDistribution: probabilities must sum to exactly 1, got {}", total.str());
  for (const auto& [value, probability] : probabilities)
    atoms_.push_back({value, probability});
}

FiniteDistribution uniform_distribution(const std::vector<Rational>& values)
{
  if (values.empty())
    throw Error("uniform_distribution: values is empty, expected at least one");
  std::vector<Atom> atoms;
  for (const Rational& value : values)
    atoms.push_back({value, Rational(1, values.size())});
  return FiniteDistribution(atoms);
}

Rational moment(const FiniteDistribution& X, unsigned k)
{
  Rational result = 0;
  for (const auto& [v, p] : X.atoms()) {
    Rational power = 1;
    for (unsigned i = 0; i < k; ++i)
      power *= v;
    result += p * power;
  }
  return result;
}

Rational mean(const FiniteDistribution& X)
{
  return moment(X, 1);
}

Rational variance(const FiniteDistribution& X)
{
  return variance_over_sqrt(X, 1);
}

Rational variance_over_sqrt(const FiniteDistribution& X, std::size_t d)
{
  check_copies(d, "variance_over_sqrt");
  const Rational mu = mean(X);
  Rational result = 0;
  for (const auto& [v, p] : X.atoms())
    result += p * ((v - mu) * (v - mu) / d);
  return result;
}

FiniteDistribution scaled(const FiniteDistribution& X, const Rational& c)
{
  std::vector<Atom> atoms = X.atoms();
  for (Atom& atom : atoms)
    atom.value *= c;
  return FiniteDistribution(atoms);
}

FiniteDistribution sum(const FiniteDistribution& X, const FiniteDistribution& Y)
{
  return combine(X, Y, std::plus<Rational>{});
}

FiniteDistribution product(const FiniteDistribution& X, const FiniteDistribution& Y)
{
  return combine(X, Y, std::multiplies<Rational>{});
}

/// Over common denominators, D for the values and P for the probabilities, all convolutions are in
/// integers, and only the last result is reduced: the greatest common divisors of d convolutions
/// in rationals would cost far more than the convolutions.
FiniteDistribution sum_of_copies(const FiniteDistribution& X, std::size_t d)
{
  check_copies(d, "sum_of_copies");
  Integer D = 1, P = 1;
  for (const auto& [value, probability] : X.atoms()) {
    D = lcm(D, denominator(value));
    P = lcm(P, denominator(probability));
  }
  std::map<Integer, Integer> one;
  for (const auto& [value, probability] : X.atoms())
    one[numerator(value * D)] = numerator(probability * P);

  std::map<Integer, Integer> law = one;
  for (std::size_t copies = 1; copies < d; ++copies) {
    std::map<Integer, Integer> next;
    for (const auto& [value, cases] : law)
      for (const auto& [step, ways] : one)
        next[value + step] += cases * ways;
    law = std::move(next);
  }

  const Integer all = pow(P, d);
  std::vector<Atom> atoms;
  for (const auto& [value, cases] : law)
    atoms.push_back({Rational(value, D), Rational(cases, all)});
  return FiniteDistribution(atoms);
}

FiniteDistribution dot_product(const FiniteDistribution& q, const FiniteDistribution& k,
                               std::size_t d)
{
  check_copies(d, "dot_product");
  return sum_of_copies(product(q, k), d);
}

} // namespace epreuve::instruments
