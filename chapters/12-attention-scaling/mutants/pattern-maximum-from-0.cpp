// [attention_pattern] your maximum starts at 0, but all scores of a row may be negative
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - std::max(0.0, A.row(i).max()));
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
