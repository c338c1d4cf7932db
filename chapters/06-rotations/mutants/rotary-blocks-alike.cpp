// [rotary] you turn all pairs of a token by the same angle; pair i turns by its position times omega_i
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < X.n_rows; i += 2)
      Y.submat(i, j, i + 1, j) = rotation(s + static_cast<double>(j)) * X.submat(i, j, i + 1, j);
  return Y;
}
