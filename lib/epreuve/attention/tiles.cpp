#include "epreuve/attention/tiles.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace epreuve::attention {

namespace {

template <typename Real>
void require_tiles(const char* function, const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                   const arma::Mat<Real>& V, arma::uword tile, bool causal)
{
  if (Q.is_empty() || K.is_empty() || V.is_empty() || tile == 0)
    throw Error("{}: no size may be 0, got Q {}, K {}, V {} and tiles of {}", function, shape(Q),
                shape(K), shape(V), tile);
  if (Q.n_rows != K.n_rows || V.n_cols != K.n_cols)
    throw Error("{}: K must have as many rows as Q and a column for each of V, got Q {}, K {} and "
                "V {}",
                function, shape(Q), shape(K), shape(V));
  if (causal && Q.n_cols > K.n_cols)
    throw Error("{}: each query is one of the tokens, so there can be no more queries than keys, "
                "got {} and {}",
                function, Q.n_cols, K.n_cols);
  if (!Q.is_finite() || !K.is_finite())
    throw Error("{}: Q and K must be finite, got NaN or infinity", function);
}

/// The scores of one tile: queries from i to i_end, keys from j to j_end; later keys at -inf if causal.
template <typename Real>
arma::Mat<Real> tile_scores(const arma::Mat<Real>& Q, const arma::Mat<Real>& K, arma::uword i,
                            arma::uword i_end, arma::uword j, arma::uword j_end, bool causal)
{
  arma::Mat<Real> S = Q.cols(i, i_end - 1).t() * K.cols(j, j_end - 1) / std::sqrt(Real(Q.n_rows));
  const arma::uword before = causal ? K.n_cols - Q.n_cols : 0;
  if (causal)
    for (arma::uword row = 0; row < S.n_rows; ++row)
      for (arma::uword col = 0; col < S.n_cols; ++col)
        if (j + col > i + row + before)
          S(row, col) = -std::numeric_limits<Real>::infinity();
  return S;
}

/// One past the last key that one of the queries before i_end sees.
template <typename Real>
arma::uword keys_end(const arma::Mat<Real>& Q, const arma::Mat<Real>& K, arma::uword i_end,
                     bool causal)
{
  return causal ? i_end + (K.n_cols - Q.n_cols) : K.n_cols;
}

} // namespace

template <typename Real>
TiledAttention<Real> tiled_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                     const arma::Mat<Real>& V, arma::uword tile, bool causal)
{
  require_tiles("tiled_attention", Q, K, V, tile, causal);
  TiledAttention<Real> pass{.Z = arma::Mat<Real>(V.n_rows, Q.n_cols),
                            .log_sums = arma::Col<Real>(Q.n_cols)};
  for (arma::uword i = 0; i < Q.n_cols; i += tile) {
    const arma::uword i_end = std::min(i + tile, Q.n_cols);
    const arma::uword end = keys_end(Q, K, i_end, causal);
    arma::Col<Real> mu(i_end - i), l(i_end - i);
    mu.fill(-std::numeric_limits<Real>::infinity());
    arma::Mat<Real> y(V.n_rows, i_end - i);
    for (arma::uword j = 0; j < end; j += tile) {
      const arma::uword j_end = std::min(j + tile, end);
      arma::Mat<Real> P = tile_scores(Q, K, i, i_end, j, j_end, causal);
      const arma::Col<Real> raised = arma::max(mu, arma::Col<Real>(arma::max(P, 1)));
      if (!raised.is_finite())
        throw Error("tiled_attention: scores of queries {} to {} are not finite: Q and K are too "
                    "large for the type",
                    i, i_end - 1);
      P.each_col() -= raised;
      P = arma::exp(P);
      const arma::Col<Real> shrunk = arma::exp(mu - raised);
      l = l % shrunk + arma::sum(P, 1);
      y.each_row() %= shrunk.t();
      y += V.cols(j, j_end - 1) * P.t();
      mu = raised;
    }
    y.each_row() /= l.t();
    pass.Z.cols(i, i_end - 1) = y;
    pass.log_sums.subvec(i, i_end - 1) = mu + arma::log(l);
  }
  return pass;
}

template <typename Real>
AttendGradient<Real>
tiled_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                         const arma::Mat<Real>& V, const TiledAttention<Real>& pass,
                         const arma::Mat<Real>& U, arma::uword tile, bool causal)
{
  require_tiles("tiled_attention_backward", Q, K, V, tile, causal);
  if (arma::size(pass.Z) != arma::size(V.n_rows, Q.n_cols) || arma::size(U) != arma::size(pass.Z) ||
      pass.log_sums.n_elem != Q.n_cols)
    throw Error("tiled_attention_backward: Z and U must be {} x {}, and there must be {} sums, got "
                "{}, {} and {}",
                V.n_rows, Q.n_cols, Q.n_cols, shape(pass.Z), shape(U), pass.log_sums.n_elem);
  const Real root = std::sqrt(Real(Q.n_rows));
  const arma::Col<Real> heard = arma::sum(U % pass.Z, 0).t();
  AttendGradient<Real> to{.Q = arma::Mat<Real>(arma::size(Q)),
                          .K = arma::Mat<Real>(arma::size(K)),
                          .V = arma::Mat<Real>(arma::size(V))};
  for (arma::uword i = 0; i < Q.n_cols; i += tile) {
    const arma::uword i_end = std::min(i + tile, Q.n_cols);
    const arma::uword end = keys_end(Q, K, i_end, causal);
    for (arma::uword j = 0; j < end; j += tile) {
      const arma::uword j_end = std::min(j + tile, end);
      arma::Mat<Real> A = tile_scores(Q, K, i, i_end, j, j_end, causal);
      A.each_col() -= pass.log_sums.subvec(i, i_end - 1);
      A = arma::exp(A);
      arma::Mat<Real> D = U.cols(i, i_end - 1).t() * V.cols(j, j_end - 1);
      D.each_col() -= heard.subvec(i, i_end - 1);
      D %= A / root;
      to.Q.cols(i, i_end - 1) += K.cols(j, j_end - 1) * D.t();
      to.K.cols(j, j_end - 1) += Q.cols(i, i_end - 1) * D;
      to.V.cols(j, j_end - 1) += U.cols(i, i_end - 1) * A;
    }
  }
  return to;
}

#define INSTANTIATE(Real)                                                                          \
  template TiledAttention<Real> tiled_attention(const arma::Mat<Real>&, const arma::Mat<Real>&,    \
                                                const arma::Mat<Real>&, arma::uword, bool);        \
  template AttendGradient<Real> tiled_attention_backward(                                          \
      const arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&,                      \
      const TiledAttention<Real>&, const arma::Mat<Real>&, arma::uword, bool);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
