// [frequencies] you return n frequencies, one per coordinate; there are n/2, one per pair
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return {};
  arma::vec omega(n);
  for (arma::uword i = 0; i < n; ++i)
    omega(i) = std::pow(p, -2.0 * i / n);
  return omega;
}
