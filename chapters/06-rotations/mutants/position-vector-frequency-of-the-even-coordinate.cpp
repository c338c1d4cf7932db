// [position_vector] you put the number of the coordinate where the formula has the number of the pair: coordinates 2i and 2i + 1 have omega_i
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword j = 0; j < n; j += 2) {
    const double angle = k * std::pow(p, -2.0 * j / n);
    w(j) = std::cos(angle);
    w(j + 1) = std::sin(angle);
  }
  return w;
}
