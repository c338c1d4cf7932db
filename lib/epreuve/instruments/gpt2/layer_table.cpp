#include "epreuve/instruments/gpt2/layer_table.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_rows.hpp"
#include "epreuve/instruments/gpt2/subspace_overlaps.hpp"
#include "epreuve/math/softmax.hpp"

namespace epreuve::instruments {

RationalMatrix layer_table(const std::vector<RationalMatrix>& A,
                           const std::vector<RationalMatrix>& W)
{
  if (A.empty() || A.size() != W.size())
    throw Error("layer_table: expected A and W of each head, got {} and {} matrices", A.size(),
                W.size());
  const arma::uword K = A.front().rows(), n = W.front().rows();
  RationalMatrix table(K * K, n * n);
  for (arma::uword j = 0; j < K; ++j)
    for (arma::uword l = 0; l < n; ++l) {
      RationalMatrix unit(n, K), answer(n, K);
      unit(l, j) = 1;
      for (std::size_t h = 0; h < A.size(); ++h)
        answer = answer + W[h] * unit * transpose(A[h]);
      for (arma::uword i = 0; i < K; ++i)
        for (arma::uword k = 0; k < n; ++k)
          table(K * i + j, n * k + l) = answer(k, i);
    }
  return table;
}

arma::uword independent_among(const std::vector<RationalMatrix>& matrices)
{
  if (matrices.empty())
    throw Error("independent_among: there is no matrix");
  const arma::uword n_rows = matrices.front().rows(), n_cols = matrices.front().cols();
  RationalMatrix vectors(matrices.size(), n_rows * n_cols);
  for (std::size_t h = 0; h < matrices.size(); ++h) {
    if (matrices[h].rows() != n_rows || matrices[h].cols() != n_cols)
      throw Error("independent_among: expected {} x {}, as the first, got {} x {}", n_rows, n_cols,
                  matrices[h].rows(), matrices[h].cols());
    for (arma::uword i = 0; i < n_rows; ++i)
      for (arma::uword j = 0; j < n_cols; ++j)
        vectors(h, n_cols * i + j) = matrices[h](i, j);
  }
  return rank(vectors);
}

std::vector<RationalMatrix> causal_patterns(arma::uword heads, arma::uword K,
                                            const std::function<long()>& weight)
{
  if (heads < 1 || K < 1)
    throw Error("causal_patterns: expected heads and tokens, got {} and {}", heads, K);
  std::vector<RationalMatrix> patterns;
  for (arma::uword h = 0; h < heads; ++h) {
    RationalMatrix A(K, K);
    for (arma::uword i = 0; i < K; ++i)
      for (arma::uword j = 0; j <= i; ++j) {
        const long number = weight();
        if (number < 1)
          throw Error("causal_patterns: weights must be positive, got {}", number);
        A(i, j) = number;
      }
    patterns.push_back(divided_by_row_sums(A));
  }
  return patterns;
}

arma::mat inner_products_of_heads(const AttentionLayer& layer)
{
  arma::mat products(layer.heads, layer.heads);
  for (arma::uword g = 0; g < layer.heads; ++g)
    for (arma::uword h = 0; h <= g; ++h)
      products(g, h) = products(h, g) = arma::trace(
          (read_directions(layer, layer.W_V(g)).t() * read_directions(layer, layer.W_V(h))) *
          (layer.W_O(h).t() * layer.W_O(g)));
  return products;
}

arma::mat patterns_as_rows(const AttentionLayer& layer, const arma::mat& x)
{
  arma::mat rows(layer.heads, x.n_cols * x.n_cols);
  for (arma::uword h = 0; h < layer.heads; ++h)
    rows.row(h) =
        arma::vectorise(math::softmax_rows(attention::causal_mask(layer.scores(h, x)))).t();
  return rows;
}

} // namespace epreuve::instruments
