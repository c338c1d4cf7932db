// [position_vector] your frequencies grow with i: the exponent is -2i/n, with a minus sign
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    const double angle = k * std::pow(p, 2.0 * i / n);
    w(2 * i) = std::cos(angle);
    w(2 * i + 1) = std::sin(angle);
  }
  return w;
}
