// [shift_matrix] you multiply R_1 by the number l; to go l steps, multiply its angles
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const double c = std::cos(omega(i)), s = std::sin(omega(i));
    R(2 * i, 2 * i) = l * c;
    R(2 * i, 2 * i + 1) = -l * s;
    R(2 * i + 1, 2 * i) = l * s;
    R(2 * i + 1, 2 * i + 1) = l * c;
  }
  return R;
}
