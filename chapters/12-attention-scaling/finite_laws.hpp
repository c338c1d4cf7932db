#pragma once

#include "epreuve/instruments/exact/finite_distribution.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <functional>
#include <vector>

/// Chance without rounding and without theorems: random variables with finitely many values, averaged
/// by going through all outcomes.
namespace epreuve::instruments {

using instruments::FiniteDistribution;
using instruments::RationalMatrix;

/// Three laws of mean 0 and variance 1 that have nothing else in common, to test statements about all
/// such laws: a coin, ±1; one that is mostly 0, else ±2; a skewed one, -1/2 or 2.
FiniteDistribution signs();
FiniteDistribution mostly_zero();
FiniteDistribution leaning();
std::vector<FiniteDistribution> three_laws();

/// P(X in an event): the sum of the probabilities of the values that the event holds for.
Rational probability(const FiniteDistribution& X,
                     const std::function<bool(const Rational&)>& event);

/// The values of independent variables, in the order of their laws.
using Outcome = std::vector<Rational>;

/// E[f(X_1, ..., X_m)] for independent X_i, by its definition.
///
///     sum over all outcomes (x_1, ..., x_m) of  f(x) P(X_1 = x_1) ... P(X_m = x_m)
///
/// As many terms as the product of the numbers of atoms: for a handful of variables.
///
/// @param laws  m of them; without any, f of the empty outcome
/// @throws      what f throws
Rational expectation(const std::vector<FiniteDistribution>& laws,
                     const std::function<Rational(const Outcome&)>& f);

/// The matrix of the entry(i, j), to hold every case of a statement against another matrix at once.
RationalMatrix tabulated(arma::uword n_rows, arma::uword n_cols,
                         const std::function<Rational(arma::uword, arma::uword)>& entry);

/// The laws of q_1, ..., q_d, k_1, ..., k_d, and of such an outcome the score q . k. Their expectation is
/// the definition with which the convolutions of dot_product are compared.
std::vector<FiniteDistribution> query_and_key(const FiniteDistribution& q,
                                              const FiniteDistribution& k, std::size_t d);
Rational score_of(const Outcome& query_and_key);

/// The d x d matrix of the E[q_i k_i q_j k_j], each over all its outcomes. E[(q . k)^2] is the sum of
/// its entries.
RationalMatrix moments_of_terms(const FiniteDistribution& q, const FiniteDistribution& k,
                                std::size_t d);
Rational sum_of_entries(const RationalMatrix& M);

/// The matrix of the f(law i, law j): a statement about two laws, tried on all pairs.
RationalMatrix
of_pairs(const std::vector<FiniteDistribution>& laws,
         const std::function<Rational(const FiniteDistribution&, const FiniteDistribution&)>& f);

} // namespace epreuve::instruments
