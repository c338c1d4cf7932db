// [position_vector] you compute the angle in float, which has 7 digits; at a distant position none is left after the point. Use double
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n; i += 2) {
    const float angle = k * std::pow(p, -double(i) / n);
    w(i) = std::cos(angle);
    w(i + 1) = std::sin(angle);
  }
  return w;
}
