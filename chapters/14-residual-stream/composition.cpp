#include "composition.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

namespace {

/// A symmetric matrix as a vector without what it has twice, such that <packed, packed with halved
/// diagonal> is half of the inner product.
void pack_upper(const arma::fmat& S, float diagonal, float* to)
{
  for (arma::uword j = 0; j < S.n_cols; ++j) {
    to = std::copy_n(S.colptr(j), j, to);
    *to++ = diagonal * S(j, j);
  }
}

/// S = L' L'^T with L' = L U^T, R^T R = U^T U, so that |M L R^T|_F = |M L'|_F for every M. Into a matrix that
/// is there: to ask the system for new memory each time takes longer than the product.
void weighted_gram(const arma::mat& L, const arma::mat& R, arma::fmat& S)
{
  arma::mat U;
  if (!arma::chol(U, R.t() * R))
    throw Error("composition scores: a matrix of {} x {} does not have full rank", R.n_rows,
                R.n_cols);
  const arma::fmat thin = arma::conv_to<arma::fmat>::from(L * U.t());
  S = thin * thin.t();
}

/// The matrices through which a head reads: transposed, after the gain and without the mean.
arma::mat reading(const AttentionLayer& layer, const arma::mat& W)
{
  arma::mat transposed = W.t();
  transposed.each_col() %= layer.gain;
  return transposed.each_row() - arma::mean(transposed, 0).eval();
}

} // namespace

CompositionScores composition_scores(const std::vector<AttentionLayer>& layers)
{
  if (layers.empty())
    throw Error("composition scores: there is no layer");
  const arma::uword n = layers.front().output.n_rows, heads = layers.front().heads;
  for (const AttentionLayer& layer : layers)
    if (layer.output.n_rows != n || layer.heads != heads)
      throw Error("composition scores: layers of {} rows and {} heads, and of {} and {}", n, heads,
                  layer.output.n_rows, layer.heads);

  const arma::uword all = layers.size() * heads, entries = n * (n + 1) / 2;
  arma::fmat written(entries, all), read(entries, 3 * heads);
  arma::fmat S(n, n);
  arma::rowvec of_writers(all);
  arma::mat scores(3 * all, all);
  scores.fill(arma::datum::nan);
  for (arma::uword l = 0; l < layers.size(); ++l) {
    const AttentionLayer& layer = layers[l];
    arma::vec of_readers(3 * heads);
    for (arma::uword h = 0; h < heads; ++h) {
      const arma::mat Q = reading(layer, layer.W_Q(h)), K = reading(layer, layer.W_K(h)),
                      V = reading(layer, layer.W_V(h)), O = layer.W_O(h);
      const auto reads = [&](arma::uword way, const arma::mat& L, const arma::mat& R) {
        weighted_gram(L, R, S);
        of_readers(3 * h + way) = std::sqrt(double(arma::trace(S)));
        pack_upper(S, 0.5F, read.colptr(3 * h + way));
      };
      if (l > 0) { // nobody writes before layer 0
        reads(0, Q, K);
        reads(1, K, Q);
        reads(2, V, O);
      }
      weighted_gram(O, V, S);
      of_writers(l * heads + h) = std::sqrt(double(arma::trace(S)));
      pack_upper(S, 1, written.colptr(l * heads + h));
    }
    if (l == 0)
      continue;
    const arma::fmat products = read.t() * written.head_cols(l * heads);
    arma::mat size = arma::sqrt(2 * double(n) * arma::conv_to<arma::mat>::from(products));
    size.each_col() /= of_readers;
    size.each_row() /= of_writers.head_cols(l * heads);
    scores.submat(3 * l * heads, 0, arma::size(size)) = size;
  }
  const auto way = [&](arma::uword which) -> arma::mat {
    return scores.rows(arma::regspace<arma::uvec>(which, 3, 3 * all - 1));
  };
  return {way(0), way(1), way(2)};
}

} // namespace epreuve::instruments
