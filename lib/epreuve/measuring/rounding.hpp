#pragma once

#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

/// How far rounding can change the results of the forward pass in float: for each function of
/// kernels.hpp a bound, entry by entry, on |computed in float - exact|, the inputs being the same.
///
/// u = 2^-24 is float's unit roundoff. A product of k factors (1 + delta), |delta| <= u, differs
/// from 1 by at most
///
///     gamma(k) = min(k u / (1 - k u),  exp(10 sqrt(k) u + k u^2 / (1 - u)) - 1).
///
/// The first holds always. The second, with roundings independent and of mean 0, fails with
/// probability 2 exp(-50 (1 - u)^2) < 10^-21; it is the smaller one from k = 100 on, and tight
/// enough to tell from rounding a sum that lost a term. In whatever order k products are summed,
/// fused or not, each of them goes through at most k roundings.
///
/// The parameters may have been rounded to float: one more factor for each. Every bound is
/// enlarged by `tiny`, for results below the normal range.
/// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), 3.1; Higham and Mary, A
/// new approach to probabilistic rounding error analysis (2019), theorem 2.4.
namespace epreuve::gpt2::rounding {

inline constexpr double u = 0x1p-24;
inline constexpr double tiny = 0x1p-110;

double gamma(arma::uword k);

/// The same in eight bits, where a number of a vector moves by a step, too: by at most h s, with s a 127th of the vector's
/// largest number and h = 1/2 + 2^-14 (to_eight_bits, and that s is rounded). Of w x that leaves
///
///     |w' x' - w x| <= |w' - w| |x| + |w'| |x' - x|,     |w'| <= |w| + h s
///
/// and these are bounds for the worst case: no luck is in them, and most errors are sqrt(n) times smaller.
namespace in_eight_bits {

inline constexpr double h = 0.5 + 0x1p-14;

/// Of a token's embedding, which is in eight bits, and a position's.
///
///     h s + gamma(3) (|wte| + h s + |wpe|)
arma::mat of_embedding(const arma::mat& token, const arma::mat& position);

/// Of a dense layer, with s_i of neuron i and t_k of token k.
///
///     h (s_i sum_j |x_jk| + t_k sum_j |w'_ij|) + gamma(6) (|y0| + |W'| |x'| + |b|)
///
/// The sum is exact; it is converted, multiplied by both scales and added to.
///
/// @param A   n x out, neurons as columns
/// @param b   out, or empty for 0
/// @param y0  out x K, or empty for 0
arma::mat of_linear(const arma::mat& A, const arma::vec& b, const arma::mat& x,
                    const arma::mat& y0 = {});

} // namespace in_eight_bits

/// Of the sum of a token's and a position's embedding.
///
///     gamma(2) (|wte| + |wpe|)
///
/// @param token, position  n x K
arma::mat of_embedding(const arma::mat& token, const arma::mat& position);

/// Of a dense layer, which may add to what is there: y0 + W x + b.
///
///     gamma(in + 3) (|y0| + |W| |x| + |b|)
///
/// in products and two sums, and a rounding of the parameter.
///
/// @param x   in x K
/// @param y0  out x K, or empty for 0
arma::mat of_linear(const Dense<double>& layer, const arma::mat& x, const arma::mat& y0 = {});

/// Of a product with all of a matrix's columns: A^T x, without a bias.
///
///     gamma(n + 1) |A|^T |x|
arma::mat of_products(const arma::mat& A, const arma::mat& x);

/// Of a layer norm y = g c r + b, c_i = x_i - m, r = (v + epsilon)^{-1/2}.
///
///     mean        |m' - m| <= e,  e = gamma(n + 1) mean |x|
///     variance    mean of (c_i - e)^2 is v + e^2, so v' + epsilon = (v + epsilon) (1 + theta),
///                 |theta| <= gamma(n + 6) (1 + e^2 / (v + epsilon)) + e^2 / (v + epsilon)
///     its root    r' = r (1 + rho),  |rho| <= (1 - theta)^{-1/2} (1 + gamma(3)) - 1
///     result      |y' - y| <= |g| r ((|c| + e) (1 + rho) (1 + gamma(5)) - |c|) + gamma(2) |b|
///
/// @param x  n x K
arma::mat of_layer_norm(const Norm<double>& norm, const arma::mat& x, double epsilon);

/// Of GELU, x / (1 + e^{-2 w}) with w = sqrt(2 / pi) (x + 0.044715 x^3), whose two terms have one
/// sign: w' = w (1 + delta), |delta| <= gamma(8), and e^{-2 w'} is off by 2 |w| gamma(8), and by the error of the
/// exponential itself.
///
///     |y| (exp(2 |w| gamma(8)) (1 + gamma(8)) - 1)
arma::mat of_gelu(const arma::mat& x);

/// Of causal attention, for one head.
///
///     scores      |s' - s| <= E = gamma(d + 6) (|Q|^T |K|) / sqrt d, what subtracting the largest
///                 one costs included: the scores are below |Q|^T |K| / sqrt d themselves
///     weights     w_ij = e^{s_ij - max} off by a factor within 1 +- f_ij,
///                 f = exp(E_ij + E_i,max) (1 + gamma(8)) - 1
///     pattern     p_ij = w_ij / sum w off by a factor within 1 +- t_ij,
///                 t = (1 + f) (1 + gamma(T + 2)) / (1 - p-mean of f) - 1
///     result      |z' - z| <= sum_j p_ij |v_j| ((1 + t_ij) (1 + gamma(T)) - 1)
///
/// @param Q        d x K
/// @param K, V     d x T
/// @return         d x K
arma::mat of_head(const arma::mat& Q, const arma::mat& K, const arma::mat& V);

} // namespace epreuve::gpt2::rounding
