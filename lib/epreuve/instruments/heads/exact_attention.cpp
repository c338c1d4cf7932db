#include "epreuve/instruments/heads/exact_attention.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

arma::mat exact_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V, Sees sees)
{
  if (arma::size(Q) != arma::size(K) || V.n_cols != Q.n_cols || Q.is_empty())
    throw Error(
        "exact_attention: Q and K must have one shape and V as many columns, got {}, {} and {}",
        shape(Q), shape(K), shape(V));
  const arma::mat S = Q.t() * K;
  for (const arma::mat& M : {Q, K, V})
    if (!M.is_finite() || arma::any(arma::vectorise(M) != arma::vectorise(arma::round(M))))
      throw Error("exact_attention: Q, K and V must hold integers");
  const double largest = std::max(1.0, arma::abs(V).max()) * double(V.n_cols);
  if (std::log2(largest) + S.max() - S.min() >= 53)
    throw Error(
        "exact_attention: with scores from {} to {} and values up to {} a sum could reach 2^53",
        S.min(), S.max(), arma::abs(V).max());
  arma::mat Z(V.n_rows, V.n_cols);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    const arma::uword seen = sees == Sees::everything ? V.n_cols : i + 1;
    const arma::vec weights = arma::exp2(S.row(i).head(seen).t() - S.row(i).min());
    Z.col(i) = V.head_cols(seen) * weights / arma::accu(weights);
  }
  return Z;
}

arma::mat IntegerHead::operator()(const arma::mat& X, Sees sees) const
{
  return exact_attention(W_Q * X, W_K * X, W_V * X, sees);
}

IntegerHead draw_integer_head(evidence::Draw& draw)
{
  const arma::mat W_Q = draw.integer_matrix("W_Q", 2, 3, -1, 1);
  const arma::mat W_K = draw.integer_matrix("W_K", 2, 3, -1, 1);
  return {W_Q, W_K, draw.integer_matrix("W_V", 2, 3, -1, 1)};
}

arma::mat draw_integer_tokens(evidence::Draw& draw)
{
  const arma::uword n = draw.size("tokens", 2, 6);
  return draw.integer_matrix("X", 3, n, -1, 1);
}

} // namespace epreuve::instruments
