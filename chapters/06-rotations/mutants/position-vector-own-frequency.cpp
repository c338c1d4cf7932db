// [position_vector] your sine has a frequency of its own; it shares that of the cosine before it
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n; ++i) {
    const double angle = k / std::pow(p, double(i) / n);
    if (i % 2 == 0)
      w(i) = std::cos(angle);
    else
      w(i) = std::sin(angle);
  }
  return w;
}
