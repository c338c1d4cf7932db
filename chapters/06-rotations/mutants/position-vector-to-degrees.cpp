// [position_vector] your angles are turned into degrees or from them; std::cos takes radians, and k omega_i is in radians already
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec angles = k * frequencies(n, p) * 180 / arma::datum::pi;
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    w(2 * i) = std::cos(angles(i));
    w(2 * i + 1) = std::sin(angles(i));
  }
  return w;
}
