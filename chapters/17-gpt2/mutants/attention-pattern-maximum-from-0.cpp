// [attention_pattern] your maximum starts at 0, but all scores of a row may be negative
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - std::max(0.0, A.row(i).max()));
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
