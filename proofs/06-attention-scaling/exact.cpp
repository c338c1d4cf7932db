// The mean and the variance of q · k = q_1 k_1 + ... + q_d k_d, thomas, appendix, when the 2 d entries
// are independent, each of mean 0 and variance 1, whatever their laws. Two ways:
//
// By moments, for every law. q · k and its square are polynomials in the entries. Expectation is
// linear, and the expectation of a product of powers of independent entries is the product of their
// moments; so it is enough to expand and to replace each power by its moment. No moment beyond
// E[q_i^2] turns up, so nothing else is asked of the laws: no density, no finite support, and no two
// of them have to be alike.
//
// By enumeration, for laws with two or three values. Every outcome is listed with its probability,
// and q · k is computed for each: independence is nothing but the product of the probabilities, and
// no theorem is used. That is how a mistake in the first way would show.
#include "identities.hpp"
#include "proof.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/finite_distribution.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

using instruments::FiniteDistribution;

/// What is known of one random variable.
struct Moments
{
  Polynomial mean, variance;
};

/// Independent random variables, by the symbol that stands for each.
using Variables = std::map<std::string, Moments>;

/// E[p], of a polynomial in the variables.
Polynomial expectation(const Polynomial& p, const Variables& variables)
{
  Polynomial sum;
  for (const auto& [coefficient, powers] : p.terms()) {
    Polynomial product = coefficient;
    for (const auto& [symbol, exponent] : powers) {
      if (exponent > 2)
        throw Error("expectation: needs E[{}^{}], and only the mean and the variance are known",
                    symbol, exponent);
      const auto& [mean, variance] = variables.at(symbol);
      product *= exponent == 1 ? mean : variance + mean * mean;
    }
    sum += product;
  }
  return sum;
}

/// Var(p) = E[p^2] - E[p]^2.
Polynomial variance(const Polynomial& p, const Variables& variables)
{
  const Polynomial mean = expectation(p, variables);
  return expectation(p * p, variables) - mean * mean;
}

void prove_by_moments(Proof& proof)
{
  Identities means, variances;
  bool all_means_are_0 = true, all_variances_are_d = true;
  std::string seen;
  for (std::size_t d = 1; d <= 8; ++d) {
    const Matrix q = symbols("q", d), k = symbols("k", d);
    const Polynomial s = (transpose(q) * k)(0, 0);

    const Matrix a = symbols("a", d), b = symbols("b", d); // the means of q and k
    const Matrix u = symbols("u", d), v = symbols("v", d); // their variances
    Variables any, standardised;
    Polynomial mean_formula, variance_formula;
    for (std::size_t i = 0; i < d; ++i) {
      any[to_string(q(i, 0))] = {a(i, 0), u(i, 0)};
      any[to_string(k(i, 0))] = {b(i, 0), v(i, 0)};
      standardised[to_string(q(i, 0))] = standardised[to_string(k(i, 0))] = {0, 1};
      mean_formula += a(i, 0) * b(i, 0);
      variance_formula +=
          u(i, 0) * v(i, 0) + u(i, 0) * b(i, 0) * b(i, 0) + v(i, 0) * a(i, 0) * a(i, 0);
    }
    const std::string at = fmt::format("d = {}", d);
    means.add(at, expectation(s, any), mean_formula);
    variances.add(at, variance(s, any), variance_formula);

    const Polynomial mean_of_s = expectation(s, standardised);
    const Polynomial variance_of_s = variance(s, standardised);
    all_means_are_0 = all_means_are_0 && mean_of_s == 0;
    all_variances_are_d = all_variances_are_d && variance_of_s == static_cast<long>(d);
    seen += fmt::format("{}{}: {} and {}", d > 1 ? "; " : "mean and variance for ", at,
                        to_string(mean_of_s), to_string(variance_of_s));
  }
  proof.step(
      "For all independent qᵢ of means aᵢ and variances uᵢ, kᵢ of means bᵢ and variances vᵢ, "
      "d = 1 to 8: E[q · k] = Σ aᵢ bᵢ.",
      means.hold(), means.seen());
  proof.step("For the same: Var(q · k) = Σ (uᵢ vᵢ + uᵢ bᵢ² + vᵢ aᵢ²).", variances.hold(),
             variances.seen());
  proof.step("For all independent qᵢ, kᵢ of mean 0 and variance 1, d = 1 to 8: E[q · k] = 0 and "
             "Var(q · k) = d, so Var(q · k / √d) = Var(q · k) / d = 1.",
             all_means_are_0 && all_variances_are_d, seen);
}

