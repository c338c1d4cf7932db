#include "epreuve/attention/scores.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::attention {

namespace {

template <typename Real>
void check_queries_and_keys(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                            const char* function)
{
  if (Q.is_empty())
    throw Error("{}: Q must hold at least one query, got {}", function, shape(Q));
  if (K.is_empty())
    throw Error("{}: K must hold at least one key, got {}", function, shape(K));
  if (Q.n_rows != K.n_rows)
    throw Error("{}: Q and K must have the same number of rows (queries and keys are columns), "
                "got Q {} and K {}",
                function, shape(Q), shape(K));
  if (!Q.is_finite())
    throw Error("{}: Q must be finite, got NaN or infinity", function);
  if (!K.is_finite())
    throw Error("{}: K must be finite, got NaN or infinity", function);
}

} // namespace

template <typename Real>
arma::Mat<Real> attention_scores(const arma::Mat<Real>& Q, const arma::Mat<Real>& K)
{
  check_queries_and_keys(Q, K, "attention_scores");
  return Q.t() * K;
}

template <typename Real>
arma::Mat<Real> scaled_attention_scores(const arma::Mat<Real>& Q, const arma::Mat<Real>& K)
{
  check_queries_and_keys(Q, K, "scaled_attention_scores");
  const Real r = static_cast<Real>(Q.n_rows);
  return Q.t() * K / std::sqrt(r);
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> attention_scores(const arma::Mat<Real>&, const arma::Mat<Real>&);       \
  template arma::Mat<Real> scaled_attention_scores(const arma::Mat<Real>&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
