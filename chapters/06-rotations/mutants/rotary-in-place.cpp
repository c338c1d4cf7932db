// [rotary] the second coordinate of each pair is computed from the new first one; keep the old one until both are done
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  const arma::vec omega = frequencies(X.n_rows, p);
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < omega.n_elem; i++) {
      const double angle = (s + static_cast<double>(j)) * omega(i);
      Y(2 * i, j) = std::cos(angle) * Y(2 * i, j) - std::sin(angle) * Y(2 * i + 1, j);
      Y(2 * i + 1, j) = std::sin(angle) * Y(2 * i, j) + std::cos(angle) * Y(2 * i + 1, j);
    }
  return Y;
}
