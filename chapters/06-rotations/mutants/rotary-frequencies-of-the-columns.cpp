// [rotary] your frequencies are those of K coordinates, the number of columns; a token has n, the number of rows
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < X.n_rows / 2; i++)
      Y.submat(2 * i, j, 2 * i + 1, j) =
          rotation((s + static_cast<double>(j)) * std::pow(p, -2.0 * i / X.n_cols)) *
          X.submat(2 * i, j, 2 * i + 1, j);
  return Y;
}
