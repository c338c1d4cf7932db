// [frequencies] i is unsigned, so -2 * i is not negative but huge; begin with a double, -2.0
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = std::pow(p, -2 * i / n);
  return omega;
}
