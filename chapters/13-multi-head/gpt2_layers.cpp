#include "gpt2_layers.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_rows.hpp"
#include "epreuve/math/softmax.hpp"

#include <cmath>

namespace epreuve::instruments {

namespace {

/// W U^-1 with W^T W = U^T U, orthonormal up to the square of W's condition in units of the last place: what a matrix of
/// condition 10^4 loses is below single precision.
arma::fmat orthonormal(const arma::mat& W)
{
  arma::mat U;
  if (!W.is_finite() || !arma::chol(U, W.t() * W) || arma::rcond(U) < 1e-6)
    throw Error("subspace_overlaps: the {} columns of a subspace of R^{} must be finite and "
                "independent",
                W.n_cols, W.n_rows);
  return arma::conv_to<arma::fmat>::from(arma::solve(arma::trimatl(U.t()), W.t()).t());
}

} // namespace

arma::mat subspace_overlaps(const std::vector<arma::mat>& subspaces)
{
  if (subspaces.empty() || subspaces.front().empty())
    throw Error("subspace_overlaps: there is no subspace, or it has no columns");
  const arma::uword count = subspaces.size(), n = subspaces.front().n_rows,
                    d = subspaces.front().n_cols;
  arma::fmat Q(n, count * d);
  for (arma::uword i = 0; i < count; ++i) {
    if (arma::size(subspaces[i]) != arma::size(n, d))
      throw Error("subspace_overlaps: expected {} x {}, as the first, got {} x {}", n, d,
                  subspaces[i].n_rows, subspaces[i].n_cols);
    Q.cols(i * d, i * d + d - 1) = orthonormal(subspaces[i]);
  }
  arma::mat overlaps(count, count);
  for (arma::uword i = 0; i < count; ++i) {
    const arma::fmat products = Q.cols(i * d, i * d + d - 1).t() * Q.head_cols((i + 1) * d);
    for (arma::uword j = 0; j <= i; ++j)
      overlaps(i, j) = overlaps(j, i) =
          double(arma::accu(arma::square(products.cols(j * d, j * d + d - 1)))) / double(d);
  }
  return overlaps;
}

double overlap_deviation(arma::uword n, arma::uword d)
{
  if (n < 2 || d < 1 || d > n)
    throw Error("overlap_deviation: expected 1 <= d <= n and n >= 2, got n = {}, d = {}", n, d);
  const double size = double(n);
  return double(n - d) / size * std::sqrt(2 / ((size - 1) * (size + 2)));
}

arma::mat read_directions(const AttentionLayer& layer, const arma::mat& W)
{
  if (W.n_cols != layer.gain.n_elem)
    throw Error("read_directions: W must have a column for each of {} coordinates, got {} x {}",
                layer.gain.n_elem, W.n_rows, W.n_cols);
  arma::mat directions = W.t();
  directions.each_col() %= layer.gain;
  return directions.each_row() - arma::mean(directions, 0).eval();
}

HeadOverlaps head_overlaps(const gpt2::Checkpoint& checkpoint)
{
  std::vector<arma::mat> keys, values, written;
  for (arma::uword l = 0; l < checkpoint.config().layers; ++l) {
    const AttentionLayer layer = attention_layer(checkpoint, l);
    for (arma::uword h = 0; h < layer.heads; ++h) {
      keys.push_back(read_directions(layer, layer.W_K(h)));
      values.push_back(read_directions(layer, layer.W_V(h)));
      written.push_back(layer.W_O(h));
    }
  }
  return {subspace_overlaps(keys), subspace_overlaps(values), subspace_overlaps(written)};
}

arma::vec pairs_of(const arma::mat& overlaps)
{
  if (!overlaps.is_square())
    throw Error("pairs_of: overlaps must be a square matrix, got {} x {}", overlaps.n_rows,
                overlaps.n_cols);
  return overlaps(arma::trimatl_ind(arma::size(overlaps), -1));
}

arma::mat means_by_layer(const arma::mat& overlaps, arma::uword heads)
{
  if (!overlaps.is_square() || heads < 2 || overlaps.n_rows % heads != 0)
    throw Error("means_by_layer: expected a square matrix of layers of {} heads, at least 2, got "
                "{} x {}",
                heads, overlaps.n_rows, overlaps.n_cols);
  const arma::uword layers = overlaps.n_rows / heads;
  arma::mat means(layers, layers);
  means.fill(arma::datum::nan);
  for (arma::uword l = 0; l < layers; ++l)
    for (arma::uword m = 0; m <= l; ++m) {
      const arma::mat pairs = overlaps.submat(heads * l, heads * m, arma::size(heads, heads));
      means(l, m) = l == m ? arma::mean(pairs_of(pairs)) : arma::mean(arma::vectorise(pairs));
    }
  return means;
}

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
