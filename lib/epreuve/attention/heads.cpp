#include "epreuve/attention/heads.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::attention {

namespace {

template <typename Real>
void check_reads(const char* matrix, const arma::Mat<Real>& W, const char* tokens,
                 const arma::Mat<Real>& x)
{
  if (W.n_cols != x.n_rows)
    throw Error("cross_attention: {} must have a column for each row of {} (tokens are columns), "
                "got {} {} and {} {}",
                matrix, tokens, matrix, shape(W), tokens, shape(x));
}

} // namespace

template <typename Real>
arma::Mat<Real> head_output(const arma::Mat<Real>& V, const arma::Mat<Real>& A)
{
  if (V.n_cols != A.n_cols)
    throw Error("head_output: V must have a value for each column of A, got V {} and A {}",
                shape(V), shape(A));
  return V * A.t();
}

template <typename Real>
arma::Mat<Real> attend(const arma::Mat<Real>& Q, const arma::Mat<Real>& K, const arma::Mat<Real>& V)
{
  return head_output(V, attention_pattern(Q, K));
}

template <typename Real>
arma::Mat<Real> attend_rows(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                            const arma::Mat<Real>& V)
{
  const arma::Mat<Real> queries = Q.t(), keys = K.t(), values = V.t();
  return attend(queries, keys, values).t();
}

template <typename Real>
arma::Mat<Real> cross_attention(const Head<Real>& head, const arma::Mat<Real>& x,
                                const arma::Mat<Real>& y)
{
  check_reads("W_Q", head.W_Q, "x", x);
  check_reads("W_K", head.W_K, "y", y);
  check_reads("W_V", head.W_V, "y", y);
  if (head.W_O.n_cols != head.W_V.n_rows)
    throw Error(
        "cross_attention: W_O must have a column for each row of W_V, got W_O {} and W_V {}",
        shape(head.W_O), shape(head.W_V));
  const arma::Mat<Real> Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
  return head.W_O * attend(Q, K, V);
}

template <typename Real>
arma::Mat<Real> self_attention(const Head<Real>& head, const arma::Mat<Real>& x)
{
  return cross_attention(head, x, x);
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> head_output(const arma::Mat<Real>&, const arma::Mat<Real>&);            \
  template arma::Mat<Real> attend(const arma::Mat<Real>&, const arma::Mat<Real>&,                  \
                                  const arma::Mat<Real>&);                                         \
  template arma::Mat<Real> attend_rows(const arma::Mat<Real>&, const arma::Mat<Real>&,             \
                                       const arma::Mat<Real>&);                                    \
  template arma::Mat<Real> cross_attention(const Head<Real>&, const arma::Mat<Real>&,              \
                                           const arma::Mat<Real>&);                                \
  template arma::Mat<Real> self_attention(const Head<Real>&, const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::attention