/// Laws of mean 0 and variance 1: symmetric or not, with 0 or without.
std::vector<FiniteDistribution> standardised_laws()
{
  const auto of = [](long numerator, long denominator) { return Rational(numerator, denominator); };
  return {FiniteDistribution({{-1, of(1, 2)}, {1, of(1, 2)}}),
          FiniteDistribution({{of(-3, 2), of(2, 9)}, {0, of(5, 9)}, {of(3, 2), of(2, 9)}}),
          FiniteDistribution({{of(-1, 2), of(4, 5)}, {2, of(1, 5)}}),
          FiniteDistribution({{-2, of(1, 6)}, {0, of(1, 2)}, {1, of(1, 3)}}),
          FiniteDistribution({{of(-1, 3), of(9, 10)}, {3, of(1, 10)}})};
}

/// "-1 (1/2), 1 (1/2)": the values and how probable they are.
std::string in_words(const FiniteDistribution& law)
{
  std::string words;
  for (const auto& [value, probability] : law.atoms())
    words += fmt::format("{}{} ({})", words.empty() ? "" : ", ", value.str(), probability.str());
  return words;
}

/// Lists the outcomes of independent entries, and what q · k is in each.
class Enumeration
{
public:
  /// Enumerates q and k with these laws of q_1, k_1, q_2, k_2, ..., and keeps what is wrong if q · k
  /// has not mean 0, variance d and, over √d, variance 1.
  void add(const std::vector<FiniteDistribution>& entries)
  {
    std::vector<instruments::Atom> outcomes;
    list(entries, 0, 0, 1, outcomes);
    n_outcomes_ += outcomes.size();

    const std::size_t d = entries.size() / 2;
    const FiniteDistribution s(outcomes);
    const Rational mean = instruments::mean(s), variance = instruments::variance(s);
    const Rational scaled_variance = instruments::variance_over_sqrt(s, d);
    if (wrong_.empty() && (mean != 0 || variance != d || scaled_variance != 1))
      wrong_ =
          fmt::format("d = {}, q₁ {}: E[q · k] = {}, Var(q · k) = {}, Var(q · k / √d) = {}", d,
                      in_words(entries.front()), mean.str(), variance.str(), scaled_variance.str());
  }

  bool right() const { return n_outcomes_ > 0 && wrong_.empty(); }
  std::string seen() const
  {
    return wrong_.empty() ? fmt::format("{} outcomes, each with its probability", n_outcomes_)
                          : wrong_;
  }

private:
  /// The outcomes in which the first n entries are chosen, with q · k over these and probability.
  static void list(const std::vector<FiniteDistribution>& entries, std::size_t n,
                   const Rational& dot_product, const Rational& probability,
                   std::vector<instruments::Atom>& outcomes)
  {
    if (n == entries.size()) {
      outcomes.push_back({dot_product, probability});
      return;
    }
    for (const auto& [q, q_probability] : entries[n].atoms())
      for (const auto& [k, k_probability] : entries[n + 1].atoms())
        list(entries, n + 2, dot_product + q * k, probability * q_probability * k_probability,
             outcomes);
  }

  std::size_t n_outcomes_ = 0;
  std::string wrong_; ///< the first case that is
};

void prove_by_enumeration(Proof& proof)
{
  const std::vector<FiniteDistribution> laws = standardised_laws();
  Enumeration alike, different;
  for (std::size_t d = 1; d <= 4; ++d)
    for (std::size_t first = 0; first < laws.size(); ++first) {
      alike.add(std::vector<FiniteDistribution>(2 * d, laws[first]));
      std::vector<FiniteDistribution> entries;
      for (std::size_t i = 0; i < 2 * d; ++i)
        entries.push_back(laws[(first + i) % laws.size()]);
      different.add(entries);
    }

  std::string all_laws;
  for (const FiniteDistribution& law : laws)
    all_laws += (all_laws.empty() ? "" : "; ") + in_words(law);
  proof.step(fmt::format("For d = 1 to 4 and 2d independent entries with one of the laws {}: "
                         "E[q · k] = 0, Var(q · k) = d and Var(q · k / √d) = 1.",
                         all_laws),
             alike.right(), alike.seen());
  proof.step("For entries whose laws are these in turn, one after the other: the same.",
             different.right(), different.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_by_moments(proof);
  prove_by_enumeration(proof);
}

} // namespace epreuve::proofs
