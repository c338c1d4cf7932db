// [attention_pattern] you mask with a large negative number; scores may be as large, and then a token sees those after it
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).tail(A.n_cols - i - 1).fill(-1e4);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
