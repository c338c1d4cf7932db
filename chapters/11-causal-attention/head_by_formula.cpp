#include "head_by_formula.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>

namespace epreuve::instruments {

arma::mat head_by_formula(const AttentionLayer& layer, arma::uword head, const arma::mat& x,
                          Additions with)
{
  const arma::uword n = layer.qkv_bias.n_elem / 3;
  const auto read = [&](const arma::mat& W, arma::uword part) {
    arma::mat y = W * x;
    if (with.biases)
      y.each_col() += layer.qkv_bias.subvec(part * n + head * W.n_rows, arma::size(W.n_rows, 1));
    return y;
  };
  const arma::mat Q = read(layer.W_Q(head), 0), K = read(layer.W_K(head), 1);
  const arma::mat A =
      with.mask ? attention::causal_pattern(Q, K) : attention::attention_pattern(Q, K);
  return layer.W_O(head) * attention::head_output(read(layer.W_V(head), 2), A);
}

double largest_change_without(const AttentionLayer& layer, Bias biases, const arma::mat& x)
{
  AttentionLayer without = layer;
  const arma::uword n = layer.qkv_bias.n_elem / 3, first = n * arma::uword(biases);
  without.qkv_bias.subvec(first, first + n - 1).zeros();
  const auto pattern = [&](const AttentionLayer& of, arma::uword head) {
    return math::softmax_rows(attention::causal_mask<double>(of.scores(head, x)));
  };
  double largest = 0;
  for (arma::uword head = 0; head < layer.heads; ++head)
    largest = std::max(largest, arma::abs(pattern(without, head) - pattern(layer, head)).max());
  return largest;
}

} // namespace epreuve::instruments
