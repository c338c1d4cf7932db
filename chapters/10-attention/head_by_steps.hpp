#pragma once

#include "epreuve/attention/head_gradient.hpp"

#include <armadillo>

#include <cmath>
#include <vector>

/// References for the formulas of attention/head_gradient.hpp, and their tolerances.
namespace epreuve::instruments {

/// The sizes of a head: W_Q and W_K are r x n, W_V m x n, W_O n x m, x n x K.
struct HeadSizes
{
  arma::uword n, r, m, K;

  arma::uword variables() const { return 2 * r * n + 2 * m * n + n * K; }
};

/// All that a head's output depends on, one number after the other, each matrix in columns: W_Q, W_K, W_V, W_O, x.
arma::vec head_variables(const attention::HeadGradient<double>& head);
/// The matrices again. @throws Error if there are not as many numbers as the sizes ask for
attention::HeadGradient<double> head_of_variables(const HeadSizes& sizes, const arma::vec& z);

/// L = sum of G_ij y_ij, y the head's output, number by number, in any type of numbers that has exp.
///
/// @param z  the head's variables, in the order of head_variables
/// @param G  n x K
template <typename Number, typename Real>
Number head_loss(const HeadSizes& s, const std::vector<Number>& z, const std::vector<Real>& G,
                 const Number& root_of_r)
{
  const arma::uword at_K = s.r * s.n, at_V = 2 * at_K, at_O = at_V + s.m * s.n,
                    at_x = at_O + s.n * s.m;
  const auto image = [&](arma::uword at, arma::uword rows, arma::uword a, arma::uword k) {
    Number sum{};
    for (arma::uword b = 0; b < s.n; ++b)
      sum += z[at + a + rows * b] * z[at_x + b + s.n * k];
    return sum;
  };
  std::vector<Number> Q, K, V; // in columns
  for (arma::uword k = 0; k < s.K; ++k) {
    for (arma::uword a = 0; a < s.r; ++a) {
      Q.push_back(image(0, s.r, a, k));
      K.push_back(image(at_K, s.r, a, k));
    }
    for (arma::uword a = 0; a < s.m; ++a)
      V.push_back(image(at_V, s.m, a, k));
  }
  Number loss{};
  for (arma::uword i = 0; i < s.K; ++i) {
    Number total{};
    std::vector<Number> mixed(s.m);
    for (arma::uword j = 0; j < s.K; ++j) {
      Number score{};
      for (arma::uword a = 0; a < s.r; ++a)
        score += Q[a + s.r * i] * K[a + s.r * j];
      const Number weight = exp(score / root_of_r);
      total += weight;
      for (arma::uword a = 0; a < s.m; ++a)
        mixed[a] += weight * V[a + s.m * j];
    }
    for (arma::uword b = 0; b < s.n; ++b)
      for (arma::uword a = 0; a < s.m; ++a)
        loss += Number{G[b + s.n * i]} * z[at_O + b + s.n * a] * mixed[a] / total;
  }
  return loss;
}

/// The gradient by complex steps of 10^-30 in 50 digits, rounded to doubles.
/// @param x, G  n x K
attention::HeadGradient<double> head_gradient_50(const attention::Head<double>& head,
                                                 const arma::mat& x, const arma::mat& G);

/// How far head_gradient in double may be from the truth, entry by entry, to first order in u = 2^-53. Let hats
/// be the formulas with absolute values for all entries and + for -. Sums of n products are off by n u of
/// their hats, in any order; so
///
///     S  by (2n + r + 2) u S^,    A by a u A,    a = 18 + 2 (2n + r + 2) max S^    (softmax: 9 ulp)
///     D  by (2n + m + K + 2 + 2a) u D^,    D^_ij = A_ij (P^_ij + sum_l A_il P^_il)
///
/// and the products that follow add the lengths of their sums.
attention::HeadGradient<double> head_gradient_bound(const attention::Head<double>& head,
                                                    const arma::mat& x, const arma::mat& G);

/// The largest error of `computed`, in units of the bound.
double worst_share(const attention::HeadGradient<double>& computed,
                   const attention::HeadGradient<double>& truth,
                   const attention::HeadGradient<double>& bound);

} // namespace epreuve::instruments
