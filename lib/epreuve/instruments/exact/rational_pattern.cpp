#include "epreuve/instruments/exact/rational_pattern.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/softmax_to_base.hpp"

namespace epreuve::instruments {

RationalMatrix rational_pattern(const RationalMatrix& S)
{
  if (S.rows() == 0)
    throw Error("rational_pattern: S must hold at least one query, got {} x {}", S.rows(),
                S.cols());
  const arma::mat scores = S.to_double();
  RationalMatrix A(S.rows(), S.cols());
  for (arma::uword i = 0; i < S.rows(); ++i) {
    const RationalMatrix row = softmax_to_base(2, scores.row(i).t());
    for (arma::uword j = 0; j < S.cols(); ++j)
      A(i, j) = row(j, 0);
  }
  return A;
}

RationalMatrix rational_causal_pattern(const RationalMatrix& S)
{
  if (S.rows() != S.cols())
    throw Error(
        "rational_causal_pattern: S must have a row and a column for each token, got {} x {}",
        S.rows(), S.cols());
  RationalMatrix A(S.rows(), S.cols());
  for (arma::uword i = 0; i < S.rows(); ++i) {
    RationalMatrix seen(1, i + 1);
    for (arma::uword j = 0; j <= i; ++j)
      seen(0, j) = S(i, j);
    const RationalMatrix weights = rational_pattern(seen);
    for (arma::uword j = 0; j <= i; ++j)
      A(i, j) = weights(0, j);
  }
  return A;
}

} // namespace epreuve::instruments
