#include "head_by_steps.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/complex_step.hpp"
#include "epreuve/instruments/reference.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>

namespace epreuve::instruments {

arma::vec head_variables(const attention::HeadGradient<double>& head)
{
  return arma::join_cols(arma::join_cols(arma::vectorise(head.W_Q), arma::vectorise(head.W_K),
                                         arma::vectorise(head.W_V), arma::vectorise(head.W_O)),
                         arma::vectorise(head.x));
}

attention::HeadGradient<double> head_of_variables(const HeadSizes& sizes, const arma::vec& z)
{
  if (z.n_elem != sizes.variables())
    throw Error("head_of_variables: a head of n = {}, r = {}, m = {} on {} tokens has {} "
                "variables, got {}",
                sizes.n, sizes.r, sizes.m, sizes.K, sizes.variables(), z.n_elem);
  arma::uword begin = 0;
  const auto next = [&](arma::uword rows, arma::uword columns) {
    const arma::mat M(z.memptr() + begin, rows, columns);
    begin += rows * columns;
    return M;
  };
  attention::HeadGradient<double> head;
  head.W_Q = next(sizes.r, sizes.n);
  head.W_K = next(sizes.r, sizes.n);
  head.W_V = next(sizes.m, sizes.n);
  head.W_O = next(sizes.n, sizes.m);
  head.x = next(sizes.n, sizes.K);
  return head;
}

attention::HeadGradient<double> head_gradient_50(const attention::Head<double>& head,
                                                 const arma::mat& x, const arma::mat& G)
{
  using C = Complex<Reference>;
  const HeadSizes sizes{x.n_rows, head.W_Q.n_rows, head.W_V.n_rows, x.n_cols};
  const std::vector<Reference> weights = in_50_digits(arma::vec(arma::vectorise(G)));
  const C root{sqrt(Reference(sizes.r)), 0};
  const auto loss = [&](const std::vector<C>& z) { return head_loss(sizes, z, weights, root); };
  return head_of_variables(
      sizes, rounded(complex_step<Reference>(
                 loss, in_50_digits(head_variables({head.W_Q, head.W_K, head.W_V, head.W_O, x})),
                 Reference("1e-30"))));
}

attention::HeadGradient<double> head_gradient_bound(const attention::Head<double>& head,
                                                    const arma::mat& tokens, const arma::mat& G)
{
  const double n = double(tokens.n_rows), r = double(head.W_Q.n_rows), m = double(head.W_V.n_rows),
               K_ = double(tokens.n_cols), root = std::sqrt(r);
  const arma::mat x = arma::abs(tokens), W_Q = arma::abs(head.W_Q), W_K = arma::abs(head.W_K),
                  W_V = arma::abs(head.W_V), W_O = arma::abs(head.W_O), g = arma::abs(G);
  const arma::mat Q = W_Q * x, K = W_K * x, V = W_V * x, U = W_O.t() * g;
  const arma::mat A =
      math::softmax_rows(arma::mat((head.W_Q * tokens).t() * (head.W_K * tokens) / root));
  const double a = 18 + 2 * (2 * n + r + 2) * (Q.t() * K / root).max();
  const arma::mat P = U.t() * V;
  arma::mat D = P;
  D.each_col() += arma::sum(A % P, 1);
  D = A % D;
  const double of_D = 2 * n + m + K_ + 2 + 2 * a;
  const arma::mat to_Q = K * D.t() / root, to_K = Q * D / root, to_V = U * A;
  // One unit more for the rounding of the reference, a thousandth for terms of second order.
  const double u = 0x1p-53 * 1.001, scores = n + of_D + K_ + 3, values = n + a + K_ + 1;
  return {.W_Q = u * (scores + K_) * to_Q * x.t(),
          .W_K = u * (scores + K_) * to_K * x.t(),
          .W_V = u * (values + K_) * to_V * x.t(),
          .W_O = u * (values + K_) * g * (V * A.t()).t(),
          .x = u * (std::max(scores + r, values + m) + 2) *
               (W_Q.t() * to_Q + W_K.t() * to_K + W_V.t() * to_V)};
}

double worst_share(const attention::HeadGradient<double>& computed,
                   const attention::HeadGradient<double>& truth,
                   const attention::HeadGradient<double>& bound)
{
  const arma::vec apart = arma::abs(head_variables(computed) - head_variables(truth));
  return arma::max(apart / (head_variables(bound) + 1e-300));
}

} // namespace epreuve::instruments
