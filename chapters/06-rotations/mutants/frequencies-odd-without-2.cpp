// [frequencies] your exponent is -i/n; the formula has -2i/n
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, -1.0 * i / n);
  return omega;
}
