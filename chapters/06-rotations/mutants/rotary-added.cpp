// [rotary] you add the position vectors; rotary embedding turns the tokens instead
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y(X.n_rows, X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j)
    for (arma::uword i = 0; i < X.n_rows; ++i)
      Y(i, j) = X(i, j) + position_vector(s + j, X.n_rows, p)(i);
  return Y;
}
