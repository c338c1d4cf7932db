// [attention_pattern] your pattern is transposed: row i belongs to query i, and its sum is 1
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A.t();
}
