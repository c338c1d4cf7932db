#include "epreuve/attention/linear_bias.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

namespace epreuve::attention {

arma::mat linear_bias(arma::mat S, double slope)
{
  if (S.n_rows > S.n_cols)
    throw Error(
        "linear_bias: each query is one of the tokens, so S can have no more rows than columns, "
        "got {}",
        shape(S));
  if (!std::isfinite(slope) || slope < 0)
    throw Error("linear_bias: the slope must be finite and at least 0, got {}", slope);
  const double before = double(S.n_cols) - double(S.n_rows);
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      S(i, j) -= slope * std::abs(double(i) + before - double(j));
  return S;
}

} // namespace epreuve::attention
