// [attention_pattern] you mask the diagonal too; a token may look at itself, and the first one can look nowhere else
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).tail(A.n_cols - i).fill(-arma::datum::inf);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
