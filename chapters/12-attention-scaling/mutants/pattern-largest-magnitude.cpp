// [attention_pattern] you subtract the largest magnitude; of negative scores that is the magnitude of the smallest, not of the largest
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - arma::abs(A.row(i)).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
