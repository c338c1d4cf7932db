// [rotary] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  const arma::uword half = X.n_rows / 2;
  const arma::vec omega = frequencies(X.n_rows, p);
  arma::mat Y(arma::size(X));
  for (arma::uword j = 0; j < X.n_cols; ++j)
    for (arma::uword i = 0; i < half; ++i) {
      const double c = std::cos((s + j) * omega(i)), sine = std::sin((s + j) * omega(i));
      Y(i, j) = c * X(i, j) - sine * X(i + half, j);
      Y(i + half, j) = sine * X(i, j) + c * X(i + half, j);
    }
  return Y;
}
