// [rotary] you turn all columns alike; column j is at position s + j
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  return shift_matrix(s, X.n_rows, p) * X;
}
