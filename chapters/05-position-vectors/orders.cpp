#include "orders.hpp"

#include "arbitrary.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace epreuve::instruments {
namespace {

arma::mat with_positions(const arma::mat& X)
{
  return X + math::position_matrix(X.n_cols, X.n_rows);
}

/// 0.4 keeps the stream from growing by more than a few times per layer.
arma::mat arbitrary_weights(std::uint64_t seed, arma::uword n)
{
  return 0.4 * arbitrary_matrix(seed, n, n);
}

arma::mat arbitrary_pattern(const arma::mat& X, bool masked)
{
  const arma::mat Q = arbitrary_weights(11, X.n_rows) * X, K = arbitrary_weights(12, X.n_rows) * X;
  const arma::mat S = 4 * attention::scaled_attention_scores(Q, K);
  return math::softmax_rows(masked ? attention::causal_mask(S) : S);
}

} // namespace

arma::uvec draw_order(evidence::Draw& draw, arma::uword n, arma::uword last)
{
  if (last > n)
    throw Error("draw_order: of {} tokens {} cannot stay in place", n, last);
  arma::uvec order = arma::regspace<arma::uvec>(0, n - 1);
  for (arma::uword i = 0; i + last < n; ++i)
    std::swap(order(i), order(draw.size(fmt::format("order {}", i), i, n - last - 1)));
  return order;
}

arma::uword orders_told_apart(const arma::mat& X,
                              const std::function<arma::mat(const arma::mat&)>& network,
                              double apart)
{
  if (X.n_cols < 2 || X.n_cols > 9)
    throw Error("orders_told_apart: there must be 2 to 9 tokens, got {}", X.n_cols);
  arma::uvec order = arma::regspace<arma::uvec>(0, X.n_cols - 1);
  std::vector<arma::vec> seen;
  do {
    const arma::vec z = network(X.cols(order)).eval().tail_cols(1);
    if (std::none_of(seen.begin(), seen.end(),
                     [&](const arma::vec& y) { return arma::norm(y - z) < apart; }))
      seen.push_back(z);
  } while (std::next_permutation(order.begin(), order.end() - 1));
  return seen.size();
}

arma::mat ArbitraryLayers::operator()(arma::mat X) const
{
  if (positions)
    X = with_positions(X);
  for (int layer = 0; layer < layers; ++layer) {
    X += attention::head_output(arbitrary_weights(13, X.n_rows) * X, arbitrary_pattern(X, masked));
    X += arma::clamp(arbitrary_weights(14, X.n_rows) * X, 0, arma::datum::inf);
  }
  return X;
}

arma::mat ArbitraryLayers::pattern(arma::mat X) const
{
  return arbitrary_pattern(positions ? with_positions(X) : X, masked);
}

} // namespace epreuve::instruments
