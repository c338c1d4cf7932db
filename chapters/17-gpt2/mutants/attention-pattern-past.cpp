// [attention_pattern] you mask the past: rows are queries, so the future lies above the diagonal
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).head(i).fill(-arma::datum::inf);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
