// [attention_pattern] your columns sum to 1; the rows must, one for each query
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword j = 0; j < A.n_cols; ++j) {
    A.col(j) = arma::exp(A.col(j) - A.col(j).max());
    A.col(j) /= arma::accu(A.col(j));
  }
  return A;
}
